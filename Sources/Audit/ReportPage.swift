package import Reports
package import Rules

/// A page that needs nothing else, with the look of the audit: no network, and no scripts to be
/// read.
///
/// Its own policy lets nothing run or load but the filters, where it has some.
package protocol ReportPage: Sendable {}

extension ReportPage {
    /// The whole page.
    package func page(
        _ title: String, top: HTML, main: HTML, by tool: ToolIdentity, hasFilters: Bool = false
    ) -> String {
        let scripts = hasFilters ? "'\(AuditPageParts.scriptHash)'" : "'none'"
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; script-src \(scripts); "
            + "base-uri 'none'; form-action 'none'"
        let script: HTML =
            hasFilters ? "<script>\(AuditPageParts.script)</script>\n" : .empty
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(AuditPageParts.style)</style>
            </head>
            <body>
            \(top)
            <main>
            \(main)
            </main>
            <footer>Made by \(tool.name) \(tool.version), offline and from the repository alone.</footer>
            \(script)</body>
            </html>

            """
        return page.source
    }

    package func section(
        _ id: String, _ title: String, _ explanation: String, _ content: HTML
    ) -> HTML {
        """
        <section id="\(id)">
        <h2>\(title)</h2>
        <p class="explanation">\(explanation)</p>
        \(content)
        </section>
        """
    }

    package func table(_ columns: [String], _ rows: [HTML], look: String = "wide") -> HTML {
        let header = columns.map { title -> HTML in "<th scope=\"col\">\(title)</th>" }
        return """
            <div class="\(look)"><table>
            <thead><tr>\(header)</tr></thead>
            <tbody>\(rows)</tbody>
            </table></div>
            """
    }

    package func badge(_ severity: Severity) -> HTML {
        "<span class=\"badge \(severity.rawValue)\">\(severity.rawValue)</span>"
    }

    /// An image's name with its last part standing out.
    package func imageName(_ name: String) -> HTML {
        let (path, last) = broken(name)
        return "<span class=\"path\">\(path)</span><b>\(last)</b>"
    }

    /// A line of a file, to be broken after a slash alone.
    package func place(_ path: String, _ line: Int?) -> HTML {
        let (directories, file) = broken(path)
        return "\(directories)\(file)\(line.map { ":\($0)" } ?? "")"
    }

    /// A path that may be broken after each slash, and its last part.
    private func broken(_ path: String) -> ([HTML], last: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return (parts.dropLast().map { "\($0)/<wbr>" }, parts.last ?? "")
    }
}
