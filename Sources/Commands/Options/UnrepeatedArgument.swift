import ArgumentParser

/// An argument that may contain a secret by mistake: no error repeats it.
///
/// ArgumentParser's own errors repeat values, and end up in the logs of CI systems. So malformed
/// values are accepted while arguments are parsed, and rejected when they are validated.
struct UnrepeatedArgument<Value: Sendable>: Sendable {
    private let value: Value?

    /// The value; throws an error with the expected form if it is malformed.
    func value(of option: String, writtenAs form: String) throws -> Value {
        guard let value else {
            throw ValidationError(
                "\(option) takes \(form); its value is not repeated here, as it may hold a secret")
        }
        return value
    }
}

extension UnrepeatedArgument: ExpressibleByArgument where Value: ExpressibleByArgument {
    init(argument: String) {
        value = Value(argument: argument)
    }
}
