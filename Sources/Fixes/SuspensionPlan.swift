package import CheckPipeline
import Kustomize
import ManifestFacts
import RepositoryLinking
package import SourceText
import YAMLSyntax

/// A manifest in which one object is suspended or resumed, tried out in memory.
package struct SuspensionPlan: Sendable {
    /// A kind of object that can be suspended, by the name that the flux command has for it.
    package enum Kind: String, CaseIterable, Sendable {
        case repository
        case update

        package var object: String {
            self == .repository ? "ImageRepository" : "ImageUpdateAutomation"
        }
    }

    /// Which object is meant.
    package struct Target: Hashable, Sendable {
        package let kind: Kind
        package let namespace: String
        package let name: String

        package init(_ kind: Kind, namespace: String, name: String) {
            self.kind = kind
            self.namespace = namespace
            self.name = name
        }
    }

    package let path: String
    package let line: Int
    package let before: [UInt8]
    /// Equal to `before` where there is nothing to change.
    package let after: [UInt8]
}

extension SuspensionPlan.Target: CustomStringConvertible {
    package var description: String { "\(kind.object) `\(namespace)/\(name)`" }
}

/// Why an object cannot be suspended or resumed by an edit.
package enum SuspensionError: Error, Hashable, Sendable {
    case missing(SuspensionPlan.Target)
    /// Several declarations have the name; with their places.
    case several(SuspensionPlan.Target, [String])
    /// It is not set in the manifest, but by a patch or a variable, for example.
    case decidedElsewhere(SuspensionPlan.Target, path: String)
    /// The manifest is written in a way that leaves no safe place.
    case layout(SuspensionPlan.Target, path: String)
}

extension SuspensionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing(let target): "no \(target) is declared here"
        case .several(let target, let places):
            "\(target) is declared at \(places.map { "`\($0)`" }.joined(separator: " and ")); "
                + "choose with --path"
        case .decidedElsewhere(let target, let path):
            "a patch or a variable decides whether \(target) is suspended, not `\(path)`"
        case .layout(let target, let path):
            "`\(path)` is written in a way that leaves no safe place for `suspend` of \(target)"
        }
    }
}

extension RepositoryCheck {
    /// The edit after which the object is suspended, or no longer is, wherever it is built.
    package func plan(
        toSuspend isSuspended: Bool, _ target: SuspensionPlan.Target, in snapshot: Snapshot,
        paths: ReportPaths = .all
    ) async throws -> SuspensionPlan {
        let found = try await model(of: snapshot).declarations(of: target, paths: paths)
        guard let declaration = found.first else { throw SuspensionError.missing(target) }
        guard found.count == 1 else {
            throw SuspensionError.several(target, found.map { "\($0.file.path):\($0.line)" })
        }
        let path = declaration.file.path
        let tree = try ManifestTree(of: snapshot)
        guard let entry = tree.entries.first(where: { $0.path == path }) else {
            throw SuspensionError.missing(target)
        }
        let before = try tree.makeReader().bytes(of: entry, limit: SnapshotReading.fileSizeLimit)
        func plan(_ after: [UInt8]) -> SuspensionPlan {
            SuspensionPlan(path: path, line: declaration.line, before: before, after: after)
        }
        if declaration.states == [isSuspended] { return plan(before) }
        let edits = SuspensionEdit(isSuspended, in: declaration.root, of: before).candidates
        guard before == declaration.file.facts.source, !edits.isEmpty else {
            throw SuspensionError.layout(target, path: path)
        }
        for edit in edits {
            let after = try before.applying([edit])
            let changed = try await model(of: snapshot.replacing([path: after]))
                .declarations(of: target, paths: paths)
            if changed.first?.states == [isSuspended] { return plan(after) }
        }
        throw SuspensionError.decidedElsewhere(target, path: path)
    }
}

/// One manifest of an object, and what becomes of it wherever it is built.
private struct SuspendableDeclaration {
    let file: ManifestFile
    let root: YAMLNode
    let line: Int
    /// Nil means what is not known.
    var states: Set<Bool?>
}

extension RepositoryModel {
    /// In the order of their files.
    fileprivate func declarations(
        of target: SuspensionPlan.Target, paths: ReportPaths
    ) -> [SuspendableDeclaration] {
        switch target.kind {
        case .repository:
            declarations(objects.repositories, of: target, paths) { ($0.object, $0.root) }
        case .update:
            declarations(objects.automations, of: target, paths) { ($0.object, $0.root) }
        }
    }

    private func declarations<Fact>(
        _ objects: [Effective<Fact>], of target: SuspensionPlan.Target, _ paths: ReportPaths,
        _ parts: (Fact) -> (object: ObjectFact, root: YAMLNode)
    ) -> [SuspendableDeclaration] {
        var found: [SuspendableDeclaration] = []
        for object in objects
        where object.identity.mayBe(namespace: target.namespace, name: target.name)
            && paths.contains(object.fact.path)
        {
            let (fact, root) = parts(object.fact.fact)
            let state = object.object.field("spec", "suspend").isTrue
            if let place = found.firstIndex(where: { $0.root == root }) {
                found[place].states.insert(state)
            } else if let file = files.first(where: { $0.path == object.fact.path }) {
                let line = LineIndex(file.facts.source).lineNumber(at: fact.span.lowerBound)
                found.append(
                    SuspendableDeclaration(file: file, root: root, line: line, states: [state]))
            }
        }
        return found
    }
}

extension BuiltField {
    /// Nil where it is not known.
    fileprivate var isTrue: Bool? {
        switch self {
        case .absent: false
        case .known(let text, _): text == "true" ? true : text == "false" ? false : nil
        case .collection, .unknown: nil
        }
    }
}
