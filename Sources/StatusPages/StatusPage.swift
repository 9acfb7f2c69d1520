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
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(summary.title)</title>
            <style>\(StatusPageParts.style)</style>
            </head>
            <body>
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
            </body>
            </html>

            """
        return page.source
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

    /// A table of the first rows, those that fail before the others, and how many follow.
    func boundedTable<Item>(
        _ columns: [String], _ items: [Item], failsFirst isFailing: (Item) -> Bool,
        look: String = "wide", row: (Item) -> HTML
    ) -> HTML {
        let sorted = items.filter(isFailing) + items.filter { !isFailing($0) }
        let shown = sorted.prefix(Self.rowLimit).map(row)
        let rest = sorted.count - shown.count
        let more: HTML = rest == 0 ? .empty : "<p class=\"muted\">… and \(rest) more.</p>"
        return "\(table(columns, shown, look: look))\(more)"
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
}
