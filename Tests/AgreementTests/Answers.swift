import Audit
import CheckPipeline
import Configuration
import Explanations
import Foundation
import Kustomize
import ManifestFacts
import RegularLanguages
import Reports
import RepositoryLinking
import Rules
import SourceText
import TagSnapshots
import Triage
import UpdateEngine

/// The answers of all commands about a repository's markers and policies, and their differences.
struct Answers {
    let contradictions: [String]
    let markerCount: Int

    init(of snapshot: Snapshot) async throws {
        let check = RepositoryCheck(
            rules: allRules, workerCount: 1,
            acceptances: AcceptanceOptions(today: CalendarDay("2026-01-31")))
        let checked: CheckedRepository
        do {
            checked = try await check.checked(snapshot)
        } catch is ConfigurationError {
            contradictions = []
            markerCount = 0
            return
        }
        let tags = try TagSnapshot(in: checked.model)
        let policies = try PolicyAnswers(in: checked.model, tags)
        let markers = try MarkerAnswers(in: checked)
        let marked = try await check.markedFiles(in: snapshot)
        let update = await UpdatePlan(
            of: marked, from: .snapshot(tags, .file), workerCount: 1)
        let audit = try markers.auditContradictions()
        contradictions =
            policies.contradictions + markers.contradictions + audit
            + markers.contradictions(with: update, policies)
        markerCount = markers.markers.count
    }
}

extension TagSnapshot {
    /// Tags for each image that a policy is about: one that the policy can select, those that are
    /// deployed, and two that most policies do not select.
    fileprivate init(in model: RepositoryModel) throws {
        var tags: [String: Set<String>] = [:]
        for policy in model.policyLinks.policies {
            guard let image = policy.imageName?.full else { continue }
            tags[image, default: ["latest", "0.0.1"]]
                .formUnion(model.policyLinks.deployedTags(of: policy))
            if case .found(let tag)? = policy.sample { tags[image]?.insert(tag) }
        }
        try self.init(
            tags.map { image, tags in
                ScannedImage(name: image, time: "2026-01-02T03:04:05Z", tags: tags.sorted())
            })
    }
}

/// The answers of `explain policy` and `get images policy`.
struct PolicyAnswers {
    private struct Explained: Decodable {
        struct Policy: Decodable {
            struct Failure: Decodable {
                let kind: String
                let message: String
            }
            let namespace: String?
            let name: String?
            let path: String
            let selected: String?
            let error: Failure?
        }
        let policies: [Policy]
    }

    private struct Listed: Decodable {
        struct Policy: Decodable, Hashable {
            let namespace: String?
            let name: String?
            let path: String
            let image: String?
            let selected: String?
            let message: String?
        }
        let policies: [Policy]
    }

    private(set) var contradictions: [String] = []
    /// By `NAMESPACE/NAME`: what `get images policy` shows.
    private(set) var selected: [String: Set<String?>] = [:]

    init(in model: RepositoryModel, _ tags: TagSnapshot) throws {
        let objects = try ImageObjects(in: model, tags: tags, .init(kinds: [.policy]))
        let listed = try JSONValue.decoded(Listed.self, objects.members).policies
        for policy in listed {
            let name = [policy.namespace, policy.name].compactMap(\.self).joined(separator: "/")
            selected[name, default: []].insert(policy.selected)
            if policy.selected != nil, policy.message != nil {
                contradictions.append("`get` has a tag and a reason against it for \(name)")
            }
        }
        let names = Set(model.policyLinks.policies.map(\.name)).compactMap { ObjectName($0) }
        for name in names {
            guard
                let explanation = try? PolicyExplanation(
                    of: name, in: model, tags: .snapshot(tags))
            else { continue }
            for policy in try JSONValue.decoded(Explained.self, explanation.members).policies {
                let rows = listed.filter {
                    $0.name == policy.name && $0.namespace == policy.namespace
                        && $0.path == policy.path
                }
                guard !rows.isEmpty else {
                    contradictions.append("`get` does not show \(name)")
                    continue
                }
                // Nothing is known of the tags of an image that is not known.
                guard rows.allSatisfy({ $0.image != nil }) || policy.error != nil else { continue }
                if !rows.contains(where: { $0.selected == policy.selected }) {
                    contradictions.append(
                        "`explain policy \(name)` selects \(policy.selected ?? "nothing"), `get` "
                            + "\(rows.map { $0.selected ?? "nothing" })")
                }
                if let error = policy.error, rows.allSatisfy({ $0.image != nil }),
                    !rows.contains(where: { $0.message == error.message })
                {
                    contradictions.append(
                        "`explain policy \(name)` says \(error.message), `get` "
                            + "\(rows.map { $0.message ?? "nothing" })")
                }
            }
        }
    }
}

/// The answers of `explain FILE:LINE`, the editor, `audit` and `check` about each marker.
struct MarkerAnswers {
    struct Marker: Decodable {
        struct Outcome: Decodable {
            let kind: String
            let message: String
        }
        struct Policy: Decodable {
            let name: String
        }
        let line: Int
        let column: Int
        let text: String
        let seen: Bool
        let outcome: Outcome
        let policies: [Policy]
    }

    private struct Explained: Decodable {
        let markers: [Marker]
    }

    private struct Audited: Decodable {
        struct Image: Decodable {
            let path: String
            let line: Int
            let tag: String?
            let markers: [String]
            let followed: Bool
            let following: String
        }
        let images: [Image]
    }

    private(set) var markers: [(path: String, fact: MarkerFact, answer: Marker)] = []
    private var missing: [String] = []
    private let checked: CheckedRepository

    init(in checked: CheckedRepository) throws {
        self.checked = checked
        for marker in checked.model.markers {
            let file = checked.model.file(at: marker.path)
            let position = LineIndex(file?.facts.source ?? []).position(
                at: marker.fact.span.lowerBound)
            let place = PlaceAddress(
                file: marker.path, line: position.line, column: position.column)
            let explanation: PlaceExplanation
            do throws(PlaceMissing) {
                explanation = try PlaceExplanation(
                    of: place, in: CheckedFile(at: marker.path, in: checked))
            } catch {
                missing.append("\(marker.path):\(position.line): \(error)")
                continue
            }
            let answers = try JSONValue.decoded(Explained.self, explanation.members).markers
            guard
                let answer = answers.first(where: {
                    $0.line == position.line && $0.column == position.column
                })
            else {
                missing.append("\(marker.path):\(position.line): it is not explained")
                continue
            }
            markers.append((marker.path, marker.fact, answer))
            // An editor shows the explanation as plain text.
            let words = answer.outcome.message.split(separator: "\n").first ?? ""
            if !explanation.text(in: .plain).contains(words) {
                missing.append("\(marker.path):\(position.line): the editor does not say: \(words)")
            }
        }
    }

    var contradictions: [String] { missing + checkContradictions }

    // MARK: Check

    /// Rules that say that Flux does nothing at a marker.
    private static let deadness: Set = [
        "marker-policy-missing", "marker-namespace-mismatch", "marker-policy-unselected",
        "marker-outside-automation", "marker-hidden", "marker-malformed", "marker-misspelled",
        "marker-variable", "marker-file-skipped",
    ]

    private var checkContradictions: [String] {
        let findings = checked.report.findings + checked.report.accepted
        let byPath = Dictionary(grouping: findings) { $0.finding.location.path }
        let policies = Set(
            findings.filter {
                $0.finding.rule.hasPrefix("policy-") || $0.finding.rule == "object-invalid"
            }.compactMap(\.finding.topic.policy))
        let repositories = Set(
            findings.filter { $0.finding.rule.hasPrefix("repository-") }
                .map(\.finding.location.path))
        let open = Dictionary(grouping: checked.report.notChecked, by: \.path)
        return markers.compactMap { path, fact, answer in
            let here = (byPath[path] ?? []).filter {
                $0.finding.location.span == fact.span || $0.finding.subject == fact.text
                    || fact.span.contains($0.finding.location.span)
            }
            let rules = here.map(\.finding.rule)
            let place = "\(path):\(answer.line): "
            let isOpen = (open[path] ?? []).contains {
                $0.line.map { abs($0 - answer.line) < 2 } ?? true
            }
            switch answer.outcome.kind {
            case "written", "suspended":
                let dead = rules.filter(Self.deadness.contains)
                return dead.isEmpty
                    ? nil : place + "`explain` says \(answer.outcome.message), `check` \(dead)"
            // `check` need not report a comment that Flux does not obey as a marker.
            case "nothing" where fact.obeyedSetter == nil, "unknown" where fact.obeyedSetter == nil:
                return nil
            case "nothing":
                let isBlamed = answer.policies.contains { policies.contains($0.name) }
                return !rules.isEmpty || isBlamed || !repositories.isEmpty || isOpen
                    ? nil : place + "`explain` says \(answer.outcome.message), `check` nothing"
            default:
                return isOpen || !rules.isEmpty
                    ? nil : place + "`explain` says \(answer.outcome.message), `check` nothing"
            }
        }
    }

    // MARK: Audit

    func auditContradictions() throws -> [String] {
        let account = AuditAccount(of: checked)
        let json = account.rendered(as: .json, by: ToolIdentity(name: "sluice", version: "1.2.3"))
        let images = try JSONDecoder().decode(Audited.self, from: Data(json.utf8)).images
        let byPath = Dictionary(grouping: images, by: \.path)
        return markers.compactMap { path, fact, answer in
            guard let setter = fact.liveSetter else { return nil }
            let rows = (byPath[path] ?? []).filter {
                // A row of a chart's values may show the tag, and its marker, of another file.
                abs($0.line - answer.line) < 2 && $0.markers == [setter.text]
                    && ($0.tag == nil || $0.tag == fact.deployedTag)
            }
            let isWrong = rows.first { contradicts($0, answer, setter) }
            return isWrong.map {
                "\(path):\(answer.line): `explain` says \(answer.outcome.message), `audit` "
                    + "\($0.followed ? "follows " : "")\($0.following)"
            }
        }
    }

    private func contradicts(
        _ row: Audited.Image, _ answer: Marker, _ setter: SetterMarker
    ) -> Bool {
        let isDead = answer.outcome.kind == "nothing"
        if isDead, row.followed { return true }
        if !isDead, !row.followed, setter.field != .name, !answer.policies.isEmpty { return true }
        return row.following.contains("not found") != answer.outcome.message.isAboutMissing
    }

    // MARK: Update

    func contradictions(with update: UpdatePlan, _ policies: PolicyAnswers) -> [String] {
        let updates = Dictionary(grouping: update.markers, by: \.path)
        return markers.compactMap { path, fact, answer in
            let place = "\(path):\(answer.line): "
            let own = (updates[path] ?? []).first {
                abs($0.position.line - answer.line) < 2
                    && $0.marker == fact.obeyedSetter?.text ?? fact.text
            }
            guard let own else { return nil }
            switch own.outcome {
            case .changed(let change):
                if answer.outcome.isBeforeAutomations {
                    return place + "`explain` says \(answer.outcome.message), `update` writes"
                }
                let selected = answer.policies.flatMap { policies.selected[$0.name] ?? [] }
                return selected.contains(change.image.tag)
                    ? nil
                    : place + "`update` writes \(change.image.tag), `get` shows \(selected)"
            case .unchanged, .refused: return nil
            case .skipped(let reason):
                let selected = answer.policies.map { policies.selected[$0.name] ?? [] }
                guard answer.outcome.kind == "written", !selected.isEmpty,
                    selected.allSatisfy({ !$0.contains(nil) && $0.count == 1 })
                else { return nil }
                return place + "`explain` says \(answer.outcome.message), `get` shows a tag, "
                    + "`update` says \(reason)"
            }
        }
    }
}

extension MarkerAnswers.Marker.Outcome {
    /// Whether nothing is written, whatever the automations say; a lone `List` is not meant,
    /// because `update` writes it.
    fileprivate var isBeforeAutomations: Bool {
        kind == "nothing" && !message.contains("automation") && !message.contains("labels")
            && !message.contains("one `List`")
    }
}

extension String {
    fileprivate var isAboutMissing: Bool {
        contains("no ImagePolicy")
            || contains("is in namespace")
                && hasPrefix("nothing ever happens: the ImagePolicy")
    }
}

extension JSONValue {
    static func decoded<Answer: Decodable>(
        _ type: Answer.Type, _ members: [String: JSONValue]
    ) throws -> Answer {
        let text = JSONValue.object(members).line
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
