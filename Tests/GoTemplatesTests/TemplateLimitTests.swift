import GoTemplates
import Testing

/// Hostile templates soon end in an error that names the limit.
@Suite struct TemplateLimitTests {
    @Test(arguments: [
        (#"{{ repeat 1000000000 "x" }}"#, "33554432"),
        (#"{{ repeat 9223372036854775807 "xx" }}"#, "33554432"),
        ("{{ until 1000000000 }}", "33554432"),
        ("{{ untilStep 0 9223372036854775807 1 }}", "33554432"),
        ("{{ untilStep -9223372036854775807 9223372036854775807 1 }}", "33554432"),
        (#"{{ indent 1000000000 "x" }}"#, "33554432"),
        (#"{{ printf "%1000000d" 1 | repeat 100 }}"#, "33554432"),
        ("{{ range 1000000000 }}{{ end }}", "1000000"),
        ("{{ range 1000 }}{{ range 1000 }}{{ range 1000 }}{{ end }}{{ end }}{{ end }}", "1000000"),
        ("{{ range 100000 }}{{ $.Changed }}{{ end }}", "1048576"),
        (#"{{ define "r" }}{{ template "r" }}{{ end }}{{ template "r" }}"#, "500"),
        (#"{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $d }}"#, "100"),
        (#"{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toJson $d }}"#, "100"),
        (#"{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ deepCopy $d }}"#, "100"),
        (#"{{ $l := list 1 }}{{ range 40 }}{{ $l = concat $l $l }}{{ end }}"#, "1000000"),
        (#"{{ $s := "x" }}{{ range 40 }}{{ $s = print $s $s }}{{ end }}"#, "1000000"),
        (#"{{ regexFindAll "a" (repeat 60000 "a") -1 }}"#, "1000000"),
        ("{{ range 200000 }}xxxxxx{{ end }}", "1048576"),
        ("{{ $l := list }}{{ range 1000 }}{{ $l = list $l }}{{ end }}", "100"),
        (
            #"{{ $d := dict }}{{ range 9999 }}{{ $e := dict }}{{ $_ := set $d "d" $e }}{{ $d = $e }}{{ end }}"#,
            "2000"
        ),
        (
            #"{{ $l := until 30 }}{{ range 50 }}{{ $l = list $l $l }}{{ end }}{{ deepEqual $l (list $l $l) }}{{ eq 1 (len (print $l)) }}"#,
            "1000000"
        ),
        ("{{ $l := until 5000 }}{{ uniq $l }}", "1000000"),
    ])
    func `execution is limited`(source: String, number: String) throws {
        let template = try Template(source)
        let error = #expect(throws: TemplateError.self) {
            _ = try template.rendered(with: .sample)
        }
        let text = try #require(error).description
        #expect(text.contains(number), "\(text)")
    }

    @Test(arguments: [
        (String(repeating: "x", count: 300_000), "262144"),
        ("{{ " + String(repeating: "(", count: 10_000), "100"),
        (String(repeating: "{{ if 1 }}", count: 10_000), "100"),
        (
            String(repeating: "{{ if 1 }}{{ else ", count: 1)
                + String(repeating: "if 1 }}{{ else ", count: 1000), "100"
        ),
    ])
    func `parsing is limited`(source: String, number: String) throws {
        let error = #expect(throws: TemplateError.self) { _ = try Template(source) }
        let text = try #require(error).description
        #expect(text.contains(number), "\(text)")
    }

    @Test func `the deepest allowed nesting fits the stack`() throws {
        let depth = 98
        let blocks =
            String(repeating: "{{ if 1 }}", count: depth) + "x"
            + String(repeating: "{{ end }}", count: depth)
        #expect(Rendering(blocks) == Rendering(text: "x"))
        let source = """
            {{ define "r" }}{{ if . }}{{ template "r" (sub . 1) }}{{ end }}{{ end }}\
            {{ template "r" 160 }}done
            """
        #expect(Rendering(source) == Rendering(text: "done"))
        #expect(try Template(source).certainError() == nil)
    }
}
