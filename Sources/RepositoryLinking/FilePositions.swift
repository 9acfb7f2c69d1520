package import Kustomize
import ManifestFacts
package import SourceText

/// Turns offsets in the files of a model into lines and columns.
package final class FilePositions {
    private let model: RepositoryModel
    /// By path.
    private var lines: [String: LineIndex] = [:]

    package init(_ model: RepositoryModel) {
        self.model = model
    }

    /// The file at a path; nil for one that was not read.
    package func file(at path: String) -> ManifestFile? { model.file(at: path) }

    /// The first position for a file that was not read.
    package func position(of location: SourceLocation) -> SourcePosition {
        guard let file = file(at: location.path) else { return .start }
        let lines = lines[location.path] ?? LineIndex(file.facts.source)
        self.lines[location.path] = lines
        return lines.position(at: location.span.lowerBound)
    }

    /// The path and line of an object's declaration.
    package func declaration(at location: SourceLocation) -> Declaration {
        Declaration(path: location.path, line: position(of: location).line)
    }
}

/// The path and line of an object's declaration.
package struct Declaration: Hashable, Sendable {
    package let path: String
    package let line: Int
}

extension Declaration: CustomStringConvertible {
    package var description: String { "\(path):\(line)" }
}
