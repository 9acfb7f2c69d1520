import WebAccess

/// The variable `req` of filters.
enum FilterRequest {
    /// The body if it is `application/json`, else an empty map; of Google's notifications what is
    /// inside of the envelope.
    static func value(
        of payload: JSONValue?, in call: ReceiverCall, type: ReceiverType?
    ) -> FilterValue {
        if type == .gcr { return google(payload) }
        guard call.mediaType == "application/json", let payload else { return .map([:]) }
        return FilterValue(payload)
    }

    /// Three fields, empty where they are absent.
    private static func google(_ envelope: JSONValue?) -> FilterValue {
        let data = envelope?["message", "data"]?.text.flatMap { Base64.decodedText($0) }
        let event = data.flatMap { JSONValue(Array($0.utf8)) }
        func text(_ key: String) -> FilterValue { .string(event?[key]?.text ?? "") }
        return .map(["action": text("action"), "digest": text("digest"), "tag": text("tag")])
    }
}
