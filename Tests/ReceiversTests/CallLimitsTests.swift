import Testing

@testable import Receivers

struct CallLimitsTests {
    @Test func `A bucket takes a burst and fills with time`() {
        var bucket = CallBucket(capacity: 3, perSecond: 0.5)
        let burst = [0, 0, 0, 0].map { bucket.take(at: $0) }
        #expect(burst == [nil, nil, nil, 2])
        #expect(bucket.take(at: 1) == 1)
        #expect(bucket.take(at: 2) == nil)
        // A clock that goes back fills nothing.
        #expect(bucket.take(at: 0) == 2)
        #expect(bucket.take(at: 2) == 2)
    }

    @Test func `A repeated delivery is not new within its time and the limit`() {
        var memory = DeliveryMemory(limit: 2, ageLimitSeconds: 10)
        #expect(memory.isNew("a", of: "r", at: 0))
        #expect(!memory.isNew("a", of: "r", at: 10))
        #expect(memory.isNew("a", of: "other", at: 10))
        #expect(memory.isNew("a", of: "r", at: 11))
        #expect(memory.isNew("b", of: "r", at: 11))
        #expect(memory.count == 2)
        for number in 0..<1000 { #expect(memory.isNew("\(number)", of: "r", at: 12)) }
        #expect(memory.count == 2)
    }
}
