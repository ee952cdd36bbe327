import TCPSim

/// Half-open connections: one side has forgotten the connection, or never knew it. Figures 9 to 11 of RFC 9293.
extension Scenario {
    static let halfOpen: [Scenario] = [
        Scenario(
            name: "figure-9", englishTitle: "RFC 9293 Figure 9: Half-Open Connection Discovery",
            chineseTitle: "RFC 9293 Figure 9：发现半开连接",
            english: """
                A reboots and opens again. B still believes that the old connection exists. B acknowledges a number that A never sent, so A \
                notices the mistake.
                """,
            chinese: "A 重启后再次打开。B 仍然以为旧的连接存在。B 确认了一个 A 从未发送过的序号，A 因此发现这个误会。",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.reboot(.a, isn: .iss(400)), .show(a: .reboot, b: .numbers)],
                [.show()],
                [.call(.activeOpen, by: .a), .pass(.a, b: "(??)")],
                [.pass(.b, a: "(!!)")],
                [.pass(.a, b: "(Abort!!)")],
                [.show()],
                [.timeout(.retransmission, of: .a), .pass(.a, b: "")],
            ]),
        Scenario(
            name: "figure-10", englishTitle: "RFC 9293 Figure 10: Active Side Causes Half-Open Connection Discovery",
            chineseTitle: "RFC 9293 Figure 10：主动的一方使半开连接被发现",
            english:
                "A has rebooted and has no connection. The first data from B arrives there, and A answers with a reset.",
            chinese: "A 已重启，没有连接。B 的第一批数据到达那里，A 用复位报文段回应。",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.reboot(.a, isn: .iss(400)), .show(a: .reboot, b: .numbers)],
                [
                    .call(.send([UInt8](repeating: 0x42, count: 10), push: false), by: .b),
                    .pass(.b, a: "(??)"),
                ],
                [.pass(.a, a: "", b: "(ABORT!!)")],
            ]),
        Scenario(
            name: "figure-11",
            englishTitle: "RFC 9293 Figure 11: Old Duplicate SYN Initiates a Reset on Two Passive Sockets",
            chineseTitle: "RFC 9293 Figure 11：旧的重复 SYN 在两个被动套接字之间引起复位",
            english:
                "Both sides listen. An old SYN arrives at B, and B answers. A never sent that SYN, so A resets. Both still listen.",
            chinese: "双方都在监听。一个旧的 SYN 到达 B，B 作出回应。A 从未发送过这个 SYN，所以 A 发送复位报文段。双方仍在监听。",
            a: .iss(100), b: .iss(300), symbols: [Symbol("Z", 70), Symbol("X", 300)],
            lines: [
                [.call(.passiveOpen, by: .a), .call(.passiveOpen, by: .b), .show()],
                [.inject(.a, sequence: 70, .syn, a: "")],
                [.pass(.b, a: "(??)")],
                [.pass(.a, a: "", b: .returns)],
                [.show()],
            ]),
    ]
}
