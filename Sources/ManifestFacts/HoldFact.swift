package import SourceText
package import YAMLSyntax

/// A line of the annotation `sluice.dev/hold`: image automation is kept from a tag.
package struct HoldFact: Sendable {
    /// The kinds of objects that can have the annotation.
    package enum Holder: String, CaseIterable, Sendable {
        case policy = "ImagePolicy"
        case repository = "ImageRepository"
        case automation = "ImageUpdateAutomation"
    }

    package let holder: Holder
    package let object: ObjectFact
    package let root: YAMLNode
    /// The line, or the whole annotation where escapes hide its lines.
    package let span: SourceSpan
    package let reading: Result<HoldStatement, HoldFault>

    package static let annotation = "sluice.dev/hold"

    package var statement: HoldStatement? { try? reading.get() }
}

extension HoldFact {
    /// The number of holds that count on one object, as each is proved.
    private static let limit = 64

    static func holds(of object: ObjectNode, in source: [UInt8]) -> [HoldFact] {
        guard object.identity.isFluxImage(kind: object.identity.kind ?? ""),
            let holder = object.identity.kind.flatMap(Holder.init)
        else { return [] }
        let lines = AnnotationLine.lines(of: annotation, on: object, in: source)
        return lines.prefix(limit + 1).enumerated().map { number, line in
            HoldFact(
                holder: holder, object: object.fact, root: object.root, span: line.span,
                reading: Result { () throws(HoldFault) in
                    guard number < limit else { throw .tooMany(limit: limit) }
                    return try HoldStatement(String(decoding: line.text, as: UTF8.self), on: holder)
                })
        }
    }
}

/// The change that keeps image automation from a tag, the field before it, its reason and its end.
package struct HoldStatement: Hashable, Sendable {
    /// The change of the object that holds.
    package enum Measure: Hashable, Sendable {
        /// The range of a policy admits the version of this tag alone; `former` is the scalar of
        /// the range as it was written, with its quotes.
        case pin(tag: String, former: String)
        /// An ImageRepository excludes the tag; whether it had no `exclusionList` before.
        case exclude(tag: String, wasAbsent: Bool)
        /// An automation is suspended; `former` is what `suspend` was, nil for absent.
        case suspend(former: String?)

        /// Its word in the annotation, on the command line and in JSON.
        package var word: String {
            switch self {
            case .pin: "pin"
            case .exclude: "exclude"
            case .suspend: "suspend"
            }
        }
    }

    package let measure: Measure
    /// The tag that is kept away; nil where the hold names none.
    package let badTag: String?
    package let reason: String
    /// The last day, as written; nil for a hold without an end.
    package let until: String?

    /// Nil for texts that the annotation would not give back, such as a reason of two lines.
    package init?(_ measure: Measure, badTag: String?, reason: String, until: String?) {
        self.measure = measure
        self.reason = reason
        self.until = until
        if case .exclude(let tag, _) = measure { self.badTag = tag } else { self.badTag = badTag }
        guard line.unicodeScalars.allSatisfy({ !$0.endsLine }), let read = try? Self(line),
            read == self
        else { return nil }
    }

    init(reading measure: Measure, badTag: String?, reason: String, until: String?) {
        self.measure = measure
        self.badTag = badTag
        self.reason = reason
        self.until = until
    }

    /// The line of the annotation, as `HoldParser` reads it.
    package var line: String {
        let bad = badTag.map { " not \($0)" } ?? ""
        let head =
            switch measure {
            case .pin(let tag, let former): "pin \(tag)\(bad) was \(former)"
            case .exclude(let tag, let wasAbsent):
                "exclude \(tag)" + (wasAbsent ? " was absent" : "")
            case .suspend(let former): "suspend\(bad) was \(former ?? "absent")"
            }
        return "\(head): \(reason)" + (until.map { " (until \($0))" } ?? "")
    }

    /// Reads one line for an object of a kind.
    init(_ line: String, on holder: HoldFact.Holder) throws(HoldFault) {
        self = try HoldStatement(line)
        switch (measure, holder) {
        case (.pin, .policy), (.exclude, .repository), (.suspend, .automation): break
        default: throw .wrongObject(measure.word)
        }
    }

    init(_ line: String) throws(HoldFault) {
        var parser = HoldParser(line)
        self = try parser.statement()
    }
}

extension Unicode.Scalar {
    fileprivate var endsLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// Why a line of the annotation is no hold.
package enum HoldFault: Error, Hashable, Sendable {
    /// It begins with this word.
    case measure(String)
    case noTag
    /// The field as it was before does not follow.
    case noFormerValue
    case noReason
    /// A day is there, but not as `(until DAY)` at the end.
    case looseDay
    /// The measure is not one for an object of this kind.
    case wrongObject(String)
    /// The object has so many holds before this one that it does not count.
    case tooMany(limit: Int)
}

extension HoldFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .measure(let word):
            "`\(word)` is no hold; a line begins with `pin`, `exclude` or `suspend`"
        case .noTag: "the hold names no tag"
        case .noFormerValue: "the hold does not say what the field `was` before"
        case .noReason: "the hold gives no reason after `: `"
        case .tooMany(let limit):
            "of more than \(limit) holds on an object, the others do not count"
        case .looseDay: "the day of a hold counts only as `(until YYYY-MM-DD)` at its end"
        case .wrongObject(let word):
            switch word {
            case "pin": "`pin` holds an ImagePolicy only"
            case "exclude": "`exclude` holds an ImageRepository only"
            default: "`\(word)` holds an ImageUpdateAutomation only"
            }
        }
    }
}
