import Trace

/// A protocol that is not read here: its name, and what may be done to see TCP in it.
struct ForeignProtocol: Sendable {
    /// The name, with a clause that says what it is.
    let name: Words
    /// What to do; nil if there is nothing to do, because it carries no TCP.
    let advice: Words?

    private init(_ name: Words, _ advice: Words? = nil) { (self.name, self.advice) = (name, advice) }

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
            self.init(
                Words(
                    english: "LLC with the service access point \(Hex.number(UInt8(truncatingIfNeeded: number)))",
                    chinese: "LLC，服务访问点为 \(Hex.number(UInt8(truncatingIfNeeded: number)))"))
        case .otherEtherType:
            self.init(
                Words(
                    english: "the type \(Hex.number(number)), which is not read here",
                    chinese: "类型 \(Hex.number(number))，这里不读取"))
        case .otherProtocol:
            self.init(Words(english: "IP protocol \(number), which is not read here", chinese: "IP 协议 \(number)，这里不读取"))
        case .linkType:
            self.init(
                Words(english: "link type \(number), which is not read here", chinese: "链路类型 \(number)，这里不读取"),
                Self.captureIP)
        case .udp, .arp, .quic, .icmp, .fragment, .headerCut, .malformed, .notIP: return nil
        }
    }

    /// The number, beyond those of IP, for tunnels that are too deep.
    static let tooDeep: UInt16 = 256

    private static let captureIP = Words(english: "Capture on an interface that carries IP", chinese: "在承载 IP 的接口上抓包")
    private static let captureInside =
        Words(
            english: "Capture at an end of the tunnel, on its own interface, where the content is open",
            chinese: "在隧道的一端、在它自己的接口上抓包，那里的内容是明文")

    /// By EtherType; by the protocol number of PPP; by the service access point of LLC.
    private static let etherTypes: [UInt16: ForeignProtocol] = [
        0: Self(Words(english: "another address family than those of IP", chinese: "IP 以外的地址族")),
        0x42: Self(Words(english: "STP (spanning tree)", chinese: "STP（生成树）")),
        0xaa: Self(Words(english: "SNAP of a maker, such as CDP", chinese: "厂商的 SNAP，例如 CDP")), 0xe0: Self("IPX"),
        0xf0: Self("NetBIOS"), 0xfe: Self("IS-IS"),
        0x002d: Self(
            Words(english: "TCP with compressed headers (RFC 1144)", chinese: "首部压缩的 TCP（RFC 1144）"),
            Words(english: "Capture behind the end of the PPP line", chinese: "在 PPP 线路的末端之后抓包")),
        0x0053: Self(Words(english: "encrypted PPP", chinese: "加密的 PPP"), captureInside),
        0x00fd: Self(Words(english: "compressed or encrypted PPP", chinese: "压缩或加密的 PPP"), captureInside),
        0x8021: Self(Words(english: "IPCP (PPP)", chinese: "IPCP（PPP）")),
        0x8057: Self(Words(english: "IPV6CP (PPP)", chinese: "IPV6CP（PPP）")),
        0x80fd: Self(Words(english: "CCP (PPP)", chinese: "CCP（PPP）")),
        0xc021: Self(Words(english: "LCP (PPP)", chinese: "LCP（PPP）")),
        0xc023: Self(Words(english: "PAP (PPP)", chinese: "PAP（PPP）")),
        0xc223: Self(Words(english: "CHAP (PPP)", chinese: "CHAP（PPP）")),
        0x0842: Self("Wake-on-LAN"),
        0x22eb: Self(
            Words(english: "ERSPAN type III", chinese: "ERSPAN 类型 III"),
            Words(english: "Let the switch mirror with type II", chinese: "让交换机用类型 II 做镜像")),
        0x22f0: Self("AVTP"), 0x6003: Self("DECnet"), 0x8035: Self("RARP"), 0x8137: Self("IPX"),
        0x8809: Self(Words(english: "LACP or another slow protocol", chinese: "LACP 或另一种慢速协议")),
        0x880b: Self(Words(english: "PPP in GRE (PPTP)", chinese: "GRE 中的 PPP（PPTP）"), captureInside),
        0x8847: Self(Words(english: "MPLS with something else than IP inside", chinese: "MPLS，里面不是 IP"), captureInside),
        0x8863: Self(Words(english: "PPPoE discovery", chinese: "PPPoE 发现")),
        0x8864: Self(Words(english: "PPPoE that contradicts itself", chinese: "自相矛盾的 PPPoE")),
        0x886d: Self(Words(english: "Intel's teaming", chinese: "Intel 的网卡组合")),
        0x888e: Self(
            Words(english: "EAPOL (802.1X), which opens a port or a Wi-Fi", chinese: "EAPOL（802.1X），用来开放端口或 Wi-Fi")),
        0x8892: Self("PROFINET"),
        0x88a4: Self("EtherCAT"),
        0x88cc: Self(Words(english: "LLDP, by which devices name themselves", chinese: "LLDP，设备用它通报自己的名称")),
        0x88e1: Self("HomePlug"),
        0x88e5: Self(
            Words(english: "MACsec (encrypted)", chinese: "MACsec（加密）"),
            Words(english: "Capture on the interface above it, such as macsec0", chinese: "在它上面的接口抓包，例如 macsec0")),
        0x88e7: Self(Words(english: "802.1ah (MAC in MAC)", chinese: "802.1ah（MAC in MAC）"), captureInside),
        0x88f7: Self(Words(english: "PTP, which sets clocks", chinese: "PTP，用来校准时钟")),
        0x8902: Self(Words(english: "CFM (802.1ag)", chinese: "CFM（802.1ag）")), 0x8906: Self("FCoE"),
        0x8915: Self("RoCE"), 0x9000: Self(Words(english: "a loopback test", chinese: "环回测试")),
    ]

    /// By the protocol number of IP.
    private static let protocols: [UInt16: ForeignProtocol] = [
        2: Self("IGMP"), 33: Self("DCCP"), 46: Self("RSVP"),
        47: Self(
            Words(english: "GRE in a form that is not read here, such as PPTP's", chinese: "这里不读取的 GRE 形式，例如 PPTP 的"),
            captureInside),
        50: Self(Words(english: "ESP (encrypted)", chinese: "ESP（加密）"), captureInside),
        59: Self(Words(english: "IPv6 without content", chinese: "没有内容的 IPv6")),
        60: Self(Words(english: "IPv6 options", chinese: "IPv6 选项")),
        88: Self("EIGRP"), 89: Self("OSPF"), 97: Self("EtherIP", captureInside), 103: Self("PIM"), 108: Self("IPComp"),
        112: Self("VRRP"), 115: Self(Words(english: "L2TP version 3", chinese: "L2TP 版本 3"), captureInside),
        132: Self("SCTP"), 136: Self("UDP-Lite"),
        tooDeep: Self(
            Words(english: "more than eight tunnels, one in the other", chinese: "层层相套的隧道超过八层"), captureInside),
    ]

    /// By the link type.
    private static let links: [UInt16: ForeignProtocol] = [
        6: Self("Token Ring", captureIP), 10: Self("FDDI", captureIP),
        105: Self(Words(english: "802.11 (Wi-Fi)", chinese: "802.11（Wi-Fi）"), captureWiFi),
        107: Self("Frame Relay", captureIP),
        117: Self(
            Words(english: "the log of pf", chinese: "pf 的日志"),
            Words(english: "Capture on the network interface itself", chinese: "在网络接口本身抓包")),
        119: Self(Words(english: "802.11 (Wi-Fi)", chinese: "802.11（Wi-Fi）"), captureWiFi),
        127: Self(Words(english: "802.11 (Wi-Fi)", chinese: "802.11（Wi-Fi）"), captureWiFi),
        163: Self(Words(english: "802.11 (Wi-Fi)", chinese: "802.11（Wi-Fi）"), captureWiFi), 187: Self("Bluetooth"),
        189: Self("USB", captureIP),
        192: Self(Words(english: "802.11 (Wi-Fi)", chinese: "802.11（Wi-Fi）"), captureWiFi),
        195: Self(Words(english: "802.15.4 (Zigbee, Thread)", chinese: "802.15.4（Zigbee、Thread）")),
        201: Self("Bluetooth"),
        220: Self("USB", captureIP), 227: Self("CAN"),
        230: Self(Words(english: "802.15.4 (Zigbee, Thread)", chinese: "802.15.4（Zigbee、Thread）")),
        239: Self("NFLOG", Words(english: "Capture on the network interface itself", chinese: "在网络接口本身抓包")),
        249: Self("USB", captureIP),
        251: Self("Bluetooth LE"),
        252: Self(
            Words(english: "what Wireshark has exported", chinese: "Wireshark 导出的内容"),
            Words(english: "Give the capture itself", chinese: "请给出抓包文件本身")),
        253: Self("Netlink"), 256: Self("Bluetooth LE"), 266: Self("USB", captureIP), 271: Self("vsock"),
    ]
    private static let captureWiFi =
        Words(
            english: "Capture without monitor mode: then the frames are open, and in the form of Ethernet",
            chinese: "不用监听模式抓包：这样帧是明文，并且是以太网的形式")

    /// By the port, which tells most often.
    static let udp: [UInt16: ForeignProtocol] = [
        1_194: Self(
            Words(english: "UDP with the port of OpenVPN (encrypted)", chinese: "端口属于 OpenVPN 的 UDP（加密）"), captureInside
        ),
        1_701: Self(Words(english: "UDP with the port of L2TP", chinese: "端口属于 L2TP 的 UDP"), captureInside),
        4_500: Self(
            Words(english: "UDP with the port of IPsec (encrypted)", chinese: "端口属于 IPsec 的 UDP（加密）"), captureInside),
        51_820: Self(
            Words(english: "UDP with the port of WireGuard (encrypted)", chinese: "端口属于 WireGuard 的 UDP（加密）"),
            captureInside),
    ]
}
