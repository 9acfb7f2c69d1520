import Configuration
import SourceText

/// The value of a field, as far as the repository tells it.
struct CustomValue {
    /// Empty where the field is absent.
    let texts: [String]
    /// Why there may be others: one clause, lower case, no full stop.
    let doubt: String?
    /// Whether another place says it, where it is judged.
    let isSaidElsewhere: Bool
    let place: SourceLocation?

    private init(
        _ texts: [String], doubt: String? = nil, isSaidElsewhere: Bool = false,
        at place: SourceLocation? = nil
    ) {
        self.texts = texts
        self.doubt = doubt
        self.isSaidElsewhere = isSaidElsewhere
        self.place = place
    }

    static let absent = CustomValue([])
    static let saidElsewhere = CustomValue([], isSaidElsewhere: true)

    static func known(_ text: String?, at place: SourceLocation? = nil) -> CustomValue {
        CustomValue(text.map { [$0] } ?? [], at: place)
    }

    /// - Parameter doubt: Why there may be more; nil if these are all.
    static func known(_ texts: [String], besides doubt: String? = nil) -> CustomValue {
        CustomValue(texts, doubt: doubt)
    }

    static func unknown(_ reason: String, at place: SourceLocation? = nil) -> CustomValue {
        CustomValue([], doubt: reason, at: place)
    }

    /// The value for a message.
    var words: String {
        if !texts.isEmpty { return texts.joined(separator: ", ") }
        return doubt == nil && !isSaidElsewhere ? "none" : "…"
    }
}

/// Whether a condition holds.
enum CustomTruth: Equatable {
    case holds
    case fails
    /// With the reason; nil where another place decides, which is judged there.
    case unknown(String?)
}

/// The judgement of a condition on one thing.
struct CustomVerdict {
    var truth: CustomTruth
    /// The value that decided it, if it has a place of its own.
    var place: SourceLocation?
    /// A tag that proves it.
    var witness: String?
    /// The smallest part of the condition that decided it.
    var condition: CustomCondition
}
