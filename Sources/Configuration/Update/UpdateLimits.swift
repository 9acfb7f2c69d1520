package import SourceText

/// Limits on the images that an update may write although a policy selects them.
package struct UpdateLimits: Sendable {
    package let allowsDowngrade: Setting<Bool>
    package let maximumJump: Setting<VersionPart>?
    package let minimumAge: Setting<TimeSpan>?
    /// Per cent.
    package let maximumTagLoss: Setting<Int>?
    package let freezes: [Freeze]
    package let holds: [Exemption]

    /// - Parameter general: What counts where the entry is silent; its lists count in any case.
    init(_ entry: UpdateEntry?, over general: UpdateLimits? = nil) {
        allowsDowngrade =
            entry?.allowDowngrade ?? general?.allowsDowngrade ?? Setting(true, .standard)
        maximumJump = entry?.maximumJump ?? general?.maximumJump
        minimumAge = entry?.minimumReleaseAge ?? general?.minimumAge
        maximumTagLoss = entry?.maximumTagLoss ?? general?.maximumTagLoss
        freezes = (general?.freezes ?? []) + (entry?.freeze?.value ?? []).compactMap(Freeze.init)
        holds = (general?.holds ?? []) + (entry?.hold?.value ?? []).compactMap(Exemption.init)
    }

    /// Whether nothing is refused because of them.
    package var isEmpty: Bool {
        allowsDowngrade.value && maximumJump == nil && minimumAge == nil && maximumTagLoss == nil
            && freezes.isEmpty && holds.isEmpty
    }
}

/// A part of a version, the first one being the most that can rise.
package enum VersionPart: String, CaseIterable, Sendable {
    case major
    case minor
    case patch
}

/// Days on which nothing is written.
package struct Freeze: Sendable {
    package let from: CalendarDay?
    package let until: CalendarDay?
    /// Empty for all.
    package let days: Set<Weekday>
    package let reason: String
    /// The whole entry.
    package let span: SourceSpan

    init?(_ entry: Setting<FreezeEntry>) {
        guard let reason = entry.value.reason?.value, let span = entry.span else { return nil }
        self.span = span
        from = entry.value.from?.value
        until = entry.value.until?.value
        days = Set((entry.value.days?.value ?? []).map(\.value))
        self.reason = reason
    }

    /// The first and the last day are among them.
    package func covers(_ day: CalendarDay) -> Bool {
        (from.map { $0 <= day } ?? true) && (until.map { day <= $0 } ?? true)
            && (days.isEmpty || days.contains(day.weekday))
    }
}
