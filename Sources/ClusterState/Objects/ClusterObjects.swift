import SourceText
import YAMLSyntax

/// The objects of one cluster that tell whether images are live, as `kubectl get … -o json` prints
/// them.
package struct ClusterObjects: Sendable {
    /// The kinds that are read, by the names that `kubectl get` takes; others are passed over.
    package static let resources: [(kind: String, name: String)] = [
        ("ImagePolicy", "imagepolicies.image.toolkit.fluxcd.io"),
        ("ImageUpdateAutomation", "imageupdateautomations.image.toolkit.fluxcd.io"),
        ("GitRepository", "gitrepositories.source.toolkit.fluxcd.io"),
        ("Kustomization", "kustomizations.kustomize.toolkit.fluxcd.io"),
        ("HelmRelease", "helmreleases.helm.toolkit.fluxcd.io"),
        ("Deployment", "deployments.apps"), ("StatefulSet", "statefulsets.apps"),
        ("DaemonSet", "daemonsets.apps"), ("CronJob", "cronjobs.batch"), ("Pod", "pods"),
    ]
    static let kinds = Set(resources.map(\.kind))

    /// In the order in which they were read.
    private var objects: [String: [ClusterObject]] = [:]
    /// By kind: where each `namespace/name` is among `objects`.
    private var places: [String: [String: Int]] = [:]
    /// By kind, why its objects could not be read: one clause.
    private let failures: [String: String]
    private var podPlaces: [PodOwner: [Int]] = [:]
    private(set) var workloads: [Workload] = []

    /// Reads `List`s and objects, one document after the other or in an array.
    ///
    /// - Parameters:
    ///   - texts: Each with the name of its source for errors.
    ///   - failures: Of kinds that could not be asked for.
    package init(
        _ texts: [(name: String, json: [UInt8])], failures: [String: String] = [:]
    ) throws(ClusterObjectsError) {
        self.failures = failures
        for text in texts { try read(text.json, named: text.name) }
        if objects.isEmpty, failures.isEmpty, let first = texts.first {
            throw ClusterObjectsError(
                source: first.name,
                problem: .unreadable("it has no object of Flux, no workload and no pod"))
        }
        workloads = Workload.kinds.flatMap { self.objects[$0] ?? [] }.compactMap { Workload($0) }
        for (number, pod) in self[.pod].enumerated() {
            for owner in PodOwner.owners(of: pod) { podPlaces[owner, default: []].append(number) }
        }
    }

    package var isEmpty: Bool { objects.isEmpty }

    /// The kinds that could not be read, in the order of `resources`, and why.
    package var unread: [(kind: String, reason: String)] {
        Self.resources.compactMap { resource in
            failures[resource.kind].map { (resource.kind, $0) }
        }
    }

    subscript(kind: ClusterKind) -> [ClusterObject] { objects[kind.rawValue] ?? [] }

    func objects(ofKind kind: String) -> [ClusterObject] { objects[kind] ?? [] }

    func object(_ kind: ClusterKind, namespace: String, name: String) -> ClusterObject? {
        places[kind.rawValue]?["\(namespace)/\(name)"].map { self[kind][$0] }
    }

    func pods(of owner: PodOwner) -> [ClusterObject] {
        (podPlaces[owner] ?? []).map { self[.pod][$0] }
    }

    /// Why an object of that kind is not known, in one clause.
    ///
    /// - Parameter rest: Says which object, if it has no name.
    func absence(of kind: String, _ title: String? = nil, rest: String = "") -> String {
        if let failure = failures[kind] { return "\(kind) objects could not be read: \(failure)" }
        let name = title.map { " `\($0)`" } ?? ""
        return "the cluster's list has no \(kind)\(name)\(rest)"
    }

    // MARK: Reading

    private mutating func read(
        _ json: [UInt8], named name: String
    ) throws(ClusterObjectsError) {
        let text = Self.text(of: json)
        guard text.contains(where: { !$0.isBlank }) else {
            throw ClusterObjectsError(source: name, problem: .unreadable("it is empty"))
        }
        var reader = JSONReader(text, depthLimit: Self.depthLimit)
        var cluster = ClusterReader()
        repeat {
            do throws(JSONError) {
                try cluster.readDocument(&reader)
            } catch {
                let reason = cluster.overrun ?? "\(error)"
                throw ClusterObjectsError(source: name, problem: .unreadable(reason))
            }
        } while reader.rest.contains { !$0.isBlank }
        for object in cluster.objects { try add(object, from: name) }
    }

    /// The objects that `kubectl` prints have about a dozen levels.
    private static let depthLimit = 100

    private mutating func add(
        _ object: ClusterObject, from name: String
    ) throws(ClusterObjectsError) {
        let key = "\(object.namespace)/\(object.name)"
        guard let place = places[object.kind]?[key] else {
            places[object.kind, default: [:]][key] = objects[object.kind, default: []].count
            objects[object.kind, default: []].append(object)
            return
        }
        // A later reading of the same object counts; one of another cluster must not.
        let (former, uid) = (objects[object.kind]?[place], object.value["metadata"]?["uid"])
        guard former?.value["metadata"]?["uid"] == uid else {
            throw ClusterObjectsError(source: name, problem: .twoClusters(object.words))
        }
        objects[object.kind]?[place] = object
    }

    /// Windows PowerShell writes in UTF-16 what it redirects to a file, or with a mark in front.
    private static func text(of json: [UInt8]) -> [UInt8] {
        let text = (try? YAMLEncoding.utf8Text(of: json)) ?? json
        let mark = YAMLEncoding.utf8Mark
        return text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
    }
}

/// A kind that is asked for by its name.
enum ClusterKind: String, Sendable {
    case policy = "ImagePolicy"
    case automation = "ImageUpdateAutomation"
    case gitRepository = "GitRepository"
    case kustomization = "Kustomization"
    case helmRelease = "HelmRelease"
    case pod = "Pod"
}

/// Why a text is not the list of one cluster.
package struct ClusterObjectsError: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
        /// With the reason: one clause.
        case unreadable(String)
        /// An object that is there twice, in words.
        case twoClusters(String)
    }

    package let source: String
    package let problem: Problem
}

extension ClusterObjectsError: CustomStringConvertible {
    package var description: String {
        switch problem {
        case .unreadable(let reason):
            "\(source) is not what `kubectl get … -A -o json` prints: \(reason)"
        case .twoClusters(let words):
            "\(source) has the \(words) of two clusters; verify one cluster at a time"
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
