import Receivers
import Testing

@Suite struct CallAllowancesTests {
    private let path = ReceiverPath(target: hook)

    @Test func `a burst is taken and then a steady stream`() {
        var allowances = CallAllowances(CallRate(burst: 3, perSecond: 2))
        #expect((0..<3).map { _ in allowances.take(path, at: 10) } == [nil, nil, nil])
        #expect(allowances.take(path, at: 10) == 1)
        #expect(allowances.take(path, at: 10.5) == nil)
        #expect(allowances.take(path, at: 10.5) == 1)
        #expect((0..<4).map { _ in allowances.take(path, at: 999) } == [nil, nil, nil, 1])
    }

    @Test func `a slow rate says how long to wait`() {
        var allowances = CallAllowances(CallRate(burst: 1, perSecond: 0.1))
        #expect(allowances.take(path, at: 0) == nil)
        #expect(allowances.take(path, at: 0) == 10)
        #expect(allowances.take(path, at: 5) == 5)
    }

    @Test func `paths do not share, and a clock that is set back gives nothing`() {
        var allowances = CallAllowances(CallRate(burst: 1, perSecond: 1))
        #expect(allowances.take(path, at: 100) == nil)
        #expect(allowances.take(ReceiverPath(target: "/hook/other"), at: 100) == nil)
        #expect(allowances.take(path, at: 50) == 1)
        #expect(allowances.take(path, at: 51) == nil)
    }

    @Test func `what is no longer served is forgotten`() {
        var allowances = CallAllowances(CallRate(burst: 1, perSecond: 0))
        #expect(allowances.take(path, at: 0) == nil)
        allowances.keep(only: table(manifest(type: "generic")))
        #expect(allowances.take(path, at: 0) != nil)
        allowances.keep(only: ReceiverTable())
        #expect(allowances.take(path, at: 0) == nil)
    }
}
