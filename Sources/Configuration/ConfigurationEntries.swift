import RegularLanguages

/// The entries of `.sluice.yaml`, key by key; nil for a key that is absent or invalid.
struct ConfigurationEntries: Sendable {
    var version: Setting<Int>?
    var profile: Setting<Profile>?
    var flux: Setting<Setting<FluxVersion>?>?
    var environments: Setting<[Setting<EnvironmentEntry>]>?
    var registries: Setting<Setting<[Setting<GlobPattern>]>?>?
    var external: Setting<Setting<[Setting<GlobPattern>]>?>?
    var promotion: Setting<Setting<Pattern>?>?
    var repositories: Setting<[Setting<RepositoryEntry>]>?
    var rules: Setting<[String: Setting<RuleEntry>]>?
    var custom: Setting<[Setting<CustomRuleEntry>]>?
    var update: Setting<UpdateEntry>?
    var exclude: Setting<[Setting<GlobPattern>]>?
}

/// An entry of `repositories`.
struct RepositoryEntry: Sendable {
    var url: Setting<String>?
    var path: Setting<String>?
    var branch: Setting<String>?
}

/// An entry of `environments`.
struct EnvironmentEntry: Sendable {
    var name: Setting<String>?
    var paths: Setting<[Setting<GlobPattern>]>?
    var namespaces: Setting<[Setting<GlobPattern>]>?
    var clusters: Setting<[Setting<GlobPattern>]>?
    var images: Setting<[Setting<GlobPattern>]>?
    var tags: Setting<Pattern>?
    var identity: Setting<Identity>?
    var promotesFrom: Setting<String>?
    var promotedTag: Setting<ExpansionTemplate>?
    var protected: Setting<Bool>?
    var update: Setting<UpdateEntry>?
}

/// The entry of a rule's id; a lone word is its severity.
struct RuleEntry: Sendable {
    var severity: Setting<RuleLevel>?
    var ignore: Setting<[Setting<IgnoreEntry>]>?
}

/// An entry of a rule's `ignore`.
struct IgnoreEntry: Sendable {
    var path: Setting<GlobPattern>?
    var image: Setting<GlobPattern>?
    var policy: Setting<GlobPattern>?
    var object: Setting<GlobPattern>?
    var reason: Setting<String>?
    var until: Setting<CalendarDay>?
}
