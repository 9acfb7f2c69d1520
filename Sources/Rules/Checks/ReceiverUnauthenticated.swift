import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags Receivers that accept calls without authentication although there is a better type.
struct ReceiverUnauthenticated: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.objects.receivers.compactMap { receiver in
            guard case .known(let type, let place) = receiver.object.field("spec", "type"),
                type == "generic" || type == "cdevents"
            else { return nil }
            let remedy = type == "generic" ? "; use `generic-hmac`, which checks a signature" : ""
            return finding(
                "a Receiver of type `\(type)` does not check who calls it\(remedy)", at: place,
                of: receiver)
        }
    }
}
