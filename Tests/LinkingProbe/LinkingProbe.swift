import Configuration
import Foundation
import Kustomize
import ManifestFacts
import RepositoryLinking
import Rules
import TagPolicies

#if os(Linux)
    // As the program does.
    private import Cmimalloc
#endif

/// Links the manifests of a directory and prints the result, for scripts.
///
///     linking-probe objects FOLDER    one JSON object a line for each Flux object as built
///     linking-probe images FOLDER     one JSON object a line for each image that a root runs
///     linking-probe markers FOLDER    each marker that Flux reads, and whether its policy is there
///     linking-probe time FOLDER N     files and milliseconds of linking them, N times
///     linking-probe crossings FOLDER N  policies and milliseconds of comparing each with every
///                                     environment, compiling it included, N times
///     linking-probe selection FOLDER N  tags in `tags.txt` and milliseconds of the first policy's
///                                     selection from them, N times
@main
enum LinkingProbe {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.dropFirst().first else {
            FileHandle.standardError.write(
                Data("usage: linking-probe objects|markers|time|… FOLDER\n".utf8))
            exit(64)
        }
        let files = try manifests(in: URL(filePath: folder, directoryHint: .isDirectory))
        let rounds = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10
        switch arguments.first {
        case "time": printTimes(of: files, rounds: rounds)
        case "crossings": try printCrossings(of: files, in: folder, rounds: rounds)
        case "selection": try printSelections(of: files, in: folder, rounds: rounds)
        case "images": try printImages(of: RepositoryModel(files: files))
        case "markers": printMarkers(of: RepositoryModel(files: files))
        default: try printObjects(of: RepositoryModel(files: files))
        }
    }

    private static func manifests(in folder: URL) throws -> [ManifestFile] {
        let root = folder.standardizedFileURL.path(percentEncoded: false)
        var paths: [String] = []
        for case let url as URL in FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil) ?? .init()
        {
            let path = url.standardizedFileURL.path(percentEncoded: false)
            if !path.hasSuffix("/"), !path.contains("/.git/") {
                paths.append(String(path.dropFirst(root.count)))
            }
        }
        return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { path in
            guard let role = FileRole(path: path),
                let data = FileManager.default.contents(atPath: root + path)
            else { return nil }
            let facts = FileFacts(bytes: Array(data), role: role)
            return facts.reading == .screenedOut ? nil : ManifestFile(path: path, facts: facts)
        }
    }

    /// Prints the processor time of one thread, as wall time depends on other processes.
    private static func printTimes(of files: [ManifestFile], rounds: Int) {
        let tokens = EnvironmentTokens(paths: files.map(\.path))
        for _ in 0..<rounds {
            let start = clock()
            let model = RepositoryModel(files: files, tokens: tokens)
            // These are linked on first use.
            _ = (model.policyLinks.policies.count, model.automations.hasOwn)
            let ticks = clock() - start
            Swift.print(model.files.count, Double(ticks) / Double(CLOCKS_PER_SEC) * 1000)
        }
    }

    private static func printCrossings(
        of files: [ManifestFile], in folder: String, rounds: Int
    ) throws {
        let rules = allRules.filter {
            type(of: $0).definition.id == "policy-crosses-environments"
        }
        let path = "\(folder)/.sluice.yaml"
        let configuration = try RepositoryConfiguration(
            Array(FileManager.default.contents(atPath: path) ?? Data()), path: path,
            rules: RuleDefinition.all.map(\.configurable))
        for _ in 0..<rounds {
            let model = RepositoryModel(files: files, configuration: configuration)
            let start = clock()
            let findings = rules.flatMap { $0.findings(in: model) }
            let ticks = clock() - start
            Swift.print(
                model.policyLinks.policies.count,
                Double(ticks) / Double(CLOCKS_PER_SEC) * 1000, findings.count)
        }
    }

    private static func printSelections(
        of files: [ManifestFile], in folder: String, rounds: Int
    ) throws {
        let tags = try String(contentsOfFile: "\(folder)/tags.txt", encoding: .utf8)
            .split(separator: "\n").map(String.init)
        for _ in 0..<rounds {
            let policy = RepositoryModel(files: files).policyLinks.policies.first?.reading.policy
            let start = clock()
            let selection = policy?.selection(from: tags)
            let ticks = clock() - start
            Swift.print(
                tags.count, Double(ticks) / Double(CLOCKS_PER_SEC) * 1000,
                selection?.selected ?? "nothing")
        }
    }

    private static func printMarkers(of model: RepositoryModel) {
        for marker in model.markers {
            guard let setter = marker.fact.liveSetter else { continue }
            let answer = model.policies.answer(namespace: setter.namespace, name: setter.name)
            Swift.print(marker.path, setter.text, answer)
        }
    }

    private static func printImages(of model: RepositoryModel) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for deployed in model.deployedImages {
            let image: String?
            switch deployed.outcome {
            case .runs(let final): image = final.text
            case .removed: continue
            case .unknown: image = nil
            }
            let row = ImageRow(
                path: deployed.path, kind: deployed.object.kind ?? "", image: image,
                roots: deployed.roots.map { Root($0) })
            Swift.print(String(decoding: try encoder.encode(row), as: UTF8.self))
        }
    }

    private static func printObjects(of model: RepositoryModel) throws {
        let objects = model.objects
        for item in objects.policies {
            try print(item.fact.path, item.fact.fact.object, item.object, model)
        }
        for item in objects.repositories {
            try print(item.fact.path, item.fact.fact.object, item.object, model)
        }
        for item in objects.automations {
            try print(item.fact.path, item.fact.fact.object, item.object, model)
        }
        for item in model.kustomizations {
            try print(item.fact.path, item.fact.fact.object, item.object, model)
        }
    }

    private static func print(
        _ path: String, _ fact: ObjectFact, _ object: EffectiveObject, _ model: RepositoryModel
    ) throws {
        let row = Row(
            path: path, kind: fact.identity.kind ?? "",
            built: [object.builtIdentity.namespace, object.builtIdentity.name].map(\.shown),
            effective: [object.identity.namespace, object.identity.name].map(\.shown),
            kustomizations: model.kustomizations(of: object),
            roots: model.roots(of: object).map { Root($0) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        Swift.print(String(decoding: try encoder.encode(row), as: UTF8.self))
    }
}

private struct Row: Encodable {
    let path: String
    let kind: String
    /// Namespace and name.
    let built: [String?]
    let effective: [String?]
    let kustomizations: [String]
    let roots: [Root]
}

private struct ImageRow: Encodable {
    let path: String
    let kind: String
    /// Nil for an image that is not known.
    let image: String?
    let roots: [Root]
}

private struct Root: Encodable {
    let folder: String
    let builder: String?
    let namespace: String?
    let prefix: String?
    let suffix: String?
    let components: [String]

    init(_ root: BuildRoot) {
        folder = root.directory
        builder = root.builder.map { "\($0.path)#\($0.index)" }
        namespace = root.namespace
        prefix = root.namePrefix
        suffix = root.nameSuffix
        components = root.components
    }
}

extension EffectiveText {
    /// Nil for an absent text; a pattern with its variables.
    fileprivate var shown: String? {
        switch self {
        case .absent: nil
        case .known(let text), .pattern(let text): text
        }
    }
}
