import Trace

/// Why a frame is no part of a connection.
package enum SetAside: String, Error, CaseIterable, Sendable {
    /// The Address Resolution Protocol.
    case arp
    /// A datagram of UDP.
    case udp
    /// UDP with port 443: QUIC, the transport of HTTP/3.
    case quic
    /// A message of ICMP that reports no connection of this capture.
    case icmp
    /// Another protocol above IP.
    case otherProtocol = "other_protocol"
    /// A frame of the link that carries no IP.
    case otherEtherType = "other_ethertype"
    /// The link type is not read here.
    case linkType = "link_type"
    /// A fragment of a datagram that is not complete.
    case fragment
    /// The capture has cut it inside the headers.
    case headerCut = "header_cut"
    /// Its lengths contradict each other.
    case malformed
    /// Neither version of IP.
    case notIP = "not_ip"
}

extension SetAside: Wording {
    /// What such a frame is.
    package var english: String {
        switch self {
        case .arp: "ARP, which finds addresses on a link"
        case .udp: "UDP"
        case .quic: "UDP with port 443, which is QUIC: its streams are encrypted, and are not explained here"
        case .icmp: "ICMP that reports no connection of this capture"
        case .otherProtocol: "another protocol above IP"
        case .otherEtherType: "no IP in it"
        case .linkType: "a link type that is not read here"
        case .fragment: "a fragment of a datagram that is not complete"
        case .headerCut: "the capture has cut it inside the headers"
        case .malformed: "lengths that contradict each other, or an interface that was never described"
        case .notIP: "neither version 4 nor version 6 of IP"
        }
    }
}

/// Why the frames of a capture were set aside.
package struct SetAsideTally: Sendable {
    /// Frames of one reason.
    package struct Entry: Wording, Hashable {
        let reason: SetAside
        /// How many they are, and the first.
        package private(set) var count = 0
        let first: Int

        /// What was set aside, in a sentence.
        package var english: String {
            let what =
                count == 1 ? "Frame \(first) was set aside" : "\(count) frames were set aside, the first is \(first)"
            return "\(what): \(reason.english)."
        }

        fileprivate mutating func add() { count += 1 }
    }

    private var entries: [SetAside: Entry] = [:]

    /// The reasons that there are, in the order of their list.
    package var all: [Entry] { SetAside.allCases.compactMap { entries[$0] } }

    mutating func add(_ frame: Int, _ why: SetAside) {
        entries[why, default: Entry(reason: why, first: frame)].add()
    }
}
