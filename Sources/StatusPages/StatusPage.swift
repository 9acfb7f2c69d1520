package import Serving
import WebPages

/// The service as one page that needs nothing else: no scripts and no network.
///
/// Failing things come first, in each table as on the whole page. Tables are bounded, and say how many
/// rows they leave out.
package struct StatusPage: WebPage {
    /// Rows of one table.
    static let rowLimit = 200

    let status: ServiceStatus

    package init(status: ServiceStatus) {
        self.status = status
    }

    package var text: String {
        document(
            summary.title, style: StatusPageParts.style, head: StatusPageParts.head,
            body: """
                <header>
                <h1>Sluice</h1>
                <p class="source">Running for \(uptime). As of \(age(status.now, said: status.now.text)); \
                <a href="/">reload</a>.</p>
                \(tiles)
                </header>
                <main>
                \(problems)
                \(automations)
                \(refusals)
                \(policies)
                \(registries)
                \(images)
                \(receivers)
                \(repositories)
                </main>
                <footer>Sluice \(status.version). Metrics for Prometheus are at \
                <a href="/metrics">/metrics</a>.</footer>
                """)
    }

    var summary: StatusSummary { StatusSummary(status) }

    private var uptime: String {
        Distance.text(ofSeconds: Int(max(0, status.now - status.started)))
    }

    private var tiles: HTML {
        let summary = summary
        return """
            <ul class="tiles">
            \(tile("Repositories", summary.repositories, to: "repositories"))
            \(tile("Automations", summary.automations, to: "automations"))
            \(tile("Refused updates", summary.refusals, to: "refusals"))
            \(tile("Policies", summary.policies, to: "policies"))
            \(tile("Images", summary.images, to: "images"))
            \(tile("Receivers", summary.receivers, to: "receivers"))
            </ul>
            """
    }

    private func tile(_ title: String, _ count: StatusSummary.Count, to section: String) -> HTML {
        let note = count.failing == 0 ? "" : count.note
        return """
            <li><a class="tile \(count.failing == 0 ? "" : count.look)" href="#\(section)">\
            <b>\(count.all)</b> <span>\(title)</span><small>\(note)</small></a></li>
            """
    }

    // MARK: Parts

    /// A table of the first items, those that fail before the others, and how many follow.
    ///
    /// - Parameter cells: As many as there are columns; the first is the header of its row.
    func boundedTable<Item>(
        _ columns: [String], _ items: [Item], failsFirst isFailing: (Item) -> Bool,
        cells: (Item) -> [HTML]
    ) -> HTML {
        let sorted = items.filter(isFailing) + items.filter { !isFailing($0) }
        let shown = sorted.prefix(Self.rowLimit).map { row(columns, cells($0)) }
        let rest = sorted.count - shown.count
        let more: HTML = rest == 0 ? .empty : "<p class=\"muted\">… and \(rest) more.</p>"
        return "\(table(columns, shown, look: "wide cards"))\(more)"
    }

    /// A narrow screen shows the row as a card, where each cell has the name of its column.
    private func row(_ columns: [String], _ cells: [HTML]) -> HTML {
        let rest = zip(columns, cells).dropFirst().map { column, cell -> HTML in
            "<td data-label=\"\(column)\"><div>\(cell)</div></td>"
        }
        return "<tr><th scope=\"row\">\(cells[0])</th>\(rest)</tr>\n"
    }

    /// A time by its distance from now, with the time itself for pointers and programs.
    func age(_ time: Timestamp?, said text: String? = nil) -> HTML {
        guard let time else { return "–" }
        return """
            <time datetime="\(time.text)" title="\(time.text)">\
            \(text ?? Distance(from: status.now, to: time).text)</time>
            """
    }

    func badge(_ text: String, _ look: String = "") -> HTML {
        "<span class=\"badge \(look)\">\(text)</span>"
    }
}

/// The parts of the page that are files of their own.
enum StatusPageParts {
    static let style: HTML = "\(PageLook.style)\(HTML(embedded: PackageResources.status_css))"
    static let head: HTML = "<meta name=\"referrer\" content=\"no-referrer\">"
}
