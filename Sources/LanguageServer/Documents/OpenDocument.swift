import SourceText

/// The text of a file that is open in an editor.
struct OpenDocument: Sendable {
    /// The URI exactly as the editor wrote it, because the editor knows no other form.
    let uri: String
    private(set) var version: Int
    private(set) var bytes: [UInt8]
    private(set) var positions: DocumentPositions
    private let encoding: PositionEncoding

    init(_ document: DidOpenParameters.Document, _ encoding: PositionEncoding) {
        uri = document.uri
        version = document.version
        bytes = Array(document.text.utf8)
        self.encoding = encoding
        positions = DocumentPositions(bytes, encoding)
    }

    mutating func apply(_ changes: [ContentChange], version: Int) {
        self.version = version
        for change in changes {
            if let range = change.range {
                bytes.replaceSubrange(positions.span(of: range).range, with: change.text.utf8)
            } else {
                bytes = Array(change.text.utf8)
            }
            positions = DocumentPositions(bytes, encoding)
        }
    }
}
