import Foundation

/// Tests that repeat something at random moments, or with many at once.
package enum LongTests {
    /// Whether they repeat for minutes instead of a few times: with `SLUICE_LONG_TESTS=1`.
    package static let areWanted =
        ProcessInfo.processInfo.environment["SLUICE_LONG_TESTS"] == "1"
}
