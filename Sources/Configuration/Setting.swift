package import SourceText

/// A value of the configuration that knows where it comes from.
package struct Setting<Value: Sendable>: Sendable {
    package let value: Value
    package let origin: SettingOrigin

    package init(_ value: Value, _ origin: SettingOrigin) {
        self.value = value
        self.origin = origin
    }

    /// The location of the value in the configuration file; nil if it is not written there.
    package var span: SourceSpan? {
        if case .file(let span) = origin { span } else { nil }
    }
}

extension Setting: Equatable where Value: Equatable {}

/// The origin of a value.
package enum SettingOrigin: Hashable, Sendable {
    /// The configuration file, at this place.
    case file(SourceSpan)
    /// The profile, where the file is silent.
    case profile(Profile)
    /// A default, which applies unless something sets the value.
    case standard
}
