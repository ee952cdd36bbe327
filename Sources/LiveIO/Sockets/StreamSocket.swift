import Trace

/// One end of a TCP connection that the operating system makes, used without waiting. It is closed when its last reference goes.
///
/// The system's calls themselves and no library: FlyingSocks, for one, tells an end of the stream and a reset alike, and cannot end one
/// direction alone. A TLS that wants to know whether it was cut off needs both (RFC 5246 section 7.2.1).
package final class StreamSocket: OctetStream {
    let descriptor: Int32

    var localEnd: Endpoint? { InternetAddress { getsockname(descriptor, $0, $1) }?.endpoint }
    var remoteEnd: Endpoint? { InternetAddress { getpeername(descriptor, $0, $1) }?.endpoint }
    /// A call that fails says no more than that.
    var breakage: Int32 { 0 }
    /// The system throws them away.
    var hasUnread: Bool { false }

    /// Takes over a descriptor.
    fileprivate init(owning descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // A flight goes out at once: Nagle's algorithm would hold its end back until the first part is acknowledged.
        SocketOption.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        OperatingSystem.silence(descriptor)
    }

    deinit { close(descriptor) }

    /// Connects to one of a host's addresses, the first that answers.
    ///
    /// - Parameters:
    ///   - name: what the place is called in an error.
    ///   - milliseconds: how long each address has time to answer.
    /// - Throws: ``NetworkError``.
    package static func connect(
        to addresses: [InternetAddress], name: String, within milliseconds: Int, until stop: borrowing StopSignal
    ) throws(NetworkError) -> StreamSocket {
        var failure = NetworkError.cannotConnect(name, code: EHOSTUNREACH)
        for address in addresses {
            let descriptor = socket(address.family, OperatingSystem.stream, 0)
            guard descriptor >= 0 else { throw .cannotConnect(name, code: errno) }
            let made = StreamSocket(owning: descriptor)
            let status = address.withStructure { systemConnect(descriptor, $0, $1) }
            if status == 0 { return made }
            guard errno == EINPROGRESS else {
                failure = .cannotConnect(name, code: errno)
                continue
            }
            var waiting = [
                pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&waiting, nfds_t(waiting.count), Int32(clamping: milliseconds))
            if waiting[1].revents != 0 || ready < 0 { throw .interrupted }
            let code = SocketOption.error(descriptor)
            if ready == 0 {
                failure = .connectingTakesTooLong(name)
            } else if code == 0 {
                return made
            } else {
                failure = .cannotConnect(name, code: code)
            }
        }
        throw failure
    }

    func receive(most: Int) -> Reception {
        var failure: Int32 = 0
        let octets = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            var got: Int
            repeat { got = recv(descriptor, buffer.baseAddress, buffer.count, 0) } while got < 0 && errno == EINTR
            failure = got < 0 ? errno : 0
            count = max(0, got)
        }
        switch failure {
        case 0: return octets.isEmpty ? .end : .octets(octets)
        case EAGAIN, EWOULDBLOCK: return .nothing
        default: return .broken(failure)
        }
    }

    func send(_ octets: ArraySlice<UInt8>) -> Int? {
        var sent: Int
        repeat {
            sent = octets.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, OperatingSystem.quietly) }
        } while sent < 0 && errno == EINTR
        if sent >= 0 { return sent }
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }

    func endSending() { _ = shutdown(descriptor, OperatingSystem.writing) }
    /// Closing does what is left to be done.
    func abort() {}
}

/// A port on which connections are accepted.
package final class ListeningSocket {
    let descriptor: Int32
    /// Where it listens; of port 0, the port that the system has chosen.
    package let local: InternetAddress
    /// A descriptor that is good for nothing but to be closed when the program has no other left; below zero after that.
    private var reserve: Int32 = -1

    /// Listens on `address`.
    ///
    /// - Throws: ``NetworkError/cannotListen(_:code:)``.
    package init(_ address: InternetAddress) throws(NetworkError) {
        let descriptor = socket(address.family, OperatingSystem.stream, 0)
        guard descriptor >= 0 else { throw .cannotListen(address.description, code: errno) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        SocketOption.set(descriptor, SOL_SOCKET, SO_REUSEADDR)
        let isBound = address.withStructure { bind(descriptor, $0, $1) } == 0 && listen(descriptor, SOMAXCONN) == 0
        guard isBound, let local = InternetAddress({ getsockname(descriptor, $0, $1) }) else {
            let code = errno
            close(descriptor)
            throw .cannotListen(address.description, code: code)
        }
        self.descriptor = descriptor
        self.local = local
        _ = replenish()
    }

    deinit {
        close(descriptor)
        if reserve >= 0 { close(reserve) }
    }

    /// The next connection. If the program has no descriptor left, the reserve's place is taken, and to be made good by
    /// ``replenish()``: a connection that nothing is known of is not worth less than those that are there.
    func accept() -> Acceptance<StreamSocket> {
        var accepted = systemAccept(descriptor)
        if accepted < 0, errno == EMFILE || errno == ENFILE, reserve >= 0 {
            close(reserve)
            reserve = -1
            accepted = systemAccept(descriptor)
        }
        if accepted >= 0 { return .connection(StreamSocket(owning: accepted)) }
        switch errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        // A connection that was reset before it was accepted is none.
        default: return .nothing
        }
    }

    /// Whether a connection waits to be accepted.
    var isKnockedAt: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// Takes a descriptor in reserve if there is none.
    ///
    /// - Returns: whether there is one.
    func replenish() -> Bool {
        if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return reserve >= 0
    }
}

/// Options of sockets.
private enum SocketOption {
    static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        _ = setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    static func error(_ descriptor: Int32) -> Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }
}

/// connect(2), which the class's own `connect` would hide; and so on.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
}

private func systemSend(_ descriptor: Int32, _ octets: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, octets, count, flags)
}

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
