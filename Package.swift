// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "sluice",
    platforms: [.macOS(.v15)],
    targets: [
        // MARK: Layer 0

        // libgit2, found through pkg-config: local repositories, trees, blobs, indexes.
        .systemLibrary(
            name: "Clibgit2", pkgConfig: "libgit2",
            providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
        // libyaml, found through pkg-config: the YAML event stream.
        .systemLibrary(
            name: "Clibyaml", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        // What a file is and where something stands in it; knows neither YAML nor Git.
        .target(name: "SourceText"),
        .testTarget(name: "SourceTextTests", dependencies: ["SourceText"]),

        // MARK: Layer 1

        // How an image reference is split, judged and compared; knows no file format.
        .target(name: "ImageReferences"),
        .testTarget(name: "ImageReferencesTests", dependencies: ["ImageReferences"]),
        // What a pattern accepts: parsed, matched as Go does, and asked about as a language.
        .target(name: "RegularLanguages"),
        .testTarget(name: "RegularLanguagesTests", dependencies: ["RegularLanguages"]),
        // What a version and a version range are to Flux; knows no tags and no registries.
        .target(name: "SemanticVersions"),
        .testTarget(
            name: "SemanticVersionsTests", dependencies: ["SemanticVersions", "TestSupport"]),
        // YAML as text: documents, scalars and comments with their place in the file.
        .target(name: "YAMLSyntax"),
        .testTarget(name: "YAMLSyntaxTests", dependencies: ["YAMLSyntax"]),

        // MARK: Layer 2

        // What one manifest says, as values with spans: a pure function of its bytes.
        .target(name: "ManifestFacts", dependencies: ["SourceText"]),
        // What an ImagePolicy selects from given tags, and from all tags that could ever be.
        .target(name: "TagPolicies", dependencies: ["RegularLanguages", "SemanticVersions"]),
        .testTarget(
            name: "TagPoliciesTests",
            dependencies: ["RegularLanguages", "SemanticVersions", "TagPolicies", "TestSupport"]),

        // MARK: Layer 3

        // What can be wrong: one stateless value per rule, the linked model in, findings out.
        .target(name: "Rules", dependencies: ["ManifestFacts", "SourceText"]),
        // Which findings count, and where they stand for a reader.
        .target(name: "Triage", dependencies: ["ManifestFacts", "Rules", "SourceText"]),

        // MARK: Tests

        // What tests of several modules share; returns values and checks nothing itself.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
    ],
    swiftLanguageModes: [.v6]
)

/// A newer compiler's warnings must not break an install, so only CI treats them as errors.
let warningsAreErrors = Context.environment["SLUICE_STRICT"] == "1"
let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

// Unsafe code lives in two places: all of `GitAccess`, and the libyaml wrapper in `YAMLSyntax`,
// where strict memory safety makes every unsafe expression say so.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        settings + (target.name == "GitAccess" ? [] : [.strictMemorySafety()])
}
