import Configuration
import GitAccess
import GoTemplates
import ManifestFacts
import RepositoryLinking
import SourceText

extension UpdatePlan {
    /// The changes as a commit of the snapshot takes them.
    func treeEdits(of snapshot: Snapshot) -> [TreeEdit] {
        let edited = contents
        return snapshot.entries.compactMap { entry in
            guard let bytes = edited[entry.path], let blob = entry.blobID else { return nil }
            return TreeEdit(path: entry.path, replacedBlob: blob, bytes: bytes)
        }
    }

    /// The automation's commit message for the changes.
    func message(
        of automation: LinkedAutomation, in model: RepositoryModel
    ) throws -> String {
        let message = try AutomationMessage(automation, in: model)
        let bytes: [UInt8]
        do throws(TemplateError) {
            bytes = try message.text(
                of: changes(by: automation), in: model.fluxReleases.latest)
        } catch {
            throw AutomationObstacle.noMessage("its message template fails: \(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw AutomationObstacle.noMessage("its commit message is not UTF-8")
        }
        return text
    }

    /// By path from the automation's directory; objects are in the order of their markers.
    private func changes(by automation: LinkedAutomation) -> [String: [CommitData.ObjectChanges]] {
        var files: [String: [CommitData.ObjectChanges]] = [:]
        for marker in markers {
            guard case .changed(let change) = marker.outcome else { continue }
            files[automation.messagePath(of: marker.path), default: []]
                .append(change.data(of: marker.marker))
        }
        return files
    }
}

extension MarkerChange {
    fileprivate func data(of marker: String) -> CommitData.ObjectChanges {
        let policy = SetterMarker(marker).map { ($0.namespace, $0.name) } ?? ("", "")
        return CommitData.ObjectChanges(
            object: CommitData.Object(
                apiVersion: object?.apiVersion ?? "", kind: object?.kind ?? "",
                namespace: object?.namespace ?? "", name: object?.name ?? ""),
            changes: [CommitData.Change(oldValue: old, newValue: new, setter: marker)],
            images: [CommitData.Image(image.text(of: .image), policy: policy)])
    }
}
