import ArgumentParser

/// An argument that may contain a secret by mistake: no error repeats it.
///
/// ArgumentParser's own errors about values do, and end in the logs of CI systems. So what cannot
/// be read is taken first, and refused when the options are validated.
struct UnrepeatedArgument<Value: Sendable>: Sendable {
    private let value: Value?

    /// The value; an error that tells how it is written where there is none.
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
