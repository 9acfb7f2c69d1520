package import Kustomize
import ManifestFacts
package import SourceText
package import YAMLSyntax

/// A file that a Flux Kustomization builds, although it is not valid YAML.
package struct UnreadableManifest: Sendable {
    package let file: ManifestFile
    package let error: YAMLError
    /// The line at which parsing stops.
    package let location: SourceLocation
}

extension RepositoryModel {
    /// In the order of their paths.
    ///
    /// Left out are templates, files with markers that lack their `#`, and texts that are only too
    /// deep for this program.
    package var unreadableManifests: [UnreadableManifest] {
        let builders = DirectoryBuilders(graph, fileReaches)
        return files.indices.compactMap { number in
            let file = files[number]
            guard case .notYAML(let error) = file.facts.reading, error.isCertain,
                file.facts.bareMarkers.isEmpty,
                directories(building: number).contains(where: { builders.builder(of: $0) == .flux })
            else { return nil }
            let lines = LineIndex(file.facts.source)
            let line = lines.span(ofLine: lines.lineNumber(at: error.offset))
            return UnreadableManifest(
                file: file, error: error, location: SourceLocation(path: file.path, span: line))
        }
    }

    /// The directories whose builds include a file; its own, if it is a kustomization.
    private func directories(building file: Int) -> [Int] {
        guard files[file].facts.role == .kustomization else {
            return graph.buildsOfFile[file].map { graph.builds[$0].directory }
        }
        let directory = RepositoryPath.directory(of: files[file].path)
        return directory.flatMap { graph.kustomize.tree.directory(at: $0) }.map { [$0] } ?? []
    }
}
