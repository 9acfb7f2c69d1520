import Foundation
import Serving
import TestSupport
import Testing

/// Hours of the service, with real repositories, a registry that fails, and pushes that race.
@Suite(.serialized) struct SimulationTests {
    @Test func `every update lands once, whatever fails and races`() async throws {
        var scale = Simulation.Scale()
        scale.hintsPerSecond = 1
        try await run(scale)
    }

    /// As `Benchmarks/README.md` tells.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SLUICE_SIMULATION"] == "1"))
    func `a day of two hundred repositories`() async throws {
        var scale = Simulation.Scale()
        scale.repositories = 200
        scale.imagesPerRepository = 25
        scale.hours = 24
        scale.interval = "15m"
        scale.hintsPerSecond = 20
        scale.tags = 3000
        scale.races = 400
        scale.pushes = 400
        try await run(scale)
    }

    private func run(_ scale: Simulation.Scale) async throws {
        let start = ContinuousClock.now
        var simulation = try await Simulation(scale)
        try await simulation.run()
        let counts = simulation.counts.current
        print(
            """
            \(scale.repositories) repositories, \(scale.hours) h in \(ContinuousClock.now - start): \
            \(counts.scans) scans, \(counts.failedScans) failed; \(counts.fetches) fetches; \
            \(counts.runs) runs, \(counts.unchanged) left out, \(counts.pushes) pushed, \(counts.outrun) came too late; \
            MB at each hour \(simulation.memory.map { $0 >> 20 })
            """)
        var landed: Set<Simulation.Expected> = []
        for repository in simulation.repositories {
            for (image, tags) in try repository.landedTags() {
                // The first is what the repository began with.
                #expect(Set(tags).count == tags.count, "\(image): \(tags)")
                for tag in tags { landed.insert(Simulation.Expected(image: image, tag: tag)) }
            }
        }
        #expect(simulation.expected.subtracting(landed) == [])
        #expect(!simulation.expected.isEmpty)
        #expect(counts.failures == [])
        await simulation.service.stop()
    }
}
