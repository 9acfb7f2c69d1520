import ImageReferences
import WebAccess

/// How much of an image's tags is read.
package struct TagLimits: Equatable, Sendable {
    package var pages = 10_000
    package var tags = 500_000
    /// Of all pages together.
    package var bytes = 32 << 20

    package init() {}
}

/// Collects the tags of an image page by page, and names the next page; makes no requests itself.
struct TagPages {
    /// The page that is being read.
    private(set) var address: WebAddress
    private let limits: TagLimits
    private var visited: Set<WebAddress>
    private var byteCount = 0
    private var found: Set<String> = []

    init(first address: WebAddress, limits: TagLimits) {
        self.address = address
        self.limits = limits
        visited = [address]
    }

    /// Each once, ordered by bytes: registries order them in several ways.
    var tags: [String] { found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    /// How many bytes the page that is being read may have.
    var bytesLeft: Int { limits.bytes - byteCount }

    var tooLong: AnswerProblem { .tagsTooLong(limit: limits.bytes) }

    /// Takes a page in; false at the last.
    mutating func receive(_ answer: HTTPAnswer) throws(RegistryError.Reason) -> Bool {
        byteCount += answer.body.count
        guard byteCount <= limits.bytes else { throw .answer(tooLong) }
        guard let page = JSON.value(Page.self, from: answer.body) else {
            throw .answer(.malformed(.tags))
        }
        for tag in page.tags ?? [] {
            guard Tag(tag).isValid else { throw .answer(.invalidTag) }
            found.insert(tag)
        }
        guard found.count <= limits.tags else { throw .answer(.tooManyTags(limit: limits.tags)) }
        guard let link = LinkHeader.next(in: answer.values(of: "link")) else { return false }
        try follow(link)
        return true
    }

    private mutating func follow(_ link: String) throws(RegistryError.Reason) {
        let next = address.resolving(link)
        guard let next, next.hasSameOrigin(as: address) else {
            throw .answer(.linkRefused(to: next))
        }
        guard visited.insert(next).inserted else { throw .answer(.linkCycle) }
        guard visited.count <= limits.pages else {
            throw .answer(.tooManyPages(limit: limits.pages))
        }
        address = next
    }

    private struct Page: Decodable {
        /// Null, or absent, for an image without tags.
        let tags: [String]?
    }
}
