package import RegularLanguages
package import SemanticVersions
package import SourceText
package import YAMLSyntax

/// All problems of a configuration file that cannot be used.
package struct ConfigurationError: Error, Equatable, Sendable {
    /// At least one, in the order of their places.
    package let problems: [ConfigurationProblem]
}

extension ConfigurationError: CustomStringConvertible {
    /// One problem a line.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

/// One thing that is wrong with a configuration file, and where.
package struct ConfigurationProblem: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case syntax(YAMLError.Reason)
        case notOneDocument(count: Int)
        /// With its aliases written out, the file is longer.
        case tooLarge(limit: Int)
        case tooManyProblems(limit: Int)
        case tooManyItems(limit: Int)
        /// A key, or a rule as `noun` has it, that has no place in its mapping.
        case unknownKey(String, noun: String)
        case repeatedKey(String)
        case missingKey(String)
        /// A mapping without any of these keys says nothing.
        case missingAllKeys([String])
        case wrongType(expected: String, found: String)
        case unknownWord(String, expected: [String])
        case unsupportedVersion(Int, supported: Int)
        case invalidText(String, expected: String)
        case invalidGlob(GlobError)
        case invalidPattern(PatternError)
        case invalidRange(VersionConstraintError)
        /// Conditions within conditions.
        case tooDeep(limit: Int)
        case repeatedCustomRule(String, firstLine: Int)
        case repeatedEnvironment(String, firstLine: Int)
        case unknownEnvironment(String)
        /// The environments in the order in which each promotes from the next.
        case promotionCycle([String])
        case patternWithoutGroups(String)
        /// A template of a tag, where no pattern has the groups for it.
        case templateWithoutPattern
        /// The name of a group, or its number.
        case missingGroup(String)
    }

    package let path: String
    package let reason: Reason
    package let span: SourceSpan
    package let position: SourcePosition
    /// The text that was probably meant, as a replacement for `span`.
    package let suggestion: String?
}

extension ConfigurationProblem: CustomStringConvertible {
    package var description: String {
        "\(path):\(position.line):\(position.column): \(message)"
    }

    /// The problem in words, without its location.
    package var message: String {
        "\(reason)" + (suggestion.map { "; did you mean `\($0)`?" } ?? "")
    }
}

extension ConfigurationProblem.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .syntax(let reason): "\(YAMLError(reason: reason, offset: 0))"
        case .notOneDocument(let count): "expected one YAML document, found \(count)"
        case .tooLarge(let limit): "longer than \(limit) bytes, aliases written out"
        case .tooManyProblems(let limit): "more than \(limit) problems"
        case .tooManyItems(let limit): "more than \(limit) items"
        case .unknownKey(let key, let noun): "unknown \(noun) `\(key)`"
        case .repeatedKey(let key): "the key `\(key)` occurs twice"
        case .missingKey(let key): "the key `\(key)` is missing"
        case .missingAllKeys(let keys): "one of the keys \(Self.list(keys)) is missing"
        case .wrongType(let expected, let found): "expected \(expected), found \(found)"
        case .unknownWord(let word, let expected):
            "expected one of \(Self.list(expected)), found `\(word)`"
        case .unsupportedVersion(let version, let supported):
            "version \(version) of the format is unknown; this program reads version \(supported)"
        case .invalidText(let text, let expected): "expected \(expected), found `\(text)`"
        case .invalidGlob(let error): "\(error)"
        case .invalidPattern(let error): "\(error)"
        case .invalidRange(let error): "\(error)"
        case .tooDeep(let limit): "conditions are nested more than \(limit) deep"
        case .repeatedCustomRule(let name, let line):
            "the rule `\(name)` is defined in line \(line) already"
        case .repeatedEnvironment(let name, let line):
            "the environment `\(name)` is defined in line \(line) already"
        case .unknownEnvironment(let name): "no environment is called `\(name)`"
        case .promotionCycle(let names):
            "environments promote from each other in a circle: "
                + names.map { "`\($0)`" }.joined(separator: " from ")
        case .patternWithoutGroups(let pattern):
            "`\(pattern)` has no group: put parentheses around what environments share"
        case .templateWithoutPattern:
            "there is no `promotion.identity`, whose groups the tag is made of"
        case .missingGroup(let name): "the pattern of `promotion.identity` has no group `\(name)`"
        }
    }

    private static func list(_ words: [String]) -> String {
        words.map { "`\($0)`" }.joined(separator: ", ")
    }
}
