package import Rules
import SourceText

/// The order of a report: by path bytes, offset and rule.
///
/// Swift compares strings by canonical equivalence, under which two different paths can be equal,
/// so everything here compares bytes. Subject and message decide ties, so that the order never
/// depends on that of the input.
extension Finding {
    package static func isInReportOrder(_ left: Finding, _ right: Finding) -> Bool {
        let (first, second) = (left.location, right.location)
        if !first.path.hasSameBytes(as: second.path) {
            return first.path.bytesPrecede(second.path)
        }
        if first.span != second.span {
            return (first.span.lowerBound, first.span.upperBound)
                < (second.span.lowerBound, second.span.upperBound)
        }
        if left.rule != right.rule { return left.rule.bytesPrecede(right.rule) }
        if !left.subject.hasSameBytes(as: right.subject) {
            return left.subject.bytesPrecede(right.subject)
        }
        return left.message.bytesPrecede(right.message)
    }
}

extension NotChecked {
    package static func isInReportOrder(_ left: NotChecked, _ right: NotChecked) -> Bool {
        if !left.path.hasSameBytes(as: right.path) { return left.path.bytesPrecede(right.path) }
        if left.line != right.line { return (left.line ?? 0) < (right.line ?? 0) }
        if left.rule != right.rule { return (left.rule ?? "").bytesPrecede(right.rule ?? "") }
        return left.reason.bytesPrecede(right.reason)
    }
}
