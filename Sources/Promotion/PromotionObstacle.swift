package import RegistryAccess
import SourceText

/// Why an image is not promoted.
package enum PromotionObstacle: Error, Sendable {
    // MARK: The choice
    case unknownEnvironment(String, known: [String])
    case otherSource(target: String, promotesFrom: String)
    /// No image of that name runs in the environment.
    case unknownImage(String, environment: String)
    /// Several images end with that name.
    case ambiguousImage(String, candidates: [String])
    case notInTarget(image: String, environment: String)
    // MARK: The source
    case severalVersions(image: String, environment: String, versions: [String])
    /// With the reason: one clause, lower case, no full stop.
    case openVersion(image: String, environment: String, reason: String)
    case registryDisagrees(image: String, git: String, registry: String)
    case held(image: String, environment: String, reason: String)
    case failingCheck(environment: String, findings: [String])
    // MARK: The target
    case noTag(image: String, reason: String)
    case notAdmitted(image: String, tag: String, reason: String)
    /// A scalar whose text is not understood.
    case openScalar(String)
    case sharedImage(path: String, line: Int, image: String)
    /// The edits would make the environment run something else than was planned.
    case otherResult(image: String, environment: String)
    case noDigestField(image: String, environment: String)
    case sharedPlace(path: String, line: Int, environments: [String])
    case rejectedEdit(path: String, reason: String)
    case newFindings([String])
    // MARK: Git
    case noRemote(String, known: [String])
    case noBranch(String, remote: String)
    case foreignBranch(String, author: String)
    case outrun(branch: String, attempts: Int)
    case git(String)
    // MARK: The registry
    case registry(RegistryError)
    case copy(CopyError)
}

extension PromotionObstacle: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownEnvironment(let name, let known):
            "there is no environment `\(name)` in .sluice.yaml; it has \(known.quoted)"
        case .otherSource(let target, let source):
            "`\(target)` promotes from `\(source)`, as .sluice.yaml says"
        case .unknownImage(let name, let environment):
            "no image `\(name)` runs in `\(environment)`"
        case .ambiguousImage(let name, let candidates):
            "`\(name)` may be \(candidates.quoted); name it in full"
        case .notInTarget(let image, let environment):
            "`\(image)` does not run in `\(environment)`, so there is nothing to write"
        case .severalVersions(let image, let environment, let versions):
            "`\(environment)` runs several versions of `\(image)`: \(versions.quoted); "
                + "wait until one of them is everywhere"
        case .openVersion(let image, let environment, let reason):
            "the version of `\(image)` that `\(environment)` runs is not known: \(reason)"
        case .registryDisagrees(let image, let git, let registry):
            "Git says that `\(image)` is `\(git)`, and its registry `\(registry)`: the tag was "
                + "moved after it was deployed"
        case .held(let image, let environment, let reason):
            "`\(image)` is held in `\(environment)`: \(reason)"
        case .failingCheck(let environment, let findings):
            "`\(environment)` has errors of its own: \(findings.joined(separator: "; "))"
        case .noTag(let image, let reason): "there is no tag to promote `\(image)` to: \(reason)"
        case .notAdmitted(let image, let tag, let reason):
            "`\(image)` would get the tag `\(tag)`, which is refused: \(reason)"
        case .openScalar(let text): "\(text.quoted) is not understood as a part of the image"
        case .sharedPlace(let path, let line, let environments):
            "\(path):\(line) is also deployed to \(environments.quoted); "
                + "give each environment a value of its own first"
        case .sharedImage(let path, let line, let image):
            "\(path):\(line) also names the version of `\(image)`; give each image a value of its own "
                + "first"
        case .otherResult(let image, let environment):
            "with these changes `\(environment)` would run another build of `\(image)` than was "
                + "planned: a patch or another entry has a say in it"
        case .noDigestField(let image, let environment):
            "`\(environment)` requires a digest of `\(image)`, and its manifests have no field for "
                + "one; add `digest` first"
        case .rejectedEdit(let path, let reason): "`\(path)` cannot be changed: \(reason)"
        case .newFindings(let findings):
            "`sluice check` has new errors for the result: \(findings.joined(separator: "; "))"
        case .noRemote(let name, let known):
            "there is no remote `\(name)`; this clone has \(known.quoted)"
        case .noBranch(let branch, let remote): "`\(remote)` has no branch `\(branch)`"
        case .foreignBranch(let branch, let author):
            "`\(branch)` has a commit by \(author.quoted) that is not a promotion; "
                + "merge or delete the branch first"
        case .outrun(let branch, let attempts):
            "`\(branch)` was moved by others \(attempts) times in a row; try again"
        case .git(let reason): reason
        case .registry(let error): "\(error)"
        case .copy(let error): "\(error)"
        }
    }
}

extension PromotionObstacle {
    /// Whether the promotion is refused as a whole, and not merely interrupted.
    var isRefusal: Bool {
        switch self {
        case .failingCheck, .newFindings, .otherResult, .noDigestField, .foreignBranch: true
        default: false
        }
    }
}
