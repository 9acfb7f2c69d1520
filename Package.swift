// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "sluice",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "sluice", targets: ["sluice"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    ],
    targets: [
        // MARK: Layer 0

        // The system's C library, under one name whatever the system.
        .target(name: "CLibrary"),
        // libgit2, found through pkg-config: local repositories, trees, blobs, indexes.
        .systemLibrary(
            name: "Clibgit2", pkgConfig: "libgit2",
            providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
        // libyaml, found through pkg-config: the YAML event stream.
        .systemLibrary(
            name: "Clibyaml", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        // mimalloc, which takes the place of glibc's allocator: that one asks the system for each
        // page of a thread's heap, which costs a check a fifth of its time.
        .systemLibrary(name: "Cmimalloc", providers: [.apt(["libmimalloc-dev"])]),
        // Files, spans, edits, snapshots and JSON; independent of YAML and Git.
        .target(name: "SourceText"),
        .testTarget(name: "SourceTextTests", dependencies: ["SourceText"]),

        // MARK: Layer 1

        // Go's text/template with sprig's functions, as commit messages use it. Its patterns and
        // image references are Go's and Flux's too, hence these dependencies.
        .target(
            name: "GoTemplates",
            dependencies: [
                "ImageReferences", "RegularLanguages", "SourceText",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(name: "GoTemplatesTests", dependencies: ["GoTemplates", "TestSupport"]),
        // Image references, split into their parts with ranges.
        .target(name: "ImageReferences", dependencies: ["SourceText"]),
        .testTarget(name: "ImageReferencesTests", dependencies: ["ImageReferences"]),
        // Go's regular expressions: parsed, matched, and compared as languages.
        .target(name: "RegularLanguages"),
        .testTarget(
            name: "RegularLanguagesTests", dependencies: ["RegularLanguages", "TestSupport"]),
        // Versions and version ranges as Flux reads them; independent of tags and registries.
        .target(name: "SemanticVersions", dependencies: ["SourceText"]),
        .testTarget(
            name: "SemanticVersionsTests", dependencies: ["SemanticVersions", "TestSupport"]),
        // YAML with spans: libyaml's events as nodes, and the comments between them.
        .target(name: "YAMLSyntax", dependencies: ["Clibyaml", "SourceText"]),
        .testTarget(
            name: "YAMLSyntaxTests", dependencies: ["SourceText", "TestSupport", "YAMLSyntax"]),

        // MARK: Layer 2

        // Which registries are a cloud's, and how this machine's identity there becomes a login.
        .target(
            name: "CloudRegistries",
            dependencies: [
                "SourceText", "WebAccess", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ]),
        .testTarget(
            name: "CloudRegistriesTests",
            dependencies: [
                "CloudRegistries", "TestSupport", "WebAccess",
                .product(name: "JWTKit", package: "jwt-kit"),
            ]),
        // `.sluice.yaml`, decoded with spans, and its schema.
        .target(
            name: "Configuration",
            dependencies: ["RegularLanguages", "SemanticVersions", "SourceText", "YAMLSyntax"]),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: [
                "Configuration", "RegularLanguages", "Rules", "SourceText", "TestSupport",
                "YAMLSyntax",
            ]),
        // Which forge a remote belongs to, and one pull request there: opened, refreshed, closed.
        .target(name: "Forges", dependencies: ["WebAccess"]),
        .testTarget(name: "ForgesTests", dependencies: ["Forges", "TestSupport", "WebAccess"]),
        // Repositories as snapshots of files, commits to them, and their remotes: libgit2 and,
        // where that gives up or a network is in between, the `git` program.
        .target(name: "GitAccess", dependencies: ["CLibrary", "Clibgit2", "SourceText"]),
        .testTarget(
            name: "GitAccessTests",
            dependencies: ["GitAccess", "SourceText", "TestSupport", "git-probe"]),
        // The facts of one manifest, as values with spans: a pure function of its bytes.
        .target(
            name: "ManifestFacts",
            dependencies: ["GoTemplates", "ImageReferences", "SourceText", "YAMLSyntax"]),
        .testTarget(
            name: "ManifestFactsTests",
            dependencies: ["ManifestFacts", "SourceText", "TestSupport", "YAMLSyntax"]),
        // Registries: tags, manifests and configurations, with the user's credentials.
        .target(
            name: "RegistryAccess",
            dependencies: [
                "CloudRegistries", "ImageReferences", "SourceText", "WebAccess",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "RegistryAccessTests",
            dependencies: [
                "CloudRegistries", "ImageReferences", "RegistryAccess", "TestSupport", "WebAccess",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        // The tags that an ImagePolicy selects, from a list and from all possible tags.
        .target(
            name: "TagPolicies",
            dependencies: ["RegularLanguages", "SemanticVersions", "SourceText"]),
        .testTarget(
            name: "TagPoliciesTests",
            dependencies: ["RegularLanguages", "SemanticVersions", "TagPolicies", "TestSupport"]),
        // Lists of tags from registries, kept in a file for commands without network.
        .target(name: "TagSnapshots", dependencies: ["ImageReferences"]),
        .testTarget(name: "TagSnapshotsTests", dependencies: ["TagSnapshots"]),

        // Requests over HTTP, whatever the service: proxies, certificates, redirects, retries.
        .target(
            name: "WebAccess",
            dependencies: [
                "CLibrary", "SourceText",
                // It brings a module of swift-configuration that has the name of one of ours.
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    moduleAliases: ["Configuration": "SwiftConfiguration"]),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .testTarget(name: "WebAccessTests", dependencies: ["TestSupport", "WebAccess"]),

        // MARK: Layer 3

        // Kustomizations: from files to the objects that kustomize builds; no Flux objects.
        .target(
            name: "Kustomize",
            dependencies: ["ManifestFacts", "RegularLanguages", "SourceText", "YAMLSyntax"]),

        // The facts of all files, linked into one model of the repository.
        .target(
            name: "RepositoryLinking",
            dependencies: [
                "Configuration", "ImageReferences", "Kustomize", "ManifestFacts",
                "RegularLanguages", "SemanticVersions", "SourceText", "TagPolicies",
                "TagSnapshots", "YAMLSyntax",
            ]),
        .testTarget(
            name: "RepositoryLinkingTests",
            dependencies: [
                "Configuration", "Kustomize", "ManifestFacts", "RepositoryLinking", "SourceText",
                "TagPolicies", "YAMLSyntax",
            ]),
        // The rules: one stateless value each, the linked model in, findings out.
        .target(
            name: "Rules",
            dependencies: [
                "Configuration", "GoTemplates", "ImageReferences", "Kustomize", "ManifestFacts",
                "RegularLanguages", "RepositoryLinking", "RuleCatalog", "SemanticVersions",
                "SourceText", "TagPolicies", "TagSnapshots", "YAMLSyntax",
            ]),
        .testTarget(
            name: "RulesTests",
            dependencies: [
                "Configuration", "Kustomize", "ManifestFacts", "RepositoryLinking", "Rules",
                "SourceText",
            ]),
        // The rules' definitions, part of the program so that it can show and cite them.
        .target(
            name: "RuleCatalog", path: "rules", exclude: ["README.md", "examples"],
            resources: [.embedInCode("definitions")]),
        // Which findings count: suppressions, the baseline, comparison with a base.
        .target(
            name: "Triage",
            dependencies: [
                "Configuration", "Kustomize", "ManifestFacts", "Rules", "SourceText",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "TriageTests",
            dependencies: [
                "Configuration", "Kustomize", "ManifestFacts", "RepositoryLinking", "Rules",
                "SourceText", "Triage",
            ]),
        // Output formats, for people and programs; decides nothing.
        .target(
            name: "Reports", dependencies: ["ManifestFacts", "Rules", "SourceText", "Triage"]),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "ManifestFacts", "Reports", "Rules", "SourceText", "TestSupport", "Triage",
            ]),
        // From a snapshot to the findings that count: the pipeline that every command calls.
        .target(
            name: "CheckPipeline",
            dependencies: [
                "Configuration", "Kustomize", "ManifestFacts", "RepositoryLinking", "Rules",
                "SourceText", "TagPolicies", "TagSnapshots", "Triage", "YAMLSyntax",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "CheckPipelineTests",
            dependencies: [
                "CheckPipeline", "Configuration", "Kustomize", "ManifestFacts", "RepositoryLinking",
                "Rules", "SourceText", "TagSnapshots", "TestSupport", "Triage",
            ]),

        // Edits that correct, suppress or postpone findings, and what a check says of the result.
        .target(
            name: "Fixes",
            dependencies: [
                "CheckPipeline", "Kustomize", "ManifestFacts", "RepositoryLinking", "Rules",
                "SourceText", "Triage", "YAMLSyntax",
            ]),
        .testTarget(
            name: "FixesTests",
            dependencies: [
                "CheckPipeline", "Fixes", "ManifestFacts", "RepositoryLinking", "Rules",
                "SourceText", "TestSupport", "Triage",
            ]),

        // Rollbacks: former images of the history, and what keeps automation from undoing them.
        .target(
            name: "Holds",
            dependencies: [
                "CheckPipeline", "Configuration", "Fixes", "GitAccess", "ImageReferences",
                "Kustomize", "ManifestFacts", "Reports", "RepositoryLinking", "Rules",
                "SemanticVersions", "SourceText", "TagPolicies", "Triage", "YAMLSyntax",
            ]),
        .testTarget(
            name: "HoldsTests",
            dependencies: [
                "CheckPipeline", "Configuration", "Holds", "Reports", "RepositoryLinking", "Rules",
                "SourceText", "TagPolicies", "TestSupport",
            ]),

        // What all pages share: markup in which every text is escaped, and the look.
        .target(
            name: "WebPages", dependencies: ["Reports"], resources: [.embedInCode("Look/base.css")]),
        // Everything that a repository deploys and what a check says of it: text, JSON and a page.
        .target(
            name: "Audit",
            dependencies: [
                "CheckPipeline", "Configuration", "Kustomize", "ManifestFacts", "RegularLanguages",
                "Reports", "RepositoryLinking", "Rules", "SourceText", "TagPolicies", "Triage",
                "WebPages",
            ],
            resources: [.embedInCode("Page/audit.css"), .embedInCode("Page/audit.js")]),
        .testTarget(
            name: "AuditTests",
            dependencies: [
                "Audit", "CheckPipeline", "Reports", "Rules", "SourceText", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),

        // An update: registries scanned, tags chosen, scalars at markers replaced, the result
        // checked, committed and pushed.
        .target(
            name: "UpdateEngine",
            dependencies: [
                "CheckPipeline", "Configuration", "Forges", "GitAccess", "GoTemplates",
                "ImageReferences", "Kustomize", "ManifestFacts", "RegistryAccess",
                "RegularLanguages", "Reports", "RepositoryLinking", "Rules", "SemanticVersions",
                "SourceText", "TagPolicies", "TagSnapshots", "Triage", "WebAccess", "YAMLSyntax",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "UpdateEngineTests",
            dependencies: [
                "CheckPipeline", "Configuration", "Forges", "GitAccess", "ManifestFacts",
                "RepositoryLinking", "Rules", "SourceText", "TagSnapshots", "TestSupport",
                "Triage", "UpdateEngine",
            ]),
        // A promotion: what one environment runs, proposed for another, with its tag.
        .target(
            name: "Promotion",
            dependencies: [
                "CheckPipeline", "Configuration", "Forges", "GitAccess", "ImageReferences",
                "Kustomize", "ManifestFacts", "RegistryAccess", "Reports", "RepositoryLinking",
                "Rules", "SourceText", "Triage", "UpdateEngine", "YAMLSyntax",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "PromotionTests",
            dependencies: [
                "Configuration", "Promotion", "SourceText", "TestSupport", "UpdateEngine",
            ]),
        // Answers to questions about one thing: the same content for people and for programs.
        .target(
            name: "Explanations",
            dependencies: [
                "CheckPipeline", "Configuration", "GoTemplates", "Kustomize", "ManifestFacts",
                "RegularLanguages", "Reports", "RepositoryLinking", "Rules", "SemanticVersions",
                "SourceText", "TagPolicies", "TagSnapshots", "Triage", "UpdateEngine", "YAMLSyntax",
            ]),
        .testTarget(
            name: "ExplanationsTests",
            dependencies: [
                "CheckPipeline", "Configuration", "Explanations", "GoTemplates", "Reports",
                "RepositoryLinking", "Rules", "SourceText", "TagSnapshots", "TestSupport",
                "UpdateEngine", .product(name: "Crypto", package: "swift-crypto"),
            ]),

        // What a change does to clusters and environments, and whether it is nothing but an update
        // of images.
        .target(
            name: "Changes",
            dependencies: [
                "Audit", "CheckPipeline", "Configuration", "Kustomize", "ManifestFacts",
                "RegularLanguages", "Reports", "RepositoryLinking", "Rules", "SourceText",
                "TagPolicies", "TagSnapshots", "Triage", "UpdateEngine", "WebPages", "YAMLSyntax",
            ]),
        .testTarget(
            name: "ChangesTests",
            dependencies: [
                "Changes", "CheckPipeline", "ManifestFacts", "Reports", "RepositoryLinking",
                "Rules",
                "SourceText", "TagSnapshots", "TestSupport",
            ]),

        // What each environment ran when, from the commits of a branch, and who brought it.
        .target(
            name: "History",
            dependencies: [
                "Audit", "CheckPipeline", "Configuration", "GitAccess", "ImageReferences",
                "Kustomize", "ManifestFacts", "Reports", "RepositoryLinking", "Rules", "SourceText",
                "WebPages", "YAMLSyntax", .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [.embedInCode("Page/history.css")]),
        .testTarget(
            name: "HistoryTests",
            dependencies: [
                "CheckPipeline", "Configuration", "GitAccess", "History", "RepositoryLinking",
                "Rules", "SourceText", "TestSupport",
            ]),

        // A cluster's objects as `kubectl` prints them, and whether the repository's images are live
        // there: pure, so that a recorded cluster is judged as a present one.
        .target(
            name: "ClusterState",
            dependencies: [
                "ImageReferences", "Kustomize", "ManifestFacts", "Reports", "RepositoryLinking",
                "Rules", "SourceText", "YAMLSyntax",
            ]),
        .testTarget(
            name: "ClusterStateTests",
            dependencies: [
                "CheckPipeline", "ClusterState", "ImageReferences", "Reports", "RepositoryLinking",
                "SourceText", "TestSupport",
            ]),

        // Flux's Receivers: where each is called, which calls are authentic, which images they name.
        .target(
            name: "Receivers",
            dependencies: [
                "ImageReferences", "Kustomize", "ManifestFacts", "RegularLanguages",
                "RepositoryLinking", "SourceText", "WebAccess",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ]),
        .testTarget(
            name: "ReceiversTests",
            dependencies: [
                "Kustomize", "ManifestFacts", "Receivers", "RepositoryLinking", "TestSupport",
                "WebAccess", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ]),
        // The service: repositories kept up to date, images scanned and automations run on their
        // intervals, and its state in SQLite.
        .target(
            name: "Serving",
            dependencies: [
                "CheckPipeline", "Configuration", "GitAccess", "ManifestFacts", "Receivers",
                "RegistryAccess", "Reports", "RepositoryLinking", "Rules", "SourceText",
                "TagSnapshots", "UpdateEngine", "WebAccess",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "ServingTests",
            dependencies: [
                "RegistryAccess", "Serving", "TestSupport", "WebAccess",
                "state-probe",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The service as people see it in a browser: pure, from its status.
        .target(
            name: "StatusPages", dependencies: ["Serving", "WebPages"],
            resources: [.embedInCode("Page/status.css")]),
        .testTarget(
            name: "StatusPagesTests", dependencies: ["Serving", "StatusPages", "TestSupport"]),
        // The service over HTTP: receivers, page, metrics and health, each within limits.
        .target(
            name: "WebServing",
            dependencies: [
                "CLibrary", "Receivers", "Reports", "Serving", "StatusPages", "WebAccess",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "Hummingbird", package: "hummingbird",
                    moduleAliases: ["Configuration": "SwiftConfiguration"]),
                .product(
                    name: "HummingbirdCore", package: "hummingbird",
                    moduleAliases: ["Configuration": "SwiftConfiguration"]),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "WebServingTests",
            dependencies: [
                "Receivers", "Serving", "TestSupport", "WebAccess", "WebServing",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),

        // The Language Server Protocol over standard streams, as far as it is of use here.
        .target(
            name: "LanguageServer",
            dependencies: [
                "CheckPipeline", "Configuration", "Explanations", "Fixes", "Kustomize",
                "ManifestFacts", "Reports", "RepositoryLinking", "Rules", "SourceText", "Triage",
            ]),
        .testTarget(
            name: "LanguageServerTests",
            dependencies: [
                "CheckPipeline", "LanguageServer", "Reports", "RepositoryLinking", "Rules",
                "SourceText", "TestSupport", "Triage",
            ]),

        // Compares what different commands say of one marker or policy.
        .testTarget(
            name: "AgreementTests",
            dependencies: [
                "Audit", "CheckPipeline", "Configuration", "Explanations", "Kustomize",
                "ManifestFacts", "RegularLanguages", "Reports", "RepositoryLinking", "Rules",
                "SourceText", "TagSnapshots", "TestSupport", "Triage", "UpdateEngine",
            ]),

        // MARK: Layer 4

        // The command line: arguments, standard streams, environment and exit status.
        .target(
            name: "Commands",
            dependencies: [
                "Audit", "Changes", "CheckPipeline", "ClusterState", "Configuration",
                "Explanations", "Fixes", "Forges", "GitAccess", "GoTemplates", "History", "Holds",
                "ImageReferences", "LanguageServer", "ManifestFacts", "Promotion",
                "RegistryAccess", "RegularLanguages", "Reports", "Receivers", "RepositoryLinking",
                "Rules", "SemanticVersions", "Serving", "SourceText", "TagSnapshots", "Triage",
                "UpdateEngine", "WebAccess", "WebServing", "YAMLSyntax",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        // The manifests that `sluice create` prints, beside those of Flux's own command.
        .testTarget(
            name: "CreateTests",
            dependencies: [
                "Commands", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Runs the built program and its hooks as their users do.
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Audit", "TestSupport", "sluice", .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["EditorClient", "Golden"]),
        // The program.
        .executableTarget(
            name: "sluice",
            dependencies: [
                "Commands", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .target(name: "Cmimalloc", condition: .when(platforms: [.linux])),
            ]),

        // MARK: Tests

        // Everything under `rules/`: each example as it stands and transformed, each definition.
        .testTarget(
            name: "RuleExampleTests",
            dependencies: [
                "CheckPipeline", "Configuration", "Fixes", "ManifestFacts", "Rules", "SourceText",
                "TagSnapshots", "TestSupport", "Triage", "YAMLSyntax",
            ]),
        // Commits without end, for tests that kill it meanwhile or start several.
        .executableTarget(
            name: "git-probe", dependencies: ["GitAccess", "SourceText"], path: "Tests/GitProbe"),
        // Records the state of a service without end, for tests that kill it meanwhile.
        .executableTarget(
            name: "state-probe",
            dependencies: ["Serving", .product(name: "Logging", package: "swift-log")],
            path: "Tests/StateProbe"),
        // Prints how a directory's manifests are linked, and the time of each part: for scripts.
        .executableTarget(
            name: "linking-probe",
            dependencies: [
                "Configuration", "Kustomize", "ManifestFacts", "RepositoryLinking", "Rules",
                "TagPolicies",
                .target(name: "Cmimalloc", condition: .when(platforms: [.linux])),
            ],
            path: "Tests/LinkingProbe"),
        // Directories, repositories and servers that exist as long as a test runs.
        .target(
            name: "TestSupport",
            dependencies: [
                "SourceText",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/TestSupport", exclude: ["Servers"]),
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
