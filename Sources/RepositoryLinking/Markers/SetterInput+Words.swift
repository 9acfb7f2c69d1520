import ManifestFacts

extension SetterInput.Obstacle {
    /// Why Flux does not read the file: one clause, lower case, no full stop.
    var reason: String {
        switch self {
        case .list: "one of its documents is a list"
        case .scalar: "one of its documents is a single value"
        case .metadata: "`metadata` is not a mapping"
        case .annotations: "`metadata.annotations` is a list"
        case .separator: "something other than a comment follows a `---`"
        case .directive: "it begins with a directive"
        case .escape: "`\\/` is not an escape sequence there"
        case .encoding: "it is in UTF-16"
        }
    }
}
