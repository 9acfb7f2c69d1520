package import YAMLSyntax

extension ObjectFact {
    /// The objects of a text with their nodes, read again; none where it does not parse.
    ///
    /// Facts do not keep the nodes of workloads, and only a patch asks for them.
    package static func roots(in source: [UInt8]) -> [(object: ObjectFact, root: YAMLNode)] {
        do throws(YAMLError) {
            let stream = try YAMLStream(
                source, omitting: DocumentScreen.documentsWithoutFacts(in: source))
            return stream.documents.flatMap { ObjectNode.objects(in: $0) }
                .map { ($0.fact, $0.root) }
        } catch {
            return []  // its facts say so
        }
    }
}

extension ImageFact {
    /// The images of an object that is in no file but in a text of its own.
    package static func images(of object: ObjectIdentity, in source: [UInt8]) -> [ImageFact] {
        ObjectFact.roots(in: source).first.map { ImageCollector.images(of: object, in: $0.root) }
            ?? []
    }
}
