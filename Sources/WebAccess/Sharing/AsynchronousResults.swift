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
            try? await pause(for: limit)
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

extension Array where Element: Sendable {
    /// The values of all elements, in their order, a few of them found at a time.
    ///
    /// The first error cancels those that are under way.
    package func concurrentMap<Value: Sendable, Failure: Error>(
        atOnce width: Int,
        _ body: @escaping @Sendable (Element) async throws(Failure) -> Value
    ) async throws(Failure) -> [Value] {
        let outcome = await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
            var values: [Int: Value] = [:]
            var error: Failure?
            for (index, element) in enumerated() {
                if index >= width, let (done, result) = await group.next() {
                    result.note(in: &values, at: done, &error)
                }
                guard error == nil else { break }
                group.addTask {
                    (index, await Result { () async throws(Failure) in try await body(element) })
                }
            }
            if error != nil { group.cancelAll() }
            while let (done, result) = await group.next() {
                result.note(in: &values, at: done, &error)
                if error != nil { group.cancelAll() }
            }
            return error.map { .failure($0) }
                ?? Result.success(indices.compactMap { values[$0] })
        }
        return try outcome.get()
    }
}

extension Result where Success: Sendable {
    /// Only the first error counts: those that follow may come of the cancellation.
    fileprivate func note(
        in values: inout [Int: Success], at index: Int, _ first: inout Failure?
    ) {
        switch self {
        case .success(let value): values[index] = value
        case .failure(let error): first = first ?? error
        }
    }
}
