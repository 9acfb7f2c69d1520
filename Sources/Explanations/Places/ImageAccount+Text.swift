import ManifestFacts
import Reports
import RepositoryLinking
import SourceText

extension ImageAccount {
    var rows: [[TextTable.Cell]] {
        var rows: [[TextTable.Cell]] = [
            .row("image", image.text, .emphasis),
            .row(
                "place",
                "\(path):\(position.line):\(position.column), \(image.use.words)"
                    + fileUse.words),
        ]
        if let object = image.object { rows.append(.row("object", object.words)) }
        if !environments.isEmpty {
            rows.append(.row("for", environments.joined(separator: ", ")))
        }
        if let reason = reach.reason {
            rows.append(.row("deployed", reason))
        } else {
            rows += build.rows(label: "deployed")
        }
        rows += outcomes
        return rows + updates
    }

    /// One row for each thing that becomes of it, unless it runs as it is.
    private var outcomes: [[TextTable.Cell]] {
        let isAsItStands = deployments.allSatisfy { deployment in
            if case .runs(let final) = deployment.outcome {
                final.text == image.text
            } else {
                false
            }
        }
        if isAsItStands { return [] }
        let rest = deployments.count - Self.deploymentLimit
        let words =
            deployments.prefix(Self.deploymentLimit).map {
                $0.words(isOwn: $0.object == image.object)
            }
            + (rest > 0 ? ["and \(rest) more"] : [])
        return words.enumerated().map { .row($0.offset == 0 ? "runs as" : "", $0.element) }
    }

    /// More than these are counted.
    private static let deploymentLimit = 12

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

extension FileUse {
    fileprivate var words: String {
        switch self {
        case .patch: ", in a patch"
        case .values: ", for HelmReleases that take these values"
        case .resource, .kustomization, .unbuilt: ""
        }
    }
}

extension ImageDeployment {
    fileprivate func words(isOwn: Bool) -> String {
        let result =
            switch outcome {
            case .runs(let final): final.text
            case .removed: "nothing: a patch takes it away"
            case .unknown(let reason): "unknown: \(reason)"
            }
        let owner = isOwn ? "" : " in \(object.words)"
        let directories = roots.prefix(3).map {
            $0.directory.isEmpty ? "the repository's root" : $0.directory
        }
        let more = roots.count > 3 ? " and \(roots.count - 3) more" : ""
        let decider = decision.map { ", set at \($0)" } ?? ""
        return "\(result)\(owner) from \(directories.joined(separator: ", "))\(more)\(decider)"
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
