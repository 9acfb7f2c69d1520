import ManifestFacts
import Testing

@Suite struct TagSetterTests {
    private static func images(_ text: String) -> [NamePattern] {
        TagSetter.setters(inCommands: Array(text.utf8)).compactMap { setter in
            if case .image(let name) = setter.target { name } else { nil }
        }
    }

    private static func files(_ text: String) -> [NamePattern] {
        TagSetter.setters(inCommands: Array(text.utf8)).compactMap { setter in
            if case .file(let path) = setter.target { path } else { nil }
        }
    }

    @Test(arguments: [
        ("kustomize edit set image app=ghcr.io/org/app:$TAG", "app"),
        ("kustomize edit set image ghcr.io/org/app:1.2", "ghcr.io/org/app"),
        ("kustomize edit set image localhost:5000/app@sha256:abc", "localhost:5000/app"),
        ("cd deploy && kustomize edit set image \\\n  \"app=*:$TAG\" && git add .", "app"),
        ("  - run: kustomize edit set image app=${IMAGE}", "app"),
        ("kubectl -n shop set image deployment/shop main=org/shop:${GIT_SHA} --record", "org/shop"),
        ("REGISTRY=ghcr.io/org\nkubectl set image deploy/a a=$REGISTRY/a:1", "ghcr.io/org/a"),
        ("docker_build('org/shop', '.')", "org/shop"), ("custom_build( \"org/shop\",", "org/shop"),
    ])
    func `commands that set a tag name the image`(_ text: String, _ name: String) {
        #expect(Self.images(text) == [NamePattern(name)])
    }

    @Test(arguments: [
        "kustomize edit set image app=ghcr.io/org/app", "kustomize edit set image",
        "kubectl set image deployment/shop", "kubectl get image x=y:1", "docker_build(name, '.')",
    ])
    func `other commands set no tag`(_ text: String) {
        #expect(Self.images(text).isEmpty)
    }

    @Test func `variables match any text`() throws {
        let text = "kustomize edit set image ghcr.io/${{ github.repository_owner }}/app=x:1"
        let name = try #require(Self.images(text).first)
        #expect(name.matches("ghcr.io/org/app"))
        #expect(!name.matches("ghcr.io/org/other"))
    }

    @Test func `a variable with two values is unknown`() throws {
        let text = "A=one\nA=two\nkustomize edit set image $A/app=x:1"
        #expect(try #require(Self.images(text).first).matches("three/app"))
    }

    @Test(arguments: [
        (#"sed -i "s|image: .*|image: app:$TAG|" ./k8s/app.yaml"#, "deploy/k8s/app.yaml"),
        (#"yq -i '.spec.values.image.tag = strenv(TAG)' ../apps/app.yml"#, "apps/app.yml"),
        ("yq e -i .image.tag=$TAG $ENV/app.yaml", "staging/app.yaml"),
        ("sed -i s/TAG/1/ k8s/*.yaml", "k8s/web.yaml"),
    ])
    func `commands that edit an image name the file`(_ text: String, _ path: String) throws {
        #expect(try #require(Self.files(text).first).matchesEnd(ofPath: path))
    }

    @Test(arguments: [
        "sed -i s/replicas/x/ k8s/app.yaml", "sed 's/image/x/' k8s/app.yaml", "yq .image app.yaml",
    ])
    func `commands that edit something else are not tag setters`(_ text: String) {
        #expect(Self.files(text).isEmpty)
    }

    @Test(arguments: [
        ("Makefile", true), ("ci/deploy.sh", true), ("Jenkinsfile.production", true),
        ("web/Tiltfile", true), ("README.md", false), ("apps/web.yaml", false), ("", false),
    ])
    func `scripts are recognised by their names`(_ path: String, _ isScript: Bool) {
        #expect(TagSetter.mayStand(inFile: path) == isScript)
    }
}
