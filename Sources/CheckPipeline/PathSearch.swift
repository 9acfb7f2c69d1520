import SourceText

/// Searches in lists that ascend by the bytes of their elements' paths.
///
/// By bytes, because strings of different bytes can be equal.
extension Array {
    /// The element of a path; nil where there is none.
    package func element(at path: String, _ pathOf: (Element) -> String) -> Element? {
        let range = range(at: path, pathOf)
        return range.isEmpty ? nil : self[range.lowerBound]
    }

    /// The range of a path's elements; empty at the place where they would be.
    package func range(at path: String, _ pathOf: (Element) -> String) -> Range<Int> {
        var places = indices
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            let found = pathOf(self[middle])
            if found.hasSameBytes(as: path) { return middle..<middle + 1 }
            places =
                found.bytesPrecede(path)
                ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        return places
    }
}
