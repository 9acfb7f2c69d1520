import SourceText
import YAMLSyntax

extension MarkerFact {
    /// Whether it is no comment but a part of the value.
    package var isBare: Bool {
        reading == .malformed(.noHash) || reading == .malformed(.noBlankBeforeHash)
    }

    /// The setter that the author wrote or evidently meant, whether or not Flux obeys it; nil for
    /// documentation, and where more than one could be meant.
    package var meantSetter: SetterMarker? {
        guard !isAlone || evidentlyMeansItsNeighbour || liveSetter != nil else { return nil }
        switch reading {
        case .setter(let setter):
            return placement == .comment(.undetermined) ? nil : setter
        case .misspelledKey(let key): return JSONStrings.setter(ofKey: key, in: text)
        case .malformed: return MarkerRepair(text)?.setter
        case .variable: return nil
        }
    }

    /// The setter that any rule may judge.
    package var anySetter: SetterMarker? { obeyedSetter ?? meantSetter }

    /// The marker, if it is no comment.
    package var bareMarker: BareMarker? {
        guard isBare, let setter = meantSetter else { return nil }
        return BareMarker(
            span: span, setter: setter, hasHash: reading == .malformed(.noBlankBeforeHash))
    }

    /// The comment as it is once its own fault is mended; as written where it has none.
    package var mendedText: String {
        switch reading {
        case .setter, .variable: return text
        case .misspelledKey(let key):
            return text.replacing("\"\(key)\"", with: "\"$imagepolicy\"", maxReplacements: 1)
        case .malformed(.noHash): return "# " + text
        case .malformed(.noBlankBeforeHash): return text
        case .malformed:
            guard let repair = MarkerRepair(text) else { return text }
            return String(decoding: text.utf8.prefix(repair.range.lowerBound), as: UTF8.self)
                + repair.replacement
        }
    }

    /// Whether a marker on a line of its own is meant for the value next to it, rather than as
    /// documentation.
    package var evidentlyMeansItsNeighbour: Bool {
        guard !neighbourHasMarker, case .comment(let placement) = placement else { return false }
        switch placement {
        case .head: return true
        case .aboveKey where isDetached: return false
        case .aboveKey(let key):
            guard isOneOfSeveralLines else { return true }
            let isFirstKey = key.parent?.parent == nil && key.parent?.pairs.first?.key == key
            return isLastLine && !isFirstKey && key.value?.kind == .scalar
        case .aboveCollectionItem: return !isDetached && !isOneOfSeveralLines
        case .below(let value): return !isOneOfSeveralLines && value != nil
        case .aboveValue, .onAlias: return !isOneOfSeveralLines || isLastLine
        default: return false
        }
    }
}

extension YAMLPairs {
    fileprivate var first: (key: YAMLNode, value: YAMLNode)? {
        var pairs = self
        return pairs.next()
    }
}

extension JSONStrings {
    /// The setter under a key of the one object in a comment.
    fileprivate static func setter(ofKey key: String, in comment: String) -> SetterMarker? {
        let content = Array(comment.utf8)[...].drop { $0 == UInt8(ascii: "#") }
        let members = (try? JSONStrings(content.trimmingBlanksBefore()))?.members ?? []
        return members.first { $0.key == key }.flatMap { SetterMarker($0.value) }
    }
}
