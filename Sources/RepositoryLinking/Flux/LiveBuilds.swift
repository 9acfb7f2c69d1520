import Kustomize
import ManifestFacts

/// The builds that a cluster runs for certain, because the Flux Kustomization that `flux bootstrap`
/// left applies itself, and everything else from there on.
///
/// A file that Flux does not reach from there may still be applied by hand, by a script, by a
/// cluster that is bootstrapped elsewhere or by another tool. It counts as left out only in a
/// directory from which every bootstrapped cluster takes other files, or where a kustomization
/// lists it in a comment.
struct LiveBuilds: Sendable {
    /// By build.
    private let isLive: [Bool]
    /// The directories of the bootstrapped Flux Kustomizations; empty where none tells anything.
    private let bootstraps: [String]
    /// The roots of the repositories of which Flux Kustomizations build directories: of others,
    /// nothing is known to be left out.
    private let deployedRepositories: Set<String>
    /// By directory: whether it is above files that are built from there.
    private let isAboveLive: [Bool]
    /// The files and directories that kustomizations list in comments.
    private let commentedOut: Set<String>

    /// Cost: linear in the number of builds and files, and in the length of kustomizations.
    init(_ graph: BuildGraph, deployedRepositories: Set<String>) {
        self.deployedRepositories = deployedRepositories
        commentedOut = graph.kustomize.commentedPaths
        let walk = LiveWalk(graph)
        isLive = walk.isLive
        bootstraps =
            graph.kustomize.files.contains(where: \.isAppliedByOthers) ? [] : walk.bootstraps
        isAboveLive = graph.kustomize.tree.isAbove { file in
            graph.buildsOfFile[file].contains { walk.isLive[$0] }
        }
    }

    /// Whether one of these builds of a file may be applied, as far as the repository tells.
    ///
    /// - Parameter scripts: They may apply a directory that Flux leaves out.
    func mayRun(_ builds: [Int], in graph: BuildGraph, scripts: BuildTexts) -> Bool {
        if builds.contains(where: { isLive[$0] }) { return true }
        if bootstraps.isEmpty, commentedOut.isEmpty { return true }
        return builds.contains { build in
            graph.rootBuilds(of: build).contains { root in
                graph.builds[root].scopes.contains { scope in
                    let directory = directory(of: root, scope, in: graph)
                    let isOff =
                        isCommentedOut(root, scope, in: graph)
                        || !bootstraps.isEmpty && isLeftOut(directory, in: graph)
                    return !isOff || scripts.mayApply(directory)
                }
            }
        }
    }

    /// Whether a kustomization lists this file or directory in a comment.
    func isCommentedOut(_ path: String) -> Bool { commentedOut.contains(path) }

    /// Whether a root, or the file that declares its Flux Kustomization, is listed in comments
    /// alone.
    private func isCommentedOut(_ root: Int, _ scope: Scope?, in graph: BuildGraph) -> Bool {
        if commentedOut.isEmpty { return false }
        guard let scope else {
            return commentedOut.contains(directoryPath(root, in: graph))
        }
        guard graph.kustomize.files.indices.contains(scope.file) else { return false }
        let path = graph.kustomize.files[scope.file].path
        // A Flux Kustomization that its own directory does not list was applied by something else.
        if RepositoryPath.isPath(path, in: directoryPath(root, in: graph)) { return false }
        let builds = graph.buildsOfFile[scope.file]
        if builds.isEmpty { return commentedOut.contains(path) }
        return builds.flatMap(graph.rootBuilds).allSatisfy { build in
            graph.builds[build].scopes == [nil]
                && commentedOut.contains(directoryPath(build, in: graph))
        }
    }

    private func directoryPath(_ build: Int, in graph: BuildGraph) -> String {
        graph.kustomize.tree.directories[graph.builds[build].directory].path
    }

    /// Where a root is declared: the directory of its Flux Kustomization, else its own.
    private func directory(of root: Int, _ scope: Scope?, in graph: BuildGraph) -> String {
        guard let scope, graph.kustomize.files.indices.contains(scope.file) else {
            return directoryPath(root, in: graph)
        }
        return RepositoryPath.directory(of: graph.kustomize.files[scope.file].path) ?? ""
    }

    private func isLeftOut(_ directory: String, in graph: BuildGraph) -> Bool {
        !directory.split(separator: "/").contains("bootstrap")
            && deployedRepositories.contains(graph.facts.links.root(ofFile: directory))
            && bootstraps.allSatisfy { bootstrap in
                if RepositoryPath.isPath(directory, in: bootstrap) { return true }
                return Self.branch(of: directory, besides: bootstrap)
                    .flatMap { graph.kustomize.tree.directory(at: $0) }
                    .map { isAboveLive[$0] } ?? false
            }
    }

    /// The highest directory above one that is not above the other as well: `apps` for
    /// `apps/base/web` besides `clusters/production`; nil where it contains the other.
    private static func branch(of directory: String, besides other: String) -> String? {
        var next: String? = directory
        var branch: String?
        while let path = next, !path.isEmpty, !RepositoryPath.isPath(other, in: path) {
            branch = path
            next = RepositoryPath.directory(of: path)
        }
        return branch
    }
}

/// Follows Flux Kustomizations from those that apply themselves.
private struct LiveWalk {
    private(set) var isLive: [Bool]
    private(set) var bootstraps: [String] = []
    private var waiting: [Int] = []

    init(_ graph: BuildGraph) {
        let builds = graph.builds
        isLive = Array(repeating: false, count: builds.count)
        var children: [[Int]] = Array(repeating: [], count: builds.count)
        var rootsOfFile: [Int: [Int]] = [:]
        for (number, build) in builds.enumerated() {
            for parent in build.parents { children[parent].append(number) }
            for scope in build.scopes {
                if let scope { rootsOfFile[scope.file, default: []].append(number) }
            }
        }
        var kustomizationFiles: [Int: [Int]] = [:]
        for (file, builds) in graph.buildsOfFile.enumerated() where rootsOfFile[file] != nil {
            for build in builds { kustomizationFiles[build, default: []].append(file) }
        }
        for (file, roots) in rootsOfFile {
            for root in roots
            where graph.appliesItself(file, by: root) || graph.isBootstrap(file, by: root) {
                bootstraps.append(graph.kustomize.tree.directories[builds[root].directory].path)
                mark(root)
            }
        }
        while let build = waiting.popLast() {
            for child in children[build] { mark(child) }
            for file in kustomizationFiles[build] ?? [] {
                for root in rootsOfFile[file] ?? [] { mark(root) }
            }
        }
    }

    private mutating func mark(_ build: Int) {
        if isLive[build] { return }
        isLive[build] = true
        waiting.append(build)
    }
}

extension BuildGraph {
    /// Whether `flux bootstrap` left a root there: by its name, in the directory that it builds,
    /// also where that directory's own kustomization does not list it.
    fileprivate func isBootstrap(_ file: Int, by root: Int) -> Bool {
        let directory = kustomize.tree.directories[builds[root].directory].path
        guard RepositoryPath.isPath(kustomize.files[file].path, in: directory) else { return false }
        let declared = kustomize.files[file].facts.fluxKustomizations
        return builds[root].scopes.contains { scope in
            guard let scope, scope.file == file else { return false }
            return declared[scope.index].object.identity.name == "flux-system"
        }
    }
}

extension ManifestFile {
    /// Whether it tells that more than Flux Kustomizations applies files of the repository: the
    /// Flux Operator, or Argo CD.
    fileprivate var isAppliedByOthers: Bool {
        facts.objects.contains { object in
            object.identity.group == "fluxcd.controlplane.io"
                || object.identity.group == "argoproj.io"
                    && ["Application", "ApplicationSet"].contains(object.identity.kind)
        }
    }
}

extension KustomizeGraph {
    /// The entries of kustomizations that are commented out, as paths from the repository's root.
    fileprivate var commentedPaths: Set<String> {
        var paths: Set<String> = []
        for file in files where file.facts.kustomization != nil {
            guard file.facts.source.contains(UInt8(ascii: "#")) else { continue }
            let directory = RepositoryPath.directory(of: file.path) ?? ""
            for entry in file.facts.commentedEntries {
                if let path = RepositoryPath.joined(entry, to: directory) { paths.insert(path) }
            }
        }
        return paths
    }
}
