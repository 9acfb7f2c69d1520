/// A finding as an editor shows it.
struct Diagnostic: Encodable, Sendable {
    enum Severity: Int, Encodable, Sendable {
        case error = 1
        case warning = 2
        case information = 3
    }

    enum Tag: Int, Encodable, Sendable {
        /// Shown faded.
        case unnecessary = 1
        /// Shown struck out.
        case deprecated = 2
    }

    struct Description: Encodable, Sendable {
        let href: String
    }

    struct Related: Encodable, Sendable {
        let location: Location
        let message: String
    }

    let range: PositionRange
    let severity: Severity
    var code: String?
    var codeDescription: Description?
    let source = "sluice"
    let message: String
    var tags: [Tag]?
    var relatedInformation: [Related]?
}

/// All diagnostics of one document, which replace the previous ones.
struct PublishDiagnosticsParameters: Encodable, Sendable {
    let uri: String
    /// Nil for a document that is not open.
    let version: Int?
    let diagnostics: [Diagnostic]
}
