extension Format<ConfigurationEntries> {
    /// The format of `.sluice.yaml` for a program that has these rules: the source of its decoder
    /// and of its JSON Schema.
    static func configuration(rules: [ConfigurableRule]) -> Format {
        record(
            ConfigurationEntries(),
            [
                Field(
                    "version", \.version, .version(1), isRequired: true,
                    "The version of this format."),
                Field(
                    "profile", \.profile, .word("a profile"),
                    """
                    What holds where this file is silent. `guardrails` turns on the opt-in \
                    rules, demands an identity in every environment, and is strict.
                    """),
                Field(
                    "flux", \.flux,
                    .mapping(
                        "version", .fluxVersion,
                        """
                        The version of Flux that the clusters run, such as "2.9": it decides which \
                        API versions and template fields are gone.
                        """)),
                Field(
                    "environments", \.environments, .list(of: .environment, "a list"),
                    "The places that images are deployed to."),
                Field(
                    "registries", \.registries,
                    .mapping(
                        "allow", .globs("a list of image globs"),
                        """
                        The images that may be deployed, with their registry and without their \
                        tag: `ghcr.io/org/**`, `docker.io/library/nginx`.
                        """)),
                Field(
                    "external", \.external,
                    .mapping(
                        "policies", .globs("a list of policy globs"),
                        "ImagePolicies that are defined elsewhere, as NAMESPACE/NAME.")),
                Field(
                    "promotion", \.promotion,
                    .record(
                        nil,
                        [
                            Field(
                                "identity", \.self, .identityPattern, isRequired: true,
                                """
                                What environments share of a tag: the texts of this pattern's \
                                groups. By default it is the tag without the name of its \
                                environment.
                                """)
                        ]), "How images get from one environment to the next."),
                Field(
                    "repositories", \.repositories,
                    .list(of: .repository, "a list of repositories"),
                    "The other repositories of the fleet, which are linked with this one."),
                Field(
                    "rules", \.rules, .rules(rules), "Which rules count, and how much."),
                Field(
                    "custom", \.custom, .customRules,
                    "Rules of the repository's own: see docs/custom-rules.md."),
                Field(
                    "update", \.update, .update,
                    "What `sluice update` may not write although a policy selects it."),
                Field(
                    "exclude", \.exclude, .globs("a list of path globs"),
                    """
                    Files that are read but not reported. Globs count from the repository's \
                    root: `charts/**` is everything inside of `charts`.
                    """),
            ])
    }
}

/// The JSON Schema of the configuration file, for a program that has these rules.
package func configurationSchema(rules: [ConfigurableRule]) -> String {
    Format<ConfigurationEntries>.configuration(rules: rules).schemaText(
        title: "Sluice configuration, version 1",
        "The file .sluice.yaml at the root of a repository.")
}

extension Format<EnvironmentEntry> {
    fileprivate static let environment = record(
        EnvironmentEntry(),
        [
            Field("name", \.name, .environmentName, isRequired: true),
            Field(
                "paths", \.paths, .globs("a list of path globs"),
                "The files deployed here: globs that count from the repository's root."),
            Field(
                "namespaces", \.namespaces, .globs("a list of namespace globs"),
                "The namespaces that belong to it, as they are after all transformers."),
            Field(
                "clusters", \.clusters, .globs("a list of path globs"),
                "The directories that its Flux Kustomizations deploy (`spec.path`)."),
            Field(
                "images", \.images, .globs("a list of image globs"),
                """
                The images that `tags` speaks about; by default those that have an \
                ImageRepository in the repository.
                """),
            Field(
                "tags", \.tags, .pattern,
                """
                The tags that may be deployed here, as a regular expression of Go. A tag \
                counts if the expression matches anywhere in it, so use `^` and `$`.
                """),
            Field(
                "identity", \.identity, .word("an identity"),
                "What makes an image immutable here."),
            Field(
                "promotesFrom", \.promotesFrom, .text("an environment's name") { $0 },
                "The environment whose images come here next."),
            Field(
                "promotedTag", \.promotedTag, .template,
                """
                The tag of an image that is promoted to here, with the groups of \
                `promotion.identity`: `production-$1`.
                """),
            Field(
                "protected", \.protected, .boolean,
                """
                Whether automations may not push here directly, and what could not be \
                checked fails a strict check.
                """),
            Field(
                "update", \.update, .update,
                "What counts here in place of the same key of the general `update`."),
        ]
    ).named("environment")
}
