import TCPSim
import TLSSim
import Trace

/// An attacker on the path who ends both connections, as soon as the client has sent a protected record. She reads the numbers that each side
/// expects next, and sends each a reset in the name of the other.
struct PathReset: PathAttacker {
    private var connection = SeenConnection()
    private var hasSent = false

    mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        guard case .saw(let seen) = event else { return [] }
        let pieces = connection.take(seen)
        let isTime = pieces.contains { if case .record(.applicationData, _, _, _) = $0 { true } else { false } }
        guard isTime, !hasSent, SeenConnection.sender(of: seen) == .client else { return [] }
        hasSent = true
        let (segment, client, server) = (seen.segment, seen.header.source, seen.header.destination)
        let toServer = Segment(
            sourcePort: segment.sourcePort, destinationPort: segment.destinationPort, sequence: segment.end,
            control: .rst)
        let toClient = Segment(
            sourcePort: segment.destinationPort, destinationPort: segment.sourcePort,
            sequence: segment.acknowledgment, control: .rst)
        return [
            PathNote.reset(of: .server, segment.end).sending(toServer, from: client, to: server),
            PathNote.reset(of: .client, segment.acknowledgment).sending(toClient, from: server, to: client),
        ]
    }

    var conclusions: [PathConclusion] { [hasSent ? .hasReset : .hasWaited] }
}
