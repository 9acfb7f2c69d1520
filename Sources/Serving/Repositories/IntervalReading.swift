import ManifestFacts
import RepositoryLinking

/// An interval as a manifest has it.
struct IntervalReading: Hashable, Sendable {
    /// Seconds, where a manifest says nothing that can be used: Flux refuses such an object.
    static let standard = 60.0
    /// No service asks a registry more often than this.
    static let shortest = 5.0

    /// Seconds.
    let seconds: Double
    /// Why it is not what is written: one clause.
    let problem: String?

    /// Reads `spec.interval`.
    init(of object: EffectiveObject) {
        switch object.field("spec", "interval") {
        case .known(let text, _): self.init(text)
        case .absent: self.init(problem: "it has no `interval`")
        case .unknown, .collection: self.init(problem: "its `interval` is not known")
        }
    }

    init(_ text: String) {
        guard let nanoseconds = GoDuration.nanoseconds(text), nanoseconds > 0 else {
            self.init(problem: "its `interval` is not a duration as in `5m`")
            return
        }
        self.init(seconds: max(Self.shortest, Double(nanoseconds) / 1e9), problem: nil)
    }

    private init(problem: String) {
        self.init(seconds: Self.standard, problem: "\(problem): once a minute counts")
    }

    private init(seconds: Double, problem: String?) {
        self.seconds = seconds
        self.problem = problem
    }
}
