import ManifestFacts
import RepositoryLinking
import SourceText

/// Turns offsets in the files of a model into lines and columns.
struct FilePlaces {
    private let model: RepositoryModel

    init(_ model: RepositoryModel) {
        self.model = model
    }

    func file(at path: String) -> ManifestFile? { model.file(at: path) }

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
