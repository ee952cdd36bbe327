import TCPSim
import Trace

/// The remarks of a scenario, beside those of the machines.
enum ScenarioCaption: Remark {
    case before
    case figure
    case summary(String)
    case reboot
    case duplicate
    case stranger
    case loaded(octets: Int)
    case forged
    case tooBig(octets: Int, mtu: Int)
    case told
    case replaced
    case nowhere
    case scripted

    var english: String {
        switch self {
        case .before: "Before: what the figure assumes"
        case .figure: "What happens, and why"
        case .summary(let text): text
        case .reboot: "The host reboots and forgets its connections. The other side does not learn of it."
        case .duplicate:
            "The network has made a second copy of a segment and keeps the copy for a while. The two are equal, octet for octet."
        case .loaded(let octets):
            """
            The same SYN with \(counted(octets, "octet")) of data on it. This machine sends no data before the connection is open. A TCP may send \
            such a SYN, and every TCP must take it: TCP Fast Open (RFC 7413) puts data on a SYN.
            """
        case .forged:
            """
            An attacker forged this SYN, with the address of a host that does not exist. Only the answer could show the forgery, and \
            the answer will be lost.
            """
        case .tooBig(let octets, let mtu):
            """
            The router tells the sender: a datagram of \(counted(octets, "octet")) came, and the next network takes \(mtu). The message quotes the \
            beginning of the datagram, with the ports and SEG.SEQ. So the sender can find the connection that it belongs to.
            """
        case .told:
            "The router tells the sender by ICMP, so the sender need not wait until a timer runs out."
        case .scripted:
            "The script decides when a segment arrives. The machines decide what is in it and what follows."
        case .replaced: "Nothing is missing afterwards: the other segment has the same numbers."
        case .nowhere:
            "The answer goes to the address that the SYN names. That host does not exist, so no ACK will come."
        case .stranger:
            """
            Neither side has sent this segment in this run: it comes from an earlier connection, or an attacker has forged it. To its \
            receiver it looks like any other segment. Only its numbers can show the difference.
            """
        }
    }
}

/// Why a segment is lost for another reason than the faults and rules of a wire.
package enum ScenarioLoss: Remark {
    case scripted
    case replaced
    case searched
    case noSuchHost(IPv4Address)
    case filtered(IPv4Address)
    case tooBig(octets: Int, mtu: Int, isSilent: Bool)

    /// What follows from the loss, if it differs from what follows from the loss of any segment; else nil.
    var meaning: ScenarioCaption? {
        switch self {
        case .replaced: .replaced
        case .noSuchHost: .nowhere
        case .tooBig(_, _, isSilent: false): .told
        case .scripted, .searched, .filtered, .tooBig(_, _, isSilent: true): nil
        }
    }

    package var english: String {
        switch self {
        case .scripted: "the script says so"
        case .replaced: "the script sends the same segment with data on it instead"
        case .searched: "the search tries this loss"
        case .noSuchHost(let address): "no host has the address \(address)"
        case .filtered(let address):
            "a router drops it, because its sender does not have the address \(address) (RFC 2827)"
        case .tooBig(let octets, let mtu, let isSilent):
            "\(counted(octets, "octet")) do not fit into the MTU of \(mtu)\(isSilent ? ", and no router says so" : "")"
        }
    }
}
