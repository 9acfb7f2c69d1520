import ArgumentParser
import CheckPipeline
import Fixes
import GitAccess
import Reports
import Rules
import SourceText
import Triage
import UpdateEngine

/// Makes the fixes of a check and reports the findings that are left, or shows a diff.
struct FixRun {
    let check: CheckRun
    let fixes: FixOptions
    let registries: RegistryOptions

    /// Throws an `ExitCode` if findings are left that fail the check, fixes to stage, or a diff.
    func run() async throws {
        let line = WaitingLine("checking", isWanted: !check.options.output.quiet)
        defer { line.clear() }
        var subject = try check.subject()
        try check.link(&subject)
        if fixes.asksRegistry { try await askForDigests(&subject, line) }
        let judge = try check.judge(of: subject)
        let request = try request(for: subject, judge)
        let plan = try await subject.check.plan(for: request, in: subject.snapshot)
        line.clear()
        let isFailed = fixes.diff ? try show(plan) : try await apply(plan, of: subject, judge)
        if isFailed, !check.options.gate.exitZero { throw ExitStatus.findings }
    }

    /// Asks registries for the digests of the tags in findings, so that fixes can pin them.
    private func askForDigests(
        _ subject: inout CheckSubject, _ waiting: WaitingLine
    ) async throws {
        let request = try request(for: subject, try check.judge(of: subject))
        let tags = try await subject.check.pinnableTags(for: request, in: subject.snapshot)
        guard !tags.isEmpty else { return }
        let outcome = try await waiting.aside { try await registries.digests(of: tags) }
        for failure in outcome.failures {
            Console.note("no digest of \(failure.image.visible): \(failure.message.visible)")
        }
        outcome.note(in: &subject.check.tags)
    }

    private func request(
        for subject: CheckSubject, _ judge: @escaping CheckRun.Judge
    ) throws -> FixRequest {
        let rules = check.options.rules
        let worktree = check.place == .index ? try FilesOfWorktree(subject.workspace) : nil
        return FixRequest(
            includesUnsafe: fixes.unsafeFixes,
            minimumSeverity: check.options.shownSeverity, paths: subject.paths,
            admits: { rules.admits($0.finding.rule) },
            mayChange: { path, bytes in try worktree?.holds(bytes, at: path) ?? true },
            judge: { try await judge($0, .all) })
    }

    /// Prints the diffs and returns whether there are any.
    private func show(_ plan: FixPlan) throws -> Bool {
        note(plan)
        for file in plan.files {
            let edits = [TextEdit](turning: file.before, into: file.after)
            try Console.print(
                UnifiedDiff(path: file.path, source: file.before, edits: edits).text)
        }
        return !plan.files.isEmpty
    }

    /// Writes the fixes and reports; returns whether remaining findings or unstaged fixes fail it.
    private func apply(
        _ plan: FixPlan, of subject: CheckSubject, _ judge: CheckRun.Judge
    ) async throws -> Bool {
        let replacements = plan.files.map {
            WorktreeWriter.Replacement(path: $0.path, before: $0.before, after: $0.after)
        }
        if !replacements.isEmpty {
            let failures = try WorktreeWriter(subject.workspace).replace(replacements)
            if let failure = failures.first { throw failure }
        }
        note(plan)
        let report = try await judge(plan.snapshot, subject.paths)
            .restricted(to: check.options.rules.admits)
        try check.options.output.write(
            report, from: check.options.shownSeverity, fallback: check.fallback,
            hint: fixes.unsafeFixes ? .none : .unsafeOnly, rules: subject.rules,
            repositoryURI: subject.workspace.originURI)
        guard check.place == .index, !plan.files.isEmpty else {
            return check.options.gate.isFailed(by: report)
        }
        say("what was fixed is not staged: look at it, `git add` it, and commit again")
        return true
    }

    private func note(_ plan: FixPlan) {
        for (reported, reason) in plan.refused {
            let place = "\(reported.finding.location.path.visible):\(reported.region.start.line)"
            say("\(place): `\(reported.finding.rule)` is not fixed: \(reason)")
        }
        let verb = fixes.diff ? "would fix" : "fixed"
        let count = counted(plan.fixed.count, "finding")
        say(
            plan.fixed.isEmpty
                ? "\(verb) nothing"
                : "\(verb) \(count) in \(counted(plan.files.count, "file"))")
    }

    private func say(_ line: String) {
        if !check.options.output.quiet { Console.note(line) }
    }
}

/// The files of the working tree, while the index is checked.
private struct FilesOfWorktree {
    private let entries: [String: SnapshotEntry]
    private let reader: any SnapshotReader

    init(_ workspace: GitWorkspace) throws {
        let snapshot = try workspace.snapshot(ofCommit: nil)
        entries = Dictionary(
            snapshot.entries.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        reader = try snapshot.makeReader()
    }

    func holds(_ bytes: [UInt8], at path: String) throws -> Bool {
        guard let entry = entries[path] else { return false }
        do throws(SnapshotReadError) {
            return try reader.bytes(of: entry, limit: bytes.count) == bytes
        } catch .tooLarge {
            return false
        }
    }
}
