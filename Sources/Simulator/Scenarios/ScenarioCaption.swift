import TCPSim
import Trace

/// The remarks of a scenario, beside those of the machines.
enum ScenarioCaption: Remark {
    /// The title of the chapter before the figure.
    case before
    /// The title of the chapter of the figure.
    case figure
    /// What to look for in the figure.
    case summary(String)
    /// A host has rebooted.
    case reboot
    /// The network has made a second copy of a segment.
    case duplicate
    /// A segment arrives that neither side has sent in this run.
    case stranger
    /// The script has put data on a SYN.
    case loaded(octets: Int)
    /// A SYN arrives from a host that does not exist.
    case forged
    /// A router tells the sender of a datagram that it was too large.
    case tooBig(octets: Int, mtu: Int)
    /// A router has dropped a datagram, and tells its sender.
    case told
    /// A segment is removed, and another segment is sent in its place.
    case replaced
    /// An answer to a host that does not exist is lost.
    case nowhere
    /// What the script decides, and what the machines decide.
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
    /// The script orders the loss.
    case scripted
    /// The script sends another segment in its place.
    case replaced
    /// The explorer tries this loss.
    case searched
    /// Its destination is a host that does not exist.
    case noSuchHost(IPv4Address)
    /// A router drops it, because its source address is not that of its sender.
    case filtered(IPv4Address)
    /// It is larger than the MTU of the next network, and a router must not fragment it.
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

    /// A clause that gives the reason.
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
