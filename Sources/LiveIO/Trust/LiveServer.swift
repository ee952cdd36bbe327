import PKI
import Trace
import TrustLab

/// A server that answers, asked over sockets: what every command asks that looks at one, so that all see the same.
package enum LiveServer {
    /// Asks what `first` needs, and the other offers where that is not enough.
    ///
    /// - Parameters:
    ///   - name: the name that the server is asked for.
    ///   - seconds: how long each connection and each answer may take.
    ///   - question: what the chain will be judged by.
    ///   - isEnough: whether what the server agrees on is all that has to be known.
    /// - Throws: ``NetworkError/interrupted``, and what is wrong with this program's own system. Why there is no connection is told in what
    ///   was learned.
    package static func learn(
        _ place: Endpoint, named name: String, within seconds: Double, question: Question,
        _ first: ATSOffer = .usual, then others: [ATSOffer] = [],
        unless isEnough: (ATSConnection) -> Bool = { _ in true }
    ) throws -> ServerInterview.Learned {
        let stop = try StopSignal()
        do throws(any Error) {
            let addresses = try InternetAddress.resolve(place.address, port: place.port)
            var interview = ServerInterview(place, serverName: name, seconds: seconds, question: question) {
                let socket = try StreamSocket.connect(
                    to: addresses, name: "\(place.address):\(place.port)", within: Int(seconds * 1_000), until: stop)
                return SocketLine(socket, within: seconds)
            }
            return try interview.learn(first, then: others, unless: isEnough)
        } catch let error as NetworkError {
            guard let problem = problem(error, place, seconds) else { throw error }
            return .nothing(problem)
        }
    }

    /// Why there is no connection; nil where the user has ended the attempt.
    private static func problem(_ error: NetworkError, _ place: Endpoint, _ seconds: Double) -> ContactProblem? {
        switch error {
        case .unknownHost(let host, let why): .unknownHost(host, why: why)
        case .cannotConnect(_, ECONNREFUSED): .refused(place, why: String(cString: strerror(ECONNREFUSED)))
        case .cannotConnect(_, let code): .unreachable(place, why: String(cString: strerror(code)))
        case .connectingTakesTooLong: .unreachable(place, why: "no answer within \(Int(seconds.rounded(.up))) s")
        case .cannotListen, .interrupted: nil
        }
    }
}

/// A line over a socket. Each answer, in however many pieces it comes, has the same time.
private struct SocketLine: ServerLine {
    private let socket: StreamSocket
    private let seconds: Double
    private let clock = ContinuousClock()
    private var deadline: ContinuousClock.Instant
    private var isBroken = false

    init(_ socket: StreamSocket, within seconds: Double) {
        self.socket = socket
        self.seconds = seconds
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
            // What came before the connection broke can still be read.
            switch socket.receive(most: 1 << 14) {
            case .octets(let octets): return .octets(octets)
            case .end: return .end
            case .broken: return .broken
            case .nothing: if isBroken { return .broken }
            }
            guard wait(POLLIN) else { return .silence }
        }
    }

    /// Waits until something can be done; false when the time is over.
    private func wait(_ event: Int32) -> Bool {
        let left = (deadline - clock.now).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        guard milliseconds > 0 else { return false }
        var waiting = [pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)]
        _ = poll(&waiting, nfds_t(1), Int32(clamping: milliseconds))
        return true
    }
}
