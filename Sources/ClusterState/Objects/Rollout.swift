/// How far a workload's pods are from what its specification says.
enum Rollout: Hashable, Sendable {
    /// All pods are of the current specification.
    case finished(pods: Int)
    /// With the reason: one clause.
    case unfinished(String)
    /// The workload has no pods, and is meant to have none: with the reason.
    case nothingRuns(String)
    /// With the reason: one clause.
    case unknown(String)

    init(of workload: ClusterObject) {
        if workload.kind == "CronJob" {
            self = Self.cronJob(workload)
        } else if !workload.hasFreshStatus {
            self = .unfinished("its controller has not seen the current specification yet")
        } else {
            self =
                switch workload.kind {
                case "Deployment": Self.deployment(workload)
                case "StatefulSet": Self.statefulSet(workload)
                case "DaemonSet": Self.daemonSet(workload)
                default: .unknown("it has no rollout")
                }
        }
    }

    private static func cronJob(_ workload: ClusterObject) -> Rollout {
        if !(workload.status?["active"]?.items ?? []).isEmpty {
            return .unknown("a job is running, and the pods of jobs are not looked at")
        }
        return .nothingRuns(
            workload.isSuspended
                ? "it is suspended" : "no job is running now; the next one takes it")
    }

    private static func deployment(_ workload: ClusterObject) -> Rollout {
        let wanted = workload.wantedReplicas
        if let progress = workload.condition("Progressing"), progress.status == "False" {
            return .unfinished(progress.words)
        }
        let (all, updated) = (workload.count("replicas"), workload.count("updatedReplicas"))
        if wanted == 0 { return scaledToZero(pods: all) }
        if workload.specification?["paused"]?.isTrue ?? false, updated < wanted {
            return .unfinished("its rollout is paused: \(updated) of \(wanted) pods are updated")
        }
        if updated < wanted { return .unfinished("\(updated) of \(wanted) pods are updated") }
        if all > updated { return .unfinished("old pods are left: \(all - updated)") }
        return available(workload.count("availableReplicas"), of: wanted)
    }

    private static func statefulSet(_ workload: ClusterObject) -> Rollout {
        let wanted = workload.wantedReplicas
        if wanted == 0 { return scaledToZero(pods: workload.count("replicas")) }
        let (current, update) = (
            workload.status?["currentRevision"]?.text, workload.status?["updateRevision"]?.text
        )
        guard current == update else {
            return .unfinished(
                "\(workload.count("updatedReplicas")) of \(wanted) pods are updated")
        }
        return available(workload.count("readyReplicas"), of: wanted)
    }

    private static func daemonSet(_ workload: ClusterObject) -> Rollout {
        let wanted = workload.count("desiredNumberScheduled")
        if wanted == 0 { return .nothingRuns("no node takes it") }
        let updated = workload.count("updatedNumberScheduled")
        if updated < wanted { return .unfinished("\(updated) of \(wanted) pods are updated") }
        return available(workload.count("numberAvailable"), of: wanted)
    }

    private static func scaledToZero(pods: Int) -> Rollout {
        pods == 0 ? .nothingRuns("it is scaled to zero") : .unfinished("it is being scaled to zero")
    }

    private static func available(_ count: Int, of wanted: Int) -> Rollout {
        count < wanted
            ? .unfinished("\(count) of \(wanted) pods are available") : .finished(pods: wanted)
    }
}

extension ClusterObject {
    fileprivate var wantedReplicas: Int { specification?["replicas"]?.integer ?? 1 }

    /// A number in the status, where zero is left out.
    fileprivate func count(_ key: String) -> Int { status?[key]?.integer ?? 0 }
}
