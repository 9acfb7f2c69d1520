import Testing

@testable import WebAccess

struct RetryTests {
    @Test func `pauses grow and end`() {
        let policy = RetryPolicy()
        #expect(policy.pause(after: 1, requested: nil, random: 0) == .seconds(1))
        #expect(policy.pause(after: 2, requested: nil, random: 0) == .seconds(3))
        #expect(policy.pause(after: 3, requested: nil, random: 0) == nil)
    }

    @Test func `randomness adds at most a tenth`() throws {
        let pause = try #require(RetryPolicy().pause(after: 1, requested: nil, random: 0.999))
        #expect(pause > .milliseconds(1099) && pause < .milliseconds(1101))
    }

    @Test func `a server may request a longer pause up to a limit`() {
        let policy = RetryPolicy()
        #expect(policy.pause(after: 1, requested: .seconds(20), random: 0) == .seconds(20))
        #expect(policy.pause(after: 1, requested: .zero, random: 0) == .seconds(1))
        #expect(policy.pause(after: 1, requested: .seconds(31), random: 0) == nil)
    }

    @Test func `pauses without a request are limited`() {
        var policy = RetryPolicy()
        policy.attempts = 10
        #expect(policy.pause(after: 9, requested: nil, random: 0) == .seconds(30))
        #expect(policy.pause(after: 9, requested: nil, random: 1) == .seconds(33))
    }

    /// The time is Sunday, 6 November 1994, 08:49:37, which is 784111777.
    @Test(arguments: [
        ("120", 120), (" 0 ", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
        ("Sun, 06 Nov 1994 08:50:00 GMT", 23), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
        ("Wed, 01 Mar 1995 08:49:37 GMT", 115 * 86_400),
        ("99999999999999999999", 366 * 86_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 366 * 86_400),
        ("-1", nil), ("", nil), ("soon", nil), ("1.5", nil), ("Sun, 06 Xxx 1994 08:50:00 GMT", nil),
        ("Sun, 06 Nov 1994 24:50:00 GMT", nil), ("Sun, 06 Nov 1994 08:50:00 CET", nil),
    ])
    func `a requested pause is read`(value: String, seconds: Int?) {
        let pause = RetryAfter.pause(value, secondsSince1970: 784_111_777)
        #expect(pause == seconds.map { .seconds($0) })
    }

    @Test func `dates of the century agree with a count`() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        var day = 0
        for year in 1970...2101 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for (month, length) in lengths.enumerated() {
                for date in [1, length + (isLeap && month == 1 ? 1 : 0)] {
                    let seconds = (day + date - 1) * 86_400
                    let text = "Day, \(date) \(names[month]) \(year) 00:00:00 GMT"
                    let pause = RetryAfter.pause(text, secondsSince1970: seconds - 7)
                    #expect(pause == .seconds(7), "\(text)")
                }
                day += length + (isLeap && month == 1 ? 1 : 0)
            }
        }
    }
}
