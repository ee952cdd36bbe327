import Crypto
import Synchronization
import TCPHost
import TCPSim
import Trace

/// A careful server, which leaves a new segment out now and then (Savage and others 1999). A client that acknowledges such a segment before
/// it was sent lies, and the server aborts the connection. An honest client reports the gap, and the server sends the segment again as a
/// lost one.
final class SegmentOmission: Sendable {
    /// What the server knows of a connection.
    private struct Watch {
        /// The sequence number behind the last new segment; nil if there was none.
        var next: SequenceNumber?
        /// How many new segments there were.
        var count = 0
        /// The segment that is left out: its first sequence number, and its place among the new segments, counted from 1. Nil if none is
        /// left out now.
        var omitted: (first: SequenceNumber, number: Int)?
        /// The place of the segment about which the client has lied; nil if it has not lied.
        var caught: Int?
    }

    private let share: Double
    private let state: Mutex<(random: SeededRandomSource, watches: [Socket: Watch])>

    /// A server that leaves out a share of all new segments, from 0 to 1.
    init(_ share: Double, _ random: SeededRandomSource) {
        self.share = share
        state = Mutex((random, [:]))
    }

    /// The place of the segment about which the client has lied, counted from 1; nil if it has not lied.
    func caught(_ client: Socket) -> Int? { state.withLock { $0.watches[client]?.caught } }

    /// The real TCP, with segments left out and acknowledgments watched.
    var machine: Machine {
        { connection, event, now in
            guard let client = connection.remote else { return connection.handle(event, at: now) }
            if case .segmentArrives(let segment, _) = event, segment.control.contains(.ack),
                self.isLie(segment.acknowledgment, of: client)
            {
                return connection.handle(.abort, at: now)
            }
            return connection.handle(event, at: now).filter { action in
                guard case .transmit(let segment) = action, !segment.payload.isEmpty else { return true }
                return self.passes(segment, to: client)
            }
        }
    }

    private func isLie(_ acknowledgment: SequenceNumber, of client: Socket) -> Bool {
        state.withLock { state in
            guard let omitted = state.watches[client]?.omitted, omitted.first < acknowledgment else { return false }
            state.watches[client]?.caught = omitted.number
            state.watches[client]?.omitted = nil
            return true
        }
    }

    private func passes(_ segment: Segment, to client: Socket) -> Bool {
        state.withLock { state in
            var watch = state.watches[client] ?? Watch()
            defer { state.watches[client] = watch }
            guard watch.next.map({ $0 <= segment.sequence }) ?? true else {
                // The segment is sent again. If it was left out, the client has not lied about it.
                if let omitted = watch.omitted, segment.sequence <= omitted.first { watch.omitted = nil }
                return true
            }
            watch.next = segment.end
            watch.count += 1
            guard watch.omitted == nil, watch.caught == nil,
                Double(state.random.word()) < share * 4_294_967_296
            else { return true }
            watch.omitted = (segment.sequence, watch.count)
            return false
        }
    }
}
