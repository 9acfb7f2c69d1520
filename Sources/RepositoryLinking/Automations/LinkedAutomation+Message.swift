extension LinkedAutomation {
    /// The template of its commit messages.
    package var messageTemplate: BuiltField {
        built.object.field("spec", "git", "commit", "messageTemplate")
    }

    /// What the template knows as `.Values`: ascending by the bytes of the keys.
    package var messageValues: [(key: String, value: BuiltField)] {
        let values = built.object.node(["spec", "git", "commit", "messageTemplateValues"])
        return (values?.entries ?? [])
            .map { ($0.key, built.object.field(at: $0.value)) }
            .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    }
}
