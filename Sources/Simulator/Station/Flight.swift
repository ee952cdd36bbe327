import TCPSim
import Trace

/// A segment that has left its sender, as the packet that the journal has of it.
struct Flight: Sendable {
    let segment: Segment
    let packet: Packet
    /// The event at which it left.
    let event: Int
    /// When it left.
    let left: Instant
}
