internal import NIOPosix

/// Threads for tests whose time counts.
///
/// All tests share a few threads, which tests that wait for a program block for seconds. Code that
/// must answer in time runs here, so that no limit is reached for lack of a thread.
package final class OwnThreads: TaskExecutor {
    package static let shared = OwnThreads()

    private let pool = NIOThreadPool(numberOfThreads: 8)

    private init() {
        pool.start()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { [self] _ in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
