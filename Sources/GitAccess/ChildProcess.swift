#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A running program; it is ended, at the latest, when nobody uses it any more.
final class ChildProcess {
    private let process: pid_t
    private let stream: FileDescriptor
    private let messages: FileDescriptor
    private var hasEnded = false

    /// Starts a program, `arguments` beginning with its path.
    ///
    /// One stream is both its input and its output. It is a socket, not a pair of pipes, because
    /// writing to a program that is gone must not raise a signal.
    init(_ arguments: [String], variables: [String]) throws(SystemFailure) {
        let (ours, theirs) = try connectedSockets()
        let (ourMessages, theirMessages) = try connectedSockets()
        process = try spawn(
            arguments, variables: variables,
            streams: [theirs.number, theirs.number, theirMessages.number])
        stream = ours
        messages = ourMessages
    }

    deinit {
        guard !hasEnded else { return }
        kill(process, SIGKILL)
        _ = wait()
    }

    /// Waits for the end; gives the exit status, or 128 and the number of the signal.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Sends a request.
    func send(_ request: some Collection<UInt8>) throws(SystemFailure) {
        var rest = Array(request)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { sendWithoutSignal(stream.number, $0) }
            guard sent >= 0 || errno == EINTR else { throw SystemFailure() }
            rest = rest.dropFirst(max(sent, 0))
        }
    }

    /// Appends what the program prints next; false at the end.
    func receive(into bytes: inout [UInt8]) throws(SystemFailure) -> Bool {
        try stream.appendSome(to: &bytes)
    }

    /// Collects what the program prints on both its streams, having nothing to read, until its
    /// end; nil when that is more than `limit` bytes.
    func collect(limit: Int) throws(SystemFailure) -> (output: [UInt8], messages: [UInt8])? {
        shutdown(stream.number, Int32(SHUT_WR))
        var (output, text): ([UInt8], [UInt8]) = ([], [])
        var open = (stream: true, messages: true)
        while open.stream || open.messages {
            var waiting = [
                pollfd(fd: open.stream ? stream.number : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: open.messages ? messages.number : -1, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waiting, 2, -1) < 0, errno != EINTR { throw SystemFailure() }
            if waiting[0].revents != 0 { open.stream = try stream.appendSome(to: &output) }
            if waiting[1].revents != 0 { open.messages = try messages.appendSome(to: &text) }
            if output.count + text.count > limit { return nil }
        }
        return (output, text)
    }
}

extension FileDescriptor {
    /// Appends what can be read next; false at the end.
    fileprivate func appendSome(to bytes: inout [UInt8]) throws(SystemFailure) -> Bool {
        let size = 1 << 16
        let count = withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
            let count = read(number, buffer.baseAddress, size)
            bytes.append(contentsOf: buffer.prefix(max(count, 0)))
            return count
        }
        guard count >= 0 || errno == EINTR else { throw SystemFailure() }
        return count != 0
    }
}

/// Starts a program whose first three streams are the given ones.
private func spawn(
    _ arguments: [String], variables: [String], streams: [Int32]
) throws(SystemFailure) -> pid_t {
    #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
    #else
        var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (position, stream) in streams.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, stream, Int32(position))
    }
    let argumentTexts = arguments.map { strdup($0) }
    let variableTexts = variables.map { strdup($0) }
    defer { (argumentTexts + variableTexts).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(
        &process, arguments[0], &actions, nil, argumentTexts + [nil], variableTexts + [nil])
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
