internal import FoundationEssentials
import WebAccess

/// The time of the machine.
package struct RealClock: ServiceClock {
    /// A machine that slept, or whose clock was set, is noticed after as many seconds.
    private static let longestSleep = 30.0

    package init() {}

    package var now: Timestamp {
        Timestamp(
            millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    package func sleep(until time: Timestamp) async throws(CancellationError) {
        while true {
            let rest = time - now
            if rest <= 0 { return }
            try await pause(for: .seconds(min(rest, Self.longestSleep)))
        }
    }
}
