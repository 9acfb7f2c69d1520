import SourceText
import WebAccess

/// The sections of AWS's `config` and `credentials` files.
///
/// ```
/// file    = *(section | setting | comment)
/// section = "[" ["profile" blank] name "]"
/// setting = name "=" value
/// ```
/// Indented lines are nested settings of services, and count for nothing here.
struct AWSProfiles: Sendable {
    private var sections: [String: [String: String]] = [:]

    /// Settings that are read first win.
    mutating func read(_ text: String) {
        var section: String?
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, !first.isWhitespace, first != "#", first != ";" else {
                continue
            }
            if first == "[" {
                section = Self.name(ofSection: line)
                if let section, sections[section] == nil { sections[section] = [:] }
            } else if let section {
                let parts = line.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let (name, value) = (String(parts[0]).trimmed, String(parts[1]).trimmed)
                if sections[section]?[name] == nil { sections[section]?[name] = value }
            }
        }
    }

    /// Nil if no file has the profile.
    subscript(name: String) -> [String: String]? { sections[name] }

    private static func name(ofSection line: Substring) -> String? {
        guard let end = line.firstIndex(of: "]") else { return nil }
        let words = line[line.index(after: line.startIndex)..<end]
            .split(whereSeparator: \.isWhitespace)
        switch words.count {
        case 1: return String(words[0])
        case 2 where words[0] == "profile": return String(words[1])
        default: return nil
        }
    }
}

extension AWSIdentity {
    private static let depthLimit = 5

    /// The key of the profile that `AWS_PROFILE` names, or of `default`; nil if there is none.
    func profileKey() async throws(CloudError) -> AWSKey? {
        let chosen = context.variable("AWS_PROFILE") ?? context.variable("AWS_DEFAULT_PROFILE")
        let profiles = try profiles()
        let name = chosen ?? "default"
        guard let profile = profiles[name] else {
            guard chosen == nil else {
                throw .malformedSetting("`AWS_PROFILE`, which names a profile in no file,")
            }
            return nil
        }
        return try await key(of: profile, name, in: profiles, depth: 0)
    }

    private func profiles() throws(CloudError) -> AWSProfiles {
        var profiles = AWSProfiles()
        let home = context.variable("HOME").map { "\($0)/.aws/" }
        for (variable, file) in [
            ("AWS_SHARED_CREDENTIALS_FILE", "credentials"), ("AWS_CONFIG_FILE", "config"),
        ] {
            guard let path = context.variable(variable) ?? home.map({ $0 + file }) else { continue }
            let setting = "`\(variable)` or AWS's default"
            if let bytes = try context.optionalFile(path, namedBy: setting) {
                profiles.read(String(decoding: bytes, as: UTF8.self))
            }
        }
        return profiles
    }

    /// Nil for a profile that says nothing about who one is.
    private func key(
        of profile: [String: String], _ name: String, in profiles: AWSProfiles, depth: Int
    ) async throws(CloudError) -> AWSKey? {
        let shown = "the AWS profile `\(name.shown)`"
        if let role = profile["role_arn"], depth == 0 || profile["source_profile"] != name {
            return try await key(ofRole: role, profile, name, in: profiles, depth: depth)
        }
        if let id = profile["aws_access_key_id"] {
            guard let secret = profile["aws_secret_access_key"],
                let key = AWSKey(id: id, secret: secret, session: profile["aws_session_token"])
            else { throw .malformedSetting(shown) }
            return key
        }
        // Nothing that a file names is run: a profile may come from anywhere.
        if profile["credential_process"] != nil {
            throw .unsupported(
                "`credential_process` of \(shown)",
                remedy: "run it yourself and give `AWS_ACCESS_KEY_ID` and the variables beside it")
        }
        if profile.keys.contains(where: { $0.hasPrefix("sso_") }) {
            throw .unsupported(
                "single sign-on of \(shown)",
                remedy: "give the variables that `aws configure export-credentials` prints")
        }
        return nil
    }

    private func key(
        ofRole role: String, _ profile: [String: String], _ name: String,
        in profiles: AWSProfiles, depth: Int
    ) async throws(CloudError) -> AWSKey {
        let shown = "the AWS profile `\(name.shown)`"
        guard depth < Self.depthLimit else {
            throw .unsupported(
                "a chain of more than \(Self.depthLimit) roles in AWS profiles",
                remedy: "shorten it")
        }
        let session = profile["role_session_name"]
        if let file = profile["web_identity_token_file"] {
            let token = try context.token(inFile: file, namedBy: shown)
            return try await roles.key(ofRole: role, session: session, webIdentity: token)
        }
        let source: AWSKey?
        if let next = profile["source_profile"] {
            guard let other = profiles[next] else { throw .malformedSetting(shown) }
            source = try await key(of: other, next, in: profiles, depth: depth + 1)
        } else {
            switch profile["credential_source"] {
            case "Environment": source = try environmentKey()
            case "EcsContainer": source = try await containerKey()
            case "Ec2InstanceMetadata": source = try await instanceKey()
            default: throw .missingSetting("`source_profile`", beside: "`role_arn` of \(shown)")
            }
        }
        guard let source else { throw .noIdentity(.aws) }
        return try await roles.key(
            ofRole: role, session: session, externalID: profile["external_id"], source: source)
    }
}
