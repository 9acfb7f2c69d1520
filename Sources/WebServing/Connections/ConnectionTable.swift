import NIOCore
import Synchronization

/// The open connections of a listener.
///
/// When there are too many, the one that has waited longest for its client is closed: whoever opens
/// thousands and says nothing cannot keep out others, who speak at once.
final class ConnectionTable: Sendable {
    /// The state of a connection; while it answers, it is not given up.
    enum Phase: Sendable {
        case awaitsRequest, awaitsBody, answers
    }

    private struct Connection {
        let channel: any Channel
        /// When its phase began, counted in changes.
        var since: UInt64
    }

    /// Connections in the order in which a phase of theirs began; also some that left it since.
    private struct Queue {
        private var entries: [(id: ObjectIdentifier, since: UInt64)] = []
        private var first = 0

        mutating func append(_ id: ObjectIdentifier, since: UInt64) {
            entries.append((id, since))
        }

        /// The next one that is still in the phase.
        mutating func next(
            where isCurrent: (ObjectIdentifier, UInt64) -> Bool
        ) -> ObjectIdentifier? {
            while first < entries.count {
                let entry = entries[first]
                first += 1
                if isCurrent(entry.id, entry.since) { return entry.id }
            }
            return nil
        }

        mutating func shrink(to limit: Int, where isCurrent: (ObjectIdentifier, UInt64) -> Bool) {
            guard entries.count > limit else { return }
            entries = entries[first...].filter { isCurrent($0.id, $0.since) }
            first = 0
        }
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// By the phases in which a connection may be given up.
        var queues: [Phase: Queue] = [.awaitsRequest: Queue(), .awaitsBody: Queue()]
        var changes: UInt64 = 0

        mutating func begin(_ phase: Phase, of id: ObjectIdentifier, limit: Int) {
            changes += 1
            connections[id]?.since = changes
            queues[phase]?.append(id, since: changes)
            queues[phase]?.shrink(to: 4 * limit + 64) { [connections] in
                connections[$0]?.since == $1
            }
        }

        mutating func removeOldest() -> (any Channel)? {
            for phase in [Phase.awaitsRequest, .awaitsBody] {
                let oldest = queues[phase]?.next { [connections] in connections[$0]?.since == $1 }
                if let oldest { return connections.removeValue(forKey: oldest)?.channel }
            }
            return nil
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Notes a connection, and closes another, or this one, if there are too many.
    func insert(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let surplus = state.withLock { state -> (any Channel)? in
            state.connections[id] = Connection(channel: channel, since: 0)
            state.begin(.awaitsRequest, of: id, limit: limit)
            return state.connections.count > limit ? state.removeOldest() : nil
        }
        surplus?.close(promise: nil)
    }

    func set(_ phase: Phase, of channel: any Channel) {
        state.withLock { $0.begin(phase, of: ObjectIdentifier(channel), limit: limit) }
    }

    func remove(_ channel: any Channel) {
        state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
