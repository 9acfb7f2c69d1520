/// The format of `.sluice.yaml`: the source of its decoder and of its JSON Schema.
struct ConfigurationFormat: Sendable {
    static let version = 1

    let file: Format<ConfigurationEntries>

    /// The format for a program that has these rules.
    init(rules: [ConfigurableRule]) {
        file = .record(
            ConfigurationEntries(),
            RecordFormat(
                "a mapping",
                [
                    Field(
                        "version", \.version, .version(Self.version), isRequired: true,
                        "The version of this format."),
                    Field(
                        "profile", \.profile, .word("a profile"),
                        """
                        What holds where this file is silent. `guardrails` turns on the opt-in \
                        rules, demands an identity in every environment, and is strict.
                        """),
                    Field("flux", \.flux, .flux),
                    Field(
                        "environments", \.environments, .list(of: .environment, "a list"),
                        "The places that images are deployed to."),
                    Field("registries", \.registries, .registries),
                    Field("external", \.external, .external),
                    Field(
                        "rules", \.rules, .rules(rules),
                        "Which rules count, and how much."),
                    Field(
                        "update", \.update, .update,
                        "What `sluice update` may not write although a policy selects it."),
                    Field(
                        "exclude", \.exclude, .globs("a list of path globs"),
                        """
                        Files that are read but not reported. Globs count from the \
                        repository's root: `charts/**` is everything inside of `charts`.
                        """),
                ]))
    }

    /// The JSON Schema, with a line break at its end.
    var schemaText: String {
        let definitions = file.definitions.sorted { $0.key < $1.key }
            .map { (key: $0.key, value: $0.value) }
        let head: SchemaValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Sluice configuration, version 1",
            "description": "The file .sluice.yaml at the root of a repository.",
        ]
        let schema = head.with(contentsOf: file.schema)
            .with(contentsOf: ["$defs": .object(definitions)])
        return schema.text() + "\n"
    }
}

/// The JSON Schema of the configuration file, for a program that has these rules.
package func configurationSchema(rules: [ConfigurableRule]) -> String {
    ConfigurationFormat(rules: rules).schemaText
}

extension Format<FluxEntry> {
    fileprivate static let flux = record(
        FluxEntry(),
        RecordFormat(
            "a mapping",
            [
                Field(
                    "version", \.version, .fluxVersion,
                    """
                    The version of Flux that the clusters run, such as "2.9": it decides which \
                    API versions and template fields are gone.
                    """)
            ]))
}

extension Format<RegistriesEntry> {
    fileprivate static let registries = record(
        RegistriesEntry(),
        RecordFormat(
            "a mapping",
            [
                Field(
                    "allow", \.allow, .globs("a list of image globs"),
                    """
                    The images that may be deployed, with their registry and without their tag: \
                    `ghcr.io/org/**`, `docker.io/library/nginx`.
                    """)
            ]))
}

extension Format<ExternalEntry> {
    fileprivate static let external = record(
        ExternalEntry(),
        RecordFormat(
            "a mapping",
            [
                Field(
                    "policies", \.policies, .globs("a list of policy globs"),
                    "ImagePolicies that are defined elsewhere, as NAMESPACE/NAME.")
            ]))
}

extension Format<EnvironmentEntry> {
    fileprivate static let environment = record(
        EnvironmentEntry(),
        RecordFormat(
            "a mapping",
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
                    "protected", \.protected, .boolean,
                    """
                    Whether automations may not push here directly, and what could not be \
                    checked fails a strict check.
                    """),
                Field(
                    "update", \.update, .update,
                    "What counts here in place of the same key of the general `update`."),
            ])
    ).named("environment")
}
