import ImageReferences
import WebAccess

extension ImageExchange {
    /// The digests of the manifests that are attached to one, as the registry lists them.
    ///
    /// Source: OCI distribution specification, “Listing Referrers”: registries without that list
    /// have the index of a tag instead. Some answer the unknown address with 400 or 406, and some
    /// with a page for people.
    func referrers(
        of digest: Digest, limits: CopyLimits
    ) async throws(CopyError.Reason) -> [Digest] {
        var pages = ReferrerPages(
            first: address("referrers/\(digest.text)"), subject: digest, limits: limits)
        while let page = try await referrerPage(pages.address) {
            if try !pages.receive(page) { return pages.digests }
        }
        let tag = digest.referrerTag
        guard let index = try await copiedManifest(tag) else { return [] }
        guard index.children.count <= limits.referrers else {
            throw .tooManyReferrers(digest, limit: limits.referrers)
        }
        return index.children.map(\.digest)
    }

    /// Nil where the registry has no such list.
    private func referrerPage(_ address: WebAddress) async throws(CopyError.Reason) -> HTTPAnswer? {
        let request = HTTPRequest(
            address: address, accepted: [ReferrerPages.mediaType], bodyLimit: Manifest.sizeLimit)
        do throws(RegistryError.Reason) {
            let answer = try await anyAnswer(to: request)
            if [400, 404, 406].contains(answer.status) { return nil }
            guard answer.status == 200 else {
                if answer.status == 403 { throw .access(.denied) }
                throw .answer(.unexpectedStatus(answer.status, .referrers(address.path)))
            }
            let type = answer.values(of: "content-type").first?.prefix { $0 != ";" }
            return type.map { String($0).trimmed } == ReferrerPages.mediaType ? answer : nil
        } catch {
            throw .registry(RegistryError(error, image: image.name))
        }
    }
}

extension Digest {
    /// The tag that lists what is attached to a manifest, in registries without such a list.
    var referrerTag: String { "\(algorithm.prefix(32))-\(hexadecimal.prefix(64))" }

    /// The tags that cosign gives to what it attaches to a manifest.
    var cosignTags: [String] {
        ["sig", "att", "sbom"].map { "\(algorithm)-\(hexadecimal).\($0)" }.filter { tag in
            Tag(tag).isValid
        }
    }
}

/// Collects the pages of a list of referrers; makes no requests itself.
struct ReferrerPages {
    static let mediaType = "application/vnd.oci.image.index.v1+json"

    private(set) var address: WebAddress
    private(set) var digests: [Digest] = []
    private let subject: Digest
    private let limits: CopyLimits
    private var visited: Set<WebAddress>

    init(first address: WebAddress, subject: Digest, limits: CopyLimits) {
        self.address = address
        self.subject = subject
        self.limits = limits
        visited = [address]
    }

    /// Takes a page in; false at the last.
    mutating func receive(_ answer: HTTPAnswer) throws(CopyError.Reason) -> Bool {
        guard let page = JSON.value(Page.self, from: answer.body) else { throw problem }
        for entry in page.manifests {
            guard let digest = Digest(entry.digest) else { throw problem }
            if !digests.contains(digest) { digests.append(digest) }
        }
        guard digests.count <= limits.referrers else {
            throw .tooManyReferrers(subject, limit: limits.referrers)
        }
        guard let link = LinkHeader.next(in: answer.values(of: "link")) else { return false }
        let next = address.resolving(link)
        guard let next, next.hasSameOrigin(as: address) else { throw .link(.linkRefused(to: next)) }
        guard visited.insert(next).inserted else { throw .link(.linkCycle) }
        guard visited.count <= limits.referrerPages else {
            throw .link(.tooManyPages(limit: limits.referrerPages))
        }
        address = next
        return true
    }

    private var problem: CopyError.Reason { .link(.malformed(.referrers(subject.text))) }

    private struct Page: Decodable {
        struct Entry: Decodable {
            let digest: String
        }

        let manifests: [Entry]
    }
}

extension CopyError.Reason {
    fileprivate static func link(_ problem: AnswerProblem) -> CopyError.Reason {
        .registry(RegistryError(.answer(problem)))
    }
}

extension ImageExchange {
    /// Notes a manifest in the index of the tag that lists what is attached to another.
    ///
    /// Nothing protects that tag against others who write it at the same time: so it is read back,
    /// and the manifest noted again where it was lost.
    func list(
        _ manifest: CopiedManifest, asReferrerOf subject: Digest
    ) async throws(CopyError.Reason) {
        let tag = subject.referrerTag
        for _ in 0..<4 {
            let index = try await copiedManifest(tag)
            if let index, index.children.contains(where: { $0.digest == manifest.digest }) {
                return
            }
            guard let bytes = ReferrerIndex.appending(manifest, to: index?.bytes) else {
                throw .malformed(subject)
            }
            let answer: HTTPAnswer
            do throws(RegistryError.Reason) {
                answer = try await put(bytes, type: ReferrerIndex.mediaType, reference: tag)
            } catch {
                throw .registry(RegistryError(error, image: image.name))
            }
            guard answer.isAccepted else { throw .refusal(of: tag, answer) }
        }
        throw .referrersContended(tag: tag)
    }
}
