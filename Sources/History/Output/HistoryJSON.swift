import Configuration
import GitAccess
import Reports
import RepositoryLinking

extension HistoryReport {
    /// The members of the document; `docs/schema/history-v1.schema.json` describes them.
    var members: [String: JSONValue] {
        [
            "source": ["kind": "commit", "revision": .string(revision)],
            "complete": .boolean(timeline.gaps.isEmpty),
            "environments": .array(timeline.statistics.map(\.json)),
            "commits": .array(timeline.commits.map(\.json)),
            "runs": .array(timeline.runs.map(\.json)),
        ]
    }
}

extension EnvironmentStatistics {
    fileprivate var json: JSONValue {
        [
            "name": .string(environment), "deployments": .integer(deployments),
            "deploymentsPerWeek": .string(decimal(tenths: tenthsPerWeek)),
            "rollbacks": .integer(rollbacks), "changesByHand": .integer(changesByHand),
            "promotion": promotion?.json ?? .null,
        ]
    }
}

extension EnvironmentStatistics.Promotion {
    fileprivate var json: JSONValue {
        [
            "sources": .array(sources.map(JSONValue.string)), "count": .integer(count),
            "medianSeconds": .integer(Int(median)),
            "ninetiethPercentileSeconds": .integer(Int(ninetiethPercentile)),
        ]
    }
}

extension TimelineCommit {
    fileprivate var json: JSONValue {
        var automations: [String] = []
        if case .automation(let names) = kind { automations = names }
        return [
            "id": .string(commit.id),
            "author": [
                "name": .string(commit.author.name), "email": .string(commit.author.email),
                "date": .string(commit.authored.utc),
            ],
            "date": .string(commit.committed.utc), "subject": .string(commit.subject),
            "kind": .string(kind.name), "automations": .array(automations.map(JSONValue.string)),
            "reverts": .array(commit.reverted.map(JSONValue.string)),
            "changes": .array(changes.map(\.json)),
        ]
    }
}

extension TimelineCommit.Change {
    fileprivate var json: JSONValue {
        [
            "environment": JSONValue(change.name.environment), "image": .string(change.image),
            "former": change.former.json, "latter": change.latter.json,
            "goesBack": .boolean(goesBack), "marker": .string(change.marker.rawValue),
        ]
    }
}

extension RunningBuilds {
    fileprivate var json: JSONValue {
        [
            "builds": .array(
                artifacts.map { ["tag": JSONValue($0.tag), "digest": JSONValue($0.digest)] }),
            "complete": .boolean(!hasOpen),
        ]
    }
}

extension ImageRun {
    fileprivate var json: JSONValue {
        [
            "environment": JSONValue(name.environment), "image": .string(image),
            "running": builds.json, "goesBack": .boolean(goesBack),
            "start": [
                "commit": .string(start.commit.id), "date": .string(start.commit.committed.utc),
            ],
            "end": end.map {
                ["commit": .string($0.commit.id), "date": .string($0.commit.committed.utc)]
            } ?? .null,
        ]
    }
}
