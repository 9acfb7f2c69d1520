import ImageReferences
package import ManifestFacts
import SourceText
import YAMLSyntax

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
        guard object.canBePolicy, let namespace = object.namespace, let name = object.name else {
            return nil
        }
        self.namespace = namespace
        self.name = name
        labels = object.labels
        latest = object.latestRef ?? object.latestImage?.nonEmpty.map(SelectedImage.init)
    }
}

extension SelectedImage {
    /// Takes `name:tag`, perhaps with a digest, apart; the name stays as it is written.
    fileprivate init(_ reference: String) {
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

// MARK: JSON

/// The contents of such a file.
private struct Document {
    /// The objects of each cluster.
    private(set) var lists: [[PolicyObject]] = []

    init(_ json: [UInt8], from file: String) throws(ClusterListError) {
        guard !json.isEmpty else { throw ClusterListError(file: file, reason: "it is empty") }
        do throws(JSONError) {
            var reader = JSONReader(Self.text(of: json))
            try read(&reader)
            try reader.end()
        } catch {
            throw ClusterListError(file: file, reason: "\(error)")
        }
        let objects = lists.joined()
        if let kind = objects.first?.kind, !objects.contains(where: \.canBePolicy) {
            throw ClusterListError(file: file, reason: "it holds no ImagePolicy, but a \(kind)")
        }
    }

    /// Windows PowerShell writes in UTF-16 what it redirects to a file, or with a mark in front.
    private static func text(of json: [UInt8]) -> [UInt8] {
        let text = (try? YAMLEncoding.utf8Text(of: json)) ?? json
        let mark = YAMLEncoding.utf8Mark
        return text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        guard try reader.kind() == .array else {
            lists = [try Element(&reader).objects]
            return
        }
        var alone: [PolicyObject] = []
        try reader.array { (reader) throws(JSONError) in
            let element = try Element(&reader)
            if element.isList { lists.append(element.objects) } else { alone += element.objects }
        }
        if !alone.isEmpty || lists.isEmpty { lists.append(alone) }
    }
}

/// A `List`, the items of one, or an object alone.
private struct Element {
    private(set) var isList = false
    private(set) var objects: [PolicyObject] = []

    init(_ reader: inout JSONReader) throws(JSONError) {
        guard try reader.kind() == .object else {
            isList = true
            try readItems(&reader)
            return
        }
        var alone = PolicyObject()
        try reader.members { (reader, key) throws(JSONError) in
            if key == "items" {
                isList = true
                objects = []
                if try !reader.null() { try readItems(&reader) }
            } else {
                try alone.read(key, &reader)
            }
        }
        if !isList { objects = [alone] }
    }

    private mutating func readItems(_ reader: inout JSONReader) throws(JSONError) {
        try reader.array { (reader) throws(JSONError) in
            var object = PolicyObject()
            try reader.members { (reader, key) throws(JSONError) in
                try object.read(key, &reader)
            }
            objects.append(object)
        }
    }
}

/// The fields of an object that tell which image a policy selects.
private struct PolicyObject {
    private(set) var kind: String?
    private(set) var namespace: String?
    private(set) var name: String?
    private(set) var labels: [String: String] = [:]
    private(set) var latestRef: SelectedImage?
    private(set) var latestImage: String?

    var canBePolicy: Bool { kind.map { $0 == "ImagePolicy" } ?? true }

    mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "kind": kind = try reader.textIfAny()
        case "metadata": try readMetadata(&reader)
        case "status": try readStatus(&reader)
        default: try reader.skip()
        }
    }

    private mutating func readMetadata(_ reader: inout JSONReader) throws(JSONError) {
        if try reader.null() { return }
        try reader.members { (reader, key) throws(JSONError) in
            switch key {
            case "namespace": namespace = try reader.textIfAny()
            case "name": name = try reader.textIfAny()
            case "labels": try readLabels(&reader)
            default: try reader.skip()
            }
        }
    }

    private mutating func readLabels(_ reader: inout JSONReader) throws(JSONError) {
        labels = [:]
        if try reader.null() { return }
        try reader.members { (reader, key) throws(JSONError) in
            labels[key] = try reader.text()
        }
    }

    private mutating func readStatus(_ reader: inout JSONReader) throws(JSONError) {
        if try reader.null() { return }
        try reader.members { (reader, key) throws(JSONError) in
            switch key {
            case "latestRef": latestRef = try reader.reference()
            case "latestImage": latestImage = try reader.textIfAny()
            default: try reader.skip()
            }
        }
    }
}

extension JSONReader {
    fileprivate mutating func text() throws(JSONError) -> String {
        guard let text = String(validating: try string(), as: UTF8.self) else { throw .noJSON }
        return text
    }

    /// Nil for a null.
    fileprivate mutating func textIfAny() throws(JSONError) -> String? {
        try null() ? nil : try text()
    }

    /// The members of an object, with their keys as text.
    fileprivate mutating func members(
        _ member: (inout JSONReader, String) throws(JSONError) -> Void
    ) throws(JSONError) {
        try object { (reader, key) throws(JSONError) in
            try member(&reader, String(decoding: key, as: UTF8.self))
        }
    }

    /// A policy's `latestRef`; nil for a null.
    fileprivate mutating func reference() throws(JSONError) -> SelectedImage? {
        if try null() { return nil }
        var (name, tag, digest): (String?, String?, String?)
        try members { (reader, key) throws(JSONError) in
            switch key {
            case "name": name = try reader.textIfAny()
            case "tag": tag = try reader.textIfAny()
            case "digest": digest = try reader.textIfAny()
            default: try reader.skip()
            }
        }
        guard let name else { throw .missing("name") }
        guard let tag else { throw .missing("tag") }
        return SelectedImage(name: name, tag: tag, digest: digest?.nonEmpty)
    }
}
