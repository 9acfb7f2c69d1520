import WebAccess

/// The texts in the body of an error, whichever forge it is from.
///
/// ```
/// GitHub     {"message": "…", "errors": [{"message": "…"}, {"field": "base", "code": "invalid"}]}
/// GitLab     {"message": "…"}, {"message": ["…"]}, {"message": {"field": ["…"]}}, {"error": "…"}
/// Gitea      {"message": "…"}
/// Bitbucket  {"type": "error", "error": {"message": "…", "fields": {"field": ["…"]}}}
/// Azure      {"message": "…", "typeKey": "…"}
/// ```
struct ForgeMessage: Equatable {
    /// Not empty, in the order of the forms above.
    let texts: [String]
    /// The fields that GitHub finds invalid.
    let invalidFields: [String]

    init(_ body: [UInt8]) {
        let error = JSON.value(Body.self, from: body)
        let texts =
            (error?.errors ?? []).compactMap(\.message) + (error?.message?.texts ?? [])
            + (error?.error?.texts ?? []) + [error?.typeKey].compactMap { $0 }
        self.texts = texts.filter { !$0.isEmpty }
        invalidFields = (error?.errors ?? []).filter { $0.code == "invalid" }.compactMap(\.field)
    }

    func contains(_ text: String) -> Bool {
        texts.contains { $0.lowercased().contains(text.lowercased()) }
    }

    /// One line for people; empty if the forge says nothing.
    var shown: String {
        let fields = invalidFields.map { "invalid \($0)" }
        return (texts.prefix(3) + fields.prefix(3)).joined(separator: "; ").shown
    }

    private struct Body: Decodable {
        var message: Texts?
        var error: Texts?
        var errors: [Detail]?
        var typeKey: String?

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            // Each by itself: a field of another shape says nothing, and the others still do.
            message = try? values.decode(Texts.self, forKey: .message)
            error = try? values.decode(Texts.self, forKey: .error)
            errors = try? values.decode([Detail].self, forKey: .errors)
            typeKey = try? values.decode(String.self, forKey: .typeKey)
        }

        enum Key: CodingKey {
            case message, error, errors, typeKey
        }
    }

    private struct Detail: Decodable {
        let message: String?
        let field: String?
        let code: String?

        init(from decoder: any Decoder) throws {
            let values = try? decoder.container(keyedBy: Key.self)
            let text = try? decoder.singleValueContainer().decode(String.self)
            message = (try? values?.decode(String.self, forKey: .message)) ?? text
            field = try? values?.decode(String.self, forKey: .field)
            code = try? values?.decode(String.self, forKey: .code)
        }

        enum Key: CodingKey {
            case message, field, code
        }
    }

    /// All texts in a value, in the order of its keys.
    private struct Texts: Decodable {
        let texts: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                texts = [text]
            } else if let list = try? value.decode([Texts].self) {
                texts = list.flatMap(\.texts)
            } else if let object = try? value.decode([String: Texts].self) {
                texts = object.sorted { $0.key < $1.key }.flatMap { key, value in
                    ["message", "fields"].contains(key)
                        ? value.texts : value.texts.map { "\(key): \($0)" }
                }
            } else {
                texts = []
            }
        }
    }
}
