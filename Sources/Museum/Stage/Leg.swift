import TCPSim
import Trace

/// A wire of the stage, with a capture of its own. An attacker in the middle has two.
package enum Leg: String, Hashable, Sendable, CaseIterable {
    /// The only wire of most exhibits.
    case wire
    /// The wire between the victim and the attacker, who poses as the server there.
    case victim
    /// The wire between the attacker, who poses as a client there, and the server.
    case server
}

/// The position of an attacker: which packets she sees, apart from those to her own addresses, and whether she can stop
/// them.
package enum Position: String, Hashable, Wording, CaseIterable {
    /// She sees no packet between others. She can send packets.
    case offPath = "off-path"
    /// She sees all packets and can stop none.
    case onPath = "on-path"
    /// She sees all packets and decides which of them pass.
    case inPath = "in-path"
    /// She is one end of the connections, and sees only the packets of these.
    case peer
    /// She has a recording of all packets and nothing else.
    case recording

    /// Whether she sees the packets between others.
    var seesAll: Bool { self == .onPath || self == .inPath || self == .recording }

    package var english: String { rawValue }

    package var chinese: String {
        switch self {
        case .offPath: "不在路径上"
        case .onPath: "在路径旁"
        case .inPath: "在路径中间"
        case .peer: "在一端"
        case .recording: "录下的流量"
        }
    }
}

/// A datagram that an attacker has seen.
package struct Sight: Sendable {
    /// The datagram's number in the capture of its wire.
    package let frame: Int
    /// The wire on which she saw it.
    package let leg: Leg
    /// The time at which it passed her, in microseconds of virtual time.
    package let at: Int64
    /// The octets of the datagram, from the IP header on.
    package let datagram: [UInt8]
    package let read: DecodedDatagram

    /// The segment in the datagram.
    package var segment: Segment { read.segment }
    /// The source socket that the datagram states.
    package var source: Socket { read.source }
    package var destination: Socket { read.destination }
}

/// The decision of an attacker in the path about a datagram.
package enum PathDecision: Sendable {
    /// The datagram goes on unchanged.
    case passes
    /// The datagram goes no further.
    case kept
    /// These datagrams go on in place of it.
    case replaced([[UInt8]])
}
