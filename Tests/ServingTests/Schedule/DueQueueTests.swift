import TestSupport
import Testing

@testable import Serving

/// The order in which things become due.
struct DueQueueTests {
    private func second(_ number: Int) -> Timestamp {
        Timestamp(millisecondsSince1970: Int64(number) * 1000)
    }

    @Test func `keys come in the order of their last times`() {
        var generator = SeededGenerator(seed: 5)
        var queue = DueQueue<Int>()
        var model: [Int: Int] = [:]
        for _ in 0..<2000 {
            let key = Int.random(in: 0..<50, using: &generator)
            let time = Int.random(in: 0..<1000, using: &generator)
            if time < 100 {
                queue[key] = nil
                model[key] = nil
            } else {
                queue[key] = second(time)
                model[key] = time
            }
            #expect(queue.next == model.values.min().map(second))
            #expect(queue.count == model.count)
        }
        var times: [Int] = []
        while let key = queue.popFirst(at: second(1000)) { times.append(model[key] ?? -1) }
        #expect(times == model.values.sorted())
        #expect(queue.next == nil)
    }

    @Test func `nothing comes before its time`() {
        var queue = DueQueue<String>()
        queue["a"] = second(10)
        #expect(queue.popFirst(at: second(9)) == nil)
        #expect(queue.popFirst(at: second(10)) == "a")
        #expect(queue.popFirst(at: second(11)) == nil)
    }
}
