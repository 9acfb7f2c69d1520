import TestSupport
import Testing
import WebServing

/// Clients that are slow, silent or many.
@Suite(.onOwnThreads) struct SlowClientTests {
    private static let good = "POST /hook/known HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"

    private static var short: WebLimits {
        var limits = WebLimits()
        limits.headerTime = .milliseconds(300)
        limits.bodyTime = .milliseconds(300)
        limits.idleTime = .milliseconds(300)
        return limits
    }

    @Test(arguments: [
        "", "POST /hook/known HTTP/1.1\r\nHost: h\r\nX-Slow: ",
        "POST /hook/known HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf",
        "POST /hook/known HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
    ])
    func `whoever stops in the middle is cut off`(_ beginning: String) async throws {
        try await WebFixture.run(limits: Self.short) { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(beginning)
            #expect(!(await connection.rest()).hasPrefix("HTTP/1.1 202 "))
            #expect(service.endpoints.calls.isEmpty)
        }
    }

    @Test func `bytes that trickle do not move a deadline`() async throws {
        try await WebFixture.run(limits: Self.short) { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send("POST /hook/known HTTP/1.1\r\nX-Slow: ")
            await #expect(throws: (any Error).self) {
                while true {
                    try await connection.send("x")
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            #expect(service.endpoints.calls.isEmpty)
        }
    }

    @Test func `a connection is closed that is idle after a call`() async throws {
        var limits = WebLimits()
        limits.idleTime = .milliseconds(200)
        try await WebFixture.run(limits: limits) { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(Self.good)
            #expect(await connection.rest().hasPrefix("HTTP/1.1 202 "))
        }
    }

    @Test func `a client that ends its side after the call gets its answer`() async throws {
        try await WebFixture.run { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(Self.good)
            try await connection.closeOutput()
            #expect(await connection.rest().hasPrefix("HTTP/1.1 202 "))
        }
    }

    @Test func `a good call is answered while silent connections take all places`() async throws {
        var limits = WebLimits()
        limits.connections = 100
        try await WebFixture.run(limits: limits) { service in
            var silent: [Connection] = []
            for number in 0..<500 {
                silent.append(try await Connection(port: service.receivers))
                guard number % 100 == 99 else { continue }
                let answer = try await service.call(Self.good)
                #expect(answer.hasPrefix("HTTP/1.1 202 "))
            }
            for connection in silent { connection.close() }
        }
    }

    @Test func `calls under way are answered when the service stops`() async throws {
        let endpoints = FakeEndpoints(delay: .milliseconds(500))
        let answer = try await WebFixture.run(endpoints: endpoints) { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(
                "POST /hook/slow HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
            while endpoints.admitted == 0 { try await Task.sleep(for: .milliseconds(5)) }
            return Task { await connection.rest() }
        }
        #expect(await answer.value.hasPrefix("HTTP/1.1 202 "))
        #expect(endpoints.calls.count == 1)
    }

    @Test func `no slow client keeps the service from its end`() async throws {
        var limits = WebLimits()
        limits.stopTime = .milliseconds(200)
        let slow = try await WebFixture.run(limits: limits) { service in
            let connection = try await Connection(port: service.receivers)
            try await connection.send(
                "POST /hook/known HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf")
            while service.endpoints.admitted == 0 { try await Task.sleep(for: .milliseconds(5)) }
            return connection
        }
        #expect(!(await slow.rest()).hasPrefix("HTTP/1.1 2"))
    }

    /// Prints how long good calls take beside ten thousand silent connections.
    @Test(.enabled(if: LongTests.areWanted))
    func `good calls are quick beside ten thousand connections`() async throws {
        try await WebFixture.run { service in
            var silent: [Connection] = []
            var times: [Duration] = []
            for number in 1...10_000 {
                let connection = try await Connection(port: service.receivers)
                silent.append(connection)
                if number.isMultiple(of: 3) { try? await connection.send("POST /hook/known HT") }
                guard number > 9000, number.isMultiple(of: 10) else { continue }
                let start = ContinuousClock.now
                let answer = try await service.call(Self.good)
                times.append(ContinuousClock.now - start)
                #expect(answer.hasPrefix("HTTP/1.1 202 "))
            }
            times.sort()
            print(
                "beside 10,000 connections: median \(times[50]), slowest \(times[99]),"
                    + " second slowest \(times[98])")
            for connection in silent { connection.close() }
        }
    }
}
