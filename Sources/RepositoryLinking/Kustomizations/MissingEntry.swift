import Configuration
import Kustomize
package import ManifestFacts
package import SourceText
import YAMLSyntax

/// An entry of a kustomization that names what the repository does not contain, so that kustomize
/// fails.
package struct MissingEntry: Sendable {
    package enum Fault: Hashable, Sendable {
        case nothingThere
        /// A directory that kustomize cannot build.
        case directoryWithoutKustomization
    }

    package let fault: Fault
    package let entry: LocatedText
    /// The kustomization that names it.
    package let kustomization: String
    package let builder: DirectoryBuilder
    /// The name of a file of the same directory that the entry probably means.
    package let suggestion: String?

    package var location: SourceLocation {
        SourceLocation(path: kustomization, span: entry.span)
    }
}

/// The builder of a directory with a kustomization.
package enum DirectoryBuilder: Hashable, Sendable {
    /// A Flux Kustomization of a certain path, from a checkout of Git.
    case flux
    /// Unknown: no Flux Kustomization of the repository builds anything.
    case somebody
    /// No Flux Kustomization, though others of the repository build something, or one whose
    /// source is no Git repository.
    case perhapsNobody
}

extension RepositoryModel {
    /// The entries of kustomizations behind which there is nothing that kustomize can read, in the
    /// order of their places.
    ///
    /// Left out is what may be elsewhere: addresses, paths out of the repository, names with
    /// variables, excerpts of kustomizations of which nothing is there, and files that an ignore
    /// file, a script or a file beside them shows to be made.
    package var missingEntries: [MissingEntry] {
        knownMissingEntries.value {
            guard !graph.mayIncludeOtherFiles else { return [] }
            let builders = DirectoryBuilders(graph, fileReaches)
            // Kustomizations that bring in files of the repository alone are most of them.
            let incomplete = Set(graph.kustomize.unresolved.map { ObjectIdentifier($0.file) })
            return graph.facts.kustomizations.flatMap { fact -> [MissingEntry] in
                let isComplete = !incomplete.contains(ObjectIdentifier(files[fact.file]))
                let built = isComplete ? [] : fact.fact.built
                guard !built.isEmpty || fact.fact.hasFurtherPaths,
                    let directory = graph.kustomize.directory(builtFrom: fact)
                else { return [] }
                return missingEntries(of: fact, built, in: directory, builders)
            }
        }
    }

    /// - Parameter built: The entries that name what is built, of which some may be missing.
    private func missingEntries(
        of kustomization: Placed<KustomizationFact>, _ built: [LocatedText], in directory: Int,
        _ builders: DirectoryBuilders
    ) -> [MissingEntry] {
        let (fact, directoryPath) = (
            kustomization.fact, graph.kustomize.tree.directories[directory].path
        )
        var missing: [MissingEntry] = []
        func add(_ entry: LocatedText, mustBuild: Bool) {
            // Nearly all lead to a file that was read, which is found without making its path.
            if case .file? = graph.kustomize.tree.place(at: entry.text, from: directory) { return }
            guard let fault = fault(of: entry, in: directoryPath, mustBuild: mustBuild) else {
                return
            }
            let above = RepositoryPath.joined(entry.text, to: directoryPath)
                .flatMap { RepositoryPath.directory(of: $0) }
            missing.append(
                MissingEntry(
                    fault: fault, entry: entry, kustomization: kustomization.path,
                    builder: builders.builder(of: directory),
                    suggestion: above == directoryPath
                        ? Suggestion.nearest(
                            to: entry.text.lastName, among: paths.fileNames(in: directoryPath))
                        : nil))
        }
        for entry in built { add(entry, mustBuild: true) }
        let isExcerpt =
            !built.isEmpty && missing.count == built.count
            && builders.builder(of: directory) != .flux
        if isExcerpt { return [] }
        for entry in fact.furtherPaths { add(entry, mustBuild: false) }
        return missing
    }

    /// Nil for an entry that is there, or may be.
    private func fault(
        of entry: LocatedText, in directory: String, mustBuild: Bool
    ) -> MissingEntry.Fault? {
        guard !entry.text.isEmpty, NamePattern.isLiteral(entry.text), !entry.text.isRemote,
            let path = RepositoryPath.joined(entry.text, to: directory)
        else { return nil }
        if !paths.mayHold(path) {
            return builds.mayMake(path) || isMade(path) ? nil : .nothingThere
        }
        guard mustBuild, paths.isDirectory(path) else { return nil }
        let names = ["kustomization.yaml", "kustomization.yml", "Kustomization"].map {
            path.isEmpty ? $0 : path + "/" + $0
        }
        return names.contains { paths.mayHold($0) || builds.mayMake($0) }
            ? nil : .directoryWithoutKustomization
    }

    /// Whether a file beside it is what it is made from: `NAME.enc`, `NAME.tmpl`,
    /// `secret.sops.yaml`.
    private func isMade(_ path: String) -> Bool {
        let name = path.lastName
        let stem = name.prefix { $0 != "." }
        return paths.fileNames(in: RepositoryPath.directory(of: path) ?? "").contains { other in
            other.hasPrefix(name + ".")
                || (!stem.isEmpty && other.hasPrefix(stem) && other.isSealed)
        }
    }
}

/// Tells for each directory who builds it.
struct DirectoryBuilders {
    private let graph: BuildGraph
    private let reaches: FileReaches
    private let hasFlux: Bool

    /// Cost: linear in the number of builds.
    init(_ graph: BuildGraph, _ reaches: FileReaches) {
        self.graph = graph
        self.reaches = reaches
        hasFlux = graph.builds.contains { $0.scopes.contains { $0 != nil } }
    }

    func builder(of directory: Int) -> DirectoryBuilder {
        if !hasFlux {
            let file = graph.kustomize.tree.directories[directory].kustomization
            let isAside = file.map { reaches.reach(of: $0) != .deployed } ?? false
            return isAside ? .perhapsNobody : .somebody
        }
        let scopes = graph.builds(ofDirectory: directory).flatMap { graph.scopes(of: $0) }
        return scopes.contains { $0.map(graph.isFromGit) ?? false } ? .flux : .perhapsNobody
    }
}

extension BuildGraph {
    /// Whether a source brings files of other repositories into its checkout.
    fileprivate var mayIncludeOtherFiles: Bool {
        facts.gitRepositories.contains {
            $0.fact.root["spec"]?["include"]?.items.first != nil
        }
    }

    /// Whether a Flux Kustomization builds what Git contains, and not an artifact that was made of
    /// it.
    fileprivate func isFromGit(_ scope: Scope) -> Bool {
        guard kustomize.files.indices.contains(scope.file) else { return false }
        let fact = kustomize.files[scope.file].facts.fluxKustomizations[scope.index]
        return fact.sourceKind?.text == "GitRepository"
            && fact.path.map { NamePattern.isLiteral($0.text) } ?? true
    }
}

extension KustomizationFact {
    fileprivate var built: [LocatedText] { resources + bases + components }

    /// Whether `furtherPaths` may have any.
    fileprivate var hasFurtherPaths: Bool { !furtherKeys.isEmpty }
}

extension KustomizeGraph {
    /// The directory that kustomize builds from a kustomization; nil for one beside another.
    func directory(builtFrom fact: Placed<KustomizationFact>) -> Int? {
        guard let path = RepositoryPath.directory(of: fact.path),
            let directory = tree.directory(at: path),
            tree.directories[directory].kustomization == fact.file
        else { return nil }
        return directory
    }
}

extension String {
    /// Whether kustomize would take this for a repository's address.
    ///
    /// Asked of each entry of each kustomization, so that it looks at bytes first.
    var isRemote: Bool {
        if let slash = utf8.firstIndex(of: UInt8(ascii: "/")) {
            let first = utf8[..<slash]
            let point = UInt8(ascii: ".")
            if first.contains(point), first.first != point { return true }
        }
        if containsGitDirectory { return true }
        let signs = ":@?".utf8
        guard utf8.contains(where: signs.contains) else { return false }
        return hasPrefix("git::") || Self.remoteMarks.contains { contains($0) }
    }

    private static let remoteMarks = ["://", "git@", "?ref="]

    /// Whether it contains `.git/`.
    private var containsGitDirectory: Bool {
        var matched = 0
        for byte in utf8 {
            if byte == Self.gitDirectory[matched] {
                matched += 1
                if matched == Self.gitDirectory.count { return true }
            } else {
                matched = byte == Self.gitDirectory[0] ? 1 : 0
            }
        }
        return false
    }

    private static let gitDirectory = Array(".git/".utf8)

    /// Whether a file's name says that it is encrypted, or that another one is made from it.
    fileprivate var isSealed: Bool {
        Self.sealMarks.contains { mark in
            contains(".\(mark)") || contains("-\(mark)") || contains("_\(mark)")
        }
    }

    private static let sealMarks = [
        "enc", "sops", "sealed", "tmpl", "tpl", "template", "example", "sample", "dist",
    ]
}
