import TCPHost
import TCPSim
import Trace

extension TCPSpace {
    /// What happens to a side or to B as a host. A host's connections are counted from 0, the oldest first.
    package enum Cause: Hashable, Sendable {
        /// A segment arrives that its sender has sent.
        case arrival(Segment)

        // MARK: At a side

        /// A call is made, or a timer runs out.
        case event(Connection.Event)
        /// A forged segment arrives.
        case forgery(Forgery)
        /// The user opens once more.
        case reopening

        // MARK: At a host

        /// The user listens with that backlog.
        case listen(backlog: Int)
        /// An acknowledgment arrives that a stranger has made up in a client's name.
        case falseCookie(Segment)
        /// The user accepts a connection.
        case accept
        /// The user closes the listening socket.
        case stopListening
        /// The user closes an accepted connection.
        case leave(Int)
        /// A timer of a connection runs out.
        case timeout(Int, Connection.Timer)
        /// The clock moves on a little.
        case pause

        /// The segment that arrives at a host, if one does, and whose name it bears.
        package var segment: (segment: Segment, source: Socket)? {
            switch self {
            case .arrival(let segment), .falseCookie(let segment): (segment, TCPSpace.source(of: segment))
            case .event, .forgery, .reopening, .listen, .accept, .stopListening, .leave, .timeout, .pause: nil
            }
        }

        /// Has `host` deal with it, by the calls that its driver would make. A call that cannot be served changes nothing.
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

    /// B's listening socket has this number.
    static let listening = 0
    /// How far the clock of a host moves on when a client opens once more. A clock-driven initial sequence number (RFC 9293 3.4.1) then lies
    /// beyond those of the last connection, and no timer has run out.
    private static let pause = TimeSpan.milliseconds(4)
}
