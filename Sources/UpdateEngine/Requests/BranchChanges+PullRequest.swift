import Forges
import ManifestFacts
import RepositoryLinking

extension BranchChanges {
    /// The words depend on the two branches alone, so that a repeated run changes nothing, and
    /// automations that share a branch agree; nil where the branch offers nothing.
    ///
    /// - Parameter message: Of the branch's last commit.
    func pullRequest(
        from branch: String, into base: String, message: String, in model: RepositoryModel
    ) -> PullRequest? {
        guard !changes.isEmpty else { return nil }
        let images = model.imageNames
        let rows = changes.map { change in
            [
                images[change.setter.policyName] ?? change.setter.policyName, change.old,
                change.new, "\(change.path):\(change.line)",
            ]
        }
        let body = """
            \(base.markdownCode) gets the images that its policies select. \
            \(branch.markdownCode) follows them until it is merged.

            \(MarkdownTable(["Image", "From", "To", "Place"], rows).text)

            """
        return PullRequest(
            branch: branch, base: base, title: Self.title(of: message), body: body, key: key(branch)
        )
    }

    /// The versions that are proposed, wherever they are written.
    private func key(_ branch: String) -> String {
        RequestKey(
            kind: "update", target: branch,
            identities: Dictionary(changes.map { ($0.setter.text, $0.new) }) { $1 }
        ).text
    }

    private static func title(of message: String) -> String {
        message.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
            .map(String.init) ?? "Update images"
    }
}

extension SetterMarker {
    fileprivate var policyName: String { "\(namespace)/\(name)" }
}

extension RepositoryModel {
    /// The images of policies by their names, where all policies of a name have the same.
    fileprivate var imageNames: [String: String] {
        Dictionary(grouping: policyLinks.policies, by: \.name).compactMapValues { policies in
            let names = Set(policies.map { $0.imageName?.full })
            return names.count == 1 ? names.first ?? nil : nil
        }
    }
}
