/// sprig's functions for JSON.
extension TemplateFunction {
    static let jsonFunctions: [String: TemplateFunction] = [
        "fromJson": Self(.string) { a throws(CallFailure) in try decoded(a)?.value ?? .null },
        "mustFromJson": Self(.string) { a throws(CallFailure) in
            guard let decoded = try decoded(a), decoded.isComplete else {
                throw .invalid(a.string(0).text, of: "JSON")
            }
            return decoded.value
        },
        "toJson": encoding(escapesHTML: true),
        "toPrettyJson": encoding(escapesHTML: true, indent: "  "),
        "toRawJson": encoding(escapesHTML: false, isStrict: true),
        "mustToJson": encoding(escapesHTML: true, isStrict: true),
        "mustToPrettyJson": encoding(escapesHTML: true, indent: "  ", isStrict: true),
        "mustToRawJson": encoding(escapesHTML: false, isStrict: true),
    ]

    private static func decoded(
        _ a: Arguments
    ) throws(CallFailure) -> (value: TemplateValue, isComplete: Bool)? {
        try a.budget.reserve(a.string(0).count, times: 2)
        return JSONDecoding.value(of: a.string(0), depth: TemplateLimits.depth)
    }

    /// A value without JSON gives an empty string unless strict.
    private static func encoding(
        escapesHTML: Bool, indent: String? = nil, isStrict: Bool = false
    ) -> TemplateFunction {
        Self(.any, gives: .string) { a throws(CallFailure) in
            var encoding = JSONEncoding(
                escapesHTML: escapesHTML, indent: indent.map { Bytes($0) }, budget: a.budget)
            do throws(CallFailure) {
                try encoding.append(a[0], depth: 0)
            } catch .cannotUse where !isStrict {
                return .string([])
            }
            return .string(encoding.output)
        }
    }
}
