import SourceText

/// Locations in SARIF: relative to the repository's root, columns in UTF-16 units, ends exclusive.
enum SARIFLocation {
    /// The name of the repository's root, so that reports do not contain its path on this machine.
    static let baseID = "%SRCROOT%"

    /// A `physicalLocation` (section 3.29).
    static func region(_ region: SourceRegion, of path: String) -> JSONValue {
        ["artifactLocation": artifact(path), "region": value(of: region)]
    }

    /// A `physicalLocation` of a whole line, or of the whole file if `line` is nil.
    static func line(_ line: Int?, of path: String) -> JSONValue {
        var members = ["artifactLocation": artifact(path)]
        members["region"] = line.map { ["startLine": .integer($0)] }
        return .object(members)
    }

    /// An `artifactLocation` (section 3.4).
    static func artifact(_ path: String) -> JSONValue {
        ["uri": .string(RelativeURI.reference(toPath: path)), "uriBaseId": .string(baseID)]
    }

    /// A `region` (section 3.30).
    static func value(of region: SourceRegion) -> JSONValue {
        [
            "startLine": .integer(region.start.line),
            "startColumn": .integer(region.start.utf16Column),
            "endLine": .integer(region.end.line),
            "endColumn": .integer(region.end.utf16Column),
        ]
    }
}
