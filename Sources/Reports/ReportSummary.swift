package import Rules
package import Triage

extension CheckReport {
    /// The summary for standard error: a line of totals, a warning if every file is excluded, and
    /// the numbers of items not checked, by reason.
    ///
    /// `minimumSeverity` is that of the reports; nil if they all show findings of every severity.
    package func summary(minimumSeverity: Severity?) -> String {
        ([totals(minimumSeverity: minimumSeverity)] + exclusionLines + notCheckedLines)
            .map { $0 + "\n" }.joined()
    }

    private func totals(minimumSeverity: Severity?) -> String {
        let kind = isCompared ? "new " : ""
        let counts = Severity.allCases.reversed()
            .map { (severity: $0, count: count(of: $0)) }
            .filter { $0.count > 0 }
            .map { severity, count in
                let isHidden = minimumSeverity.map { severity < $0 } ?? false
                return counted(count, kind + severity.rawValue)
                    + (isHidden ? " (not shown without `--severity \(severity.rawValue)`)" : "")
            }
        let found = counts.isEmpty ? "no \(kind)findings" : counts.joined(separator: ", ")
        let silenced = [
            (existingCount, "that were there before"), (suppressedCount, "suppressed"),
            (baselinedCount, "in the baseline"),
        ]
        .filter { $0.0 > 0 }
        .map { "\($0.0) \($0.1)" }
        return (["\(found) in \(files)"] + silenced).joined(separator: ", ")
    }

    /// How many files were checked, and how many of them are excluded, in words.
    var files: String {
        let all = counted(fileCount, "file")
        if excludedCount == 0 { return all }
        return "\(all) (\(leavesNothing ? "all" : "\(excludedCount)") excluded)"
    }

    private var leavesNothing: Bool { excludedCount > 0 && excludedCount == fileCount }

    private var exclusionLines: [String] {
        leavesNothing
            ? ["warning: `exclude` in the configuration takes every file, so nothing is reported"]
            : []
    }

    /// How many items were not checked for each reason, the most frequent first.
    var notCheckedByReason: [(reason: String, count: Int)] {
        Dictionary(grouping: notChecked, by: \.reason)
            .map { (reason: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    }

    private var notCheckedLines: [String] {
        if notChecked.isEmpty { return [] }
        let byReason = notCheckedByReason
        let shown = byReason.prefix(Self.shownReasonCount)
            .map { "  \($0.count): \($0.reason.visible)" }
        let rest = byReason.dropFirst(Self.shownReasonCount)
        let others = rest.reduce(0) { $0 + $1.count }
        return ["\(counted(notChecked.count, "item")) not checked:"] + shown
            + (rest.isEmpty ? [] : ["  \(others): for \(counted(rest.count, "other reason"))"])
    }

    /// The number of reasons that a summary lists, so that it stays short.
    private static var shownReasonCount: Int { 10 }
}

/// A number with its noun, whose plural must end in a plain `s`.
package func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// The available fixes that the totals of a check mention.
package enum FixHint: Sendable {
    case none
    /// Safe fixes, and how many unsafe ones there are in addition.
    case safe
    /// All fixes in one number, because the user asked for unsafe ones, too.
    case unsafe
    /// Unsafe fixes only, because the safe ones are made.
    case unsafeOnly
}

extension CheckReport {
    /// A line that says how many findings `--fix` would correct; nil for none.
    package func line(about hint: FixHint, minimumSeverity: Severity) -> String? {
        let fixes = newFindings.filter { $0.finding.severity >= minimumSeverity }
            .compactMap(\.finding.fix)
        let safe = fixes.count(where: \.isSafe)
        let unsafe = fixes.count - safe
        switch hint {
        case .none: return nil
        case .safe where safe > 0:
            let more = unsafe == 0 ? "" : ", \(unsafe) more with `--unsafe-fixes`"
            return "\(safe) fixable with `sluice check --fix`\(more)"
        case .unsafe where safe > 0:
            return "\(fixes.count) fixable with `sluice check --fix --unsafe-fixes`"
        case .safe, .unsafe, .unsafeOnly:
            guard unsafe > 0 else { return nil }
            return "\(unsafe) fixable with `sluice check --fix --unsafe-fixes`"
        }
    }
}
