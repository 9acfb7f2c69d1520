/// Why a text is not the expected JSON.
package struct JSONError: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
        case noJSON
        case wrongType
        case missing
    }

    package let problem: Problem
    /// The keys and 0-based element numbers that lead to the value.
    package private(set) var path: [String] = []

    package static let noJSON = JSONError(problem: .noJSON)
    package static let wrongType = JSONError(problem: .wrongType)

    /// An error for a required key that is absent.
    package static func missing(_ key: String) -> JSONError {
        JSONError(problem: .missing, path: [key])
    }

    /// The same error with one more key in front of its path.
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
        case .noJSON: return "it is not valid JSON"
        case .wrongType: return "\(place) has the wrong type"
        case .missing: return "\(place) is missing"
        }
    }
}
