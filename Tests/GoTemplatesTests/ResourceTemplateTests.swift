import GoTemplates
import Testing

@Suite struct ResourceTemplateTests {
    private let inputs = TemplateInput.map([
        "tenant": .text("Team One"), "replicas": .number(2), "enabled": .bool(true),
        "app": .map(["tag": .text("1.10"), "ports": .list([.number(80), .number(443)])]),
        "nothing": .null,
    ])

    private func text(_ source: String) throws -> String {
        let bytes = try Template(ofResources: source).rendered(
            with: inputs, within: TemplateBudget())
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("<< inputs.tenant >>", "Team One"),
        ("app-<< inputs.tenant | slugify >>", "app-team-one"),
        ("<< inputs.app.tag | quote >>", #""1.10""#),
        ("<< inputs.replicas >>/<< inputs.replicas | int >>", "2/2"),
        (#"<< (inputs).tenant | lower | replace " " "" >>"#, "teamone"),
        ("<< range $port := inputs.app.ports >><< $port >> << end >>", "80 443 "),
        (#"<< if eq inputs.tenant "Team One" >>a<< else >>b<< end >>"#, "a"),
        ("a <<- inputs.enabled ->> b", "atrueb"),
        (#"<< index inputs "tenant" >>{{ .Values.kept }}"#, "Team One{{ .Values.kept }}"),
        (#"<< define "t" >><< . >>-<< inputs.replicas >><< end >><< template "t" "x" >>"#, "x-2"),
        ("<< hasKey inputs \"other\" >>", "false"),
    ])
    func `inputs are filled in between double angle brackets`(
        source: String, expected: String
    ) throws {
        #expect(try text(source) == expected)
    }

    @Test(arguments: [
        "<< inputs.missing >>", "<< inputs.app.missing >>", "<< .tenant >>",
        "<< inputs.nothing.more >>",
    ])
    func `an input that is not there is an error`(source: String) {
        #expect(throws: TemplateError.self) { try text(source) }
    }

    @Test(arguments: [
        "<< toYaml inputs.app >>", "<< slugify \"Ünder & over\" >>", "<< seq 3 >>",
        "<< slugify (repeat 80 \"a\") >>",
    ])
    func `a function that is not rendered is an error`(source: String) {
        #expect(throws: TemplateError.self) { try text(source) }
    }

    @Test(arguments: ["<< semver \"1.0.0\" >>", "<< merge inputs >>", "<< now >>", "<< inputs"])
    func `a function that slim-sprig lacks does not parse`(source: String) {
        #expect(throws: TemplateError.self) { try Template(ofResources: source) }
    }

    @Test func `commit messages have neither inputs nor slugs`() {
        #expect(throws: TemplateError.self) { try Template("{{ inputs }}") }
        #expect(throws: TemplateError.self) { try Template("{{ slugify `a` }}") }
    }

    @Test func `templates share one budget`() throws {
        let template = try Template(ofResources: "<< range until 30000 >><< . >><< end >>")
        let budget = TemplateBudget()
        #expect(throws: TemplateError.self) {
            for _ in 0..<100 { _ = try template.rendered(with: inputs, within: budget) }
        }
    }
}
