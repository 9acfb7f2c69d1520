package import Reports
import Rules
import SourceText
import Triage

extension PlaceExplanation {
    package func text(in style: TextStyle) -> String {
        let tables =
            markers.flatMap { $0.tables(at: path) }
            + images.map { TextTable($0.rows) }
            + [TextTable(judgements)]
        return paragraphs(tables.map { $0.text(in: style) })
    }

    private var judgements: [[TextTable.Cell]] {
        findings.map { reported in
            let severity = reported.finding.severity
            let place = reported.finding.location
            let isElsewhere = place.path != path
            let isAccepted = reported.acceptance != nil
            return [
                .init(
                    isAccepted ? "accepted" : severity.rawValue,
                    isAccepted ? .gutter : .severity(severity)),
                .init("\(reported.finding.message) [\(reported.finding.rule)]"),
                .init(isElsewhere ? "\(place.path):\(reported.region.start.line)" : "", .gutter),
            ]
        }
            + notChecked.map { item in
                .row(
                    "not checked",
                    item.reason + (item.rule.map { " [\($0)]" } ?? ""))
            }
    }
}
