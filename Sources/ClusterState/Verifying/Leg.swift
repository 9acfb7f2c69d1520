import Reports

/// The answer to one of the questions about an image.
package enum Verdict: String, Hashable, Sendable {
    case yes
    case no
    /// Not enough is seen: never taken for a yes.
    case unknown

    /// The worse of two: one no decides, then what is unknown.
    static func worse(_ left: Verdict, _ right: Verdict) -> Verdict {
        let order: [Verdict] = [.no, .unknown, .yes]
        return order.first { $0 == left || $0 == right } ?? .unknown
    }
}

/// One step of an image's way into a cluster, and whether the image has come that far.
package struct Leg: Hashable, Sendable {
    package let verdict: Verdict
    /// One clause, lower case, no full stop.
    package let reason: String

    static func yes(_ reason: String) -> Leg { Leg(verdict: .yes, reason: reason) }
    static func no(_ reason: String) -> Leg { Leg(verdict: .no, reason: reason) }
    static func unknown(_ reason: String) -> Leg { Leg(verdict: .unknown, reason: reason) }

    /// The first of the worst.
    static func worst(of legs: [Leg]) -> Leg? {
        let verdict = legs.map(\.verdict).reduce(.yes, Verdict.worse)
        return legs.first { $0.verdict == verdict }
    }

    var json: JSONValue { ["verdict": .string(verdict.rawValue), "reason": .string(reason)] }
}
