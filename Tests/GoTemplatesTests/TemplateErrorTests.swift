import GoTemplates
import Testing

@Suite struct TemplateErrorTests {
    private static func error(_ source: String) -> TemplateError? {
        do throws(TemplateError) {
            _ = try Template(source).rendered(with: .sample)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("{{ nope }}", "parse", 1, 4, "there is no function `nope`"),
        ("{{ now }}", "parse", 1, 4, "Flux leaves out the function `now`"),
        ("a\nb {{ $x }}", "parse", 2, 6, "the variable `$x` is not defined"),
        ("é {{ \"a }}", "parse", 1, 6, "the string does not end"),
        ("{{ if .Values }}\n", "parse", 2, 1, "end of the template"),
        ("{{ range .Values }}{{ end }}\n{{ break }}", "parse", 2, 4, "`break` stands outside"),
        (
            "x\n{{ .Changed.Foo }}", "execute", 2, 4,
            "there is no field `Foo` in what stands in front of it (Go's type `update.Result`)"
        ),
        ("{{ upper 1 }}", "execute", 1, 10, "expected string, found `1`"),
        ("{{ upper .Values.nope }}", "execute", 1, 10, "expected string, found no value"),
        ("{{ 1 | add1 2 }}", "execute", 1, 8, "`add1` takes 1 arguments, not 2"),
        ("{{ fail \"no\" }}", "execute", 1, 4, "`fail`: no"),
        ("{{ randInt 1 2 }}", "execute", 1, 4, "does not render"),
        ("{{ range .Updated.Images }}{{ end }}", "removed_field", 1, 10, "removed in Flux 2.7"),
        ("{{ .Changed.ImageResult }}", "removed_field", 1, 4, "`.Changed.ImageResult`"),
    ])
    func `an error has its stage, location and reason`(
        source: String, stage: String, line: Int, column: Int, text: String
    ) throws {
        let error = try #require(Self.error(source))
        #expect(error.stage.rawValue == stage)
        #expect((error.line, error.column) == (line, column))
        #expect(error.description.contains(text), "\(error)")
    }
}
