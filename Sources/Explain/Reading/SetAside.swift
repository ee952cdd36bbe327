import Trace

/// The reason why a frame is no part of a connection.
package enum SetAside: String, Error, CaseIterable, Sendable {
    /// The Address Resolution Protocol.
    case arp
    /// A UDP datagram.
    case udp
    /// UDP with port 443: QUIC, the transport of HTTP/3.
    case quic
    /// An ICMP message that is no error about a connection of this capture.
    case icmp
    /// Another protocol above IP.
    case otherProtocol = "other_protocol"
    /// A link-layer frame of another EtherType than IP and ARP.
    case otherEtherType = "other_ethertype"
    /// A link type that the program does not read.
    case linkType = "link_type"
    /// A fragment of a datagram that is not complete so far.
    case fragment
    /// The capture has cut the frame inside the headers.
    case headerCut = "header_cut"
    /// Lengths that contradict each other, or a frame of an interface that the file does not describe.
    case malformed
    /// The version is neither 4 nor 6.
    case notIP = "not_ip"
}

extension SetAside: Wording {
    /// The content of a frame that is set aside for this reason, as the end of a sentence.
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
        case .headerCut: "cut inside the headers by the capture"
        case .malformed: "lengths that contradict each other, or an interface that was never described"
        case .notIP: "neither version 4 nor version 6 of IP"
        }
    }
}

/// Counts the frames that were set aside, by reason.
package struct SetAsideTally: Sendable {
    /// The frames that were set aside for one reason.
    package struct Entry: Wording, Hashable {
        let reason: SetAside
        /// The number of these frames, and the first of them.
        package fileprivate(set) var count = 0
        let first: Int

        /// A sentence that says how many frames were set aside, and why.
        package var english: String {
            let what =
                count == 1 ? "Frame \(first) was set aside" : "\(count) frames were set aside, the first is \(first)"
            return "\(what): \(reason.english)."
        }
    }

    private var entries: [SetAside: Entry] = [:]

    /// The entries of all reasons that occurred, in the order of the cases.
    package var all: [Entry] { SetAside.allCases.compactMap { entries[$0] } }

    mutating func add(_ frame: Int, _ why: SetAside) {
        entries[why, default: Entry(reason: why, first: frame)].count += 1
    }
}
