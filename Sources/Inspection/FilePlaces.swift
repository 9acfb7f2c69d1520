import ManifestFacts
import RepositoryLinking
import SourceText

/// Turns offsets in the files of a model into lines and columns.
struct FilePlaces {
    private let files: [[UInt8]: ManifestFile]

    init(_ model: RepositoryModel) {
        // By bytes, because strings of different bytes can be equal.
        files = Dictionary(
            model.files.map { (Array($0.path.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    }

    func file(at path: String) -> ManifestFile? { files[Array(path.utf8)] }

    /// The first position for a file that was not read.
    func position(of location: SourceLocation) -> SourcePosition {
        guard let file = file(at: location.path) else {
            return .start
        }
        return LineIndex(file.facts.source).position(at: location.span.lowerBound)
    }

    /// Where an object is declared.
    func declaration(at location: SourceLocation) -> Declaration {
        Declaration(path: location.path, line: position(of: location).line)
    }
}

/// Where an object stands.
struct Declaration: Hashable {
    let path: String
    let line: Int
}

extension Declaration: CustomStringConvertible {
    var description: String { "\(path):\(line)" }
}
