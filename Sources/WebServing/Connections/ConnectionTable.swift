import NIOCore
import Synchronization

/// The open connections of a listener.
///
/// When there are too many, the one that has waited longest for its client is closed: whoever opens
/// thousands and says nothing cannot keep out others, who speak at once.
final class ConnectionTable: Sendable {
    /// What a connection is doing; in the order in which connections are given up.
    enum Phase: Int, Sendable {
        case awaitsRequest, awaitsBody, answers
    }

    private struct Connection {
        let channel: any Channel
        var phase: Phase
        /// When the phase began, counted in changes.
        var since: UInt64
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var changes: UInt64 = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { state.withLock { $0.connections.count } }

    /// Notes a connection, and closes another, or this one, if there are too many.
    func insert(_ channel: any Channel) {
        let surplus = state.withLock { state -> (any Channel)? in
            state.changes += 1
            state.connections[ObjectIdentifier(channel)] = Connection(
                channel: channel, phase: .awaitsRequest, since: state.changes)
            guard state.connections.count > limit else { return nil }
            let oldest = state.connections.filter { $0.value.phase != .answers }.min {
                ($0.value.phase.rawValue, $0.value.since)
                    < ($1.value.phase.rawValue, $1.value.since)
            }
            return oldest.flatMap { state.connections.removeValue(forKey: $0.key)?.channel }
        }
        surplus?.close(promise: nil)
    }

    func set(_ phase: Phase, of channel: any Channel) {
        state.withLock { state in
            state.changes += 1
            state.connections[ObjectIdentifier(channel)]?.phase = phase
            state.connections[ObjectIdentifier(channel)]?.since = state.changes
        }
    }

    func remove(_ channel: any Channel) {
        state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
