import ManifestFacts
import RepositoryLinking
import Rules
import Triage

/// How far the markers of a repository get.
struct MarkerCoverageCounts: Sendable {
    /// Comments that speak to image automation.
    private(set) var total = 0
    /// Markers that Flux's setters see and understand.
    private(set) var live = 0
    /// Markers whose policy the repository declares.
    private(set) var resolved = 0
    /// Markers that an automation of the repository writes.
    private(set) var automated = 0

    init(_ model: RepositoryModel, where isWanted: (_ path: String) -> Bool) {
        for marker in model.markers where isWanted(marker.path) {
            total += 1
            let verdict = model.verdict(on: marker)
            switch verdict {
            case .nothing(.file), .nothing(.loneList), .nothing(.fileName), .nothing(.comment),
                .nothing(.place), .nothing(.target):
                continue
            default: live += 1
            }
            if !model.policyLinks.policies(of: marker).isEmpty { resolved += 1 }
            switch verdict {
            case .written, .suspended: automated += 1
            case .nothing, .unknown: break
            }
        }
    }
}

/// How often a rule found something.
struct RuleCount: Sendable {
    let rule: String
    /// The highest that was found.
    private(set) var severity: Severity
    private(set) var total = 0
    private(set) var byEnvironment: [String: Int] = [:]
    /// In no environment that is known.
    private(set) var elsewhere = 0

    init(rule: String, severity: Severity) {
        self.rule = rule
        self.severity = severity
    }

    mutating func add(_ severity: Severity, _ environments: [String]) {
        self.severity = max(self.severity, severity)
        total += 1
        for name in environments { byEnvironment[name, default: 0] += 1 }
        if environments.isEmpty { elsewhere += 1 }
    }
}

/// Why some things were not checked, and which.
struct UncheckedReason: Sendable {
    /// The kinds of things that a check may be unable to judge.
    enum Subject: String, Comparable, Sendable {
        case file
        case image
        case marker
        case object

        init(_ item: NotChecked) {
            guard let rule = item.rule else {
                self = .file
                return
            }
            self = rule.hasPrefix("marker-") ? .marker : rule.hasPrefix("image-") ? .image : .object
        }

        static func < (left: Subject, right: Subject) -> Bool { left.rawValue < right.rawValue }
    }

    struct Key: Hashable, Comparable, Sendable {
        let subject: Subject
        let reason: String

        static func < (left: Key, right: Key) -> Bool {
            (left.subject, left.reason) < (right.subject, right.reason)
        }
    }

    /// A place that one or more rules passed over.
    struct Place: Hashable, Sendable {
        let path: String
        let line: Int?
    }

    let key: Key
    /// Each once, in report order.
    let places: [Place]

    init(key: Key, items: [NotChecked]) {
        self.key = key
        var seen: Set<Place> = []
        places = items.map { Place(path: $0.path, line: $0.line) }
            .filter { seen.insert($0).inserted }
    }
}
