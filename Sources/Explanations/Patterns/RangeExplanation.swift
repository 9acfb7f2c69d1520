package import Reports
import Rules
import SemanticVersions
import SourceText

/// An explanation of a version range, and which tags satisfy it, judged as Flux judges candidates.
package struct RangeExplanation: Answer {
    package static let command = "explain range"

    private let source: String
    private let outcome: Result<VersionConstraint, VersionConstraintError>
    /// In the order given; a reason is nil where the tag satisfies the range.
    private let tags: [(tag: String, reason: String?)]

    package init(of range: String, tags: [String] = []) {
        source = range
        do {
            let constraint = try VersionConstraint(range)
            outcome = .success(constraint)
            self.tags = tags.map { ($0, constraint.reasonAgainst(candidate: $0)) }
        } catch {
            outcome = .failure(error)
            self.tags = []
        }
    }

    package var isValid: Bool { if case .success = outcome { true } else { false } }

    package var members: [String: JSONValue] {
        let error: JSONValue =
            if case .failure(let error) = outcome {
                .fault("\(error)", offset: error.range.lowerBound)
            } else { .null }
        let tags = tags.map { tag, reason -> JSONValue in
            [
                "tag": .string(tag), "satisfies": .boolean(reason == nil),
                "reason": JSONValue(reason),
            ]
        }
        return ["valid": .boolean(isValid), "error": error, "tags": .array(tags)]
    }

    package func text(in style: TextStyle) -> String {
        switch outcome {
        case .failure(let error):
            return MarkedText(text: source, range: error.range, message: "\(error)")
                .text(in: style)
        case .success(let constraint):
            let account = TextTable([
                .row("range", source, .emphasis),
                .row("takes", constraint.words),
            ])
            return paragraphs([account.text(in: style), table.text(in: style)])
        }
    }

    private var table: TextTable {
        TextTable(
            tags.map { tag, reason in
                [
                    reason == nil ? .init("yes", .success) : .init("no", .severity(.warning)),
                    .init(tag), .init(reason ?? ""),
                ]
            })
    }
}

extension VersionConstraint {
    /// Why Flux would not take the tag; nil if it would.
    fileprivate func reasonAgainst(candidate tag: String) -> String? {
        do {
            let refusals = refusals(of: try Version(candidate: tag))
            return refusals.isEmpty ? nil : refusals.map(\.description).joined(separator: "; ")
        } catch {
            return "\(tag.quoted) is not a version: \(error)"
        }
    }
}
