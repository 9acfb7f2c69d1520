import ManifestFacts
import Reports
import Rules
import SourceText
import Triage
import WebPages

/// The findings, with the evidence.
extension AuditPage {
    /// A rule that found more than these is shown folded.
    private static let openLimit = 25

    var findings: HTML {
        let counts = audit.findingCounts
        guard !counts.isEmpty else {
            return section(
                "findings", "Findings", "Nothing was found in what could be checked.", .empty)
        }
        let numbers = Dictionary(
            grouping: audit.report.findings.indices,
            by: { audit.report.findings[$0].finding.rule })
        return section(
            "findings", "Findings", "By rule and environment, then each with its evidence.",
            "\(ruleTable(counts))\(counts.map { rule($0, numbers[$0.rule] ?? []) })")
    }

    private func ruleTable(_ counts: [RuleCount]) -> HTML {
        let (columns, cells) = audit.columns(of: counts)
        let rows = zip(counts, cells).map { count, cells -> HTML in
            let numbers = ([String(count.total)] + cells).map { cell -> HTML in
                "<td>\(cell)</td>"
            }
            return """
                <tr data-group="rule-\(count.rule)">\
                <th scope="row"><a href="#rule-\(count.rule)">\(count.rule)</a></th>\
                <td>\(badge(count.severity))</td>\(numbers)</tr>
                """
        }
        return table(["Rule", "", "All"] + columns, rows, look: "wide numbers")
    }

    private func rule(_ count: RuleCount, _ numbers: [Int]) -> HTML {
        let open: HTML = count.total > Self.openLimit ? "" : " open"
        let summary = audit.rules.first { $0.id == count.rule }?.summary ?? ""
        return """
            <details class="group" id="rule-\(count.rule)"\(open)>
            <summary>\(badge(count.severity)) <b>\(count.rule)</b> \
            <span class="count">\(count.total)</span> <span class="muted">\(prose(summary))</span>\
            </summary>
            \(numbers.map(finding))
            </details>

            """
    }

    private func finding(_ number: Int) -> HTML {
        let reported = audit.report.findings[number]
        let finding = reported.finding
        let environments = audit.findingEnvironments[number]
        let start = reported.region.start
        let facts =
            [finding.object?.words, environments.joined(separator: ", ")].compactMap(\.self)
            .filter { !$0.isEmpty }.map { fact -> HTML in " · \(fact)" }
        return """
            <article class="item finding \(finding.severity.rawValue)" id="finding-\(number)" \
            \(filterKeys(environments, finding.severity))>
            <p>\(prose(finding.message))</p>
            <p class="place"><b>\(finding.location.path):\(start.line):\(start.column)</b>\(facts)</p>
            \(excerpt(reported.excerpt))
            \(evidence(reported))
            </article>

            """
    }

    private func excerpt(_ excerpt: SourceExcerpt) -> HTML {
        func shown(_ text: String) -> String { VisibleText(text, expandsTabs: true).text }
        let before: HTML = "\(excerpt.isCutBefore ? "…" : "")\(shown(excerpt.before))"
        let after: HTML = "\(shown(excerpt.after))\(excerpt.isCutAfter ? "…" : "")"
        return "<pre>\(before)<mark>\(shown(excerpt.marked))</mark>\(after)</pre>"
    }

    private func evidence(_ reported: ReportedFinding) -> HTML {
        let witness = reported.finding.witness.map { witness -> HTML in
            let home = witness.environment.map { " of \($0)" } ?? ""
            return "<li>proved by the tag <code>\(witness.tag)</code>\(home)</li>"
        }
        let related = reported.related.map { place -> HTML in
            """
            <li>\(prose(place.message)): \
            <span class="place">\(place.path):\(place.region.start.line)</span></li>
            """
        }
        let fix = reported.finding.fix.map { fix -> HTML in
            "<li>remedy: \(prose(fix.description))</li>"
        }
        let items = [witness].compactMap(\.self) + related + [fix].compactMap(\.self)
        return items.isEmpty ? .empty : "<ul>\(items)</ul>"
    }
}
