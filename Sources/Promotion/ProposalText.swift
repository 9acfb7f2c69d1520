import Reports
import SourceText
import UpdateEngine

/// The words of a proposed promotion: the commit's message, and title and body of the pull request.
///
/// They depend on the promotion alone, and on no clock, so that a repeated run changes nothing.
package struct ProposalText: Sendable {
    let source: String
    let target: String
    let images: [PromotedImage]

    package init(from source: String, to target: String, images: [PromotedImage]) {
        self.source = source
        self.target = target
        self.images = images
    }

    package var title: String {
        guard images.count == 1, let image = images.first else {
            return "Promote \(images.count) images from \(source) to \(target)"
        }
        return "Promote \(image.shortName) \(image.identity) to \(target)"
    }

    package var message: String {
        let lines = images.map { image in
            "\(image.target.name): \(image.replaced.words) → \(image.target.versionText)".visible
        }
        let trailers = PromotionTrailers(
            source: source, target: target, images: Set(images.map(\.target.name)))
        return "\(title)\n\n\(lines.joined(separator: "\n"))\n\n\(trailers.text)"
    }

    /// In Markdown.
    package var body: String {
        [
            "`\(target)` gets what `\(source)` runs. Nothing was rebuilt: the tags name the same "
                + "manifest, byte for byte.",
            table,
            "### Changes\n\n" + images.flatMap(changeLines).joined(separator: "\n"),
            "### Tested\n\n" + images.map(testedLine).joined(separator: "\n"),
            "### Before merging\n\n" + checklist.map { "- [ ] \($0)" }.joined(separator: "\n"),
            "### Rollback\n\n" + images.map(rollbackLine).joined(separator: "\n"),
        ].joined(separator: "\n\n") + "\n"
    }

    private var table: String {
        let rows = images.map { image in
            [
                image.target.name, image.replaced.words, image.target.versionText,
                image.target.digest ?? "",
            ]
        }
        return MarkdownTable(["Image", "From", "To", "Digest"], rows).text
    }

    private func changeLines(_ image: PromotedImage) -> [String] {
        image.changes.map { change in
            "- \("\(change.place.path):\(change.line)".markdownCode): \(change.before.markdownCode) → "
                + change.after.markdownCode
        }
            + (image.isOlder
                ? ["- \(image.shortName.markdownCode) **goes back** to an older version"] : [])
    }

    private func testedLine(_ image: PromotedImage) -> String {
        let place = "\(image.sourcePlace.path):\(image.sourcePlace.line)".markdownCode
        let version = image.source.versionText.markdownCode
        guard let tested = image.tested else {
            return "- \(image.shortName.markdownCode): `\(source)` runs \(version) (\(place)); "
                + "this clone does not tell since when"
        }
        return
            "- \(image.shortName.markdownCode): `\(source)` has run \(version) since \(tested.day) "
            + "(\(place), commit \(String(tested.commit.prefix(12)).markdownCode) by \(tested.author.markdownCode))"
    }

    private var checklist: [String] {
        [
            "`\(source)` is healthy with \(images.count == 1 ? "this version" : "these versions")",
            "Migrations and settings that the change needs are in `\(target)`",
            "The versions before can still run if this is rolled back",
            "Somebody watches `\(target)` after the merge; `sluice verify` tells when it is live",
        ]
    }

    private func rollbackLine(_ image: PromotedImage) -> String {
        let before = image.replaced.words.markdownCode
        let commit =
            image.previousCommit.map { " (commit \(String($0.prefix(12)).markdownCode))" } ?? ""
        let command =
            "sluice rollback \(image.shortName) --environment \(target) --reason … --commit"
        return
            "- \(image.shortName.markdownCode): \(command.markdownCode) returns to \(before)\(commit) and "
            + "keeps automation from undoing that"
    }
}

extension [ImageVersion] {
    fileprivate var words: String { map(\.versionText).joined(separator: ", ") }
}
