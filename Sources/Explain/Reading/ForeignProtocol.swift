import Trace

/// A protocol that is not read here: its name, and what may be done to see TCP in it.
struct ForeignProtocol: Sendable {
    /// The name, with a clause that says what it is.
    let name: String
    /// What to do; nil if there is nothing to do, because it carries no TCP.
    let advice: String?

    private init(_ name: String, _ advice: String? = nil) { (self.name, self.advice) = (name, advice) }

    /// The protocol of a frame that was set aside for a reason. The number is one of the registry that belongs to the reason.
    init?(_ reason: SetAside, _ number: UInt16) {
        let known: ForeignProtocol? =
            switch reason {
            case .otherEtherType: Self.etherTypes[number]
            case .otherProtocol: Self.protocols[number]
            case .linkType: Self.links[number]
            case .udp: Self.udp[number]
            case .arp, .quic, .icmp, .fragment, .headerCut, .malformed, .notIP: nil
            }
        if let known {
            self = known
            return
        }
        switch reason {
        case .otherEtherType where number < 0x100 && number % 2 == 0:
            self.init("LLC with the service access point \(Hex.number(UInt8(truncatingIfNeeded: number)))")
        case .otherEtherType: self.init("the type \(Hex.number(number)), which is not read here")
        case .otherProtocol: self.init("IP protocol \(number), which is not read here")
        case .linkType: self.init("link type \(number), which is not read here", Self.captureIP)
        case .udp, .arp, .quic, .icmp, .fragment, .headerCut, .malformed, .notIP: return nil
        }
    }

    /// The number, beyond those of IP, for tunnels that are too deep.
    static let tooDeep: UInt16 = 256

    private static let captureIP = "Capture on an interface that carries IP"
    private static let captureInside =
        "Capture at an end of the tunnel, on its own interface, where the content is open"

    /// By EtherType; by the protocol number of PPP; by the service access point of LLC.
    private static let etherTypes: [UInt16: ForeignProtocol] = [
        0: Self("another address family than those of IP"), 0x42: Self("STP (spanning tree)"),
        0xaa: Self("SNAP of a maker, such as CDP"), 0xe0: Self("IPX"), 0xf0: Self("NetBIOS"), 0xfe: Self("IS-IS"),
        0x002d: Self("TCP with compressed headers (RFC 1144)", "Capture behind the end of the PPP line"),
        0x0053: Self("encrypted PPP", captureInside), 0x00fd: Self("compressed or encrypted PPP", captureInside),
        0x8021: Self("IPCP (PPP)"), 0x8057: Self("IPV6CP (PPP)"), 0x80fd: Self("CCP (PPP)"),
        0xc021: Self("LCP (PPP)"), 0xc023: Self("PAP (PPP)"), 0xc223: Self("CHAP (PPP)"),
        0x0842: Self("Wake-on-LAN"), 0x22eb: Self("ERSPAN type III", "Let the switch mirror with type II"),
        0x22f0: Self("AVTP"), 0x6003: Self("DECnet"), 0x8035: Self("RARP"), 0x8137: Self("IPX"),
        0x8809: Self("LACP or another slow protocol"), 0x880b: Self("PPP in GRE (PPTP)", captureInside),
        0x8847: Self("MPLS with something else than IP inside", captureInside),
        0x8863: Self("PPPoE discovery"), 0x8864: Self("PPPoE that contradicts itself"), 0x886d: Self("Intel's teaming"),
        0x888e: Self("EAPOL (802.1X), which opens a port or a Wi-Fi"), 0x8892: Self("PROFINET"),
        0x88a4: Self("EtherCAT"), 0x88cc: Self("LLDP, by which devices name themselves"), 0x88e1: Self("HomePlug"),
        0x88e5: Self("MACsec (encrypted)", "Capture on the interface above it, such as macsec0"),
        0x88e7: Self("802.1ah (MAC in MAC)", captureInside), 0x88f7: Self("PTP, which sets clocks"),
        0x8902: Self("CFM (802.1ag)"), 0x8906: Self("FCoE"), 0x8915: Self("RoCE"), 0x9000: Self("a loopback test"),
    ]

    /// By the protocol number of IP.
    private static let protocols: [UInt16: ForeignProtocol] = [
        2: Self("IGMP"), 33: Self("DCCP"), 46: Self("RSVP"),
        47: Self("GRE in a form that is not read here, such as PPTP's", captureInside),
        50: Self("ESP (encrypted)", captureInside), 59: Self("IPv6 without content"), 60: Self("IPv6 options"),
        88: Self("EIGRP"), 89: Self("OSPF"), 97: Self("EtherIP", captureInside), 103: Self("PIM"), 108: Self("IPComp"),
        112: Self("VRRP"), 115: Self("L2TP version 3", captureInside), 132: Self("SCTP"), 136: Self("UDP-Lite"),
        tooDeep: Self("more than eight tunnels, one in the other", captureInside),
    ]

    /// By the link type.
    private static let links: [UInt16: ForeignProtocol] = [
        6: Self("Token Ring", captureIP), 10: Self("FDDI", captureIP), 105: Self("802.11 (Wi-Fi)", captureWiFi),
        107: Self("Frame Relay", captureIP), 117: Self("the log of pf", "Capture on the network interface itself"),
        119: Self("802.11 (Wi-Fi)", captureWiFi), 127: Self("802.11 (Wi-Fi)", captureWiFi),
        163: Self("802.11 (Wi-Fi)", captureWiFi), 187: Self("Bluetooth"), 189: Self("USB", captureIP),
        192: Self("802.11 (Wi-Fi)", captureWiFi), 195: Self("802.15.4 (Zigbee, Thread)"), 201: Self("Bluetooth"),
        220: Self("USB", captureIP), 227: Self("CAN"), 230: Self("802.15.4 (Zigbee, Thread)"),
        239: Self("NFLOG", "Capture on the network interface itself"), 249: Self("USB", captureIP),
        251: Self("Bluetooth LE"), 252: Self("what Wireshark has exported", "Give the capture itself"),
        253: Self("Netlink"), 256: Self("Bluetooth LE"), 266: Self("USB", captureIP), 271: Self("vsock"),
    ]
    private static let captureWiFi =
        "Capture without monitor mode: then the frames are open, and in the form of Ethernet"

    /// By the port, which tells most often.
    static let udp: [UInt16: ForeignProtocol] = [
        1_194: Self("UDP with the port of OpenVPN (encrypted)", captureInside),
        1_701: Self("UDP with the port of L2TP", captureInside),
        4_500: Self("UDP with the port of IPsec (encrypted)", captureInside),
        51_820: Self("UDP with the port of WireGuard (encrypted)", captureInside),
    ]
}
