import ManifestFacts
import Rules
import SourceText
import Triage

extension RefusedWrites {
    /// Notes the writes of a plan that findings of a check name; whether there are any.
    mutating func note(_ found: [ReportedFinding], in plan: UpdatePlan) -> Bool {
        var hasNoted = false
        for file in plan.changedFiles {
            let near = found.filter { $0.finding.names(fileAt: file.path) }
            guard !near.isEmpty else { continue }
            for (offset, spans) in file.writtenPlaces {
                let naming = near.filter { reported in
                    reported.finding.spans(in: file.path).contains { span in
                        spans.contains(where: span.touches)
                    }
                }
                guard !naming.isEmpty else { continue }
                note(Refusal(check: naming), at: WritePlace(path: file.path, offset: offset))
                hasNoted = true
            }
        }
        return hasNoted
    }
}

extension Refusal {
    /// The reason is what `check` would say of the result.
    init(check findings: [ReportedFinding]) {
        let first = findings.first.map { ": \($0.finding.message) [\($0.finding.rule)]" } ?? ""
        self.init("`sluice check` would fail\(first)", findings: findings)
    }
}

extension Finding {
    fileprivate func names(fileAt path: String) -> Bool {
        location.path == path || related.contains { $0.location.path == path }
    }

    fileprivate func spans(in path: String) -> [SourceSpan] {
        (location.path == path ? [location.span, scalar] : [])
            + related.map(\.location).filter { $0.path == path }.map(\.span)
    }
}

extension SourceSpan {
    /// Whether they share a byte, or one is empty within the other.
    fileprivate func touches(_ other: SourceSpan) -> Bool {
        overlaps(other) || contains(other) || other.contains(self)
    }
}

extension FileUpdate {
    /// Where the changes are in the new bytes, by the offsets of their markers in the old ones:
    /// the marker, the value, and whatever else is part of the same image.
    fileprivate var writtenPlaces: [(offset: Int, spans: [SourceSpan])] {
        let facts = FileFacts(bytes: after, role: role)
        return markers.compactMap { update in
            guard case .changed = update.outcome,
                let marker = facts.markers.first(where: {
                    $0.span.lowerBound == moved(update.offset)
                }), let target = marker.target
            else { return nil }
            let image = facts.images.filter { $0.scalars.contains(target.span) }.flatMap(\.scalars)
            return (update.offset, [marker.span, target.span] + image)
        }
    }

    /// Where the byte at an offset that no edit touches is in the new bytes.
    private func moved(_ offset: Int) -> Int {
        edits.prefix { $0.span.upperBound <= offset }.reduce(offset) { offset, edit in
            offset + edit.replacement.utf8.count - edit.span.count
        }
    }
}
