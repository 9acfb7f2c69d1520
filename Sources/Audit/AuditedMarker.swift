package import ManifestFacts
package import RepositoryLinking

/// A marker beside an image, and what comes of it.
package struct AuditedMarker: Sendable {
    /// `NAMESPACE:NAME`, with the field.
    package let text: String
    /// The policies that it may mean, `NAMESPACE/NAME`, ascending; empty where there are none.
    package let policies: [String]
    package let verdict: MarkerVerdict
    /// Whether it decides on the tag or digest, and not on the name alone.
    package let bringsTags: Bool

    /// Whether it may do something, as far as the repository tells.
    package var mayBringTags: Bool {
        if case .nothing = verdict { false } else { bringsTags }
    }

    package var isFollowed: Bool { mayBringTags && !policies.isEmpty }

    /// The policies, or the marker where there are none; with what is in the way.
    package var words: String {
        let names = policies.isEmpty ? text : policies.joined(separator: ", ")
        let remarks = [bringsTags ? nil : "its name only", obstacle].compactMap(\.self)
        return names + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
    }

    private var obstacle: String? {
        switch verdict {
        case .written: nil
        case .suspended: "suspended"
        case .unknown: policies.isEmpty ? "not checked" : nil
        case .nothing(.policyMissing), .nothing(.policyElsewhere): "not found"
        case .nothing(.policy): "selects nothing"
        case .nothing(.unselected), .nothing(.outside): "written by no automation"
        case .nothing: "not read by Flux"
        }
    }

}

extension RepositoryModel {
    /// A marker with what the repository makes of it.
    package func audited(_ marker: Placed<MarkerFact>) -> AuditedMarker {
        AuditedMarker(
            text: marker.fact.liveSetter?.text ?? marker.fact.text,
            policies: Set(policyLinks.policies(of: marker).map(\.name)).sorted(),
            verdict: verdict(on: marker), bringsTags: marker.fact.liveSetter?.field != .name)
    }
}
