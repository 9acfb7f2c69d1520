import Configuration
import Kustomize
import SourceText

/// The ignore files, scripts and build files of a repository, which tell what files are made that
/// Git does not track; read on first use.
package final class BuildTexts: Sendable {
    /// One such file.
    package struct Text: Sendable {
        let path: String
        let bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// Of a repository without such files.
    package static let none = BuildTexts { [] }

    private let known = Once<[Text]>()
    private let read: @Sendable () -> [Text]

    package init(read: @escaping @Sendable () -> [Text]) {
        self.read = read
    }

    private var texts: [Text] { known.value { read() } }

    /// Whether a file of that path is one of them.
    package static func include(_ path: String) -> Bool {
        let name = path.lastName
        return names.contains(name) || extensions.contains { name.hasSuffix($0) }
            || directories.contains { path.hasPrefix($0) }
    }

    /// Whether a path that Git does not track may be ignored or made: an ignore file fits it, or
    /// another text names it.
    func mayMake(_ path: String) -> Bool {
        texts.contains { text in
            text.path.lastName == ".gitignore"
                ? text.ignores(path) : text.bytes.contains(word: Array(path.shortName.utf8))
        }
    }

    /// Whether one of them applies manifests and names a directory or one above it, by at least two
    /// parts of its path.
    func mayApply(_ directory: String) -> Bool {
        let parts = directory.split(separator: "/")
        let names = parts.indices.flatMap { start in
            parts[start...].indices.dropFirst().map { end in
                parts[start...end].joined(separator: "/")
            }
        }
        return texts.contains { text in
            Self.applyingCommands.contains { text.bytes.contains(word: Array($0.utf8)) }
                && names.contains { text.bytes.contains(word: Array($0.utf8)) }
        }
    }

    private static let applyingCommands = [
        "kubectl apply", "kubectl create", "kubectl kustomize", "kustomize build",
    ]

    /// Whether one of them runs a command.
    func run(_ command: String) -> Bool {
        texts.contains { $0.bytes.contains(word: Array(command.utf8)) }
    }

    /// Whether one of them adds entries to kustomizations, which then list less than is built.
    var writeKustomizations: Bool { run("kustomize edit add") || run("kustomize create") }

    private static let names: Set<String> = [
        ".gitignore", "Makefile", "GNUmakefile", "Taskfile.yml", "Taskfile.yaml", "justfile",
        "Justfile", ".justfile", "Jenkinsfile", ".gitlab-ci.yml", "azure-pipelines.yml", "Tiltfile",
        "Earthfile", "Dockerfile", ".sops.yaml",
    ]
    private static let extensions = [".sh", ".bash", ".mk", ".ps1", ".py", ".mjs"]
    private static let directories = [
        ".github/", ".gitlab/", ".circleci/", ".tekton/", ".taskfiles/", ".azuredevops/",
    ]
}

extension BuildTexts.Text {
    /// Whether a line of an ignore file may fit a path: the last name of its pattern fits one of
    /// the names in the path.
    ///
    /// More than Git ignores, so that nothing is called missing that may be there.
    fileprivate func ignores(_ path: String) -> Bool {
        guard let directory = RepositoryPath.directory(of: self.path),
            RepositoryPath.isPath(path, in: directory)
        else { return false }
        let names = path.split(separator: "/")
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            let line = String(decoding: line, as: UTF8.self).filter { !$0.isWhitespace }
            guard let pattern = line.split(separator: "/").last, !line.hasPrefix("#"),
                !line.hasPrefix("!")
            else { return false }
            do throws(GlobError) {
                let glob = try GlobPattern(String(pattern))
                return names.contains { glob.matches(String($0)) }
            } catch {
                return names.contains(pattern)
            }
        }
    }
}

extension String {
    /// The part after the last slash.
    var lastName: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return String(self[slash...].dropFirst())
    }

    /// A file's name; for a path without a dot, which is a directory's, its last two names.
    fileprivate var shortName: String {
        let name = lastName
        guard !name.contains("."), let above = RepositoryPath.directory(of: self), !above.isEmpty
        else { return name }
        return above.lastName + "/" + name
    }
}
