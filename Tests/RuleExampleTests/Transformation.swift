import ManifestFacts
import Testing

/// A change to all files of a repository that keeps its meaning.
struct Transformation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let folder: String
    private let usesCRLF: Bool
    /// Text in front of each file that may begin with it.
    private let front: String
    private let allows: @Sendable (FileRole) -> Bool

    private init(
        _ description: String, folder: String = "", usesCRLF: Bool = false, front: String = "",
        in allows: @escaping @Sendable (FileRole) -> Bool = { _ in false }
    ) {
        testDescription = description
        self.folder = folder
        self.usesCRLF = usesCRLF
        self.front = front
        self.allows = allows
    }

    static let all = [
        Transformation("CRLF", usesCRLF: true),
        Transformation("comment in front", front: "# Prüfung 🚦\n") { $0 != .json },
        // A kustomization file is one document.
        Transformation("document in front", front: "kind: Note\ntext: größer\n---\n") {
            $0 == .yaml
        },
        Transformation("folder down", folder: "one/größer/"),
    ]

    func applied(to files: [String: [UInt8]]) -> [String: [UInt8]] {
        var changed: [String: [UInt8]] = [:]
        let folder = folder(in: files)
        for (path, bytes) in files {
            let root = path.hasPrefix(FoundLine.base) ? FoundLine.base : ""
            let inner = String(path.dropFirst(root.count))
            // A configuration is at the root, and names paths from there.
            guard inner != Self.configuration, inner != FoundLine.tags else {
                changed[path] = bytes
                continue
            }
            let text = front(of: inner, bytes).utf8 + rooted(bytes, in: folder)
            changed[root + folder + inner] =
                usesCRLF ? text.flatMap { $0 == 10 ? [13, 10] : [$0] } : text
        }
        return changed
    }

    /// Flux reads its paths from the repository's root.
    private func rooted(_ bytes: [UInt8], in folder: String) -> [UInt8] {
        var text = String(decoding: bytes, as: UTF8.self)
        guard !folder.isEmpty, text.contains(": ./") else { return bytes }
        // The last are files of values of a chart.
        for key in ["chart: ", "- "] {
            text = text.replacing("\(key)./charts/", with: "\(key)./\(folder)charts/")
        }
        text = text.replacing("path: ./", with: "path: ./\(folder)")
        return Array(text.utf8)
    }

    private static let configuration = ".sluice.yaml"

    private func folder(in files: [String: [UInt8]]) -> String {
        files[Self.configuration] == nil ? folder : ""
    }

    /// The finding with its path and line after the change.
    func moved(_ line: FoundLine, in files: [String: [UInt8]]) -> FoundLine {
        var line = line
        line.line += front(of: line.path, files[line.path] ?? []).count { $0 == "\n" }
        line.path = folder(in: files) + line.path
        line.text = line.text.replacing("`./", with: "`./" + folder(in: files))
        return line
    }

    /// The text in front of a file.
    ///
    /// A lone `List` and the values of a chart must stay one document.
    private func front(of path: String, _ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let isOne = text.hasPrefix(Self.loneList) || !text.contains("kind: ")
        let isDocument = front.hasSuffix("---\n")
        return path != Self.configuration && FileRole(path: path).map(allows) == true
            && !(isOne && isDocument) ? front : ""
    }

    private static let loneList = "apiVersion: v1\nkind: List\n"
}
