import TCPHost
import TCPSim
import Trace

extension ListenerSpace {
    /// What happens to B. Its connections are counted from 0, the oldest first.
    package enum Cause: Hashable, Sendable {
        /// The user listens with that backlog.
        case listen(backlog: Int)
        /// A segment arrives that its sender has sent.
        case arrival(Segment, from: Socket)
        /// A segment arrives that a stranger has sent in the name of `from`.
        case forgery(Segment, from: Socket)
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

        /// The segment that arrives, if one does, and whose name it bears.
        var segment: (segment: Segment, source: Socket)? {
            switch self {
            case .arrival(let segment, let source), .forgery(let segment, let source): (segment, source)
            case .listen, .accept, .stopListening, .leave, .timeout, .pause: nil
            }
        }

        /// Has `host` deal with it, by the calls that its driver would make. A call that cannot be served changes nothing.
        func happen(to host: inout TCPHost.Host) {
            switch self {
            case .listen(let backlog):
                try? host.listen(ListenerSpace.listening, port: ListenerSpace.socketB.port, backlog: backlog)
            case .arrival(let segment, let source), .forgery(let segment, let source):
                let datagram = SegmentCodec.encode(
                    segment, from: source.address, to: ListenerSpace.socketB.address, identification: 1,
                    recording: false)
                host.arrive(datagram.bytes)
            case .accept:
                let taken = Set(host.statuses.compactMap(\.status.socket))
                let free = (1...).first { !taken.contains($0) } ?? 1
                _ = try? host.accept(ListenerSpace.listening, as: free)
            case .stopListening: try? host.close(ListenerSpace.listening)
            case .leave(let place):
                let statuses = host.statuses
                guard statuses.indices.contains(place), let socket = statuses[place].status.socket else { return }
                try? host.close(socket)
            case .timeout(let place, let timer):
                let statuses = host.statuses
                guard statuses.indices.contains(place) else { return }
                host.runOut(timer, of: statuses[place].id)
            case .pause: host.advance(to: host.now + ListenerSpace.pause)
            }
        }
    }
}
