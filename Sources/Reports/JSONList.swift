/// A JSON array whose elements are encoded as they are appended.
///
/// It is meant for thousands of elements, which take several times the memory as `JSONValue`s.
package struct JSONList: Equatable, Sendable {
    /// The encoded elements with the opening bracket, but without the closing one.
    private(set) var elements = [UInt8(ascii: "[")]

    package init() {}

    package mutating func append(_ element: JSONValue) {
        if elements.count > 1 { elements.append(UInt8(ascii: ",")) }
        element.write(to: &elements)
    }
}
