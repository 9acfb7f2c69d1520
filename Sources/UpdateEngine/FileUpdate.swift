import CheckPipeline
import Kustomize
import ManifestFacts
import RepositoryLinking
package import SourceText
import YAMLSyntax

/// The outcome of the markers of one file, and its new bytes.
package struct FileUpdate: Sendable {
    package let path: String
    let role: FileRole
    /// In the order of their places.
    package internal(set) var markers: [MarkerUpdate]
    package let before: [UInt8]
    /// Ascending and apart; none where the file stays as it is.
    package internal(set) var edits: [TextEdit] = []
    /// With the edits.
    package internal(set) var after: [UInt8]

    init(
        _ marked: MarkedFile, guards: [any WriteGuard],
        latest: (MarkerFact, SetterMarker, [LinkedPolicy]) -> LatestImage
    ) {
        let facts = marked.file.facts
        let path = marked.file.path
        self.path = path
        role = facts.role
        before = facts.source
        after = facts.source
        let lines = LineIndex(facts.source)
        // Flux takes a lone `List` apart; its values can be written where they are.
        let obstacle = MarkerObstacle(of: marked.file).flatMap {
            $0 == .loneList ? nil : "\($0)"
        }
        var writer = MarkerWriter(path: path, lines: lines, guards: guards)
        let markers = marked.markers.sorted { $0.fact.span.lowerBound < $1.fact.span.lowerBound }
        for (marker, policies) in markers {
            let outcome =
                obstacle.map(MarkerUpdate.Outcome.skipped)
                ?? writer.outcome(at: marker) { latest(marker, $0, policies) }
            writer.add(marker, policies, outcome)
        }
        self.markers = writer.updates + Self.unread(in: facts, at: path, lines)
        guard writer.hasChanges else { return }
        if let result = writer.result(in: facts.source) {
            (edits, after) = result
        } else {
            refuseAll(Refusal("the file would not say the same but for the new values"))
        }
    }

    /// Notes that the new values are there already.
    mutating func settle() {
        dropChanges { .unchanged(value: $0.new) }
    }

    /// Takes all changes back.
    mutating func refuseAll(_ refusal: Refusal) {
        dropChanges { _ in .refused(refusal) }
    }

    private mutating func dropChanges(_ outcome: (MarkerChange) -> MarkerUpdate.Outcome) {
        edits = []
        after = before
        for number in markers.indices {
            if case .changed(let change) = markers[number].outcome {
                markers[number].outcome = outcome(change)
            }
        }
    }

    /// The mentions of markers in a file that is not YAML.
    private static func unread(
        in facts: FileFacts, at path: String, _ lines: LineIndex
    ) -> [MarkerUpdate] {
        let reason: String
        switch facts.reading {
        case .template: reason = "Flux skips this file with its markers: it is a template"
        case .notYAML(let error): reason = "Flux skips this file with its markers: \(error)"
        case .screenedOut, .parsed, .text, .lfsPointer: return []
        }
        return facts.unreadMarkers.map { span in
            let text = String(decoding: facts.source[span.range].prefix(textLimit), as: UTF8.self)
            return MarkerUpdate(
                path: path, position: lines.position(at: span.lowerBound),
                offset: span.lowerBound, marker: text, object: nil, policies: [],
                outcome: .skipped(reason))
        }
    }

    private static let textLimit = 200
}

/// Collects the changes of one file.
private struct MarkerWriter {
    let path: String
    let lines: LineIndex
    let guards: [any WriteGuard]
    private(set) var updates: [MarkerUpdate] = []
    private var edits: [TextEdit] = []
    private var texts: [YAMLNode: String] = [:]
    /// Whether no edit can change what the rest of the file says.
    private var swapsWords = true
    /// Current values that no reader should take for anything but text.
    private var unsafe: [YAMLNode] = []
    private var paths = YAMLPathFinder()

    init(path: String, lines: LineIndex, guards: [any WriteGuard]) {
        self.path = path
        self.lines = lines
        self.guards = guards
    }

    var hasChanges: Bool { !edits.isEmpty }

    /// Writes the latest image at a marker, unless it is there already or that is refused.
    mutating func outcome(
        at marker: MarkerFact, latest: (SetterMarker) -> LatestImage
    ) -> MarkerUpdate.Outcome {
        guard let setter = marker.obeyedSetter, let target = marker.target else {
            return .skipped(MarkerObstacle(of: marker)?.description ?? "it is not a marker")
        }
        switch latest(setter) {
        case .none(let reason): return .skipped(reason)
        case .refused(let reason): return .refused(Refusal(reason))
        case .selected(let image, let reason):
            let new = image.text(of: setter.field)
            if new == target.text {
                if target.node.isUnsafe(new) { unsafe.append(target.node) }
                return .unchanged(value: new)
            }
            if new.isEmpty {
                // Flux would take the digest away, and with it what pins the image.
                return .refused(
                    Refusal("\(reason) has no digest, and the one that stands there is kept"))
            }
            let place = WritePlace(path: path, offset: marker.span.lowerBound)
            if let refusal = guards.refusal(of: setter, at: place) { return .refused(refusal) }
            do throws(ScalarReplacementError) {
                edits += try target.node.edits(replacingTextBy: new)
            } catch {
                return .refused(Refusal("\(error)"))
            }
            texts[target.node] = new
            swapsWords = swapsWords && target.node.isWordSwap(new)
            return .changed(
                MarkerChange(
                    document: paths.document(of: target.node),
                    yamlPath: paths.path(of: target.node), object: marker.object,
                    old: target.text, new: new, image: image, reason: reason))
        }
    }

    /// The bytes with all changes; nil where they would not say what they should.
    ///
    /// Edits that only replace words are not parsed again.
    ///
    /// A file that is written anyway gets quotes around values that lack them.
    func result(in source: [UInt8]) -> (edits: [TextEdit], after: [UInt8])? {
        var edits = edits
        for node in unsafe {
            edits += (try? node.edits(replacingTextBy: node.text ?? "")) ?? []
        }
        edits.sort { $0.span.lowerBound < $1.span.lowerBound }
        guard let after = try? source.applying(edits) else { return nil }
        if swapsWords, unsafe.isEmpty { return (edits, after) }
        guard let stream = try? YAMLStream(after), stream.hasReplaced(texts) else { return nil }
        return (edits, after)
    }

    mutating func add(
        _ marker: MarkerFact, _ policies: [LinkedPolicy], _ outcome: MarkerUpdate.Outcome
    ) {
        var place = marker.span
        if case .changed = outcome, let target = marker.target { place = target.span }
        updates.append(
            MarkerUpdate(
                path: path, position: lines.position(at: place.lowerBound),
                offset: marker.span.lowerBound, marker: marker.obeyedSetter?.text ?? marker.text,
                object: marker.object, policies: policies, outcome: outcome))
    }
}

extension YAMLNode {
    /// Whether this plain scalar should not stay without quotes, and can get some.
    fileprivate func isUnsafe(_ value: String) -> Bool {
        scalarStyle == .plain && tag == nil && !span.isEmpty && !isSafePlain(value)
    }
}
