import TestSupport
import Testing

@testable import Serving

struct PackedTagsTests {
    @Test(arguments: 0..<50) func `tags come out as they went in`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let words = ["main", "v", "1", ".", "-", "é", String(repeating: "x", count: 300), ""]
        let tags = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
            (0..<4).map { _ in words.randomElement(using: &generator) ?? "" }.joined()
        }
        let packed = PackedTags(tags)
        #expect(packed.tags == tags)
        #expect(PackedTags(bytes: packed.bytes) == packed)
        #expect(packed.count == tags.count)
    }

    @Test func `bytes that are not tags are refused`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            guard let packed = PackedTags(bytes: bytes) else { continue }
            #expect(packed.tags.count == packed.count)
        }
        #expect(PackedTags(bytes: [1, 0]) == nil)
        #expect(PackedTags(bytes: [0, 0x80]) == nil)
        #expect(PackedTags(bytes: [0, 1, 0xff]) == nil)
        #expect(PackedTags(bytes: [0]) == nil)
    }

    @Test func `tags of one image take a few bytes each`() {
        let tags = (0..<10_000).map { "main-202401\(10 + $0 / 500)-\(100_000 + $0)" }
        #expect(PackedTags(tags).bytes.count < 10_000 * 8)
    }
}
