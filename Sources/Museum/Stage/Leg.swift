import TCPSim

/// A wire of the stage, with a capture of its own. An attacker in the middle has two.
package enum Leg: String, Hashable, Sendable, CaseIterable {
    /// The only wire of most exhibits.
    case wire
    /// The wire between the victim and the attacker, who poses as the server there.
    case victim
    /// The wire between the attacker, who poses as a client there, and the server.
    case server
}

/// What an attacker sees of the packets that are not addressed to her.
package enum Position: String, Hashable, Sendable, CaseIterable {
    /// Nothing. She may send.
    case offPath = "off-path"
    /// All of them. She keeps none back.
    case onPath = "on-path"
    /// All of them, and she decides what passes.
    case inPath = "in-path"
    /// Those of her own connections: she is one end.
    case peer
    /// A recording, and nothing else.
    case recording

    /// Whether she sees what passes between others.
    var seesAll: Bool { self == .onPath || self == .inPath || self == .recording }
}

/// A datagram that an attacker has before her, with the moment at which it passed her.
package struct Sight: Sendable {
    /// Its number in the capture of its leg.
    package let frame: Int
    /// The wire.
    package let leg: Leg
    /// When it passed, in microseconds of virtual time.
    package let at: Int64
    /// The octets from the IP header on.
    package let datagram: [UInt8]
    /// The octets, read.
    package let read: DecodedDatagram

    /// The segment in it.
    package var segment: Segment { read.segment }
    /// Where it claims to come from.
    package var source: Socket { read.source }
    /// Where it goes.
    package var destination: Socket { read.destination }
}

/// What an attacker in the path does with a datagram.
package enum Passage: Sendable {
    /// It goes on as it is.
    case passes
    /// It goes no further.
    case kept
    /// This goes on in its place.
    case replaced([UInt8])
    /// These go on in its place.
    case replacedBy([[UInt8]])
}
