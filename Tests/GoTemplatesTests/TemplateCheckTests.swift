import GoTemplates
import Testing

@Suite struct TemplateCheckTests {
    @Test(arguments: [
        "{{ .Foo }}", "{{ .Changed.Foo }}", "{{ .AutomationObject.Name.Foo }}",
        "{{ .AutomationObject.Foo | upper }}", "{{ range .Changed.Changes }}{{ .Foo }}{{ end }}",
        "{{ range $f, $o := .Changed.FileChanges }}{{ range $k, $c := $o }}{{ $k.Foo }}{{ end }}{{ end }}",
        "{{ range .Changed.Objects }}{{ range . }}{{ .Foo }}{{ end }}{{ end }}",
        "{{ if .Values.a }}{{ .Foo }}{{ else }}{{ .Bar }}{{ end }}",
        "{{ with .Changed }}{{ .Foo }}{{ else }}{{ .Bar }}{{ end }}",
        "{{ upper }}", "{{ upper 1 }}", "{{ upper .Changed }}", "{{ upper (len .Values) }}",
        "{{ .Changed.Objects 1 }}", "{{ .AutomationObject.Name 1 }}", "{{ .Values.a 1 }}",
        "{{ template \"nope\" }}", "{{ nil }}", "{{ 1 2 }}", "{{ $x = 1 }}",
        "{{ $x := .Changed }}{{ $x.Foo }}",
        "{{ template \"t\" . }}{{ define \"t\" }}{{ .Foo }}{{ end }}",
        "{{ .Updated }}", "{{ (.Changed).ImageResult }}", "{{ repeat 2.5 \"x\" }}",
    ])
    func `a certain error is reported`(source: String) throws {
        let template = try Template(source)
        let error = try #require(template.certainError())
        let rendering = Rendering(source)
        #expect(rendering == .failure(error.stage.rawValue))
    }

    @Test(arguments: [
        "{{ if .Values.a }}{{ .Foo }}{{ end }}", "{{ with .Values.a }}{{ .Foo }}{{ end }}",
        "{{ range .Values }}{{ .Foo }}{{ end }}", "{{ .Values.a.b.c }}",
        "{{ (dict).a.b }}", "{{ and .Values.a .Foo }}", "{{ or 1 .Foo }}",
        "{{ range .Changed.Changes }}{{ if .Setter }}{{ continue }}{{ end }}{{ .Foo }}{{ end }}",
        "{{ $x := .Changed }}{{ if .Values.a }}{{ $x = dict }}{{ end }}{{ $x.Foo }}",
        "{{ $x := .Changed }}{{ range .Values }}{{ $x = dict }}{{ end }}{{ $x.Foo }}",
        "{{ range $k, $v := .Values }}{{ else }}{{ .Foo }}{{ end }}",
        "{{ range .Changed.Changes }}{{ .Setter }}{{ end }}{{ range .Changed.Objects }}{{ . }}{{ end }}",
        "{{ define \"t\" }}{{ .Foo }}{{ end }}",
        "{{ first .Changed.Changes }}{{ (first .Changed.Changes).Setter }}",
    ])
    func `a possible error is not reported`(source: String) throws {
        #expect(try Template(source).certainError() == nil)
    }

    @Test func `fields depend on the version of Flux`() throws {
        let updated = try Template("{{ .Updated.Images }}")
        #expect(updated.certainError(in: DataModel(fluxMajor: 2, minor: 6)) == nil)
        #expect(updated.certainError(in: DataModel(fluxMajor: 2, minor: 7))?.stage == .removedField)
        let images = try Template("{{ range .Updated.Images }}{{ .OldTag }}{{ end }}")
        #expect(images.certainError(in: DataModel(fluxMajor: 2, minor: 6))?.stage == .execute)
        let changed = try Template("{{ .Changed }}")
        #expect(changed.certainError(in: DataModel(fluxMajor: 2, minor: 2))?.stage == .execute)
        let values = try Template("{{ .Values }}")
        #expect(values.certainError(in: DataModel(fluxMajor: 2, minor: 4))?.stage == .execute)
        #expect(values.certainError(in: DataModel(fluxMajor: 2, minor: 5)) == nil)
    }
}
