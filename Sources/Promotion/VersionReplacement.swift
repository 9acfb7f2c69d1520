import Configuration
import ImageReferences

/// The new text of scalars that say which version of an image runs.
///
/// The name stays. Parts that the old text lacks are added to a reference in one piece where the
/// environment requires them.
struct VersionReplacement {
    let old: ImageVersion
    let new: ImageVersion
    /// The part of a reference that makes an image immutable in the environment.
    let identity: Identity?

    /// The text of a scalar after the replacement.
    func text(replacing scalar: String) throws(PromotionObstacle) -> String {
        if scalar == old.tag, let tag = new.tag { return tag }
        if scalar == old.digest, let digest = new.digest { return digest }
        // The name, or a chart's repository below its registry.
        if scalar == old.name || old.name.hasSuffix("/" + scalar) { return scalar }
        // Charts that have a single field for it.
        if let tag = old.tag, let digest = old.digest, scalar == "\(tag)@\(digest)" {
            return try [new.tag, new.digest].joined("@", in: scalar)
        }
        return try reference(replacing: scalar)
    }

    private func reference(replacing scalar: String) throws(PromotionObstacle) -> String {
        let reference = ImageReference(scalar)
        guard !reference.isTemplated, reference.problems.isEmpty,
            reference.tag.text == old.tag, reference.digest.text == old.digest,
            let end = (reference.tag.range ?? reference.digest.range)?.lowerBound
        else { throw .openScalar(scalar) }
        let hasDigest = !reference.digest.isAbsent
        let name = String(decoding: Array(scalar.utf8)[..<(end - 1)], as: UTF8.self)
        var text = name
        if !reference.tag.isAbsent || requires(.tag) || !(hasDigest || requires(.digest)) {
            guard let tag = new.tag else { throw .openScalar(scalar) }
            text += ":" + tag
        }
        if hasDigest || requires(.digest) {
            guard let digest = new.digest else { throw .openScalar(scalar) }
            text += "@" + digest
        }
        return text
    }

    private func requires(_ part: Identity) -> Bool { identity == part || identity == .both }
}

extension [String?] {
    fileprivate func joined(
        _ separator: String, in scalar: String
    ) throws(PromotionObstacle) -> String {
        let known = compactMap(\.self)
        guard known.count == count else { throw .openScalar(scalar) }
        return known.joined(separator: separator)
    }
}
