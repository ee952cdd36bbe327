import PKI
import Trace
import TrustLab

/// A live server, which is asked over sockets. All commands that examine a server ask it here, so that they all see the same.
package enum LiveServer {
    /// Makes the first offer to a server, and then the others if the answer is not enough.
    ///
    /// - Parameters:
    ///   - name: the host name in the ClientHello.
    ///   - seconds: how long each connection and each answer may take.
    ///   - question: the question by which the chain will be judged.
    ///   - isEnough: whether the agreement with the server answers everything, so that no other offer is needed.
    /// - Returns: what was learned. If there is no connection, it says why.
    /// - Throws: ``NetworkError/interrupted`` if the user ends the attempt, ``FileError`` if the program may open no more descriptors.
    package static func learn(
        _ place: Endpoint, named name: String, within seconds: Double, question: ChainQuestion,
        _ first: ATSOffer = .usual, then others: [ATSOffer] = [],
        unless isEnough: (ATSConnection) -> Bool = { _ in true }
    ) throws -> ServerInterview.Learned {
        let progress = ProgressLine("asking \(place)")
        defer { progress.end() }
        do throws(any Error) {
            let addresses = try InternetAddress.resolve(place.address, port: place.port)
            // The resolver of the system does not look at the signal: until here it has its usual effect.
            let stop = try StopSignal()
            var interview = ServerInterview(place, serverName: name, seconds: seconds, question: question) {
                let socket = try StreamSocket.connect(
                    to: addresses, name: "\(place.address):\(place.port)", within: Int(seconds * 1_000), until: stop)
                return SocketLine(socket, within: seconds, until: stop.descriptor)
            }
            let learned = try interview.learn(first, then: others, unless: isEnough)
            // A connection that the user has ended says nothing about the server.
            if stop.isRaised { throw NetworkError.interrupted }
            return learned
        } catch let error as NetworkError {
            guard let problem = problem(error, at: place, within: seconds) else { throw error }
            return .nothing(problem)
        }
    }

    private static func noAnswer(within seconds: Int) -> Words {
        Words(english: "no answer within \(seconds) s", chinese: "\(seconds) s 之内没有回应")
    }

    /// Why there is no connection; nil if the user has ended the attempt.
    package static func problem(
        _ error: NetworkError, at place: Endpoint, within seconds: Double
    ) -> ContactProblem? {
        switch error {
        case .unknownHost(let host, let why): .unknownHost(host, why: why)
        case .cannotConnect(_, ECONNREFUSED): .refused(place, why: Words(systemError: ECONNREFUSED))
        // The server accepts the connection and resets it before this side has noticed.
        case .cannotConnect(_, ECONNRESET): .closed(place, after: ServerFlight().progress, isReset: true)
        case .cannotConnect(_, let code): .unreachable(place, why: Words(systemError: code))
        case .connectingTakesTooLong: .unreachable(place, why: noAnswer(within: Int(seconds.rounded(.up))))
        case .cannotListen, .interrupted: nil
        }
    }
}

/// A line over a socket. The time limit is that of a whole answer, which may come in many pieces.
private struct SocketLine: ServerLine {
    private let socket: StreamSocket
    private let seconds: Double
    /// Readable when the user ends the attempt.
    private let stop: Int32
    private let clock = ContinuousClock()
    private var deadline: ContinuousClock.Instant
    private var isBroken = false

    init(_ socket: StreamSocket, within seconds: Double, until stop: Int32) {
        self.socket = socket
        self.seconds = seconds
        self.stop = stop
        deadline = clock.now + .seconds(seconds)
    }

    mutating func send(_ octets: [UInt8]) {
        deadline = clock.now + .seconds(seconds)
        var rest = octets[...]
        while !rest.isEmpty, !isBroken {
            guard let count = socket.send(rest) else { return isBroken = true }
            rest = rest.dropFirst(count)
            if !rest.isEmpty, !wait(POLLOUT) { return }
        }
    }

    mutating func receive() -> Arrival {
        while true {
            // Octets that arrived before the connection broke can still be read.
            switch socket.receive(most: 1 << 14) {
            case .octets(let octets): return .octets(octets)
            case .end: return .end
            case .broken: return .broken
            case .nothing: if isBroken { return .broken }
            }
            guard wait(POLLIN) else { return .silence }
        }
    }

    /// Waits until the socket is ready for `event`, the time is over, or the user ends the attempt. False if the time was over before.
    private mutating func wait(_ event: Int32) -> Bool {
        let left = (deadline - clock.now).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        guard milliseconds > 0 else { return false }
        var waiting = [
            pollfd(fd: socket.descriptor, events: Int16(event), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&waiting, nfds_t(waiting.count), Int32(clamping: milliseconds))
        if OperatingSystem.isReadable(stop) { isBroken = true }
        return true
    }
}
