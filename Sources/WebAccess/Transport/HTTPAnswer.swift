/// A header field.
package struct HTTPField: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The answer to a request; the body of an error is empty unless the request wants it.
package struct HTTPAnswer: Equatable, Sendable {
    package let status: Int
    package let fields: [HTTPField]
    package let body: [UInt8]

    package init(status: Int, fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// In the order of the answer; names compare without case, and `name` is in lower case.
    package func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// When the server says that it answered, in seconds since 1970.
    package var date: Int? { values(of: "date").first.flatMap(RetryAfter.date) }
}
