import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import YAMLSyntax

/// Flags markers in files that Flux skips as a whole, or does not write back.
struct MarkerFileSkipped: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        let parsed = Dictionary(
            model.files.compactMap { file in
                self.fault(of: file).map { (Array(file.path.utf8), $0) }
            }, uniquingKeysWith: { first, _ in first })
        let unread = model.files.filter { !$0.facts.unreadMarkers.isEmpty }
        return model.markers.compactMap { marker in
            guard !parsed.isEmpty, marker.fact.liveSetter != nil,
                let fault = parsed[Array(marker.path.utf8)]
            else { return nil }
            return finding(fault.message, at: marker, related: fault.related)
        } + unread.flatMap { unreadMarkers(in: $0, of: model).compactMap(\.finding) }
    }

    func unjudged(in model: RepositoryModel) -> [Unjudged] {
        model.files.filter { $0.facts.reading == .template }.flatMap { file in
            unreadMarkers(in: file, of: model).filter { $0.finding == nil }.map { unread in
                unjudged(
                    "a marker in a template that is not YAML",
                    at: SourceLocation(path: file.path, span: unread.span))
            }
        }
    }

    // MARK: Files that are YAML

    private func fault(
        of file: ManifestFile
    ) -> (message: String, related: [RelatedLocation])? {
        guard let obstacle = MarkerObstacle(of: file) else { return nil }
        switch obstacle {
        case .file(_, let span):
            let place = SourceLocation(path: file.path, span: span)
            return (
                "\(obstacle)", [RelatedLocation("Flux stops here", at: place)]
            )
        case .loneList: return ("\(obstacle)", [])
        default: return nil
        }
    }

    // MARK: Files that are not YAML

    /// The mentions of markers, each with a finding if the fault is certain.
    private func unreadMarkers(
        in file: ManifestFile, of model: RepositoryModel
    ) -> [(span: SourceSpan, finding: Finding?)] {
        let reason = reason(for: file)
        return file.facts.unreadMarkers.map { span in
            guard let reason, let comment = file.facts.comment(holding: span),
                case .setter(let setter)? = MarkerReading(
                    comment: file.facts.source[comment.range]),
                file.facts.reading != .template || isMeant(setter, at: file.path, in: model)
            else { return (span, nil) }
            return (span, finding(reason, setter, at: comment, in: file))
        }
    }

    /// Whether a template's marker is meant for this repository, and not for the rendered files.
    private func isMeant(
        _ setter: SetterMarker, at path: String, in model: RepositoryModel
    ) -> Bool {
        guard case .covered = model.automations.coverage(of: setter, at: path) else { return false }
        return model.policies.answer(namespace: setter.namespace, name: setter.name) == .declared
    }

    /// Why Flux skips a file that was not parsed; nil if that is not certain.
    private func reason(for file: ManifestFile) -> String? {
        switch file.facts.reading {
        case .template where file.facts.role.isVisited:
            "Flux skips this file with its markers: it is a template, not YAML"
        case .notYAML(let error) where file.facts.role.isVisited && error.isCertain:
            "Flux skips this file with its markers: \(error)"
        case .text where file.path.hasMiswrittenExtension:
            "Flux skips this file with its markers: its name ends neither in `.yaml` nor in `.yml`"
        default: nil
        }
    }

    private func finding(
        _ message: String, _ setter: SetterMarker, at span: SourceSpan, in file: ManifestFile
    ) -> Finding {
        finding(
            message, at: SourceLocation(path: file.path, span: span), subject: setter.text,
            topic: FindingTopic(setter))
    }
}

extension FileRole {
    /// Whether image automation reads files with such a name.
    fileprivate var isVisited: Bool { self == .yaml || self == .kustomization }
}

extension String {
    /// Whether the name ends in `.yaml` or `.yml` with upper-case letters.
    fileprivate var hasMiswrittenExtension: Bool {
        let name = lowercased()
        return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    }
}

extension FileFacts {
    /// The comment beside a value that contains `span`; nil if the whole line is a comment.
    func comment(holding span: SourceSpan) -> SourceSpan? {
        let line = source[source.lineStart(of: span.lowerBound)..<span.lowerBound]
        guard let hash = line.lastIndex(of: UInt8(ascii: "#")),
            let first = line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "-") }),
            first != UInt8(ascii: "#")
        else { return nil }
        return SourceSpan(hash, source.lineEnd(of: hash))
    }
}
