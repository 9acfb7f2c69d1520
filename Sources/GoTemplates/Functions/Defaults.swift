/// sprig's functions for what is empty, and choices.
extension TemplateFunction {
    static let defaults: [String: TemplateFunction] = [
        "default": Self(.any, rest: .any) { a in a.count < 2 || a[1].isEmpty ? a[0] : a[1] },
        "empty": Self(.any, gives: .bool) { a in .bool(a[0].isEmpty) },
        "coalesce": Self(rest: .any) { a in a.values.first { !$0.isEmpty } ?? .null },
        "all": Self(rest: .any, gives: .bool) { a in .bool(a.values.allSatisfy { !$0.isEmpty }) },
        "any": Self(rest: .any, gives: .bool) { a in .bool(a.values.contains { !$0.isEmpty }) },
        "ternary": Self(.any, .any, .bool) { a in a.bool(2) ? a[0] : a[1] },
        "fail": Self(.string) { a throws(CallFailure) in throw .asked(a.string(0).text) },
    ]

    /// sprig's functions that look at types.
    static let typeFunctions: [String: TemplateFunction] = [
        "typeOf": Self(.any, gives: .string) { a in .text(a[0].typeName) },
        "typeIs": Self(.string, .any, gives: .bool) { a in
            .bool(a.string(0) == Bytes(a[1].typeName))
        },
        "typeIsLike": Self(.string, .any, gives: .bool) { a in
            let name = Bytes(a[1].typeName)
            return .bool(a.string(0) == name || Bytes("*") + a.string(0) == name)
        },
        "kindOf": Self(.any, gives: .string) { a in .text(a[0].type?.kind ?? "invalid") },
        "kindIs": Self(.string, .any, gives: .bool) { a in
            .bool(a.string(0) == Bytes(a[1].type?.kind ?? "invalid"))
        },
        "deepEqual": Self(.any, .any, gives: .bool) { a throws(CallFailure) in
            .bool(try a[0].isDeeplyEqual(to: a[1], a.budget))
        },
    ]
}
