/// Runs `body` and cancels it when the limit is reached, which gives nil.
///
/// It returns when `body` has returned, so `body` must heed cancellation.
package func withTimeLimit<Result: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async -> Result
) async -> Result? {
    await withTaskGroup(of: Result?.self) { group in
        group.addTask { await body() }
        group.addTask {
            // Only cancellation ends the pause early, and then its result is not used.
            try? await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
    }
}

extension Result where Success: Sendable {
    /// The result or error of an asynchronous body.
    package init(catching body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
