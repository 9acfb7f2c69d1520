import TagPolicies
import Testing

@Suite struct ValueCollisionTests {
    @Test(arguments: [
        ("^v([0-9]+\\.[0-9]+)\\.[0-9]+$", "$1", "v1.4.2", "v1.4.1 v1.4.2"),
        ("^([0-9]{8})-r[0-9]+$", "$1", "20240131-r3", "20240131-r1 20240131-r2"),
        ("^([0-9]{8})-[0-9]+$", "$1", "20240131-3", "20240131-1 20240131-2"),
        ("^(?P<ts>[0-9]+)-[0-9]+$", "$ts", "1-1", nil),
        ("^([0-9]+)-[0-9]+$", "$1", "1706714400-1", nil),
        ("^([0-9]{8}-[0-9]{6})-[0-9]+$", "$1", "20240131-153000-1", nil),
        ("^main-([0-9]+)-[a-f0-9]+$", "$1", "main-5-0000000", nil),
        ("^[0-9]+-([0-9]+)$", "$1", "1-1", nil),
        ("^v([0-9]+)-7$", "$1", "v1-7", nil),
    ])
    func `a number after the groups of the template is dropped`(
        pattern: String, extract: String, sample: String, expected: String?
    ) throws {
        let policy = TagPolicy(
            ordering: .alphabetical(.ascending),
            filter: try TagFilter(pattern: pattern, extract: extract))
        let collision = policy.collision(like: sample)
        #expect(collision.map { "\($0.kept) \($0.lost)" } == expected)
        if let collision {
            let selection = policy.selection(from: [collision.lost, collision.kept])
            #expect(selection.selected == collision.kept)
        }
    }
}
