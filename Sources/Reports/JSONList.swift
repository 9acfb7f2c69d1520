/// An array whose elements are put into words as they come.
///
/// For thousands of them: as values they take several times the memory.
package struct JSONList: Equatable, Sendable {
    /// With the bracket in front of them, and none behind.
    private(set) var elements = [UInt8(ascii: "[")]

    package init() {}

    package mutating func append(_ element: JSONValue) {
        if elements.count > 1 { elements.append(UInt8(ascii: ",")) }
        element.write(to: &elements)
    }
}
