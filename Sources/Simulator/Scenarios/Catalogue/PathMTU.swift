import TCPSim

/// Datagrams that are too large for a network on the way (RFC 1191, RFC 2923).
extension Scenario {
    static let pathMTU: [Scenario] = [
        Scenario(
            "pmtu-black-hole", "Too Large for the Path: a Router That Says So, and One That Does Not",
            """
            A's datagram is larger than a network on the way takes, and must not be cut up. The router of lines 2 to 4 drops it \
            and tells A what would pass: A sends the same octets again, in two segments. In lines 5 to 10 the path has changed, and \
            nobody tells: the handshake got through, small segments get through, and the large one vanishes each time. After four \
            timeouts A takes its size for the reason.
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
