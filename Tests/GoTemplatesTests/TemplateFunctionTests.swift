import GoTemplates
import Testing

@Suite struct TemplateFunctionTests {
    /// The hermetic functions of sprig v3.3.0.
    private static let hermetic = """
        abbrev abbrevboth add add1 add1f addf adler32sum ago all any append atoi b32dec b32enc \
        b64dec b64enc base bcrypt biggest buildCustomCert camelcase cat ceil chunk clean coalesce \
        compact concat contains decryptAES deepCopy deepEqual default derivePassword dict dig dir \
        div divf duration durationRound empty encryptAES ext fail first float64 floor fromJson \
        genCA genCAWithKey genPrivateKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert \
        genSignedCertWithKey get has hasKey hasPrefix hasSuffix hello htpasswd indent initial \
        initials int int64 isAbs join kebabcase keys kindIs kindOf last list lower max maxf merge \
        mergeOverwrite min minf mod mul mulf mustAppend mustChunk mustCompact mustDateModify \
        mustDeepCopy mustFirst mustFromJson mustHas mustInitial mustLast mustMerge \
        mustMergeOverwrite mustPrepend mustRegexFind mustRegexFindAll mustRegexMatch \
        mustRegexReplaceAll mustRegexReplaceAllLiteral mustRegexSplit mustRest mustReverse \
        mustSlice mustToDate mustToJson mustToPrettyJson mustToRawJson mustUniq mustWithout \
        must_date_modify nindent nospace omit osBase osClean osDir osExt osIsAbs pick pluck \
        plural prepend quote randInt regexFind regexFindAll regexMatch regexQuoteMeta \
        regexReplaceAll regexReplaceAllLiteral regexSplit repeat replace rest reverse round \
        semver semverCompare seq set sha1sum sha256sum sha512sum shuffle slice snakecase \
        sortAlpha split splitList splitn squote sub subf substr swapcase ternary title toDate \
        toDecimal toJson toPrettyJson toRawJson toString toStrings trim trimAll trimPrefix \
        trimSuffix trimall trunc tuple typeIs typeIsLike typeOf uniq unixEpoch unset until \
        untilStep untitle upper urlJoin urlParse values without wrap wrapWith push mustPush
        """
    private static let builtins = """
        and or not len index slice print printf println html js urlquery call eq ne lt le gt ge
        """

    @Test func `every hermetic function is known`() throws {
        let names = (Self.hermetic + " " + Self.builtins).split { $0 == " " || $0 == "\n" }
        #expect(names.count == 192 + 2 + 19)
        for name in names {
            #expect(throws: Never.self) { try Template("{{ \(name) }}") }
        }
    }

    @Test(arguments: [
        "date", "date_in_zone", "date_modify", "now", "htmlDate", "htmlDateInZone", "dateInZone",
        "dateModify", "randAlphaNum", "randAlpha", "randAscii", "randNumeric", "randBytes",
        "uuidv4", "env", "expandenv", "getHostByName", "toYaml", "include", "tpl", "lookup",
    ])
    func `a function that Flux lacks does not parse`(name: String) {
        #expect(Rendering("{{ \(name) }}") == .failure("parse"))
    }

    @Test(arguments: [
        #"ago "x""#, #"bcrypt "a""#, #"genCA "a" 1"#, "randInt 1 2", #"shuffle "ab""#,
        #"urlParse "a""#, #"semver "1.0.0""#, "addf 1", #"snakecase "a b""#,
        #"html "a""#, #"wrapWith 1 "a" "b""#, "round 1.5 0", "seq 3", #"encryptAES "a" "b""#,
        #"htpasswd "a" "b""#, #"derivePassword 1 "a" "b" "c" "d""#,
    ])
    func `a function that is not rendered is named`(call: String) throws {
        let name = String(call.prefix { $0 != " " })
        #expect(Rendering("{{ \(call) }}") == .notRendered(function: name))
        #expect(try Template("{{ \(call) }}").functionsNotRendered == [name])
        #expect(Rendering("{{ if false }}{{ \(call) }}{{ end }}") == Rendering(text: ""))
    }

    @Test func `changes of one object in two files are merged since Flux 2.9`() {
        let object = CommitData.Object(apiVersion: "v1", kind: "Pod", namespace: "n", name: "p")
        func change(_ setter: String) -> CommitData.Change {
            .init(oldValue: "1", newValue: "2", setter: setter)
        }
        let data = CommitData(
            automationNamespace: "n", automationName: "a",
            files: [
                "b.yaml": [.init(object: object, changes: [change("n:b"), change("n:a")])],
                "a.yaml": [.init(object: object, changes: [change("n:a")])],
            ])
        let source = "{{ range .Changed.Objects }}{{ range . }}{{ .Setter }} {{ end }}{{ end }}"
        #expect(Rendering(source, data) == Rendering(text: "n:a n:b n:a "))
        let old = DataModel(fluxMajor: 2, minor: 8)
        #expect(Rendering(source, data, in: old) == Rendering(text: "n:b n:a "))
        let changes = "{{ range .Changed.Changes }}{{ .Setter }} {{ end }}"
        #expect(Rendering(changes, data) == Rendering(text: "n:a n:b "))
    }

    @Test func `image references have their methods`() {
        let model = DataModel(fluxMajor: 2, minor: 6)
        let source = """
            {{ range .Updated.Images }}{{ . }} {{ .Registry }} {{ .Repository }} {{ .Identifier }} \
            {{ .Policy }} {{ .Policy.Name }}{{ end }}
            """
        let wanted = "example.com/web:1.1.0 example.com web 1.1.0 flux-system/web web"
        #expect(Rendering(source, .sample, in: model) == Rendering(text: wanted))
    }
}
