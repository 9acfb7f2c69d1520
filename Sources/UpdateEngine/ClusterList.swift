import ImageReferences
package import ManifestFacts
import TagSnapshots
import YAMLSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The ImagePolicies of one cluster, as `kubectl get imagepolicies -A -o json` prints them.
package struct ClusterList: Hashable, Sendable {
    package struct Policy: Hashable, Sendable {
        package let namespace: String
        package let name: String
        package let labels: [String: String]
        /// Nil where the policy has not selected anything yet.
        package let latest: SelectedImage?
    }

    /// The name of what the list was read from, with its number where that contains several.
    package let cluster: String
    package let policies: [Policy]

    /// Reads a `List`, an object alone, or an array of them; each `List` in an array is a cluster.
    ///
    /// Objects of other kinds are passed over, but not if there are no others. A v1 policy tells
    /// its `status.latestRef`, an older one its `status.latestImage`.
    package static func lists(
        in json: [UInt8], from file: String
    ) throws(ClusterListError) -> [ClusterList] {
        let lists = try Document(json, from: file).lists
        return lists.enumerated().map { number, policies in
            ClusterList(
                cluster: lists.count == 1 ? file : "\(file)#\(number + 1)",
                policies: policies.compactMap(Policy.init))
        }
    }
}

/// Why a text contains no policies of a cluster.
package struct ClusterListError: Error, Hashable, Sendable {
    package let file: String
    /// One clause: lower case, no full stop.
    package let reason: String
}

extension ClusterListError: CustomStringConvertible {
    package var description: String {
        let name = file == "-" ? "standard input" : "`\(file)`"
        return "\(name) is not what `kubectl get imagepolicies -A -o json` prints: \(reason)"
    }
}

extension ClusterList.Policy {
    fileprivate init?(_ object: PolicyObject) {
        guard object.canBePolicy, let namespace = object.metadata?.namespace,
            let name = object.metadata?.name
        else { return nil }
        self.namespace = namespace
        self.name = name
        labels = object.metadata?.labels ?? [:]
        latest =
            object.status?.latestRef.map {
                SelectedImage(name: $0.name, tag: $0.tag, digest: $0.digest?.nonEmpty)
            } ?? object.status?.latestImage?.nonEmpty.map(SelectedImage.init)
    }
}

extension SelectedImage {
    /// Takes `name:tag`, perhaps with a digest, apart; the name stays as it is written.
    init(_ reference: String) {
        let parts = ImageReference(reference, convention: .fluxRepository)
        let end = (parts.tag.range ?? parts.digest.range)?.lowerBound ?? reference.utf8.count + 1
        self.init(
            name: String(decoding: reference.utf8.prefix(max(0, end - 1)), as: UTF8.self),
            tag: parts.tag.text ?? "", digest: parts.digest.text)
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// The contents of such a file.
private struct Document: Decodable {
    /// The objects of each cluster.
    private(set) var lists: [[PolicyObject]] = []

    init(_ json: [UInt8], from file: String) throws(ClusterListError) {
        guard !json.isEmpty else { throw ClusterListError(file: file, reason: "it is empty") }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(Self.text(of: json)))
        } catch {
            let reason = (error as? DecodingError)?.words ?? "it is not valid JSON"
            throw ClusterListError(file: file, reason: reason)
        }
        let objects = lists.joined()
        if let kind = objects.first?.kind, !objects.contains(where: \.canBePolicy) {
            let reason = "it contains no ImagePolicy, but an object of kind \(kind)"
            throw ClusterListError(file: file, reason: reason)
        }
    }

    /// Windows PowerShell writes in UTF-16 what it redirects to a file, or with a mark in front.
    private static func text(of json: [UInt8]) -> [UInt8] {
        let text = (try? YAMLEncoding.utf8Text(of: json)) ?? json
        let mark = YAMLEncoding.utf8Mark
        return text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
    }

    init(from decoder: any Decoder) throws {
        guard var array = try? decoder.unkeyedContainer() else {
            lists = [try Element(from: decoder).objects]
            return
        }
        var alone: [PolicyObject] = []
        while !array.isAtEnd {
            let element = try array.decode(Element.self)
            if element.isList { lists.append(element.objects) } else { alone += element.objects }
        }
        if !alone.isEmpty || lists.isEmpty { lists.append(alone) }
    }
}

/// A `List`, the items of one, or an object alone.
private struct Element: Decodable {
    let isList: Bool
    let objects: [PolicyObject]

    private enum Key: CodingKey {
        case items
    }

    init(from decoder: any Decoder) throws {
        if (try? decoder.unkeyedContainer()) != nil {
            isList = true
            objects = try [PolicyObject](from: decoder)
            return
        }
        let members = try decoder.container(keyedBy: Key.self)
        isList = members.contains(.items)
        objects =
            isList
            ? try members.decodeIfPresent([PolicyObject].self, forKey: .items) ?? []
            : [try PolicyObject(from: decoder)]
    }
}

/// The fields of an object that tell which image a policy selects.
private struct PolicyObject: Decodable {
    struct Metadata: Decodable {
        let namespace: String?
        let name: String?
        let labels: [String: String]?
    }

    struct Reference: Decodable {
        let name: String
        let tag: String
        let digest: String?
    }

    struct Status: Decodable {
        let latestRef: Reference?
        let latestImage: String?
    }

    let kind: String?
    let metadata: Metadata?
    let status: Status?

    var canBePolicy: Bool { kind.map { $0 == "ImagePolicy" } ?? true }
}
