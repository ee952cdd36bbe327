import TCPHost
import TCPSim
import Trace

extension TCPSpace {
    /// An event at a side or at B as a host. A host's connections are counted from 0, the oldest first.
    package enum Cause: Hashable, Sendable {
        /// A segment arrives: a segment of the other side, a SYN of an earlier connection, or a stranger's SYN.
        case arrival(Segment)

        // MARK: At a side

        /// The user makes a call, or a timer runs out.
        case event(Connection.Event)
        /// A forged segment arrives.
        case forgery(Forgery)
        /// The user opens a second connection.
        case reopening

        // MARK: At a host

        /// The user listens with that backlog.
        case listen(backlog: Int)
        /// An acknowledgment arrives that a stranger has forged in a client's name.
        case falseCookie(Segment)
        /// The user accepts a connection.
        case accept
        /// The user closes the listening socket.
        case stopListening
        /// The user closes an accepted connection.
        case leave(Int)
        /// A timer of a connection runs out.
        case timeout(Int, Connection.Timer)
        /// The clock advances by a few milliseconds.
        case pause

        /// The segment that arrives, and its source socket at a host; nil if the cause is no arrival, or a forged segment at a side.
        package var segment: (segment: Segment, source: Socket)? {
            switch self {
            case .arrival(let segment), .falseCookie(let segment): (segment, TCPSpace.source(of: segment))
            case .event, .forgery, .reopening, .listen, .accept, .stopListening, .leave, .timeout, .pause: nil
            }
        }

        /// Lets `host` deal with the cause, by the calls that its driver would make. A call that the host refuses changes nothing.
        package func happen(to host: inout TCPHost.Host) {
            switch self {
            case .listen(let backlog):
                try? host.listen(TCPSpace.listening, port: TCPSpace.socketB.port, backlog: backlog)
            case .arrival(let segment), .falseCookie(let segment):
                let datagram = SegmentCodec.encode(
                    segment, from: TCPSpace.source(of: segment).address, to: TCPSpace.socketB.address,
                    identification: 1, recording: false)
                host.arrive(datagram.bytes)
            case .accept:
                let taken = Set(host.statuses.compactMap(\.status.socket))
                let free = (1...).first { !taken.contains($0) } ?? 1
                _ = try? host.accept(TCPSpace.listening, as: free)
            case .stopListening: try? host.close(TCPSpace.listening)
            case .leave(let place):
                let statuses = host.statuses
                guard statuses.indices.contains(place), let socket = statuses[place].status.socket else { return }
                try? host.close(socket)
            case .timeout(let place, let timer):
                let statuses = host.statuses
                guard statuses.indices.contains(place) else { return }
                host.runOut(timer, of: statuses[place].id)
            case .pause: host.advance(to: host.now + TCPSpace.pause)
            // These happen to sides.
            case .event, .forgery, .reopening: break
            }
        }
    }

    /// The number of B's listening socket.
    static let listening = 0
    /// How far the clock of a host advances before a client opens a second connection. Then an initial sequence number from the clock
    /// (RFC 9293 3.4.1) lies beyond the numbers of the first connection, and no timer has run out.
    private static let pause = TimeSpan.milliseconds(4)
}
