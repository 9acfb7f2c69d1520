import ImageReferences
package import ManifestFacts

/// A tag setter and the file that it is in.
package struct LocatedTagSetter: Sendable {
    package let path: String
    package let setter: TagSetter

    package init(path: String, setter: TagSetter) {
        self.path = path
        self.setter = setter
    }
}

/// The commands and builds of a repository that give images their tags outside of its manifests.
struct TagSetters: Sendable {
    private var byName: [String: LocatedTagSetter] = [:]
    private var byPattern: [(pattern: NamePattern, setter: LocatedTagSetter)] = []
    private var byPath: [(pattern: NamePattern, setter: LocatedTagSetter)] = []
    /// More patterns than these are not told apart: a hostile repository could have millions.
    private static let patternLimit = 256

    init(_ setters: [LocatedTagSetter]) {
        var known: Set<TagSetter> = []
        for setter in setters where known.insert(setter.setter).inserted {
            switch setter.setter.target {
            case .image(let name):
                if let literal = name.literal {
                    byName[literal] = byName[literal] ?? setter
                    if let canonical = ImageName(literal)?.canonical {
                        byName[canonical] = byName[canonical] ?? setter
                    }
                } else if byPattern.count < Self.patternLimit {
                    byPattern.append((name, setter))
                }
            case .file(let path):
                if byPath.count < Self.patternLimit { byPath.append((path, setter)) }
            }
        }
    }

    var isEmpty: Bool { byName.isEmpty && byPattern.isEmpty && byPath.isEmpty }

    /// Why the tag of an image that names no build need not be what runs; nil where nothing sets
    /// it.
    func reason(for image: ImageFact, in path: String) -> String? {
        guard image.digest.isAbsent,
            image.tag.isAbsent
                ? image.isWhole : (image.tag.text.map({ Tag($0).isFloating }) ?? false),
            let setter = setter(of: image, in: path)
        else { return nil }
        return "`\(setter.setter.tool)` in `\(setter.path)` may set its tag"
    }

    private func setter(of image: ImageFact, in path: String) -> LocatedTagSetter? {
        let pathHit = byPath.first { $0.pattern.matchesEnd(ofPath: path) }
        if let pathHit { return pathHit.setter }
        guard let name = image.nameText else { return nil }
        let canonical = ImageName(name)
        return byName[name] ?? canonical.flatMap { byName[$0.canonical] }
            ?? byPattern.first { pattern, _ in
                pattern.matches(name) || canonical.map { pattern.matches($0.full) } ?? false
            }?.setter
    }
}
