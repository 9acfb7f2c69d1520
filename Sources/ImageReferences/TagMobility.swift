/// Whether the publisher of an image moves a tag to newer images.
package enum TagMobility: Hashable, Sendable {
    /// The tag names one release or one build.
    case fixed
    /// The tag moves, for a reason given as a clause.
    case moves(String)
    /// A version of one or two numbers, which some projects move and others do not.
    case unknown
}

extension Tag {
    /// Classifies the tag by its form and by the image's documented release scheme.
    ///
    /// - Parameter canonicalName: See `Repository.canonicalName`; nil if unknown.
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
