import Reports
import Rules
import Triage
import WebPages

/// The audit as one page that needs nothing else: no network, and no scripts to be read.
///
/// A small script only adds filters. The page's own policy lets nothing else run or load.
struct AuditPage: ReportPage {
    let audit: AuditAccount
    let tool: ToolIdentity

    var text: String {
        page(
            "Sluice audit",
            top: """
                \(header)
                \(filters)
                """,
            main: """
                \(matrix)
                \(promotions)
                \(findings)
                \(unfollowed)
                \(overlaps)
                \(notChecked)
                \(inventory)
                """,
            by: tool, hasFilters: true)
    }

    private var header: HTML {
        let facts = AuditSummary(of: audit).facts
        let report = audit.report
        let followed = audit.images.count { !$0.markers.isEmpty }
        return """
            <header>
            <h1>Sluice audit</h1>
            <p class="source">\(facts.first?.value ?? "")</p>
            <ul class="tiles">
            \(tile("Images", audit.images.count, "\(followed) with a marker", to: "inventory"))
            \(tile("Markers", audit.markers.total, markerNote, to: "inventory"))
            \(tile("Policies", audit.policyCount, overlapNote, to: "overlaps"))
            \(tile("Errors", report.count(of: .error), "", to: "findings", .error))
            \(tile("Warnings", report.count(of: .warning), acceptedNote, to: "findings", .warning))
            \(tile("Not checked", report.notChecked.count, "", to: "unchecked"))
            </ul>
            </header>
            """
    }

    private var markerNote: String {
        "\(audit.markers.live) seen by Flux, \(audit.markers.resolved) with a policy here"
    }

    private var overlapNote: String {
        audit.overlaps.isEmpty ? "" : counted(audit.overlaps.count, "overlap")
    }

    private var acceptedNote: String {
        let accepted = audit.report.accepted.count
        return accepted == 0 ? "" : "\(accepted) accepted"
    }

    private func tile(
        _ title: String, _ number: Int, _ note: String, to section: String,
        _ severity: Severity? = nil
    ) -> HTML {
        let look = number == 0 ? "" : severity?.rawValue ?? ""
        return """
            <li><a class="tile \(look)" href="#\(section)"><b>\(number)</b> <span>\(title)</span>\
            <small>\(note)</small></a></li>
            """
    }

    // MARK: Filters

    private var filters: HTML {
        let options = audit.environments.enumerated().map { number, name -> HTML in
            "<option value=\"\(number)\">\(name)</option>"
        }
        return """
            <form id="filters" hidden>
            <label>Search <input type="search" name="text" placeholder="image, path, rule …"></label>
            <label>Environment <select name="environment"><option value="">all</option>\
            \(options)</select></label>
            <label>Findings <select name="severity"><option value="">all</option>\
            <option value="2">errors</option><option value="1">errors and warnings</option>\
            </select></label>
            <output></output>
            </form>
            """
    }

    /// The keys of filters: the numbers of the environments, and the severity.
    func filterKeys(_ environments: [String], _ severity: Severity?) -> HTML {
        let numbers = audit.environments.indices.filter {
            environments.contains(audit.environments[$0])
        }
        let rank = severity.map { Severity.allCases.firstIndex(of: $0) ?? 0 } ?? -1
        return """
            data-environments="\(numbers.map(String.init).joined(separator: " "))" \
            data-severity="\(rank)"
            """
    }
}

/// The parts of an audit's page that are files of their own.
enum AuditPageParts {
    /// The look, in light and in dark.
    static let style: HTML = "\(PageLook.style)\(HTML(embedded: PackageResources.audit_css))"
    /// Filters, without which the page still shows everything.
    static let script = HTML(embedded: PackageResources.audit_js)
    /// The digest of `script`, which the page's policy allows to run; a test computes it anew.
    static let scriptHash = "sha256-fV4WLrjxwEq4SCtt7gz3KQwgkHNu3n8DX7fIkyzuppM="
}
