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
        latest: (SetterMarker, [LinkedPolicy]) -> LatestImage
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
        var writer = MarkerWriter(path: path, lines: lines)
        let markers = marked.markers.sorted { $0.fact.span.lowerBound < $1.fact.span.lowerBound }
        for (marker, policies) in markers {
            let decision =
                obstacle.map(MarkerDecision.skip)
                ?? MarkerDecision(on: marker, at: path, policies: policies, guards: guards) {
                    latest($0, policies)
                }
            writer.carryOut(decision, on: marker, policies)
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
        edits = []
        after = before
        for number in markers.indices {
            if case .changed(let change) = markers[number].outcome {
                markers[number].outcome = .unchanged(value: change.new)
            }
        }
    }

    /// Takes all changes back.
    mutating func refuseAll(_ refusal: Refusal) {
        edits = []
        after = before
        for number in markers.indices {
            if case .changed = markers[number].outcome {
                markers[number].outcome = .refused(refusal)
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
    private(set) var updates: [MarkerUpdate] = []
    private var edits: [TextEdit] = []
    private var texts: [YAMLNode: String] = [:]
    /// Whether no edit can change what the rest of the file says.
    private var swapsWords = true
    /// Current values that no reader should take for anything but text.
    private var unsafe: [YAMLNode] = []
    private var paths = YAMLPathFinder()

    init(path: String, lines: LineIndex) {
        self.path = path
        self.lines = lines
    }

    var hasChanges: Bool { !edits.isEmpty }

    mutating func carryOut(
        _ decision: MarkerDecision, on marker: MarkerFact, _ policies: [LinkedPolicy]
    ) {
        func add(_ outcome: MarkerUpdate.Outcome) {
            self.add(marker, policies, outcome)
        }
        switch decision {
        case .skip(let reason): add(.skipped(reason))
        case .refuse(let refusal): add(.refused(refusal))
        case .unchanged(let value):
            add(.unchanged(value: value))
            if let node = marker.target?.node, node.isUnsafe(value) { unsafe.append(node) }
        case .write(let image, let new, let reason):
            guard let target = marker.target else { return }
            do throws(ScalarReplacementError) {
                edits += try target.node.edits(replacingTextBy: new)
                texts[target.node] = new
                swapsWords = swapsWords && target.node.isWordSwap(new)
                add(.changed(change(of: target, to: new, image, marker, reason)))
            } catch {
                add(.refused(Refusal("\(error)")))
            }
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

    private mutating func change(
        of target: MarkerTarget, to new: String, _ image: SelectedImage, _ marker: MarkerFact,
        _ reason: String
    ) -> MarkerChange {
        MarkerChange(
            document: paths.document(of: target.node), yamlPath: paths.path(of: target.node),
            object: marker.object, old: target.text, new: new, image: image,
            reason: reason)
    }

    private mutating func add(
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
