import Trace

/// One end of a TCP connection of the operating system. Its calls do not wait. It is closed when its last reference goes.
///
/// It uses the calls of the system and no library. The library FlyingSocks, for example, reports an end of the stream and a reset in
/// the same way, and cannot end one direction alone. A TLS that has to detect a truncated stream needs both (RFC 5246 section 7.2.1).
package final class StreamSocket: OctetStream {
    let descriptor: Int32

    var localEnd: Endpoint? { InternetAddress { getsockname(descriptor, $0, $1) }?.endpoint }
    let remoteEnd: Endpoint?
    /// Always 0: the reason of a failed call is not kept.
    var breakage: Int32 { 0 }
    var unacknowledged: Int? { OperatingSystem.unacknowledged(descriptor) }

    /// Takes over a descriptor.
    ///
    /// - Parameter remote: the address of the other end. The system does not tell it any more once the connection is reset.
    fileprivate init(owning descriptor: Int32, to remote: InternetAddress?) {
        self.descriptor = descriptor
        remoteEnd = remote?.endpoint
        OperatingSystem.prepare(descriptor)
        // A flight goes out at once. Nagle's algorithm would keep its last segment until the earlier ones are acknowledged.
        SocketOption.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        OperatingSystem.silence(descriptor)
    }

    deinit { close(descriptor) }

    /// Connects to the first of a host's addresses that answers.
    ///
    /// - Parameters:
    ///   - name: the name of the host and port in an error.
    ///   - milliseconds: the time that each address has to answer.
    /// - Throws: ``NetworkError`` if no address answers, or if `stop` is raised.
    package static func connect(
        to addresses: [InternetAddress], name: String, within milliseconds: Int, until stop: borrowing StopSignal
    ) throws(NetworkError) -> StreamSocket {
        var failure = NetworkError.cannotConnect(name, code: EHOSTUNREACH)
        for address in addresses {
            let descriptor = socket(address.family, OperatingSystem.stream, 0)
            guard descriptor >= 0 else { throw .cannotConnect(name, code: errno) }
            let made = StreamSocket(owning: descriptor, to: address)
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
    /// Nothing: closing the descriptor drops the connection.
    func abort() {}
}

/// A port on which connections are accepted.
package final class ListeningSocket {
    let descriptor: Int32
    /// The address and port. If port 0 was asked for, this is the port that the system has chosen.
    package let local: InternetAddress
    /// A descriptor that is kept only to be closed when the program has no other left; below zero if it is closed.
    private var reserve: Int32 = -1

    /// Listens on `address`.
    ///
    /// - Throws: ``NetworkError/cannotListen(_:code:)``.
    package init(_ address: InternetAddress) throws(NetworkError) {
        let descriptor = socket(address.family, OperatingSystem.stream, 0)
        guard descriptor >= 0 else { throw .cannotListen(address.description, code: errno) }
        OperatingSystem.prepare(descriptor)
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

    /// The next connection. If the program has no descriptor left, the connection takes that of the reserve, which ``replenish()``
    /// has to open again: a new connection is worth as much as the open ones, so it is not refused unseen.
    func accept() -> Acceptance<StreamSocket> {
        var accepted: Int32 = -1
        var remote = InternetAddress {
            accepted = systemAccept(descriptor, $0, $1)
            return accepted
        }
        if accepted < 0, errno == EMFILE || errno == ENFILE, reserve >= 0 {
            close(reserve)
            reserve = -1
            remote = InternetAddress {
                accepted = systemAccept(descriptor, $0, $1)
                return accepted
            }
        }
        if accepted >= 0 { return .connection(StreamSocket(owning: accepted, to: remote)) }
        switch errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        // EAGAIN; or the connection was reset before it was accepted.
        default: return .nothing
        }
    }

    /// Whether a connection waits to be accepted.
    var hasWaitingConnection: Bool { OperatingSystem.isReadable(descriptor) }

    /// Opens the reserve descriptor if it is closed.
    ///
    /// - Returns: whether it is open.
    func replenish() -> Bool {
        if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return reserve >= 0
    }
}

/// Options of sockets.
private enum SocketOption {
    /// setsockopt(2) with the value 1.
    static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        _ = setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The error of a connection attempt that has ended (SO_ERROR); 0 if it succeeded.
    static func error(_ descriptor: Int32) -> Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }
}

// The class has methods of the same names, which would hide connect(2), send(2) and accept(2).

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
}

private func systemSend(_ descriptor: Int32, _ octets: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, octets, count, flags)
}

private func systemAccept(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
    accept(descriptor, address, length)
}
