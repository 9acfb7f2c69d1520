import ManifestFacts
import RepositoryLinking
import RuleCatalog
import SourceText

/// Flags Receivers that take calls from anybody who knows their address, though they need not.
struct ReceiverUnauthenticated: ReceiverRule {
    static let definition = RuleDefinition(markdown: RuleCatalog.receiverUnauthenticated)

    func findings(
        about receiver: Effective<ReceiverFact>, in model: RepositoryModel
    ) -> [Finding] {
        guard case .known(let type, let place) = receiver.object.field("spec", "type"),
            type == "generic" || type == "cdevents"
        else { return [] }
        let instead =
            type == "generic" ? "; `generic-hmac` checks a signature" : ", not even its token"
        return [
            finding(
                "a Receiver of type `\(type)` checks nothing of a call\(instead)", at: place,
                of: receiver)
        ]
    }
}
