/// The id by which a sender names a delivery, and keeps when it sends it again.
enum DeliveryID {
    private static let fields = [
        "x-github-delivery", "x-gitea-delivery", "x-gitlab-event-uuid", "x-request-uuid",
        "x-nexus-webhook-delivery", "ce-id",
    ]

    /// In bytes.
    private static let lengthLimit = 200

    /// Nil where there is none, or one that is no reasonable id.
    static func text(of call: ReceiverCall, _ payload: JSONValue?) -> String? {
        let id =
            fields.lazy.compactMap { call.value(of: $0) }.first
            ?? (payload?["message", "messageId"] ?? payload?["context", "id"])?.text
            ?? cloudEvent(payload) ?? distribution(payload)
        guard let id, !id.isEmpty, id.utf8.count <= lengthLimit else { return nil }
        return id
    }

    /// Of a CloudEvent, or of Amazon's own form of events.
    private static func cloudEvent(_ payload: JSONValue?) -> String? {
        let hasID = (payload?["specversion"] ?? payload?["detail-type"]) != nil
        return hasID ? payload?["id"]?.text : nil
    }

    /// That of the first event, if no call has others after it.
    private static func distribution(_ payload: JSONValue?) -> String? {
        guard let events = payload?["events"]?.items, events.count == 1 else { return nil }
        return events[0]["id"]?.text
    }
}
