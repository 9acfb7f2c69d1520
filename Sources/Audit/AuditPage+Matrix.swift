import Rules
import Triage
import WebPages

/// Which tag of which image is where.
extension AuditPage {
    var matrix: HTML {
        let deployed = audit.images.filter { !$0.isOverridden && $0.isDeployed }
        guard !deployed.isEmpty else {
            return section("matrix", "Images and environments", "There are no images.", .empty)
        }
        let columns = columns(of: deployed)
        let header = columns.map { column -> HTML in
            "<th scope=\"col\" data-column=\"\(column.number)\">\(column.title)</th>"
        }
        let rows = Dictionary(grouping: deployed, by: \.title)
            .sorted { $0.key < $1.key }
            .map { row($0.key, $0.value, columns) }
        return section(
            "matrix", "Images and environments",
            "The tags that each environment deploys. ↻ marks those that follow a policy; colours "
                + "mark those that findings speak of.",
            """
            <div class="wide"><table class="matrix">
            <thead><tr><th scope="col">Image</th>\(header)</tr></thead>
            <tbody>\(rows)</tbody>
            </table></div>
            """)
    }

    /// An environment by its number; nil means none that is known.
    private struct Column {
        let name: String?
        let number: Int

        var title: String { name ?? "no environment" }

        func holds(_ image: AuditedImage) -> Bool {
            name.map(image.environments.contains) ?? image.environments.isEmpty
        }
    }

    /// The columns with any image.
    private func columns(of images: [AuditedImage]) -> [Column] {
        let all =
            audit.environments.enumerated().map { Column(name: $1, number: $0) }
            + [Column(name: nil, number: -1)]
        return all.filter { column in images.contains(where: column.holds) }
    }

    private func row(_ name: String, _ images: [AuditedImage], _ columns: [Column]) -> HTML {
        let cells = columns.map { column -> HTML in
            let chips = chips(images.filter(column.holds))
            return "<td data-column=\"\(column.number)\">\(chips)</td>"
        }
        let keys = filterKeys(
            images.flatMap(\.environments), audit.worst(images.flatMap(\.findings)))
        return "<tr class=\"item\" \(keys)><th scope=\"row\">\(imageName(name))</th>\(cells)</tr>\n"
    }

    /// The key of a chip.
    private struct Chip: Hashable {
        let version: String
        let isFollowed: Bool
        let severity: Severity?

        var order: (String, Int, Int) {
            (version, isFollowed ? 1 : 0, severity.flatMap(Severity.allCases.firstIndex) ?? -1)
        }
    }

    private func chips(_ images: [AuditedImage]) -> [HTML] {
        let groups = Dictionary(grouping: images) { image in
            Chip(
                version: image.version, isFollowed: image.isFollowed,
                severity: audit.worst(image.findings))
        }
        return groups.sorted { $0.key.order < $1.key.order }.map { html($0.key, $0.value) }
    }

    private func html(_ chip: Chip, _ images: [AuditedImage]) -> HTML {
        let shown = images.prefix(12).map { "\($0.path):\($0.line)" }.joined(separator: ", ")
        let places = shown + (images.count > 12 ? " and \(images.count - 12) more" : "")
        let followed: HTML = chip.isFollowed ? " <span title=\"follows a policy\">↻</span>" : ""
        let count: HTML = images.count > 1 ? " <small>×\(images.count)</small>" : ""
        let content: HTML = "\(chip.version)\(followed)\(count)"
        let finding = images.flatMap(\.findings).first {
            audit.report.findings[$0].finding.severity == chip.severity
        }
        guard let finding, let severity = chip.severity else {
            return "<span class=\"chip\" title=\"\(places)\">\(content)</span>\n"
        }
        return """
            <a class="chip \(severity.rawValue)" href="#finding-\(finding)" \
            title="\(severity.rawValue): \(places)">\(content)</a>

            """
    }

    /// Every place that says which image runs.
    var inventory: HTML {
        let rows = audit.images.map { image -> HTML in
            let environments =
                image.isOverridden
                ? "overridden"
                : image.isDeployed ? image.environments.joined(separator: ", ") : "not deployed"
            let severity = audit.worst(image.findings)
            return """
                <tr class="item" \(filterKeys(image.environments, severity))>\
                <th scope="row">\(imageName(image.title))</th><td>\(image.version)</td>\
                <td>\(environments)</td><td>\(image.workload)</td><td>\(image.following)</td>\
                <td class="place">\(place(image.path, image.line))</td>\
                <td>\(severity.map(badge) ?? .empty)</td></tr>

                """
        }
        return section(
            "inventory", "Inventory",
            "What runs where, by the file that says so. Overridden: kustomizations or "
                + "patches set another tag wherever it is deployed. Not deployed: no root reaches the file.",
            table(["Image", "Tag", "Environments", "Object", "Follows", "Place", ""], rows))
    }
}
