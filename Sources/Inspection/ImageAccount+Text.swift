import ManifestFacts
import RepositoryLinking
import Reports
import SourceText

extension ImageAccount {
    func rows(at path: String) -> [[TextTable.Cell]] {
        var rows: [[TextTable.Cell]] = [
            .row("image", image.text, .emphasis),
            .row(
                "place",
                "\(path):\(position.line):\(position.column), \(image.use.words)"
                    + (fileUse == .patch ? ", in a patch" : "")),
        ]
        if let object = image.object { rows.append(.row("object", object.words)) }
        if !environments.isEmpty {
            rows.append(.row("for", environments.joined(separator: ", ")))
        }
        rows += build.rows(label: "deployed")
        if isOverridden {
            rows.append(
                .row("note", "`images` entries set its tag or digest wherever it is deployed"))
        }
        return rows + updates
    }

    /// More policies for one image than these are counted.
    private static let policyLimit = 5

    private var updates: [[TextTable.Cell]] {
        if !markers.isEmpty { return markers.map { .row("updated", "by the marker \($0.text)") } }
        let rest = policies.count - Self.policyLimit
        let words =
            policies.prefix(Self.policyLimit).map { "\($0.name) (\($0.declaration))" }
            + (rest > 0 ? ["and \(rest) more"] : [])
        return [.row("updated", "not here: Flux sees no marker at it")]
            + words.enumerated().map { .row($0.offset == 0 ? "policies" : "", $0.element) }
    }
}

extension ImageFact.Use {
    fileprivate var words: String {
        switch self {
        case .container: "an image of a container"
        case .volume: "an image of a volume"
        case .override: "an entry of `images`"
        case .helmValue: "a value of a HelmRelease"
        }
    }
}
