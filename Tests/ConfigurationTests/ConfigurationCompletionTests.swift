import SourceText
import Testing

@testable import Configuration

@Suite struct ConfigurationCompletionTests {
    /// The completion at the `|` of a text.
    private func completion(_ text: String) -> ConfigurationCompletion {
        let bytes = Array(text.utf8)
        let offset = bytes.firstIndex(of: UInt8(ascii: "|")) ?? bytes.count
        return ConfigurationCompletion(in: bytes.filter { $0 != UInt8(ascii: "|") }, at: offset)
    }

    @Test(arguments: [
        ("custom:\n  - |", "id", "tag"),
        ("custom:\n- id: a\n  |", "require", "id"),
        ("custom:\n  - id: a\n\n    # note\n    |", "on", "id"),
        ("custom:\n  - id: a\n    on: |", "repository", "on"),
        ("custom:\n  - id: a\n    severity: w|\n    on: image", "warning", "off"),
        ("custom:\n  - id: a\n    on: policy\n    where: { |", "selects", "digest"),
        ("custom:\n  - id: a\n    on: image\n    require:\n      dig|", "digest", "interval"),
        ("custom:\n  - id: a\n    require:\n      |\n    on: automation", "pushBranch", "tag"),
        ("custom:\n  - { id: a, on: repository, require: { suspended: |", "true", "present"),
        ("custom: [{ id: a, on: image, require: { any: [{ tag: a, |", "digest", "tag"),
        (
            "custom:\n  - on: image\n    require:\n      any:\n        - tag: b\n        - |",
            "tag", "id"
        ),
        ("custom:\n  - on: image\n    require:\n      not:\n        |", "tag", "id"),
        ("custom:\n  - on: policy\n    require: { order: |", "numerical", "order"),
        ("custom:\n  - on: policy\n    require: { order: [semver, n|", "numerical", "order"),
        ("custom:\n  - on: image\n    where: { labels: { team: |", "present", "team"),
        ("custom:\n  - on: image\n    examples:\n      |", "bad", "on"),
        ("custom:\n  - on: image\n    examples:\n      bad:\n        - |", "manifest", "bad"),
        ("custom:\n  - on: image\n    id: a\n  - on: policy\n    require: { |", "range", "digest"),
    ])
    func `the words that may stand there are offered`(text: String, word: String, other: String) {
        let words = completion(text).items.map(\.word)
        #expect(words.contains(word) && !words.contains(other), "\(words)")
    }

    @Test(arguments: [
        "|", "rules:\n  |", "custom:\n  - id: a\nrules:\n  |", "custom: |",
        "custom:\n  - id: |", "custom:\n  - on: image\n    message: |",
        "custom:\n  - on: image\n    where: { labels: { |",
        "custom:\n- id: a\nrules: { |",
    ])
    func `nothing is offered elsewhere`(text: String) {
        #expect(completion(text).items.isEmpty)
    }

    @Test func `the word that has been begun is replaced`() {
        let completion = completion("custom:\n  - on: image\n    where: { names|")
        #expect(completion.span.upperBound - completion.span.lowerBound == 5)
    }

    /// Nothing that can be typed traps.
    @Test(arguments: [
        "}}]]:::- - -\n- -\n]|", "custom:\n  - '\"{[|", "\t- \n é: {é|", ": : :\n|", "- - - |",
        String(repeating: "{", count: 5_000) + "|", String(repeating: "- ", count: 5_000) + "|",
    ])
    func `broken text is read, too`(text: String) {
        _ = completion(text)
        _ = completion("custom:\n" + text)
    }

    @Test func `each place of a complete file can be asked about`() {
        let bytes = Array(Sample.custom.utf8)
        for offset in bytes.indices { _ = ConfigurationCompletion(in: bytes, at: offset) }
    }
}
