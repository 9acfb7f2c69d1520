package import Configuration
import RegularLanguages
package import Reports
package import Rules
import SourceText

/// The effective configuration of a repository, and where each value comes from.
package struct ConfigurationAccount: Sendable {
    private let configuration: RepositoryConfiguration
    private let rules: [RuleDefinition]
    private let lines: LineIndex

    package init(of configuration: RepositoryConfiguration, rules: [RuleDefinition]) {
        self.configuration = configuration
        self.rules = rules
        lines = LineIndex(configuration.source)
    }

    /// A table of settings, complete with its last line break.
    package func text(in style: TextStyle) -> String {
        let rows = general + configuration.environments.flatMap(rows) + lists + rules.flatMap(rows)
        return TextTable(
            rows.map { row in
                [.init(row.key, .emphasis), .init(row.value), .init(row.origin, .gutter)]
            }
        ).text(in: style)
    }

    /// One line for each two environments whose `tags` both take some tag.
    package var warnings: [String] {
        let tagged = configuration.environments.compactMap { environment in
            environment.tags.map { (name: environment.name.value, pattern: $0.value) }
        }
        return tagged.indices.flatMap { first in
            tagged[(first + 1)...].compactMap { second in
                overlap(tagged[first].pattern, second.pattern).map { outcome in
                    "the tags of `\(tagged[first].name)` and `\(second.name)` \(outcome)"
                }
            }
        }
    }

    /// A tag that two patterns share; nil if there is none.
    private func overlap(_ first: Pattern, _ second: Pattern) -> String? {
        do {
            let both = try Language(matching: first).intersection(Language(matching: second))
            switch both.shortestMember() {
            case .none: return nil
            case .found(let tag): return "intersect: both take `\(tag)`"
            case .undecided: return "may intersect: they are too large to be compared"
            }
        } catch {
            return "may intersect: they are too large to be compared"
        }
    }

    // MARK: Rows

    struct Row {
        let key: String
        let value: String
        let origin: String
    }

    private var general: [Row] {
        [
            Row(key: "configuration", value: configuration.path ?? "none", origin: ""),
            row("profile", configuration.profile) { $0.rawValue },
            row("flux.version", configuration.fluxVersion) { "\($0)" },
            row("promotion.identity", configuration.promotionIdentity) { $0.source },
        ].compactMap(\.self) + rows(of: configuration.updateLimits, below: "update")
    }

    private var lists: [Row] {
        globs("registries.allow", configuration.allowedImages ?? [])
            + globs("external.policies", configuration.externalPolicies)
            + globs("exclude", configuration.excluded)
            + configuration.repositories.compactMap { repository in
                row("repositories", repository.url) {
                    "\($0) at \(repository.path?.value ?? "the clone of sluice fetch")"
                }
            }
    }

    private func rows(of environment: Environment) -> [Row] {
        let name = "environments.\(environment.name.value)"
        return globs("\(name).paths", environment.paths)
            + globs("\(name).namespaces", environment.namespaces)
            + globs("\(name).clusters", environment.clusters)
            + globs("\(name).images", environment.images ?? [])
            + [
                row("\(name).tags", environment.tags) { $0.source },
                row("\(name).identity", environment.identity) { $0.rawValue },
                row("\(name).promotesFrom", environment.promotesFrom) { $0 },
                row("\(name).promotedTag", environment.promotedTag) { $0.text },
                row("\(name).protected", environment.isProtected) { "\($0)" },
            ].compactMap(\.self) + rows(of: environment.updateLimits, below: "\(name).update")
    }

    private func rows(of rule: RuleDefinition) -> [Row] {
        let settings = configuration.settings(of: rule.configurable)
        let isProfile = rule.isOptIn && settings.isOn
        let level = Row(
            key: "rules.\(rule.id)",
            value: settings.level?.value.rawValue
                ?? (settings.isOn ? rule.severity.rawValue : RuleLevel.off.rawValue),
            origin: told(
                settings.level?.origin
                    ?? (isProfile ? .profile(configuration.profile.value) : .standard)))
        return [level]
            + settings.exemptions.map { entry in
                Row(
                    key: "rules.\(rule.id).ignore", value: entry.account,
                    origin: told(.file(entry.span)))
            }
    }

    private func globs(_ key: String, _ globs: [Setting<GlobPattern>]) -> [Row] {
        globs.map { Row(key: key, value: $0.value.source, origin: told($0.origin)) }
    }

    func row<Value>(
        _ key: String, _ setting: Setting<Value>?, _ text: (Value) -> String
    ) -> Row? {
        setting.map { Row(key: key, value: text($0.value), origin: told($0.origin)) }
    }

    func told(_ origin: SettingOrigin) -> String {
        switch origin {
        case .standard: return "default"
        case .profile(let profile): return "profile \(profile.rawValue)"
        case .file(let span):
            let position = lines.position(at: span.lowerBound)
            return "\(configuration.path ?? ""):\(position.line):\(position.column)"
        }
    }
}

extension Exemption {
    /// The rules that it covers, and until when.
    var account: String {
        let globs = [("path", path), ("image", image), ("policy", policy), ("object", object)]
        let parts =
            globs.compactMap { name, glob in glob.map { "\(name) \($0.source)" } }
            + (until.map { ["until \($0.value)"] } ?? [])
        return parts.joined(separator: ", ")
    }
}

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
