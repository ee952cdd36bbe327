/// A way to carry frames or datagrams inside of others.
package enum Tunnel: UInt32, CaseIterable, Sendable {
    /// PPP over Ethernet, of lines to homes (RFC 2516).
    case pppoe = 1
    /// Labels before the datagram (RFC 3032).
    case mpls
    /// Generic Routing Encapsulation (RFC 2784, RFC 2890).
    case gre
    /// Ethernet frames in UDP (RFC 7348).
    case vxlan
    /// Ethernet frames or datagrams in UDP, with options (RFC 8926).
    case geneve
    /// A datagram in a datagram (RFC 2003, RFC 2473, RFC 4213).
    case ipInIP
    /// Datagrams of telephones, in UDP (3GPP TS 29.281).
    case gtpU

    /// The name as users know it.
    package var name: String {
        switch self {
        case .pppoe: "PPPoE"
        case .mpls: "MPLS"
        case .gre: "GRE"
        case .vxlan: "VXLAN"
        case .geneve: "Geneve"
        case .ipInIP: "IP in IP"
        case .gtpU: "GTP-U"
        }
    }
}

/// The tunnels in which a datagram was found, the outermost first. It needs no memory of its own, because each segment has one.
package struct Tunnels: Hashable, Sendable {
    /// The most tunnels, one in the other, that are stepped into.
    package static let most = 8

    /// Four bits for each tunnel; the innermost tunnel is in the lowest bits.
    private var bits: UInt32 = 0

    /// No tunnel.
    package init() {}

    /// The tunnels, and one more inside of them; nil if there are too many.
    package func adding(_ tunnel: Tunnel) -> Tunnels? {
        guard bits >> 28 == 0 else { return nil }
        var tunnels = self
        tunnels.bits = bits << 4 | tunnel.rawValue
        return tunnels
    }

    /// Whether there is no tunnel.
    package var isEmpty: Bool { bits == 0 }

    /// The names of the tunnels, the outermost first.
    package var names: [String] {
        (0..<Self.most).reversed().compactMap { Tunnel(rawValue: bits >> UInt32(4 * $0) & 15)?.name }
    }
}
