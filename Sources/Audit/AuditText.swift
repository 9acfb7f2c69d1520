import Reports
import RepositoryLinking
import Rules
import SourceText
import Triage

/// The audit for a person at a prompt: one table for each question.
struct AuditText {
    /// Of places that one reason keeps from being checked.
    private static let placeLimit = 3

    let audit: AuditAccount
    let style: TextStyle

    var text: String {
        paragraphs([
            summary, section("Images", images), section("Promotion", promotions),
            section("Not followed, though a policy selects the image's tags", unfollowed),
            section("Policies that could select the same tag", overlaps),
            section("Findings", findings), section("Not checked", notChecked),
        ])
    }

    private func section(_ title: String, _ table: TextTable?) -> String {
        table.map { style.applied(.emphasis, to: title) + "\n" + $0.text(in: style, indent: 2) }
            ?? ""
    }

    private var summary: String {
        TextTable(
            AuditSummary(of: audit).facts.map { fact in
                [.init(fact.title, .gutter), .init(fact.value)]
            }
        ).text(in: style)
    }

    /// A line for each environment of each image.
    private var images: TextTable? {
        guard !audit.images.isEmpty else { return nil }
        let rows = audit.images.flatMap { image -> [(title: String, place: String, row: Row)] in
            let places = image.environments.isEmpty ? [""] : image.environments
            return places.map { (image.title, $0, row(image, in: $0)) }
        }
        let order = Dictionary(
            uniqueKeysWithValues: audit.environments.enumerated().map { ($1, $0) })
        let sorted = rows.enumerated().sorted { left, right in
            (left.element.title, order[left.element.place] ?? -1, left.offset)
                < (right.element.title, order[right.element.place] ?? -1, right.offset)
        }
        return TextTable(
            header: ["", "image", "environment", "tag", "policy", "workload", "at"],
            sorted.map(\.element.row))
    }

    private typealias Row = [TextTable.Cell]

    private func row(_ image: AuditedImage, in environment: String) -> Row {
        [
            audit.worst(image.findings).map { .init($0.rawValue, .severity($0)) } ?? .init(""),
            .init(image.title, .emphasis),
            .init(
                image.isOverridden
                    ? "(overridden)" : image.isDeployed ? environment : "(not deployed)"),
            .init(image.version), .init(image.following), .init(image.workload),
            .init("\(image.path):\(image.line)", .gutter),
        ]
    }

    private var promotions: TextTable? {
        guard !audit.promotions.isEmpty else { return nil }
        return TextTable(
            header: ["", "image", "environment", "runs", "promotion"],
            audit.promotions.map { state in
                [
                    .init(state.title, state.severity.map { .severity($0) }),
                    .init(state.image.full, .emphasis), .init(state.environment),
                    .init(state.builds.shown), .init(state.words),
                ]
            })
    }

    private var unfollowed: TextTable? {
        guard !audit.unfollowed.isEmpty else { return nil }
        return TextTable(
            header: ["image", "policies", "at"],
            audit.unfollowed.map { image in
                [
                    .init(image.title + (image.tag.text.map { ":\($0)" } ?? ""), .emphasis),
                    .init(image.unfollowedPolicies.joined(separator: ", ")),
                    .init("\(image.path):\(image.line)", .gutter),
                ]
            })
    }

    private var overlaps: TextTable? {
        guard !audit.overlaps.isEmpty else { return nil }
        return TextTable(
            header: ["image", "policies", "and", "tag"],
            audit.overlaps.map { overlap in
                [
                    .init(overlap.image, .emphasis), .init(overlap.first.joined(separator: ", ")),
                    .init(overlap.second.joined(separator: ", ")),
                    .init(overlap.tag ?? "(not decided)"),
                ]
            })
    }

    /// A line for each rule, a column for each environment in which anything was found.
    private var findings: TextTable? {
        let counts = audit.findingCounts
        guard !counts.isEmpty else { return nil }
        let (columns, cells) = audit.columns(of: counts)
        return TextTable(
            header: ["", "rule", "all"] + columns,
            zip(counts, cells).map { count, cells in
                [
                    .init(count.severity.rawValue, .severity(count.severity)),
                    .init(count.rule, .emphasis), .init(String(count.total)),
                ] + cells.map { TextTable.Cell($0) }
            })
    }

    private var notChecked: TextTable? {
        let reasons = audit.uncheckedReasons
        guard !reasons.isEmpty else { return nil }
        return TextTable(
            header: ["", "", "reason", "at"],
            reasons.map { reason in
                let shown = reason.places.prefix(Self.placeLimit).map { place in
                    place.path + (place.line.map { ":\($0)" } ?? "")
                }
                let more = reason.places.count - shown.count
                return [
                    .init(String(reason.places.count)),
                    .init(reason.key.subject.name(reason.places.count)),
                    .init(reason.key.reason),
                    .init(
                        shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""),
                        .gutter),
                ]
            })
    }
}

/// The numbers at the beginning of an audit.
struct AuditSummary {
    let facts: [(title: String, value: String)]

    init(of audit: AuditAccount) {
        let report = audit.report
        let markers = audit.markers
        let source =
            switch report.origin {
            case .worktree: "work tree"
            case .index: "index"
            case .commit(let id): "commit \(id)"
            }
        let accepted = report.accepted.isEmpty ? "" : ", \(report.accepted.count) accepted"
        facts = [
            ("source", "\(source), \(counted(report.fileCount, "file"))"),
            (
                "images",
                "\(audit.images.count), \(audit.images.count { !$0.markers.isEmpty }) with a marker"
            ),
            ("policies", "\(audit.policyCount)"),
            (
                "markers",
                "\(markers.total), \(markers.live) seen by Flux, \(markers.resolved) with a policy "
                    + "here, \(markers.automated) written by an automation here"
            ),
            (
                "findings",
                Severity.allCases.reversed().map { counted(report.count(of: $0), $0.rawValue) }
                    .joined(separator: ", ") + accepted
            ),
            ("not checked", "\(report.notChecked.count)"),
        ]
    }
}

extension UncheckedReason.Subject {
    func name(_ count: Int) -> String { rawValue + (count == 1 ? "" : "s") }
}
