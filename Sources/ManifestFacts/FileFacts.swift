package import SourceText
package import YAMLSyntax

/// The facts of one file, with source spans: a pure function of its bytes and its role.
package struct FileFacts: Sendable {
    /// How far the file could be read.
    package enum Reading: Hashable, Sendable {
        /// The byte screen found nothing in it that matters, so it was not parsed.
        case screenedOut
        case parsed
        /// Files of that name are not read as YAML, so it was only searched as text.
        case text
        /// A Helm template, or text that looks like one: not YAML before it is rendered.
        case template
        case notYAML(YAMLError)
        /// Git LFS keeps the content elsewhere.
        case lfsPointer
    }

    // The facts that link files come first and side by side, because linking reads them of all
    // files.

    /// Whether it declares an object of a kind that is built with its patches.
    package private(set) var declaresFluxKinds = false
    package private(set) var kustomization: KustomizationFact?
    package private(set) var images: [ImageFact] = []
    package private(set) var markers: [MarkerFact] = []
    package private(set) var policies: [ImagePolicyFact] = []
    package private(set) var repositories: [ImageRepositoryFact] = []
    package private(set) var automations: [ImageUpdateAutomationFact] = []
    package private(set) var fluxKustomizations: [FluxKustomizationFact] = []
    package private(set) var gitRepositories: [GitRepositoryFact] = []
    package private(set) var ociRepositories: [OCIRepositoryFact] = []
    package private(set) var receivers: [ReceiverFact] = []
    package private(set) var namespaces: [NamespaceFact] = []
    package private(set) var settings: [SettingsFact] = []
    /// Why the API server refuses objects of Flux.
    package private(set) var schemaFaults: [SchemaFault] = []
    /// Commands and builds that give images of other files their tags.
    package private(set) var tagSetters: [TagSetter] = []
    package private(set) var helmReleases: [HelmReleaseFact] = []
    /// The ResourceSets of Flux Operator, with the facts of their objects.
    package private(set) var resourceSets: [ResourceSetFact] = []
    /// The releases of Flux that it says it installs, as written.
    package private(set) var statedFluxVersions: [String] = []
    /// The versions of ImagePolicies that each definition of the kind in this file serves.
    package private(set) var servedPolicyVersions: [Set<String>] = []
    /// Names of ImagePolicies that templates in this file may make.
    package private(set) var templatedPolicyNames: [NamePattern] = []
    /// Names of ImageRepositories that templates in this file may make.
    package private(set) var templatedRepositoryNames: [NamePattern] = []

    package let role: FileRole
    package private(set) var reading: Reading
    /// The text that all spans refer to, in UTF-8; empty where the bytes are no text.
    package private(set) var source: [UInt8] = []
    package private(set) var objects: [ObjectFact] = []
    package private(set) var secrets: [SecretFact] = []
    /// The suppressions in the manifest itself.
    package private(set) var suppressions: [SuppressionFact] = []
    /// The holds of objects of image automation, in the order of their lines.
    package private(set) var holds: [HoldFact] = []
    /// The policies that comments and text name, live or not: `namespace:name` and what follows.
    package private(set) var mentionedPolicies: [String] = []
    /// Lines of a text that does not parse which mention `"$imagepolicy"`.
    package private(set) var unreadMarkers: [SourceSpan] = []
    /// The markers of a text that would parse if they were comments, in their order.
    package private(set) var bareMarkers: [BareMarker] = []
    /// How Flux's setters take the file as a whole; nil where it has no marker.
    package private(set) var setterInput: SetterInput?

    package init(bytes: [UInt8], role: FileRole) {
        self.init(ParsedManifest(bytes, role: role), role: role)
    }

    package init(_ manifest: ParsedManifest, role: FileRole) {
        self.role = role
        source = manifest.source
        switch manifest.content {
        case .irrelevant: reading = .screenedOut
        case .lfsPointer: reading = .lfsPointer
        case .text:
            reading = .text
            searchText()
        case .stream(let stream, let hasDefinitions):
            reading = .parsed
            collect(from: stream, hasDefinitions: hasDefinitions)
            if manifest.isRecoded { setterInput?.noteEncoding() }
        case .unreadable(let error):
            reading = source.contains(word: Array("{{".utf8)) ? .template : .notYAML(error)
            searchText()
            if case .notYAML = reading { bareMarkers = bareMarkersAtFault }
        }
    }

    /// The facts of objects that templates of this file make.
    ///
    /// Their spans lead to the templates. Comments are those of the file, and what holds or
    /// suppressions annotations say counts for no template.
    init(rendered objects: [ObjectNode], in source: [UInt8]) {
        role = .yaml
        reading = .parsed
        self.source = source
        for object in objects {
            if object.isKnown { schemaFaults += SchemaFault.faults(in: object.root) }
            if !object.isCopied { collect(from: object) }
        }
        suppressions = []
        holds = []
        self.objects = objects.map(\.fact)
        declaresFluxKinds = objects.contains { FluxKind($0.identity) != nil }
    }

    /// Whether a file of these bytes may change what other files mean, at a cheap look: it takes
    /// part in a build, declares an object of image automation, or contains variables.
    package static func canHoldLinks(_ bytes: [UInt8], role: FileRole) -> Bool {
        role == .kustomization || bytes.starts(with: [0xFF, 0xFE])
            || bytes.starts(with: [0xFE, 0xFF]) || ByteScreen.canHoldLinks(bytes)
    }

    /// Whether Flux's setters would read a file of these bytes at all.
    package static func canHoldMarkers(_ bytes: [UInt8]) -> Bool {
        bytes.contains(word: markerWord)
    }

    private static let markerWord = Array("\"$imagepolicy\"".utf8)
    private static let imageWord = Array("Image".utf8)
    /// The end of both `Image` and `image`.
    private static let imageEnding = Array("mage".utf8)
    private static let policies = TemplatedNames(kind: "ImagePolicy")
    private static let repositories = TemplatedNames(kind: "ImageRepository")

    private mutating func collect(from stream: YAMLStream, hasDefinitions: Bool) {
        // In a file of values, a tag in a key of its own belongs to an image for its marker.
        var values: [ImageFact] = []
        for document in stream.documents {
            let declared = ObjectNode.objects(in: document)
            schemaFaults += SchemaFault.faults(in: document)
            for object in declared { collect(from: object) }
            // Those that a template makes are not followed.
            resourceSets += declared.compactMap { ResourceSetFact($0, in: source) }
            objects += declared.map(\.fact)
            declaresFluxKinds =
                declaresFluxKinds || declared.contains { FluxKind($0.identity) != nil }
            tagSetters += SkaffoldBuilds.setters(in: document)
            if declared.isEmpty {
                let object: ObjectIdentity? = role == .kustomization ? .bareKustomization : nil
                images += ImageCollector.images(of: object, in: document.root)
                if object == nil, Self.canHoldMarkers(source) {
                    values += ImageCollector.images(inValues: document.root, of: nil)
                }
            }
        }
        if let version = StatedFluxVersion.version(inHeadOf: source) {
            statedFluxVersions.append(version)
        }
        if role == .kustomization, let first = stream.documents.first {
            kustomization = KustomizationFact(first)
        }
        markers = MarkerCollector.markers(in: stream, objects: objects, images: images + values)
        // The images of templates are those of the objects that they make.
        images.removeAll { image in resourceSets.contains { $0.renders(image.span) } }
        if !markers.isEmpty { setterInput = SetterInput(stream) }
        // What such a scalar says beside the marker is judged once the marker is mended.
        let bare = Set(markers.lazy.filter(\.isBare).compactMap(\.target?.span))
        if !bare.isEmpty { images.removeAll { $0.scalars.contains(where: bare.contains) } }
        suppressions += SuppressionCollector.suppressions(
            in: stream, objects: objects, markers: markers)
        // Workflows declare no objects; a command in one that does runs in a cluster.
        if !hasDefinitions, objects.allSatisfy({ $0.identity.apiVersion == nil }) {
            tagSetters += TagSetter.setters(inCommands: source)
        }
        // One look for what both begin with is enough for nearly all files.
        guard source.contains(word: Self.imageEnding) else { return }
        if source.contains(word: Self.imageWord) {
            servedPolicyVersions = ServedVersions.versions(in: source)
            let rendered = resourceSets.flatMap(\.renderings).flatMap(\.objects)
            let declared =
                objects + rendered.filter { NamePattern.isLiteral($0.identity.name ?? "") }
            templatedPolicyNames = Self.policies.names(in: stream, objects: declared)
            templatedRepositoryNames = Self.repositories.names(in: stream, objects: declared)
        }
        mentionedPolicies = PolicyMentions.mentions(in: source)
    }

    private mutating func collect(from object: ObjectNode) {
        images += ImageCollector.images(of: object.identity, in: object.root)
        if let policy = ImagePolicyFact(object) { policies.append(policy) }
        if let repository = ImageRepositoryFact(object) { repositories.append(repository) }
        if let automation = ImageUpdateAutomationFact(object) { automations.append(automation) }
        if let kustomization = FluxKustomizationFact(object) {
            fluxKustomizations.append(kustomization)
        }
        if let repository = GitRepositoryFact(object) { gitRepositories.append(repository) }
        if let repository = OCIRepositoryFact(object) { ociRepositories.append(repository) }
        if let receiver = ReceiverFact(object) { receivers.append(receiver) }
        if let namespace = NamespaceFact(object) { namespaces.append(namespace) }
        if let secret = SecretFact(object) { secrets.append(secret) }
        if let settings = SettingsFact(object) { self.settings.append(settings) }
        if let release = HelmReleaseFact(object) { helmReleases.append(release) }
        if let version = StatedFluxVersion.version(of: object) {
            statedFluxVersions.append(version)
        }
        suppressions += SuppressionFact.annotations(of: object, in: source)
        holds += HoldFact.holds(of: object, in: source)
    }

    /// None where the text would not parse with them as comments either.
    private var bareMarkersAtFault: [BareMarker] {
        guard !unreadMarkers.isEmpty else { return [] }
        let candidates = BareMarker.candidates(in: source)
        guard !candidates.isEmpty,
            (try? YAMLStream(BareMarker.mended(source, candidates))) != nil
        else { return [] }
        return candidates
    }

    /// Searches a text that does not parse for mentions of markers and for policies that it may
    /// declare.
    private mutating func searchText() {
        var start = 0
        while let found = source.offset(of: Self.markerWord, from: start) {
            var end = found
            while end < source.count, source[end] != 0x0A { end += 1 }
            unreadMarkers.append(SourceSpan(found, end))
            start = end
        }
        let text = String(decoding: source, as: UTF8.self)
        templatedPolicyNames = Self.policies.names(inText: text)
        templatedRepositoryNames = Self.repositories.names(inText: text)
        mentionedPolicies = PolicyMentions.mentions(in: source)
    }
}

extension ObjectIdentity {
    /// A kustomization may leave its `apiVersion` and `kind` out.
    fileprivate static let bareKustomization = ObjectIdentity(
        apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization", namespace: nil,
        name: nil)
}
