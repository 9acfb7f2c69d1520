import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText
import TagPolicies
import YAMLSyntax

extension RollbackPlanner {
    /// Gives each scalar its former text, as it was written then.
    mutating func restore(in draft: inout ManifestDraft) throws {
        for (path, changes) in Dictionary(grouping: changes, by: \.found.path)
            .sorted(by: { $0.key.bytesPrecede($1.key) })
        {
            let source = try draft.bytes(of: path)
            guard source == model.file(at: path)?.facts.source else { throw HoldError.layout(path) }
            var edits: [TextEdit] = []
            var texts: [YAMLNode: String] = [:]
            for change in changes where change.found.site.text != change.former.text {
                let node = change.found.site.node
                edits += try node.edits(
                    restoring: change.former.node, in: source, from: change.formerSource)
                texts[node] = change.former.text
                plan.restorations.append(
                    .init(
                        path: path, line: line(of: change.found), image: change.found.image,
                        old: change.found.site.text, new: change.former.text))
            }
            if edits.isEmpty { continue }
            let after = try source.applying(edits)
            guard let stream = try? YAMLStream(after), stream.hasReplaced(texts) else {
                throw HoldError.layout(path)
            }
            try draft.replace(path, with: after)
        }
    }

    // MARK: What is held

    /// The policies that would undo the restoration, with what each is held by.
    mutating func holds() throws -> [(place: ObjectPlace, request: HoldRequest)] {
        guard case .way(let way) = request.hold else { return [] }
        var order: [ObjectPlace] = []
        var changesOf: [ObjectPlace: [Change]] = [:]
        for change in changes {
            let places = try policies(of: change)
            for place in places {
                if changesOf[place] == nil { order.append(place) }
                changesOf[place, default: []].append(change)
            }
        }
        if order.isEmpty {
            plan.notes.append("no policy writes these values, so nothing has to be held")
        }
        return try order.map { place in
            let own = changesOf[place] ?? []
            noteOthers(of: place, besides: own)
            return (place, try holdRequest(way, of: place, own))
        }
    }

    private func holdRequest(
        _ way: HoldRequest.Way?, of place: ObjectPlace, _ changes: [Change]
    ) throws -> HoldRequest {
        func tags(_ tag: (Change) -> String?) -> [String] {
            changes.compactMap(tag).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        let name = model.policies(at: place).first?.name ?? ""
        let (good, bad) = (tags(\.former.tag), tags(\.present.tag))
        let goodTag = good.first
        if way != .suspend {
            guard good.count < 2 else { throw HoldError.severalTags(policy: name, tags: good) }
            guard let goodTag, !bad.contains(goodTag) else {
                throw HoldError.unsuited(
                    "the tag of `\(name)` stays the same, and no pin or exclusion tells digests "
                        + "apart: use --hold suspend or --hold none")
            }
        }
        let between = try tagsBetween(changes, place, since: goodTag)
        return HoldRequest(
            way: way, goodTag: goodTag, badTags: bad + between.filter { !bad.contains($0) },
            reason: request.reason, until: request.until)
    }

    /// The tags that were deployed after the restored one, and that the policy would rather select.
    private func tagsBetween(
        _ changes: [Change], _ place: ObjectPlace, since good: String?
    ) throws -> [String] {
        guard let good, let policy = model.policies(at: place).first,
            let origin = origins.first(where: { $0.image == changes.first?.found.image })
        else { return [] }
        var history = history
        return try history.tags(of: changes.map(\.found.scalar), since: origin.target).filter {
            $0 != good && policy.reading.selection(from: [good, $0])?.selected == $0
        }
    }

    private func policies(of change: Change) throws -> [ObjectPlace] {
        let offset = change.found.site.node.span.lowerBound
        let markers = model.markers.filter {
            $0.path == change.found.path && $0.fact.obeyedSetter != nil
                && $0.fact.target?.span.lowerBound == offset
        }
        return try markers.flatMap { marker in
            let policies = model.policyLinks.policies(of: marker)
            guard !policies.isEmpty else {
                throw HoldError.unsuited(
                    "the policy `\(change.found.site.setter ?? "")` at `\(change.found.path)` is "
                        + "not declared in this repository, so nothing here can hold it: use "
                        + "--hold none, and hold it where it is declared")
            }
            return policies.compactMap(model.place).reduce(into: [ObjectPlace]()) {
                if !$0.contains($1) { $0.append($1) }
            }
        }
    }

    /// Says which other values the held policy takes along.
    private mutating func noteOthers(of place: ObjectPlace, besides changes: [Change]) {
        guard let policy = model.policies(at: place).first else { return }
        let restored = Set(
            changes.map { SourceLocation(path: $0.found.path, span: $0.found.site.node.span) })
        let good = changes.compactMap(\.former.tag).first
        let others = model.policyLinks.followers(of: policy).filter { marker in
            guard let target = marker.fact.target, marker.fact.deployedTag != good else {
                return false
            }
            return !restored.contains(SourceLocation(path: marker.path, span: target.span))
                && marker.fact.deployedTag != nil
        }
        let paths = Set(others.map(\.path)).sorted { $0.bytesPrecede($1) }
        if !paths.isEmpty {
            plan.notes.append(
                "`\(policy.name)` writes \(paths.quoted) as well, which the next run may change")
        }
    }

    // MARK: The end

    func finished(_ draft: ManifestDraft) -> RollbackPlan {
        var plan = plan
        plan.changes = draft.changes
        plan.message =
            RollbackMessage(
                restorations: plan.restorations, holds: plan.holds, origins: origins,
                reason: request.reason, until: request.until
            ).text
        return plan
    }
}

extension YAMLNode {
    /// The edits that give this scalar the text of a former one, with that one's quotes where both
    /// are on one line.
    ///
    /// - Parameters:
    ///   - source: The text of this scalar.
    ///   - formerSource: That of the former one.
    fileprivate func edits(
        restoring former: YAMLNode, in source: [UInt8], from formerSource: [UInt8]
    ) throws -> [TextEdit] {
        guard let raw = former.singleLine(in: formerSource), singleLine(in: source) != nil else {
            return try edits(replacingTextBy: former.text ?? "")
        }
        return [TextEdit(span: span, replacement: raw)]
    }

    /// The scalar as written; nil for a block scalar, and for several lines.
    private func singleLine(in source: [UInt8]) -> String? {
        switch scalarStyle {
        case .plain, .singleQuoted, .doubleQuoted: break
        case .literal, .folded, nil: return nil
        }
        let written = source[span.range]
        guard kind == .scalar, !written.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
            return nil
        }
        return String(decoding: written, as: UTF8.self)
    }
}
