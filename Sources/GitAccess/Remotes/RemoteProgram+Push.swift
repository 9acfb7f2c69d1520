extension RemoteProgram {
    /// Pushes one commit to one reference.
    ///
    /// The user's `pre-push` hook runs, as it would for their own push. As Git does, the user's
    /// remote-tracking branch follows a push that was accepted.
    package func push(_ request: PushRequest) -> PushOutcome {
        do {
            let ending = try run(
                ["push", "--porcelain", "--no-progress", "--no-follow-tags"]
                    + ["--no-recurse-submodules"] + request.lease
                    + request.options.map { "--push-option=\($0)" }
                    + ["--end-of-options", remote.target, "\(request.commit):\(request.reference)"])
            return outcome(of: ending, request)
        } catch {
            return .failed(error)
        }
    }

    private func outcome(of ending: Ending, _ request: PushRequest) -> PushOutcome {
        if ending.status == 0 { return .accepted }
        guard let status = PushStatus(ending.text, reference: request.reference),
            !status.isFailure
        else {
            return .failed(RemoteFailure(remote, messages: ending.messages))
        }
        let refusal = PushRefusal(
            remote: remote.name, reference: request.reference, reason: status.reason,
            words: shownLines(ending.messages).filter { $0.hasPrefix("remote: ") }
                .map { String($0.dropFirst("remote: ".count)) })
        if status.hasMoved { return .moved(refusal) }
        return refusal.speaksOfProtection ? .protected(refusal) : .declined(refusal)
    }
}

/// The status that `git push --porcelain` prints for a reference that it did not push.
private struct PushStatus {
    private let isRemote: Bool
    let reason: String

    /// `!<tab>FROM:TO<tab>[rejected] (REASON)`; the first word may also be `remote rejected`.
    init?(_ output: String, reference: String) {
        let line = output.split(separator: "\n").lazy
            .map { $0.split(separator: "\t") }
            .first { $0.count == 3 && $0[0] == "!" && $0[1].hasSuffix(":\(reference)") }
        guard let summary = line?[2], let start = summary.firstIndex(of: "("), summary.last == ")"
        else { return nil }
        isRemote = summary.hasPrefix("[remote ")
        let words = shownLines(String(summary[summary.index(after: start)...].dropLast()))
        reason = words.joined(separator: " ")
    }

    /// Only an error of the remote's, which its messages explain.
    var isFailure: Bool {
        isRemote && ["unpacker error", "failed to report status"].contains { reason.contains($0) }
    }

    /// `git` refuses by itself what it can tell is not the expected state; the remote finds out
    /// when it sets the reference.
    var hasMoved: Bool {
        guard isRemote else { return true }
        return [
            "failed to update ref", "cannot lock ref", "failed to lock", "reference already exists",
            "incorrect old value", "fetch first", "stale info",
        ].contains { reason.contains($0) }
    }
}

extension PushRefusal {
    fileprivate var speaksOfProtection: Bool {
        ([reason] + words).contains { $0.lowercased().contains("protected branch") }
    }
}
