extension ScanFailureRecord {
    func bounded(by limits: StateLimits) -> ScanFailureRecord {
        var failure = self
        failure.reason = failure.reason.shortened(to: limits.textLength)
        return failure
    }
}

extension RunRecord {
    func bounded(by limits: StateLimits) -> RunRecord {
        var run = self
        run.refusals = run.refusals.prefix(limits.refusalCount).map { refusal in
            var refusal = refusal
            refusal.reason = refusal.reason.shortened(to: limits.textLength)
            return refusal
        }
        switch outcome {
        case .pushed(let commit, let branch, let subject):
            run.outcome = .pushed(
                commit: commit, branch: branch, subject: subject.shortened(to: limits.textLength))
        case .unchanged: break
        case .skipped(let reason): run.outcome = .skipped(reason.shortened(to: limits.textLength))
        case .failed(let reason): run.outcome = .failed(reason.shortened(to: limits.textLength))
        }
        return run
    }
}

extension String {
    /// As many Unicode scalars at most, the last an ellipsis where some are missing.
    fileprivate func shortened(to limit: Int) -> String {
        guard unicodeScalars.count > limit else { return self }
        return String(unicodeScalars.prefix(limit - 1)) + "…"
    }
}
