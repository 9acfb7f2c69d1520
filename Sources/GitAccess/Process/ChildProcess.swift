import CLibrary

/// A running program; it is ended, at the latest, when this value is released.
final class ChildProcess {
    private let process: pid_t
    private let stream: FileDescriptor
    private let messages: FileDescriptor
    private let leadsSession: Bool
    private var hasEnded = false

    /// Starts a program, `arguments` beginning with its path.
    ///
    /// One stream is both its input and its output. It is a socket, not a pair of pipes, because
    /// writing to a program that is gone must not raise a signal. `secret` is what it can read on
    /// descriptor 3. A program that leads a session of its own has no terminal to ask at, and is
    /// ended together with those that it started.
    init(
        _ arguments: [String], variables: [String: String], secret: [UInt8]? = nil,
        leadsSession: Bool = false
    ) throws(SystemFailure) {
        let (ours, theirs) = try connectedSockets()
        let (ourMessages, theirMessages) = try connectedSockets()
        var streams = [theirs.number, theirs.number, theirMessages.number]
        let secrets = try secret.map { _ throws(SystemFailure) in try connectedSockets() }
        if let secrets, let secret {
            try secrets.0.send(secret)
            streams.append(secrets.1.number)
        }
        process = try withExtendedLifetime((theirs, theirMessages, secrets)) {
            () throws(SystemFailure) in
            try spawn(arguments, variables: variables, streams: streams, leadsSession: leadsSession)
        }
        stream = ours
        messages = ourMessages
        self.leadsSession = leadsSession
    }

    deinit {
        guard !hasEnded else { return }
        if leadsSession { endPolitely() }
        kill(leadsSession ? -process : process, SIGKILL)
        if !hasEnded { _ = wait() }
    }

    /// Asks the program to end and gives it a second for it: `git` removes its locks and drafts.
    private func endPolitely() {
        kill(-process, SIGTERM)
        for _ in 0..<100 {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                hasEnded = true
                return
            }
            usleep(10_000)
        }
    }

    /// Waits for the end; gives the status, as `Ending` has it.
    private func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Sends a request.
    func send(_ request: some Collection<UInt8>) throws(SystemFailure) {
        try stream.send(Array(request))
    }

    /// Appends what the program prints next; false at the end.
    func receive(into bytes: inout [UInt8]) throws(SystemFailure) -> Bool {
        try stream.appendSome(to: &bytes)
    }

    /// How a program ended, and what it printed.
    struct Ending {
        /// The exit status, or 128 and the number of the signal.
        let status: Int32
        let output: [UInt8]
        let messages: String

        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Collects what the program prints on both its streams until its end; it has nothing to read.
    ///
    /// Nil when that is more than `limit` bytes; after `patience` it is given up as timed out.
    func ending(limit: Int, within patience: Duration? = nil) throws(SystemFailure) -> Ending? {
        let deadline = patience.map { ContinuousClock.now + $0 }
        shutdown(stream.number, Int32(SHUT_WR))
        var (output, text): ([UInt8], [UInt8]) = ([], [])
        var open = (stream: true, messages: true)
        while open.stream || open.messages {
            var waiting = [
                pollfd(fd: open.stream ? stream.number : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: open.messages ? messages.number : -1, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&waiting, 2, try milliseconds(until: deadline))
            if ready < 0, errno != EINTR { throw SystemFailure() }
            if waiting[0].revents != 0 { open.stream = try stream.appendSome(to: &output) }
            if waiting[1].revents != 0 { open.messages = try messages.appendSome(to: &text) }
            if output.count + text.count > limit { return nil }
        }
        return Ending(
            status: wait(), output: output, messages: String(decoding: text, as: UTF8.self))
    }

    /// How long `poll` may wait; -1 for as long as it takes.
    private func milliseconds(
        until deadline: ContinuousClock.Instant?
    ) throws(SystemFailure) -> Int32 {
        guard let deadline else { return -1 }
        let rest = ContinuousClock.now.duration(to: deadline)
        guard rest > .zero else { throw SystemFailure(code: ETIMEDOUT) }
        return Int32(clamping: 1 + Int64(rest / .milliseconds(1)))
    }
}

extension FileDescriptor {
    /// Sends all of the bytes through a socket.
    fileprivate func send(_ bytes: [UInt8]) throws(SystemFailure) {
        try passAll(bytes[...]) { rest, _ in sendWithoutSignal(number, rest) }
    }

    /// Appends what can be read next; false at the end.
    ///
    /// A program that ends without reading all that it was sent resets the connection.
    fileprivate func appendSome(to bytes: inout [UInt8]) throws(SystemFailure) -> Bool {
        let size = 1 << 16
        let count = withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
            let count = read(number, buffer.baseAddress, size)
            bytes.append(contentsOf: buffer.prefix(max(count, 0)))
            return count
        }
        guard count < 0 else { return count != 0 }
        let failure = SystemFailure()
        guard failure.hasHungUp || failure.code == EINTR else { throw failure }
        return !failure.hasHungUp
    }
}

#if canImport(Darwin)
    private let newSession = Int16(POSIX_SPAWN_SETSID)
#else
    /// `POSIX_SPAWN_SETSID`, which glibc defines in a form that Swift does not import.
    private let newSession: Int16 = 0x80
#endif

/// Starts a program whose first streams are the given ones.
private func spawn(
    _ arguments: [String], variables: [String: String], streams: [Int32], leadsSession: Bool
) throws(SystemFailure) -> pid_t {
    #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
    #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    if leadsSession {
        // A thread of ours may block the signal that asks the program to end.
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    }
    for (position, stream) in streams.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, stream, Int32(position))
    }
    let argumentTexts = arguments.map { strdup($0) }
    let variableTexts = variables.map { strdup("\($0)=\($1)") }
    defer { for text in argumentTexts + variableTexts { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(
        &process, arguments[0], &actions, &attributes, argumentTexts + [nil], variableTexts + [nil])
    guard code == 0 else { throw SystemFailure(code: code) }
    return process
}

/// Two ends of one connection; programs started meanwhile do not inherit them.
private func connectedSockets() throws(SystemFailure) -> (FileDescriptor, FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
        let code = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
    #else
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let code = socketpair(AF_UNIX, type, 0, &ends)
    #endif
    guard code == 0 else { throw SystemFailure() }
    let pair = (try FileDescriptor(owning: ends[0]), try FileDescriptor(owning: ends[1]))
    #if canImport(Darwin)
        var yes: Int32 = 1
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
    #endif
    return pair
}

private func sendWithoutSignal(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        send(socket, bytes.baseAddress, bytes.count, 0)
    #else
        send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}
