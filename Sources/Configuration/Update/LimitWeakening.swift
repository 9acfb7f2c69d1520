package import SourceText

/// A limit of updates, or an identity that an environment requires, that is weaker than before.
package struct LimitWeakening: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// From one value to another; nil for none.
        case value(from: String, to: String?)
        /// An entry of a list is gone, which had this reason.
        case lostEntry(reason: String)
    }

    /// As in `update.maximumJump`.
    package let key: String
    package let change: Change
    /// Nil for the repository as a whole.
    package let environment: String?
    /// The place of the new limit in the configuration, else the one closest to it.
    package let span: SourceSpan
}

extension RepositoryConfiguration {
    /// The updates that this configuration allows and a former one did not.
    ///
    /// An environment is the one of the same name, else the one of the same places; what was in one
    /// that is gone has the limits of the repository.
    ///
    /// - Parameter today: The day at which an entry that has ended is not lost; nil if none has
    ///   ended.
    package func weakenings(
        since former: RepositoryConfiguration, on today: CalendarDay?
    ) -> [LimitWeakening] {
        let general = updateLimits.losses(since: former.updateLimits, on: today)
        let start = SourceSpan(0, 0)
        return general.map { $0.weakening(of: nil, orAt: start) }
            + former.environments.flatMap { old in
                let new = counterpart(of: old)
                let losses = (new?.updateLimits ?? updateLimits)
                    .losses(since: old.updateLimits, on: today)
                    .filter { loss in !general.contains { $0.isSame(as: loss) } }
                let identity = LimitLoss(
                    "identity", from: old.identity, to: new?.identity, by: \.strength)
                return (losses + [identity].compactMap(\.self)).map {
                    $0.weakening(of: old.name.value, orAt: new?.name.span ?? start)
                }
            }
    }

    private func counterpart(of old: Environment) -> Environment? {
        environment(named: old.name.value) ?? environments.first { $0.places == old.places }
    }
}

extension Environment {
    fileprivate var places: [[String]] {
        [paths, namespaces, clusters].map { $0.map(\.value.source) }
    }
}

/// A limit that was lost, wherever it was.
private struct LimitLoss {
    let key: String
    let change: LimitWeakening.Change
    /// Nil for a limit that is gone.
    let span: SourceSpan?

    init(_ key: String, reason: String) {
        self.key = key
        change = .lostEntry(reason: reason)
        span = nil
    }

    /// Nil where nothing is lost: both are equally strong, or the new one is stronger.
    init?<Value: CustomStringConvertible>(
        _ key: String, from old: Setting<Value>?, to new: Setting<Value>?,
        by strength: (Value) -> Int64
    ) {
        guard let old, strength(old.value) > new.map({ strength($0.value) }) ?? 0 else {
            return nil
        }
        self.key = key
        change = .value(from: "\(old.value)", to: new.map { "\($0.value)" })
        span = new?.span
    }

    func isSame(as other: LimitLoss) -> Bool { key == other.key && change == other.change }

    func weakening(of environment: String?, orAt place: SourceSpan) -> LimitWeakening {
        LimitWeakening(key: key, change: change, environment: environment, span: span ?? place)
    }
}

extension UpdateLimits {
    fileprivate func losses(since former: UpdateLimits, on today: CalendarDay?) -> [LimitLoss] {
        let values = [
            LimitLoss(
                "update.allowDowngrade", from: former.allowsDowngrade, to: allowsDowngrade
            ) { $0 ? 0 : 1 },
            LimitLoss(
                "update.maximumJump", from: former.maximumJump, to: maximumJump, by: \.strength),
            LimitLoss(
                "update.minimumReleaseAge", from: former.minimumAge, to: minimumAge, by: \.seconds),
            LimitLoss(
                "update.maximumTagLoss", from: former.maximumTagLoss, to: maximumTagLoss
            ) { Int64(101 - $0) },
        ]
        let freezes = former.freezes.filter { old in
            !old.isOver(on: today) && !self.freezes.contains { $0.covers(old) }
        }
        let holds = former.holds.filter { old in
            !(today.map(old.isExpired) ?? false) && !self.holds.contains { $0.covers(old) }
        }
        return values.compactMap(\.self)
            + freezes.map { LimitLoss("update.freeze", reason: $0.reason) }
            + holds.map { LimitLoss("update.hold", reason: $0.reason) }
    }
}

extension VersionPart: CustomStringConvertible {
    package var description: String { rawValue }

    /// `major` refuses nothing, so it cannot be lost.
    fileprivate var strength: Int64 {
        switch self {
        case .major: 0
        case .minor: 1
        case .patch: 2
        }
    }
}

extension Identity: CustomStringConvertible {
    package var description: String { rawValue }

    /// Every image has a tag, so requiring one refuses nothing.
    fileprivate var strength: Int64 {
        switch self {
        case .tag: 0
        case .either: 1
        case .digest: 2
        case .both: 3
        }
    }
}

extension Freeze {
    fileprivate func isOver(on day: CalendarDay?) -> Bool {
        guard let day, let until else { return false }
        return until < day
    }

    /// Whether all days of the other are among its own.
    fileprivate func covers(_ other: Freeze) -> Bool {
        (from.map { start in other.from.map { start <= $0 } ?? false } ?? true)
            && (until.map { end in other.until.map { $0 <= end } ?? false } ?? true)
            && (days.isEmpty || !other.days.isEmpty && days.isSuperset(of: other.days))
    }
}

extension Exemption {
    /// Whether it applies to all that the other applies to, and as long; globs are compared as
    /// written.
    fileprivate func covers(_ other: Exemption) -> Bool {
        let isWider = zip(globs, other.globs).allSatisfy { own, others in
            own == nil || own == others
        }
        guard isWider, let end = until?.value else { return isWider }
        return other.until.map { $0.value <= end } ?? false
    }

    private var globs: [String?] { [path, image, policy, object].map { $0?.source } }
}
