import ManifestFacts
import SourceText

/// A cheap look at the text of a patch that decides whether it can touch an image at all.
///
/// Most patches set replicas, resources or variables of an environment.
package enum PatchScreen {
    /// Images by the words of their fields, and whatever removes or moves something.
    private static let words =
        (imageFields + ["$patch", "null", ": ~", "op:", "op\"", "op'"]).map { Array($0.utf8) }
    /// Parts of the names of fields that contain images or parts of them.
    package static let imageFields = ["mage", "epository", "egistry", "igest", "tag", "eference"]
    /// Words of labels and annotations, which other patches may select by.
    private static let labels = ["abels", "nnotations"].map { Array($0.utf8) }

    /// - Parameter labelsMatter: Whether some patch chooses its objects by labels or annotations.
    static func canTouchImages(_ text: [UInt8], labelsMatter: Bool) -> Bool {
        words.contains { text.contains(word: $0) }
            || ContainerLists.mayBeReplaced(in: text)
            || labelsMatter && labels.contains { text.contains(word: $0) }
    }
}
