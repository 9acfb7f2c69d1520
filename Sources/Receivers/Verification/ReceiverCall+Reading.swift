extension ReceiverCall {
    /// The value of a field that is there once; nil where it is missing or repeated, for nobody
    /// knows then which one a proxy in between has read.
    func value(_ name: String) -> String? {
        let values = fields.filter { $0.name == name }
        return values.count == 1 ? values[0].value : nil
    }

    var bearer: String? {
        guard let value = value("authorization"), value.lowercased().hasPrefix("bearer ") else {
            return nil
        }
        return String(value.dropFirst(7))
    }

    /// The content type without parameters, in lower case.
    private var contentType: String? {
        value("content-type").map {
            $0.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        }
    }

    /// Whether the call proves, in the way of the type, that it knows the token; for types without
    /// a proof, the path was the proof.
    func isAuthentic(for type: ReceiverType, token: SecretBytes) -> Bool {
        // Flux passes everything with an empty token.
        guard !token.revealed.isEmpty else { return false }
        switch type {
        case .generic, .dockerhub, .quay, .acr, .cdevents: return true
        case .genericHMAC:
            return isSigned("x-signature", token, hashes: [.sha1, .sha256, .sha512])
        case .github, .bitbucket:
            // A bad stronger signature is never outweighed by a good weaker one.
            let hasStrong = fields.contains { $0.name == "x-hub-signature-256" }
            return isSigned(
                hasStrong ? "x-hub-signature-256" : "x-hub-signature", token,
                hashes: [.sha1, .sha256, .sha512])
        case .gitlab: return CallProof.areEqual((value("x-gitlab-token") ?? "").utf8, token)
        case .harbor: return CallProof.areEqual((value("authorization") ?? "").utf8, token)
        case .nexus:
            guard let digits = value("x-nexus-webhook-signature") else { return false }
            return CallProof.isCode(digits, of: body, key: token, hash: .sha1)
        case .gcr, .genericOIDC: return false
        }
    }

    private func isSigned(
        _ field: String, _ token: SecretBytes, hashes: [CallProof.Hash]
    ) -> Bool {
        guard let signature = value(field) else { return false }
        return CallProof.isSignature(signature, of: body, key: token, hashes: hashes)
    }

    /// The name of the event, where the type has one.
    func event(for type: ReceiverType) -> String? {
        switch type {
        case .github: value("x-github-event")
        case .gitlab: value("x-gitlab-event")
        case .bitbucket: value("x-event-key")
        case .cdevents: value("ce-type")
        default: nil
        }
    }

    /// The body, or what is in the field `payload` of GitHub's and Bitbucket's forms; nil for other
    /// contents, which Flux refuses as well.
    func payloadBytes(for type: ReceiverType) -> [UInt8]? {
        guard type == .github || type == .bitbucket else { return body }
        switch contentType {
        case "application/json": return body
        case "application/x-www-form-urlencoded": return FormField.value(of: "payload", in: body)
        default: return nil
        }
    }

    /// The sender's id of this delivery; nil where it gives none, or a long one.
    func delivery(of payload: Payload?) -> String? {
        let names = [
            "x-github-delivery", "x-gitea-delivery", "x-gitlab-event-uuid", "x-request-uuid",
            "x-nexus-webhook-delivery", "ce-id",
        ]
        let id =
            names.lazy.compactMap(value).first ?? payload?["message", "messageId"]?.string
            ?? payload?["context", "id"]?.string
        return id.flatMap { !$0.isEmpty && $0.utf8.count <= 128 ? $0 : nil }
    }
}

/// Fields of an HTML form in a body.
enum FormField {
    /// Nil where the field is missing, or its escapes are malformed.
    static func value(of name: String, in body: [UInt8]) -> [UInt8]? {
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0].elementsEqual(name.utf8) { return decoded(parts[1]) }
        }
        return nil
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var place = text.startIndex
        while place < text.endIndex {
            switch text[place] {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard place + 2 < text.endIndex,
                    let byte = Hexadecimal.bytes(
                        String(decoding: text[place + 1...place + 2], as: UTF8.self), count: 1)
                else { return nil }
                bytes += byte
                place += 2
            case let byte: bytes.append(byte)
            }
            place += 1
        }
        return bytes
    }
}
