package import RegularLanguages
package import SourceText

/// A place that images are deployed to, as the configuration defines it.
///
/// Everything that matches one of its paths, namespaces or clusters belongs to it.
package struct Environment: Sendable {
    package let name: Setting<String>
    /// Globs for files.
    package let paths: [Setting<GlobPattern>]
    /// Globs for namespaces, as they are after all transformers.
    package let namespaces: [Setting<GlobPattern>]
    /// Globs for the directories that Flux Kustomizations deploy.
    package let clusters: [Setting<GlobPattern>]
    /// Globs for images; nil for those that have an ImageRepository in the repository.
    package let images: [Setting<GlobPattern>]?
    /// The pattern that tags deployed here must match somewhere; nil allows any tag.
    package let tags: Setting<Pattern>?
    /// The part of a reference that makes an image immutable here; nil if none is required.
    package let identity: Setting<Identity>?
    /// The name of another environment.
    package let promotesFrom: Setting<String>?
    /// The tag of an image that is promoted to here, with the groups of `promotion.identity`; nil
    /// where the tag gets the environment's name instead of another's.
    package let promotedTag: Setting<ExpansionTemplate>?
    package let isProtected: Setting<Bool>
    /// Includes the limits of the whole repository.
    package let updateLimits: UpdateLimits
    /// The whole entry.
    package let span: SourceSpan

    /// Nil for an entry without a name.
    init?(_ entry: Setting<EnvironmentEntry>, profile: Profile, limits: UpdateLimits) {
        guard let name = entry.value.name, let span = entry.span else { return nil }
        let isGuarded = profile == .guardrails
        self.name = name
        self.span = span
        paths = entry.value.paths?.value ?? []
        namespaces = entry.value.namespaces?.value ?? []
        clusters = entry.value.clusters?.value ?? []
        images = entry.value.images?.value
        tags = entry.value.tags ?? (isGuarded ? Self.guardedTags(of: name.value) : nil)
        identity =
            entry.value.identity ?? (isGuarded ? Setting(.either, .profile(.guardrails)) : nil)
        promotesFrom = entry.value.promotesFrom
        promotedTag = entry.value.promotedTag
        isProtected = entry.value.protected ?? Setting(false, .standard)
        updateLimits = UpdateLimits(entry.value.update?.value, over: limits)
    }

    /// The tags of a build for one environment: its name, a version, a commit and a time.
    private static func guardedTags(of name: String) -> Setting<Pattern>? {
        let source =
            "^\(quotedForPattern(name))"
            + #"-v?[0-9]+\.[0-9]+\.[0-9]+-[0-9a-f]{7,40}-[0-9]{10,14}$"#
        do {
            return Setting(try Pattern(source), .profile(.guardrails))
        } catch {
            preconditionFailure("a pattern around a quoted name is valid: \(error)")
        }
    }

    /// A pattern that matches the text itself, as Go's `regexp.QuoteMeta`.
    static func quotedForPattern(_ text: String) -> String {
        String(text.flatMap { #"\.+*?()|[]{}^$"#.contains($0) ? ["\\", $0] : [$0] })
    }
}

extension Environment {
    package func holds(path: GlobSubject) -> Bool {
        paths.match(path)
    }

    package func holds(namespace: String) -> Bool {
        namespaces.match(GlobSubject(namespace))
    }

    /// Whether the environment speaks of an image, given by registry and name; nil where it leaves
    /// that to the repository's ImageRepositories.
    package func speaks(ofImage image: String) -> Bool? {
        images.map { $0.match(GlobSubject(image)) }
    }

    /// Whether a Flux Kustomization of this directory is one of the environment's roots.
    package func holds(cluster: String) -> Bool {
        clusters.match(GlobSubject(cluster))
    }
}
