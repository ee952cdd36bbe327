import TCPSim

/// Datagrams that are too large for a network on the way (RFC 1191, RFC 2923).
extension Scenario {
    static let pathMTU: [Scenario] = [
        Scenario(
            name: "pmtu-black-hole",
            englishTitle: "Too Large for the Path: a Router That Says So, and One That Does Not",
            chineseTitle: "对路径来说太大：一台路由器会说，另一台不说",
            english: """
                A's datagram is too large for a network on the path, and no router may cut it. In lines 2 to 4 a router drops the datagram \
                and tells A what would fit. A sends the same octets again, in two segments. In lines 5 to 10 the path has changed, and no \
                router tells A: the handshake and small segments arrive, but the large segment is lost each time. After four timeouts A \
                concludes that the size is the reason.
                """,
            chinese: """
                A 的数据报对路径上的一个网络来说太大，而且路由器都不能分割它。在第 2 到 4 行，路由器丢弃数据报，\
                并告诉 A 多大才合适。A 把同样的字节分成两个报文段再次发送。在第 5 到 10 行，路径变了，\
                没有路由器告诉 A：握手和小报文段能到达，大的报文段每次都丢失。四次超时之后，A 断定原因在于大小。
                """,
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.call(.send([UInt8](repeating: 0x41, count: 1_400), push: false), by: .a), .route(.a, mtu: 1_006)],
                [.route(.a, mtu: 1_006), .pass(.b)],
                [.route(.a, mtu: 1_006), .pass(.b)],
                [
                    .call(.send([UInt8](repeating: 0x42, count: 900), push: false), by: .a),
                    .route(.a, mtu: 600, silent: true),
                ],
                [.timeout(.retransmission, of: .a), .route(.a, mtu: 600, silent: true)],
                [.timeout(.retransmission, of: .a), .route(.a, mtu: 600, silent: true)],
                [.timeout(.retransmission, of: .a), .route(.a, mtu: 600, silent: true)],
                [.timeout(.retransmission, of: .a), .route(.a, mtu: 600, silent: true), .pass(.b)],
                [.route(.a, mtu: 600, silent: true), .pass(.b)],
            ])
    ]
}
