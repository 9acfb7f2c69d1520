package import Reports
import Rules
import SourceText

extension PromotionReport {
    package func text(in style: TextStyle) -> String {
        images.map { lines(of: $0.outcome, named: $0.name, in: style) }.joined()
            + (proposal.map { "branch \($0.words.visible)\n" } ?? "")
            + (request.map { "\($0.words.visible)\n" } ?? "")
            + closed.map { "closed \($0.visible), which proposed another version\n" }
            .joined()
            + warnings.map {
                style.applied(.severity(.warning), to: "warning") + ": \($0.visible)\n"
            }
            .joined()
            + (failure.map { style.applied(.severity(.error), to: "error") + ": \($0.visible)\n" }
                ?? "")
            + (images.isEmpty && failure == nil
                ? "no image runs in both \(source) and \(target)".visible + "\n" : "")
    }

    private func lines(of outcome: Outcome, named name: String, in style: TextStyle) -> String {
        let name = style.applied(.emphasis, to: name.visible)
        switch outcome {
        case .refused(let obstacle):
            let refused = style.applied(.severity(.error), to: "refused")
            return "\(name): \(refused): \("\(obstacle)".visible)\n"
        case .current(let image, let tag):
            return "\(name): " + "`\(target)` has \(image.target.versionText) already".visible
                + "\n"
                + image.lines(tag)
        case .promoted(let image, let tag):
            let versions = "\(image.source.versionText) → \(image.target.versionText)"
            return "\(name): \(versions.visible) (\((image.target.digest ?? "").visible))\n"
                + image.testedLine(in: source) + image.lines(tag)
        }
    }
}

extension PromotedImage {
    fileprivate func testedLine(in source: String) -> String {
        let since = tested.map { " since \($0.day), commit \($0.commit.prefix(12))" } ?? ""
        return "  \(source) runs it (\(sourcePlace.path):\(sourcePlace.line))\(since)".visible
            + ", and the registry agrees\n"
    }

    fileprivate func lines(_ tag: PromotionReport.TagOutcome) -> String {
        let changes = changes.map {
            "\($0.place.path):\($0.line): \($0.before.quoted) → \($0.after.quoted)"
        }
        return ([tag.words(for: target)] + changes).map { "  \($0.visible)\n" }.joined()
    }
}

extension PromotionReport.TagOutcome {
    fileprivate func words(for image: ImageVersion) -> String {
        let tag = "tag \(image.versionText)"
        switch self {
        case .present: return "\(tag): is there, with this digest"
        case .shared:
            return image.tag == nil
                ? "digest \(image.versionText): is there" : "\(tag): both environments use it"
        case .untouched: return "\(tag): not put"
        case .put(let attachments, let bytes):
            return "\(tag): put\(Self.extras(attachments, bytes))"
        case .planned(let attachments, let bytes):
            return "\(tag): would be put\(Self.extras(attachments, bytes))"
        }
    }

    private static func extras(_ attachments: Int, _ bytes: Int) -> String {
        let parts =
            (attachments > 0 ? ["its \(attachments) signatures and attestations first"] : [])
            + (bytes > 0 ? ["\(bytes) bytes"] : [])
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
}

extension PromotionReport.Proposal {
    fileprivate var words: String {
        let place = "\(branch) of \(remote), for \(base)"
        let id = commit.map { String($0.prefix(12)) } ?? ""
        return switch state {
        case .planned: "\(place): would be pushed"
        case .pushed: "\(place): pushed \(id)"
        case .unchanged: "\(place): has the change already (\(id))"
        }
    }
}

extension PromotionReport.Request {
    fileprivate var words: String {
        switch self {
        case .pullRequest(let url, let outcome): "pull request \(outcome): \(url)"
        case .file(let path): "pull request written to \(path)"
        case .planned(let place): "pull request: would be opened at \(place)"
        case .pushOptions: "pull request: asked for with the push"
        case .none(let reason): "no pull request: \(reason)"
        }
    }
}
