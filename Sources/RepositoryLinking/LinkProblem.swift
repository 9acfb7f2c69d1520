package import Kustomize
import ManifestFacts
import SourceText

/// A directory that brings in another one which it is itself part of.
struct DirectoryCycle: Hashable {
    let holder: Int
    let directory: Int
}

extension RepositoryModel {
    /// Kustomization entries that could not be resolved, without duplicates.
    ///
    /// `exists` tells whether there is a file at a path, because files that say nothing are not
    /// part of the model.
    package func linkProblems(exists: (String) -> Bool) -> [LinkProblem] {
        let unresolved = graph.kustomize.unresolved.compactMap { unresolved -> LinkProblem? in
            let kind: LinkProblem.Kind
            if unresolved.entry.text.isRemote {
                kind = .remote
            } else if let path = unresolved.path {
                if exists(path) { return nil }
                kind = .missing
            } else {
                kind = .outside
            }
            return LinkProblem(
                kind: kind,
                location: SourceLocation(path: unresolved.file.path, span: unresolved.entry.span))
        }
        return unresolved + graph.kustomize.unfollowed
            + graph.cycles.sorted { ($0.holder, $0.directory) < ($1.holder, $1.directory) }
            .compactMap(problem)
    }

    private func problem(_ cycle: DirectoryCycle) -> LinkProblem? {
        let tree = graph.kustomize.tree
        let holder = tree.directories[cycle.holder]
        guard let file = holder.kustomization.map({ files[$0] }),
            let fact = file.facts.kustomization
        else { return nil }
        let entry = (fact.resources + fact.bases + fact.components).first { entry in
            tree.directory(at: entry.text, from: cycle.holder) == cycle.directory
        }
        return entry.map {
            LinkProblem(kind: .cycle, location: SourceLocation(path: file.path, span: $0.span))
        }
    }
}
