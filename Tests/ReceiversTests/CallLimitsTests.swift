import Testing

@testable import Receivers

struct CallLimitsTests {
    @Test func `A bucket takes a burst and fills with time`() {
        var bucket = CallBucket(capacity: 3, perSecond: 0.5)
        // The clock goes back in between, which fills nothing.
        let times: [Double] = [0, 0, 0, 0, 1, 2, 0, 2]
        var pauses: [Int?] = []
        for time in times { pauses.append(bucket.take(at: time)) }
        #expect(pauses == [nil, nil, nil, 2, 1, nil, 2, 2])
    }

    @Test func `A repeated delivery is not new within its time and the limit`() {
        var memory = DeliveryMemory(limit: 2, ageLimitSeconds: 10)
        let calls: [(delivery: String, receiver: String, time: Double)] = [
            ("a", "r", 0), ("a", "r", 10), ("a", "other", 10), ("a", "r", 11), ("b", "r", 11),
        ]
        var areNew: [Bool] = []
        for call in calls {
            areNew.append(memory.isNew(call.delivery, of: call.receiver, at: call.time))
        }
        #expect(areNew == [true, false, true, true, true])
        #expect(memory.count == 2)
        for number in 0..<1000 { _ = memory.isNew("\(number)", of: "r", at: 12) }
        #expect(memory.count == 2)
    }
}
