// swift-tools-version: 6.2

import PackageDescription

// Apart from the product's package, so that building Sluice never builds its yardstick.
let package = Package(
    name: "benchmarks",
    targets: [
        // The product's own module maps, so that both sides link the same libraries.
        .systemLibrary(name: "Clibgit2", pkgConfig: "libgit2"),
        .systemLibrary(name: "Clibyaml", pkgConfig: "yaml-0.1"),
        // The yardstick: the least work that reads and parses every manifest of a commit.
        .executableTarget(name: "bare-pass", dependencies: ["Clibgit2", "Clibyaml"]),
    ]
)
