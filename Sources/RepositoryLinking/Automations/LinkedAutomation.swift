import Kustomize
package import ManifestFacts
package import SourceText
import YAMLSyntax

/// An ImageUpdateAutomation as built: where it works, and on which policies.
package final class LinkedAutomation: Sendable {
    /// The repository whose files the automation rewrites.
    package enum Source: Hashable, Sendable {
        /// The one that declares it, or one that is linked.
        case own
        case other
        case unknown
    }

    package let built: Effective<ImageUpdateAutomationFact>
    /// The place in `AutomationIndex.automations`.
    package let number: Int
    /// The directory or file whose markers it writes, from the repository's root, which is empty;
    /// nil where that is not known.
    package let updatePath: String?
    /// Whether that is there, or may be.
    package let pathIsThere: Bool
    package let source: Source
    /// The root of the repository that it works on, if that is known; meaningful where the source
    /// is not another one.
    let repository: String?
    private let links: LinkedRepositories
    /// Whether a Flux Kustomization deploys a directory of this repository from the same source.
    package let sourceIsDeployed: Bool
    /// Nil for all policies of the namespace.
    let selector: PolicySelector.Reading?
    package let isSuspended: Bool
    package let checkout: BranchReference
    /// The branch that its GitRepository checks out.
    package let sourceReference: BranchReference
    /// The branch that it pushes to, if it names one itself.
    package let push: BranchReference

    /// - Parameters:
    ///   - linked: The root of the linked repository that its source checks out.
    init(
        _ built: Effective<ImageUpdateAutomationFact>, number: Int, sources: GitSources,
        links: LinkedRepositories, linked: String?, paths: TreePaths
    ) {
        let object = built.object
        self.built = built
        self.number = number
        self.links = links
        let home = links.root(ofFile: built.fact.path)
        let written = Self.updatePath(object.field("spec", "update", "path"))
        let sourceName = object.field(.sourceName).text
        let sourceNamespace = Self.sourceNamespace(of: object)
        let path = written.map { Self.path($0, below: linked ?? home) }
        var source = Source.own
        if linked == nil {
            source = sources.kind(named: sourceName, namespace: sourceNamespace) {
                !(written ?? "").isEmpty && path.map(paths.mayHold) ?? false
            }
            // What is written in another repository is no evidence for which one a path is in.
            let isBootstrap = GitSources.isBootstrap(sourceName, namespace: sourceNamespace)
            if !home.isEmpty, source == .own, !isBootstrap { source = .unknown }
        }
        self.source = source
        repository = source == .unknown && !home.isEmpty ? nil : linked ?? home
        updatePath = repository == nil ? nil : path
        pathIsThere = updatePath.map(paths.mayHold) ?? true
        sourceIsDeployed = sourceName.map(sources.deployedNames.contains) ?? false
        selector = Self.selector(of: object)
        isSuspended = object.isSuspended
        push = Self.branch(object.field(.pushBranch))
        let reference = sources.reference(named: sourceName, namespace: sourceNamespace)
        sourceReference = reference
        checkout = Self.checkout(of: object, else: reference)
    }

    /// `NAMESPACE/NAME`, with what is not known as written.
    package var name: String {
        let written = built.fact.fact.object.identity
        let name = built.identity.name.known ?? written.name ?? ""
        return ((built.identity.namespace.known ?? written.namespace).map { "\($0)/" } ?? "") + name
    }

    /// The scalar at which findings about the whole automation are reported.
    package var location: SourceLocation {
        let object = built.fact.fact.object
        return SourceLocation(path: built.fact.path, span: (object.name?.span ?? object.span))
    }

    /// Nil where it selects every policy, or by what is not known.
    package var knownSelector: PolicySelector? {
        if case .known(let selector)? = selector { selector } else { nil }
    }

    /// Where a byte of the commit message's template is; nil for its end, and where a patch or
    /// a variable has changed what is written.
    package func messageLocation(ofOffset offset: Int, in text: String) -> SourceLocation? {
        let message = built.object.document?["spec"]?["git"]?["commit"]?["messageTemplate"]
        guard case .written(let node, let origin)? = message, node.hasText(text),
            offset < text.utf8.count,
            let inline = InlineText(node, in: origin.source)
        else { return nil }
        let span =
            node.textSpan.map { SourceSpan($0.lowerBound + offset, $0.lowerBound + offset) }
            ?? inline.sourceSpan(of: SourceSpan(offset, offset))
        return origin.location(of: span)
    }

    package var selectorFault: PolicySelectorFault? {
        if case .invalid(let fault)? = selector { fault } else { nil }
    }

    /// Where the commits go.
    package var target: BranchReference { push == .implied ? checkout : push }

    /// Whether the files of a directory, or a file itself, may be among those that it rewrites.
    package func mayCover(_ path: String) -> Bool {
        isOn(repositoryOf: path) && updatePath.map { RepositoryPath.isPath(path, in: $0) } ?? true
    }

    /// Whether it may work on the repository that a file belongs to.
    func isOn(repositoryOf path: String) -> Bool {
        repository.map { $0 == links.root(ofFile: path) } ?? true
    }
}

extension LinkedAutomation {
    private static func path(_ path: String, below root: String) -> String {
        root.isEmpty || path.isEmpty ? root + path : "\(root)/\(path)"
    }

    /// Flux clips a path at the repository's root; an absolute one counts from there.
    private static func updatePath(_ field: BuiltField) -> String? {
        switch field {
        case .absent: return ""
        case .collection, .unknown: return nil
        case .known(let text, _):
            guard NamePattern.isLiteral(text) else { return nil }
            var parts: [Substring] = []
            for part in text.split(separator: "/") where part != "." {
                if part == ".." { _ = parts.popLast() } else { parts.append(part) }
            }
            return parts.joined(separator: "/")
        }
    }

    package static func sourceNamespace(of object: EffectiveObject) -> EffectiveText {
        switch object.field("spec", "sourceRef", "namespace") {
        case .absent: object.identity.namespace
        case .known(let text, _) where text.isEmpty: object.identity.namespace
        case .known(let text, _): EffectiveText(text)
        case .collection, .unknown: .unknown
        }
    }

    private static func selector(of object: EffectiveObject) -> PolicySelector.Reading? {
        switch object.field("spec", "policySelector") {
        case .absent: nil
        case .collection(let node): PolicySelector.Reading(node, of: object)
        case .known, .unknown: .unknown
        }
    }

    /// - Parameter reference: That of the GitRepository.
    private static func checkout(
        of object: EffectiveObject, else reference: BranchReference
    ) -> BranchReference {
        if object.isOfFirstVersion { return branch(object.field(.checkoutBranch)) }
        return switch object.field("spec", "git", "checkout") {
        case .absent: reference
        case .collection:
            BranchReference(object.field("spec", "git", "checkout", "ref"), of: object)
        case .known, .unknown: .unknown
        }
    }

    private static func branch(_ field: BuiltField) -> BranchReference {
        switch field {
        case .absent: .implied
        case .known(let text, _) where text.isEmpty: .implied
        case .known(let text, _) where NamePattern.isLiteral(text): .branch(text)
        case .known, .collection, .unknown: .unknown
        }
    }
}
