extension ScalarClass {
    /// The class with a name as in `\p{name}`: a general category, a script, `Any`, `ASCII` or
    /// `Assigned`; ignores case, spaces, hyphens and underscores.
    init?(unicodeName name: String, isNegated: Bool) {
        let loose = Self.looseSpelling(name)
        if loose == "assigned" {
            let unassigned = GeneralCategories.bits(named: "cn") ?? 0
            self.init(kind: .categories(unassigned), isNegated: !isNegated)
        } else if loose == "any" {
            self.init(kind: .any, isNegated: isNegated)
        } else if loose == "ascii" {
            self.init(kind: .ascii(.all), isNegated: isNegated)
        } else if let bits = GeneralCategories.bits(named: loose) {
            self.init(kind: .categories(bits), isNegated: isNegated)
        } else if UnicodeScripts.names.contains(loose) {
            self.init(kind: .script(loose), isNegated: isNegated)
        } else {
            return nil
        }
    }

    private static func looseSpelling(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars where !["_", "-", " "].contains(scalar) {
            let isUpper = ("A"..."Z").contains(scalar)
            result.unicodeScalars.append(
                isUpper ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        }
        return result
    }
}
