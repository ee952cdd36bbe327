import TCPSim
import Trace

/// What the card of icmp-reset says.
struct ICMPResetCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A message about a message"
        case .act: "Ends a connection of two other hosts with a forged ICMP message"
        case .mistake:
            "TCP ends a connection because of an ICMP message that quotes its four-tuple. It does not compare the quoted sequence number."
        case .goal: "She wants to end a connection of two other hosts. She sees none of its segments."
        case .defence:
            "A connection that is open outlives the message. A connection that is being opened believes it only if the quoted number is "
                + "that of its SYN (RFC 5927 sections 4 and 5)."
        case .cost:
            "A host that really cannot be reached any more is noticed later, when retransmissions stay without an answer. RFC 9293 section "
                + "3.9.2.2 still says that TCP should abort (SHLD-26)."
        case .remains:
            "Messages about the path's MTU cannot be ignored. A forged one makes a connection slow (RFC 5927 section 7)."
        case .misreading: "\"Only TCP segments can end a TCP connection\": that is so only with the rule."
        case .limit:
            "She knows the server's port and that the client's port is one of 1024. If she knew the client's port, one message would do."
        }
    }
}

/// What is done and found in icmp-reset.
enum ICMPResetNote: Remark {
    case forged
    case sent(Int, of: Int, in: IPv4Address)
    case believed(UInt16)
    case ignored

    var english: String {
        switch self {
        case .forged: "She sends \"port unreachable\" in the server's name. It quotes a segment that she has invented."
        case .sent(let count, let ports, let client):
            "She sends \(counted(count, "message")) \"port unreachable\" to \(client), one for each of up to \(ports) client ports. Each quotes an IP "
                + "header and 8 octets of TCP: the two ports and a sequence number that she has drawn."
        case .believed(let port):
            "The last message quotes port \(port). The client finds a connection with this four-tuple and aborts it: it sends a "
                + "reset to the server. The quoted number was never sent on it."
        case .ignored:
            "One message quoted the right four-tuple. The connection is open, so the client ignores it. The connection goes on."
        }
    }
}
