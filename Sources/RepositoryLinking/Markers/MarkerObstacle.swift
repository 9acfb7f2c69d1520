package import Kustomize
package import ManifestFacts
package import SourceText

/// The first reason, in Flux's order, why Flux never writes the value at a marker.
package enum MarkerObstacle: Hashable, Sendable {
    /// Flux passes the whole file over, because of what is there.
    case file(SetterInput.Obstacle, at: SourceSpan)
    /// Flux writes the items of a `List` to new files.
    case loneList
    /// Flux reads no files of that name.
    case fileName
    /// Flux does not take the comment for a marker.
    case comment(MarkerReading)
    /// Flux does not look where the comment is; with the words for the place.
    case place(String)
    /// No scalar is there that could be written.
    case target
    /// The repository declares no policy of that name; with the name that is evidently meant.
    case policyMissing(name: String, meant: String?)
    /// Policies of that name are in these namespaces only.
    case policyElsewhere(SetterMarker, namespaces: [String])
    /// The policy selects nothing.
    case policy(name: String, PolicyObstacle)
    /// These automations reach the file, and do not select the policy.
    case unselected(by: [String])
    /// No automation of the namespace reaches the file.
    case outside(namespace: String)
}

extension MarkerObstacle {
    /// Nil for a file whose markers Flux reads.
    package init?(of file: ManifestFile) {
        switch file.facts.role {
        case .yaml, .kustomization: break
        default:
            self = .fileName
            return
        }
        guard let input = file.facts.setterInput else { return nil }
        if let (kind, span) = input.obstacle {
            self = .file(kind, at: span)
        } else if input.isLoneList {
            self = .loneList
        } else {
            return nil
        }
    }

    /// Nil for a marker that Flux's next run obeys.
    package init?(of marker: MarkerFact) {
        if marker.obeyedSetter != nil {
            guard marker.target == nil else { return nil }
            self = .target
        } else if case .setter = marker.reading {
            self = .place(marker.placeWords)
        } else {
            self = .comment(marker.reading)
        }
    }
}

extension MarkerObstacle: CustomStringConvertible {
    /// One clause, lower case but for Flux's name, no full stop.
    package var description: String {
        switch self {
        case .file(let obstacle, _): "Flux skips this file with its markers: \(obstacle.reason)"
        case .loneList:
            "Flux does not write to a file that is one `List`: it writes each item to a new file, "
                + "and leaves this value as it is"
        case .fileName: "Flux does not read files of that name"
        case .comment(let reading):
            "Flux does not take this comment for a marker: \(reading.fault ?? "")"
        case .place(let words): "this marker stands \(words)"
        case .target: "there is no value at this marker that Flux could write"
        case .policyMissing(let name, let meant):
            "no ImagePolicy `\(name)` is declared in this repository"
                + (meant.map { "; did you mean `\($0)`?" } ?? "")
        case .policyElsewhere(let setter, let namespaces):
            "the ImagePolicy `\(setter.name)` is in namespace \(namespaces.quotedList), not in "
                + "`\(setter.namespace)`"
        case .policy(let name, let obstacle):
            "the ImagePolicy `\(name)` never selects a tag: \(obstacle.reason)"
        case .unselected(let names):
            "the policy lacks the labels that \(names.quotedList) "
                + "\(names.count == 1 ? "selects" : "select") by"
        case .outside(let namespace):
            "no automation of the namespace `\(namespace)` rewrites this file"
        }
    }
}

extension [String] {
    var quotedList: String { map { "`\($0)`" }.joined(separator: " and ") }
}
