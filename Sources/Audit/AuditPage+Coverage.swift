import Rules
import WebPages

/// The images without a policy, the policies that share images, and the items that were not
/// checked.
extension AuditPage {
    var unfollowed: HTML {
        let rows = audit.unfollowed.map { image -> HTML in
            """
            <tr class="item" \(filterKeys(image.environments, audit.worst(image.findings)))>\
            <th scope="row">\(imageName(image.title))</th><td>\(image.version)</td>\
            <td>\(image.environments.joined(separator: ", "))</td>\
            <td>\(image.unfollowedPolicies.joined(separator: ", "))</td>\
            <td class="place">\(place(image.path, image.line))</td></tr>

            """
        }
        return rows.isEmpty
            ? .empty
            : section(
                "unfollowed", "Not followed",
                "A policy selects tags of these images, but no marker stands beside them: automation "
                    + "does not touch them.",
                table(["Image", "Tag", "Environments", "Policies", "Place"], rows))
    }

    var overlaps: HTML {
        let rows = audit.overlaps.map { overlap -> HTML in
            let tag: HTML =
                overlap.tag.map { "<code>\($0)</code>" } ?? "<i>too large to be compared</i>"
            return """
                <tr class="item"><th scope="row">\(imageName(overlap.image))</th>\
                <td>\(overlap.first.joined(separator: ", "))</td>\
                <td>\(overlap.second.joined(separator: ", "))</td><td>\(tag)</td></tr>

                """
        }
        return section(
            "overlaps", "Overlapping policies",
            rows.isEmpty
                ? "No two policies of an image that are written differently can select the same tag, "
                    + "as far as their texts are known."
                : "Policies of one image that are written differently and could select the same tag. "
                    + "The tag shown is the shortest that proves it.",
            rows.isEmpty ? .empty : table(["Image", "Policies", "and", "Tag"], rows))
    }

    var notChecked: HTML {
        let groups = audit.uncheckedReasons.map { reason -> HTML in
            let places = reason.places.map { place -> HTML in
                "<li class=\"place\">\(self.place(place.path, place.line))</li>"
            }
            return """
                <details class="item group">
                <summary><span class="badge">\(reason.key.subject.name(reason.places.count))</span> \
                <span class="count">\(reason.places.count)</span> \(prose(reason.key.reason))</summary>
                <ul>\(places)</ul>
                </details>

                """
        }
        return section(
            "unchecked", "Not checked",
            groups.isEmpty
                ? "Everything could be checked."
                : "What the repository alone does not tell: neither passed nor reported.",
            HTML(groups))
    }
}
