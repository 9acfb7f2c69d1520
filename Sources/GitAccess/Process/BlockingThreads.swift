import Dispatch

/// Threads for work that waits for programs and disks, beside those that answer at once.
///
/// Swift's own threads are as many as the machine has cores: two runs of `git` would stop all else.
package final class BlockingThreads: TaskExecutor {
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label, attributes: .concurrent)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
