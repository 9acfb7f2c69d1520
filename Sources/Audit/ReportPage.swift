package import Reports
package import Rules
package import WebPages

/// A page that needs nothing else, with the look of the audit: no network, and no scripts to be
/// read.
///
/// Its own policy lets nothing run or load but the filters, where it has some.
package protocol ReportPage: WebPage {}

extension ReportPage {
    /// The whole page.
    ///
    /// - Parameter look: The style of what this page alone shows.
    package func page(
        _ title: String, top: HTML, main: HTML, by tool: ToolIdentity, hasFilters: Bool = false,
        look: HTML = .empty
    ) -> String {
        let scripts = hasFilters ? "'\(AuditPageParts.scriptHash)'" : "'none'"
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; script-src \(scripts); "
            + "base-uri 'none'; form-action 'none'"
        let script: HTML =
            hasFilters ? "\n<script>\(AuditPageParts.script)</script>" : .empty
        return document(
            title, style: "\(AuditPageParts.style)\(look)",
            head: "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">",
            body: """
                \(top)
                <main>
                \(main)
                </main>
                <footer>Made by \(tool.name) \(tool.version), offline and from the repository alone.</footer>\(script)
                """)
    }

    package func badge(_ severity: Severity) -> HTML {
        "<span class=\"badge \(severity.rawValue)\">\(severity.rawValue)</span>"
    }
}
