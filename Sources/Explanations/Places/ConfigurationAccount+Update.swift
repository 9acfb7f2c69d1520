import Configuration

extension ConfigurationAccount {
    /// The limits of updates there, as far as they were set.
    func rows(of limits: UpdateLimits, below key: String) -> [Row] {
        let settings = [
            limits.allowsDowngrade.span == nil
                ? nil : row("\(key).allowDowngrade", limits.allowsDowngrade) { "\($0)" },
            row("\(key).maximumJump", limits.maximumJump) { $0.rawValue },
            row("\(key).minimumReleaseAge", limits.minimumAge) { "\($0)" },
            row("\(key).maximumTagLoss", limits.maximumTagLoss) { "\($0)" },
        ]
        return settings.compactMap(\.self)
            + limits.freezes.map {
                Row(key: "\(key).freeze", value: $0.account, origin: told(.file($0.span)))
            }
            + limits.holds.map {
                Row(key: "\(key).hold", value: $0.account, origin: told(.file($0.span)))
            }
    }
}

extension Freeze {
    /// When it is.
    fileprivate var account: String {
        let words = Weekday.allCases.filter(days.contains).map(\.rawValue)
        return [
            from.map { "from \($0)" }, until.map { "until \($0)" },
            words.isEmpty ? nil : words.joined(separator: " and "),
        ].compactMap(\.self).joined(separator: ", ")
    }
}
