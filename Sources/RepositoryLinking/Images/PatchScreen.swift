import SourceText

/// A cheap look at the text of a patch that decides whether it can touch an image at all.
///
/// Most patches set replicas, resources or variables of an environment.
enum PatchScreen {
    /// Images by the words of their fields, whatever removes or moves something, and the labels that
    /// further patches may ask for.
    private static let words = [
        "mage", "epository", "egistry", "igest", "tag", "eference", "$patch", "null", ": ~",
        "op:", "op\"", "op'", "abels", "nnotations",
    ].map { Array($0.utf8) }

    static func canTouchImages(_ text: [UInt8]) -> Bool {
        words.contains { text.contains(word: $0) }
    }
}
