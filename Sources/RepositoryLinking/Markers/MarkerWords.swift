package import ManifestFacts
import SourceText
import YAMLSyntax

extension MarkerReading {
    /// The marker's meaning to Flux, in words.
    package var words: String {
        switch self {
        case .setter(let setter):
            setter.field.words(policy: "`\(setter.namespace)/\(setter.name)`")
        case .variable, .misspelledKey, .malformed: "nothing: \(fault ?? "")"
        }
    }

    /// Why Flux does not take the comment for a marker; nil where it does.
    package var fault: String? {
        switch self {
        case .setter: nil
        case .variable(let value):
            "a variable stands in `\(value)`, and nothing substitutes comments"
        case .misspelledKey(let key): "its key is `\(key)`, not `$imagepolicy`"
        case .malformed(let fault): fault.words
        }
    }

    /// By its name in machine output.
    package var kind: String {
        switch self {
        case .setter: "setter"
        case .variable: "variable"
        case .misspelledKey: "misspelledKey"
        case .malformed: "malformed"
        }
    }
}

extension SetterMarker.Field {
    fileprivate func words(policy: String) -> String {
        switch self {
        case .image: "the image of the policy \(policy), with the tag that it selects"
        case .tag: "the tag that the policy \(policy) selects"
        case .name: "the name of the image of the policy \(policy)"
        case .digest: "the digest of the tag that the policy \(policy) selects"
        }
    }
}

extension MarkerReading.MarkerFault {
    fileprivate var words: String {
        switch self {
        case .notJSON: "it is not one JSON object of strings"
        case .noBreakSpace: "a no-break space stands where JSON takes plain ones only"
        case .textBefore: "other text stands in front of the JSON object"
        case .textAfter: "other text follows the JSON object"
        case .noHash: "the `#` in front of it is missing, which makes it a part of the value"
        case .noBlankBeforeHash:
            "no blank stands in front of its `#`, which makes it a part of the value"
        case .valueNotString(let key): "the value of \(key.quoted) is not a string"
        case .value(let value):
            "\(value.quoted) is not `namespace:name`, alone or with `:tag`, `:name` or `:digest`"
        }
    }
}

extension MarkerFact {
    /// Where the comment is, and whether Flux looks there.
    package var placeWords: String {
        if case .comment(.head) = placement, isOneOfSeveralLines {
            return "among several comment lines above a list item, which Flux reads as one text"
        }
        if hidingComment != nil {
            return "above a value that has a comment beside it, which hides this one"
        }
        return placement.words
    }
}

extension MarkerPlacement {
    fileprivate var words: String {
        switch self {
        case .comment(.line): "beside the value"
        case .comment(.head): "directly above the list item"
        case .comment(.aboveValue):
            "between a key and its value, from where Flux's next run moves it to where it never "
                + "looks again"
        case .comment(.aboveKey): "above a key, where Flux does not look"
        case .comment(.aboveCollectionItem):
            "above a list item that is not a single value, where Flux does not look"
        case .comment(.onKeyOfCollection):
            "beside a key whose value is a mapping or a list, where Flux does not look"
        case .comment(.onKeyBeforeValue):
            "beside a key whose value is in the next line, where Flux does not look"
        case .comment(.onKeyWithoutValue): "beside a key without a value"
        case .comment(.onCollection):
            "behind a mapping or a list in brackets, where Flux does not look"
        case .comment(.onAlias): "beside an alias, where Flux does not look"
        case .comment(.below): "below the last value, where Flux does not look"
        case .comment(.onDocumentMarker): "beside a `---`, where Flux does not look"
        case .comment(.undetermined): "where it is not established whether Flux looks"
        case .repeatedKey:
            "beside a key that stands in the mapping twice, of which Flux reads the first"
        case .inlinePatch: "in the text of a patch, which is one value to Flux"
        }
    }
}
