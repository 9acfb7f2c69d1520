import ClusterState
import ImageReferences
import RegistryAccess

extension RegistryOptions {
    /// The registries' answers about references, with a line of progress on a terminal.
    func contents(
        of questions: Set<ImageQuestion>
    ) async throws -> [ImageQuestion: ImageContent] {
        if questions.isEmpty { return [:] }
        let line = ProgressLine("images", total: questions.count)
        defer { line.clear() }
        return try await withClient { client in
            await withTaskGroup(of: (ImageQuestion, ImageContent).self) { group in
                for question in questions {
                    group.addTask { (question, await ImageContent(of: question, from: client)) }
                }
                var contents: [ImageQuestion: ImageContent] = [:]
                for await (question, content) in group {
                    contents[question] = content
                    line.show(contents.count)
                }
                return contents
            }
        }
    }
}

extension ImageContent {
    fileprivate init(of question: ImageQuestion, from client: RegistryClient) async {
        do throws(RegistryError) {
            let manifest = try await client.manifest(
                of: RegistryImage(question.name), reference: question.reference)
            self = .known(manifest.digest, children: manifest.children)
        } catch {
            self = .failed("the registry does not tell: \(error)")
        }
    }
}

extension Manifest {
    /// The digests of an index's images, without what builds attest about themselves.
    fileprivate var children: Set<Digest> {
        guard case .index(let entries) = content else { return [] }
        return Set(
            entries.filter { $0.platform?.hasPrefix("unknown/") != true }.map(\.digest))
    }
}
