/// A page, made of sections with tables.
package protocol WebPage {}

extension WebPage {
    /// The whole document, which brings all that it shows with it.
    ///
    /// - Parameter head: Further elements of the head.
    package func document(
        _ title: String, style: HTML, head: HTML, body: HTML
    ) -> String {
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            \(head)
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(style)</style>
            </head>
            <body>
            \(body)
            </body>
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
        <p class="explanation">\(prose(explanation))</p>
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

    /// A sentence with what is in back-ticks as code; as it is where they are not in pairs.
    package func prose(_ sentence: String) -> HTML {
        let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count % 2 == 1 else { return "\(sentence)" }
        return HTML(
            parts.enumerated().map { number, part in
                number % 2 == 0 ? "\(part)" : "<code>\(part)</code>"
            })
    }

    /// A path that may be broken after each slash, and its last part.
    private func broken(_ path: String) -> ([HTML], last: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return (parts.dropLast().map { "\($0)/<wbr>" }, parts.last ?? "")
    }
}

/// The look of all pages, in light and in dark.
package enum PageLook {
    package static let style = HTML(embedded: PackageResources.base_css)
}
