import ManifestFacts
import RepositoryLinking
import SourceText

/// Compares the automations of two trees by their names in the clusters.
struct AutomationComparison {
    private let former: Side
    private let latter: Side

    /// - Parameter newPaths: Where files are now that the change moves, by their old paths.
    init(
        from former: RepositoryModel, to latter: RepositoryModel, movedTo newPaths: [String: String]
    ) {
        self.former = Side(of: former, movedTo: newPaths)
        self.latter = Side(of: latter, movedTo: [:])
    }

    /// The automations of a tree; of several of one name, which clusters build in different ways,
    /// the different ones.
    private struct Side {
        let names: [String]
        let states: [String: Set<AutomationState>]
        let places: [String: Declaration]

        init(of model: RepositoryModel, movedTo newPaths: [String: String]) {
            var names: [String] = []
            var states: [String: Set<AutomationState>] = [:]
            var places: [String: Declaration] = [:]
            let positions = FilePositions(model)
            let markers = Self.markers(of: model, movedTo: newPaths)
            for automation in model.automations.automations {
                let name = automation.name
                if states[name] == nil {
                    names.append(name)
                    places[name] = positions.declaration(at: automation.location)
                }
                states[name, default: []].insert(
                    AutomationState(automation, markers: markers[automation.number] ?? []))
            }
            (self.names, self.states, self.places) = (names, states, places)
        }

        /// By the numbers of automations: the markers that they write; none for one that is
        /// suspended.
        private static func markers(
            of model: RepositoryModel, movedTo newPaths: [String: String]
        ) -> [Int: Set<CoveredMarker>] {
            if model.automations.automations.isEmpty { return [:] }
            var markers: [Int: Set<CoveredMarker>] = [:]
            for marker in model.markers {
                guard let setter = marker.fact.liveSetter else { continue }
                let covered = CoveredMarker(
                    path: newPaths[marker.path] ?? marker.path, marker: setter.text,
                    object: marker.fact.object.map { $0.name ?? "" } ?? "")
                for writer in model.automations.writers(of: setter, at: marker.path) {
                    markers[writer.number, default: []].insert(covered)
                }
            }
            return markers
        }
    }

    func changes() -> [AutomationChange] {
        let gone = former.names.filter { latter.states[$0] == nil }
        return (latter.names + gone).compactMap { change(of: $0) }
    }

    private func change(of name: String) -> AutomationChange? {
        let (old, new) = (former.states[name] ?? [], latter.states[name] ?? [])
        if old == new { return nil }
        let place = latter.places[name] ?? former.places[name]
        guard let place else { return nil }
        let (before, after) = (old.subtracting(new), new.subtracting(old))
        let markers = (
            Set(old.flatMap(\.markers)), Set(new.flatMap(\.markers))
        )
        let isOne = before.count == 1 && after.count == 1
        let pair = isOne ? before.first.flatMap { old in after.first.map { (old, $0) } } : nil
        let differences = pair.map { Self.differences($0, $1) } ?? []
        let (begun, ended) = (markers.1.subtracting(markers.0), markers.0.subtracting(markers.1))
        return AutomationChange(
            name: name, effect: effect(old, new), differences: differences,
            begun: begun.sorted(), ended: ended.sorted(), markerCount: markers.1.count,
            place: place)
    }

    private func effect(
        _ old: Set<AutomationState>, _ new: Set<AutomationState>
    ) -> AutomationChange.Effect {
        if old.isEmpty { return .added }
        if new.isEmpty { return .removed }
        let (was, isNow) = (old.allSatisfy(\.isSuspended), new.allSatisfy(\.isSuspended))
        if was != isNow { return isNow ? .suspended : .resumed }
        return .changed
    }

    private static func differences(
        _ old: AutomationState, _ new: AutomationState
    ) -> [AutomationChange.Difference] {
        Set(old.fields.keys).union(new.fields.keys).sorted().compactMap { field in
            old.fields[field] == new.fields[field]
                ? nil
                : .init(field: field, former: old.fields[field], latter: new.fields[field])
        }
    }
}

extension Set<CoveredMarker> {
    fileprivate func sorted() -> [CoveredMarker] {
        sorted { left, right in
            left.path.hasSameBytes(as: right.path)
                ? (left.marker, left.object) < (right.marker, right.object)
                : left.path.bytesPrecede(right.path)
        }
    }
}
