/// Whether the publisher of an image moves one of its tags to newer images.
package enum TagMobility: Hashable, Sendable {
    /// The tag names one release or one build.
    case fixed
    /// The tag moves; with the clause that tells why.
    case moves(String)
    /// A version of one or two numbers: some projects move such tags, others never do.
    case unknown
}

extension Tag {
    /// Judges the tag by its form and by what is published of the image.
    ///
    /// - Parameter canonicalName: As of `Repository.canonicalName`; nil where it is not known.
    package func mobility(ofImage canonicalName: String?) -> TagMobility {
        guard isFloating else { return .fixed }
        guard isVersionSeries else {
            return .moves("it names a channel, a stage, a branch or a variant")
        }
        let numbers = leadingNumbers
        let scheme = canonicalName.flatMap {
            ReleaseScheme.scheme(ofImage: $0, major: numbers.first.flatMap { Int($0) })
        }
        guard let scheme else { return .unknown }
        guard let count = scheme.numberCount else {
            return .moves("the image is built again under the tags of its versions")
        }
        return numbers.count < count
            ? .moves("releases of this image have \(count) numbers") : .fixed
    }
}
