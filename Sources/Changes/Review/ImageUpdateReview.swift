import CheckPipeline
import Rules
import SourceText
import Triage
import UpdateEngine

/// Whether a change is nothing but an update of images: values at markers, each of which `update`
/// would be allowed to write.
package struct ImageUpdateReview: Sendable {
    /// A thing in the change that is no such update.
    struct Objection: Hashable, Sendable {
        let path: String
        /// In the file after the change, from 1; nil for the file as a whole.
        let line: Int?
        /// One clause, lower case, no full stop.
        let reason: String
    }

    /// A value that may be merged as it is.
    struct Update: Hashable, Sendable {
        let path: String
        let line: Int
        /// `NAMESPACE:NAME`, with the field.
        let marker: String
        let former: String
        let latter: String
    }

    /// Ascending by path and line.
    let updates: [Update]
    let objections: [Objection]

    /// Whether a machine may merge it.
    package var isAccepted: Bool { objections.isEmpty }

    /// - Parameters:
    ///   - files: What differs besides values at markers.
    ///   - plan: The judgement on the values; nil where there are none.
    ///   - findings: What the change brings.
    init(files: [Objection], plan: UpdatePlan?, findings: [ReportedFinding]) {
        var (updates, objections) = ([Update](), files)
        for marker in plan?.markers ?? [] {
            switch marker.outcome {
            case .changed(let change):
                updates.append(
                    Update(
                        path: marker.path, line: marker.position.line, marker: marker.marker,
                        former: change.old, latter: change.new))
            case .refused(let refusal):
                objections.append(
                    Objection(
                        path: marker.path, line: marker.position.line, reason: refusal.reason))
            case .unchanged, .skipped: continue
            }
        }
        objections += findings.map { reported in
            let finding = reported.finding
            return Objection(
                path: finding.location.path, line: reported.region.start.line,
                reason: "\(finding.message) [\(finding.rule)]")
        }
        if updates.isEmpty, objections.isEmpty {
            objections = [Objection(path: ".", line: nil, reason: "nothing changes")]
        }
        self.updates = updates
        self.objections = objections.sorted { left, right in
            left.path.hasSameBytes(as: right.path)
                ? (left.line ?? 0, left.reason) < (right.line ?? 0, right.reason)
                : left.path.bytesPrecede(right.path)
        }
    }
}
