import Configuration
import ImageReferences
import ManifestFacts
import SemanticVersions

/// Why the configuration does not let an image change: one clause, lower case, no full stop.
///
/// Each guard is a function of values. A guard whose question has no answer refuses too, because
/// the configuration relies on it.
enum ImageGuard {
    /// The first guard that refuses a change, of those that need no registry.
    static func objection(
        to change: ImageChange, under limits: UpdateLimits, on today: CalendarDay?,
        loss: TagLoss
    ) -> String? {
        hold(change, limits, on: today) ?? freeze(limits, on: today)
            ?? downgrade(change, limits) ?? jump(change, limits)
            ?? tagLoss(loss, of: change.subject.image ?? change.image.name, limits)
    }

    static func hold(
        _ change: ImageChange, _ limits: UpdateLimits, on today: CalendarDay?
    ) -> String? {
        let hold = limits.holds.first { hold in
            hold.covers(change.subject) && !(today.map(hold.isExpired) ?? false)
        }
        guard let hold else { return nil }
        let end = hold.until.map { " until \($0.value)" } ?? ""
        return "it is held\(end): \(hold.reason)"
    }

    static func freeze(_ limits: UpdateLimits, on today: CalendarDay?) -> String? {
        guard !limits.freezes.isEmpty else { return nil }
        guard let today else { return "which day it is, and whether it is frozen, is not known" }
        return limits.freezes.first { $0.covers(today) }.map {
            "nothing is written on \(today), a \($0.days.isEmpty ? "day" : today.weekday.rawValue) "
                + "of a freeze: \($0.reason)"
        }
    }

    static func downgrade(_ change: ImageChange, _ limits: UpdateLimits) -> String? {
        guard !limits.allowsDowngrade.value else { return nil }
        let new = change.image.tag
        if change.oldTags.isEmpty { return "no marker here tells which tag `\(new)` replaces" }
        for old in change.oldTags {
            switch change.direction(from: old) {
            case .same, .newer: continue
            case .older: return "`\(new)` is older than `\(old)`, and `allowDowngrade` is false"
            case .unknown:
                return "whether `\(new)` is older than `\(old)` cannot be told, and "
                    + "`allowDowngrade` is false"
            }
        }
        return nil
    }

    static func jump(_ change: ImageChange, _ limits: UpdateLimits) -> String? {
        guard let limit = limits.maximumJump?.value, limit != .major else { return nil }
        let new = change.image.tag
        if change.oldTags.isEmpty { return "no marker here tells which tag `\(new)` replaces" }
        for old in change.oldTags where old != new {
            guard let versions = change.versions(from: old) else {
                return "how far it is from `\(old)` to `\(new)` cannot be told, and `maximumJump` "
                    + "is `\(limit.rawValue)`"
            }
            guard let part = VersionPart(firstChangedFrom: versions.old, to: versions.new),
                part.rises(beyond: limit)
            else { continue }
            return "from `\(old)` to `\(new)` the \(part.rawValue) version changes, and "
                + "`maximumJump` is `\(limit.rawValue)`"
        }
        return nil
    }

    static func tagLoss(_ loss: TagLoss, of image: String, _ limits: UpdateLimits) -> String? {
        guard let limit = limits.maximumTagLoss?.value else { return nil }
        switch loss {
        case .counted(let lost, let former):
            guard lost * 100 > limit * former else { return nil }
            return "\(lost) of the \(former) tags of `\(image)` are gone, and `maximumTagLoss` is "
                + "\(limit)"
        case .unknown(let reason):
            return "how many tags of `\(image)` are gone is not known: \(reason)"
        }
    }

    /// - Parameter now: Seconds since 1970, as `age` counts them.
    static func age(
        _ age: ImageAge, of change: ImageChange, _ limits: UpdateLimits, now: Int64
    ) -> String? {
        guard let limit = limits.minimumAge?.value else { return nil }
        let tag = change.image.tag
        switch age {
        case .built(let text, let seconds):
            guard now - seconds < limit.seconds else { return nil }
            return "`\(tag)` was built at \(text), and `minimumReleaseAge` is \(limit)"
        case .unknown(let reason):
            return "when `\(tag)` was built is not known: \(reason)"
        }
    }

    static func identity(_ change: ImageChange) -> String? {
        let tag = change.image.tag
        for identity in change.identities where !change.holdsDigest {
            switch identity {
            case .digest, .both:
                return "its environment demands a digest, and `\(tag)` is written without"
            case .either:
                // A tag that a policy selected by its number is a build.
                let name = Repository(nameIn: change.image.name)?.canonicalName
                guard case .moves = Tag(tag).mobility(ofImage: name) else { continue }
                return "its environment demands a digest where a tag moves, as `\(tag)` does"
            case .tag: continue
            }
        }
        return nil
    }
}

extension VersionPart {
    /// Nil where at most what follows the three numbers differs.
    fileprivate init?(firstChangedFrom old: Precedence, to new: Precedence) {
        if old.major != new.major {
            self = .major
        } else if old.minor != new.minor {
            self = .minor
        } else if old.patch != new.patch {
            self = .patch
        } else {
            return nil
        }
    }

    fileprivate func rises(beyond limit: VersionPart) -> Bool {
        let parts = Self.allCases
        return parts.firstIndex(of: self) ?? 0 < parts.firstIndex(of: limit) ?? 0
    }
}
