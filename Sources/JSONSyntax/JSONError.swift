/// Why a text is not the JSON that somebody reads.
package struct JSONError: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
        case noJSON
        case wrongType
        case missing
    }

    package let problem: Problem
    /// The keys, and numbers of elements from 0, that lead to the value.
    package private(set) var path: [String] = []

    package static let noJSON = JSONError(.noJSON)
    package static let wrongType = JSONError(.wrongType)

    package init(_ problem: Problem) {
        self.problem = problem
    }

    /// A value that ought to be there.
    package static func missing(_ key: String) -> JSONError { JSONError(.missing).inside(key) }

    /// The same of a value one level further out.
    func inside(_ key: String) -> JSONError {
        var error = self
        error.path.insert(key, at: 0)
        return error
    }
}

extension JSONError: CustomStringConvertible {
    /// One clause, lower case, no full stop.
    package var description: String {
        let place = path.isEmpty ? "it" : "`\(path.joined(separator: "."))`"
        switch problem {
        case .noJSON: return "it is no JSON"
        case .wrongType: return "\(place) is of a wrong type"
        case .missing: return "\(place) is missing"
        }
    }
}
