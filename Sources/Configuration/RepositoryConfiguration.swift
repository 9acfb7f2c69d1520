package import RegularLanguages
import YAMLSyntax

/// The configuration of a repository, with defaults for everything that it does not set.
package struct RepositoryConfiguration: Sendable {
    /// Nil where the repository has no configuration.
    package let path: String?
    /// The text that the spans refer to; empty where there is no configuration.
    package let source: [UInt8]
    package let profile: Setting<Profile>
    package let fluxVersion: Setting<FluxVersion>?
    /// In the order of the file; their names differ.
    package let environments: [Environment]
    /// The places in `environments` by name.
    private let environmentPlaces: [String: Int]
    let environmentWords: EnvironmentWords
    /// Globs for images; nil where every image is allowed.
    package let allowedImages: [Setting<GlobPattern>]?
    /// Globs for policies that are defined elsewhere, as `NAMESPACE/NAME`.
    package let externalPolicies: [Setting<GlobPattern>]
    /// The pattern whose groups are what environments share of a tag; nil where that is the tag
    /// without the name of its environment.
    package let promotionIdentity: Setting<Pattern>?
    /// The other repositories of the fleet, in the order of the file.
    package let repositories: [OtherRepository]
    /// The limits outside of environments.
    package let updateLimits: UpdateLimits
    /// Globs for files that are read but not reported.
    package let excluded: [Setting<GlobPattern>]
    /// The rules that the file defines, in its order; their ids differ.
    package let customRules: [CustomRule]
    private let rules: [String: Setting<RuleEntry>]

    /// The configuration of a repository that has no configuration file.
    package static let standard = RepositoryConfiguration(
        ConfigurationEntries(), path: nil, source: [])

    /// Reads a configuration file; `path` is for messages, `rules` are those of the program.
    ///
    /// All problems of the file are reported at once, in the order of their places.
    package init(
        _ bytes: [UInt8], path: String, rules: [ConfigurableRule]
    ) throws(ConfigurationError) {
        // The parser reports a text that cannot be decoded.
        let source = (try? YAMLEncoding.utf8Text(of: bytes)) ?? bytes
        var decoding = Decoding(path: path, source: source)
        let entries = Self.entries(in: bytes, rules: rules, &decoding)
        self.init(try decoding.checked(entries), path: path, source: source)
    }

    private init(_ entries: ConfigurationEntries, path: String?, source: [UInt8]) {
        let profile = entries.profile ?? Setting(.recommended, .standard)
        let limits = UpdateLimits(entries.update?.value)
        self.path = path
        self.source = source
        self.profile = profile
        fluxVersion = entries.flux?.value
        let environments =
            entries.environments?.value.compactMap {
                Environment($0, profile: profile.value, limits: limits)
            } ?? []
        self.environments = environments
        environmentPlaces = Dictionary(
            environments.enumerated().map { ($1.name.value, $0) },
            uniquingKeysWith: { first, _ in first })
        environmentWords = EnvironmentWords(environments.map(\.name.value))
        allowedImages = entries.registries?.value?.value
        externalPolicies = entries.external?.value?.value ?? []
        promotionIdentity = entries.promotion?.value
        repositories = entries.repositories?.value.compactMap(OtherRepository.init) ?? []
        updateLimits = limits
        excluded = entries.exclude?.value ?? []
        customRules = entries.custom?.value.compactMap { CustomRule($0) } ?? []
        rules = entries.rules?.value ?? [:]
    }

    /// Nil, or at least one problem, for a file that cannot be used.
    private static func entries(
        in bytes: [UInt8], rules: [ConfigurableRule], _ decoding: inout Decoding
    ) -> ConfigurationEntries? {
        guard let root = decoding.root(of: bytes) else { return nil }
        let format = Format<ConfigurationEntries>.configuration(
            rules: rules + customRules(in: root))
        let entries = format.setting(root, &decoding)?.value
        EnvironmentChecks.report(entries?.environments?.value ?? [], &decoding)
        PromotionChecks.report(entries, &decoding)
        CustomRuleChecks.report(entries?.custom?.value ?? [], &decoding)
        return entries
    }

    /// The rules that the file defines, which its `rules` may name.
    private static func customRules(in root: YAMLNode) -> [ConfigurableRule] {
        guard root.resolvedKind == .mapping, let list = root.resolved["custom"],
            list.resolvedKind == .sequence
        else { return [] }
        let names = list.items.compactMap { item in
            item.resolvedKind == .mapping ? item.resolved["id"]?.text : nil
        }
        return Set(names).sorted().map { ConfigurableRule(CustomRule.prefix + $0) }
    }
}

extension RepositoryConfiguration {
    /// Whether what could not be checked fails the check.
    package var isStrict: Bool { profile.value == .guardrails }

    package func environment(named name: String) -> Environment? {
        environmentPlaces[name].map { environments[$0] }
    }

    /// The environments of some names, in the order of the file.
    package func environments(named names: Set<String>) -> [Environment] {
        names.compactMap { environmentPlaces[$0] }.sorted().map { environments[$0] }
    }

    /// The environments that the path itself belongs to, in the order of the file.
    package func environments(ofPath path: String) -> [Environment] {
        let subject = GlobSubject(path)
        return environments.filter { $0.holds(path: subject) }
    }

    /// Whether nothing is reported about the file; about the configuration itself something
    /// always is.
    package func excludes(path: String) -> Bool {
        !excluded.isEmpty && path != self.path && excluded.match(GlobSubject(path))
    }

    /// How many of the paths are those of files about which nothing is reported.
    ///
    /// The configuration is no manifest: where all others are excluded, it counts as excluded too.
    package func excludedCount(of paths: [String]) -> Int {
        if excluded.isEmpty { return 0 }
        let rest = paths.filter { !excludes(path: $0) }
        return rest.count == 1 && rest.first == path ? paths.count : paths.count - rest.count
    }

    /// Whether an image may be deployed; `image` is its registry and name without tag and digest.
    package func allows(image: String) -> Bool {
        allowedImages?.match(GlobSubject(image)) ?? true
    }

    /// Whether a policy, as `NAMESPACE/NAME`, is said to be defined elsewhere.
    package func isExternal(policy: String) -> Bool {
        externalPolicies.match(GlobSubject(policy))
    }

    package func settings(of rule: ConfigurableRule) -> RuleSettings {
        RuleSettings(of: rule, rules[rule.id]?.value, profile: profile.value)
    }
}
