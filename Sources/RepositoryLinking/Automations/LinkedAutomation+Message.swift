import Kustomize
import SourceText

extension LinkedAutomation {
    /// The template of its commit messages.
    package var messageTemplate: BuiltField {
        built.object.field("spec", "git", "commit", "messageTemplate")
    }

    /// The values of `.Values` in the template, ascending by the bytes of the keys.
    package var messageValues: [(key: String, value: BuiltField)] {
        entries("commit", "messageTemplateValues")
    }

    /// The options that a push passes to the remote, ascending by the bytes of the keys.
    package var pushOptions: [(key: String, value: BuiltField)] { entries("push", "options") }

    /// A file's path as the template knows it: from `update.path`.
    package func messagePath(of path: String) -> String {
        guard let directory = updatePath, !directory.isEmpty, path.hasPrefix(directory + "/") else {
            return path
        }
        return String(path.dropFirst(directory.count + 1))
    }

    private func entries(_ keys: String...) -> [(key: String, value: BuiltField)] {
        (built.object.node(["spec", "git"] + keys)?.entries ?? [])
            .map { ($0.key, built.object.field(at: $0.value)) }
            .sorted { $0.0.bytesPrecede($1.0) }
    }
}
