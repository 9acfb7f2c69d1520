package import Logging
import Reports
import Synchronization

/// The service's log: one line an event, for people or for programs.
package enum ServiceLog {
    package enum Format: String, CaseIterable, Sendable {
        /// `TIME LEVEL MESSAGE KEY=VALUE …`.
        case text
        /// One object a line: `time`, `level`, `message`, and the metadata beside them.
        case json
    }

    /// Makes all loggers of the process write to `output`; once in its life.
    ///
    /// - Parameter output: Takes whole lines, one call each; called from any thread.
    package static func start(
        _ format: Format, level: Logger.Level, time: @escaping @Sendable () -> String,
        output: @escaping @Sendable (String) -> Void
    ) {
        LoggingSystem.bootstrap { label in
            LineLogHandler(
                format: format, label: label, level: level, time: time, output: output)
        }
    }
}

/// Writes each event as one line; no value can forge a second one.
package struct LineLogHandler: LogHandler {
    private let format: ServiceLog.Format
    private let label: String
    private let time: @Sendable () -> String
    private let output: @Sendable (String) -> Void
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]

    package init(
        format: ServiceLog.Format, label: String, level: Logger.Level,
        time: @escaping @Sendable () -> String, output: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.label = label
        self.logLevel = level
        self.time = time
        self.output = output
    }

    package subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }
            .map { (key: $0.key, value: $0.value.description) }
            .sorted { $0.key < $1.key }
        switch format {
        case .text: output(text(event, values))
        case .json: output(json(event, values))
        }
    }

    private func text(_ event: LogEvent, _ values: [(key: String, value: String)]) -> String {
        let pairs = values.map { " \($0.key.visible)=\(Self.quoted($0.value))" }.joined()
        let message = event.message.description.visible
        return "\(time()) \(event.level.rawValue.padded(to: 8))\(message)\(pairs)\n"
    }

    private func json(_ event: LogEvent, _ values: [(key: String, value: String)]) -> String {
        var members = Dictionary(
            values.map { ($0.key, JSONValue.string($0.value)) }, uniquingKeysWith: { $1 })
        members["time"] = .string(time())
        members["level"] = .string(event.level.rawValue)
        members["message"] = .string(event.message.description)
        return JSONValue.object(members).line
    }

    /// In quotes where a blank or a quote would make it more than one word.
    private static func quoted(_ value: String) -> String {
        let visible = value.visible
        guard visible.isEmpty || visible.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" })
        else { return visible }
        return "\"\(visible.replacing("\"", with: "\\\""))\""
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - utf8.count))
    }
}
