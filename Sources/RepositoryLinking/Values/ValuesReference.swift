import Kustomize

/// An entry of `valuesFrom` of a HelmRelease (helm-controller, `api/v2/reference_types.go`).
struct ValuesReference: Hashable {
    let kind: String
    let name: String
    let key: String
    /// The one value that the entry sets; nil for an entry that merges all of the text.
    let targetPath: String?
    let isOptional: Bool

    /// Nil for an entry without kind or name.
    init?(_ entry: BuiltNode) {
        guard let kind = entry["kind"]?.text?.text, let name = entry["name"]?.text?.text else {
            return nil
        }
        self.kind = kind
        self.name = name
        key = entry["valuesKey"]?.text?.text ?? "values.yaml"
        targetPath = entry["targetPath"]?.text?.text
        isOptional = entry["optional"]?.text?.text == "true"
    }

    /// Whether an entry that sets one value may set a part of an image.
    var mayNameImage: Bool {
        guard let targetPath else { return true }
        let words = ["mage", "epository", "egistry", "ag", "igest"]
        return words.contains { targetPath.utf8.firstRange(of: $0) }
    }
}

extension String.UTF8View {
    fileprivate func firstRange(of word: String) -> Bool {
        let word = Array(word.utf8)
        return indices.contains { self[$0...].starts(with: word) }
    }
}
