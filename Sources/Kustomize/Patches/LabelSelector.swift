/// A label selector in Kubernetes' text form: `a=b,c!=d,e in (f,g),h notin (i),j,!k`.
package struct LabelSelector: Hashable, Sendable {
    private enum Requirement: Hashable {
        case oneOf(String, Set<String>)
        case noneOf(String, Set<String>)
        case present(String)
        case absent(String)
    }

    private let requirements: [Requirement]

    /// Whether it selects everything.
    var isEmpty: Bool { requirements.isEmpty }

    /// Nil for text that Kubernetes would refuse, as far as the operators tell.
    init?(_ text: String) {
        var requirements: [Requirement] = []
        for part in Self.parts(of: text) {
            guard let requirement = Self.requirement(part) else { return nil }
            requirements.append(requirement)
        }
        self.requirements = requirements
    }

    /// A key that is absent satisfies `!=` and `notin`.
    func matches(_ labels: [String: String]) -> Bool {
        requirements.allSatisfy { requirement in
            switch requirement {
            case .oneOf(let key, let values): labels[key].map(values.contains) ?? false
            case .noneOf(let key, let values): !(labels[key].map(values.contains) ?? false)
            case .present(let key): labels[key] != nil
            case .absent(let key): labels[key] == nil
            }
        }
    }

    /// The requirements: split at commas outside of parentheses.
    private static func parts(of text: String) -> [Substring] {
        var isInside = false
        return text.split { character in
            if character == "(" { isInside = true }
            if character == ")" { isInside = false }
            return character == "," && !isInside
        }
    }

    private static func requirement(_ text: Substring) -> Requirement? {
        let text = text.trimmed
        if text.hasSuffix(")") { return setRequirement(text) }
        if let (key, value) = text.split(at: "!=") { return .noneOf(key, [value]) }
        if let (key, value) = text.split(at: "==") { return .oneOf(key, [value]) }
        if let (key, value) = text.split(at: "=") { return .oneOf(key, [value]) }
        let isNegated = text.hasPrefix("!")
        let key = String(isNegated ? text.dropFirst().trimmed : text)
        guard !key.isEmpty, !key.contains(where: { " !=<>()".contains($0) }) else { return nil }
        return isNegated ? .absent(key) : .present(key)
    }

    private static func setRequirement(_ text: Substring) -> Requirement? {
        guard let open = text.firstIndex(of: "(") else { return nil }
        let words = text[..<open].split(separator: " ")
        guard words.count == 2 else { return nil }
        let list = text[text.index(after: open)...].dropLast()
        let values = Set(
            list.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) })
        switch words[1] {
        case "in": return .oneOf(String(words[0]), values)
        case "notin": return .noneOf(String(words[0]), values)
        default: return nil
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The trimmed texts before and after the first occurrence of `separator`.
    fileprivate func split(at separator: String) -> (String, String)? {
        var rest = self
        while !rest.isEmpty {
            if rest.hasPrefix(separator) {
                let key = self[..<rest.startIndex].trimmed
                let value = rest.dropFirst(separator.count).trimmed
                guard !key.isEmpty, !key.contains(" "), !value.contains(" ") else { return nil }
                return (String(key), String(value))
            }
            rest.removeFirst()
        }
        return nil
    }
}
