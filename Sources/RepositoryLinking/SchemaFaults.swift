package import Kustomize
package import ManifestFacts

extension RepositoryModel {
    /// Whether an object has a field that its kind does not have: what it seems to lack is then
    /// there, but indented or spelled wrongly.
    package func hasUnknownField(_ object: ObjectFact, in path: String) -> Bool {
        file(at: path)?.facts.schemaFaults.contains { fault in
            guard case .unknownField = fault.kind else { return false }
            return fault.object == object.identity
        } ?? false
    }

    /// The objects of Flux that the API server refuses as they are written, in the order of their
    /// files and places; patches are parts of objects, and left out.
    ///
    /// Cost: linear in the number of files.
    package var schemaFaults: [(file: ManifestFile, reach: FileReach, fault: SchemaFault)] {
        let files = graph.facts.files
        let numbers = files.indices.filter { number in
            !files[number].facts.schemaFaults.isEmpty && graph.declares(number)
        }
        guard !numbers.isEmpty else { return [] }
        let reaches = fileReaches
        return numbers.flatMap { number in
            let (file, reach) = (files[number], reaches.reach(of: number))
            return file.facts.schemaFaults.map { (file, reach, $0) }
        }
    }
}
