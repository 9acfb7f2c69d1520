import NIOCore

/// Runs tasks on an event loop's thread, apart from all other work of the process.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in
            // Each job is run once, as its contract demands.
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
