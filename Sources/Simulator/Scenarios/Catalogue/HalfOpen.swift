import TCPSim

/// Half-open connections: one side has forgotten the connection, or never knew it. Figures 9 to 11 of RFC 9293.
extension Scenario {
    static let halfOpen: [Scenario] = [
        Scenario(
            name: "figure-9", englishTitle: "RFC 9293 Figure 9: Half-Open Connection Discovery",
            english: """
                A reboots and opens again. B still believes that the old connection exists. B acknowledges a number that A never sent, so A \
                notices the mistake.
                """,
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.reboot(.a, isn: .iss(400)), .show(a: "(REBOOT)", b: "(send 300,receive 100)")],
                [.show()],
                [.call(.activeOpen, by: .a), .pass(.a, b: "(??)")],
                [.pass(.b, a: "(!!)")],
                [.pass(.a, b: "(Abort!!)")],
                [.show()],
                [.timeout(.retransmission, of: .a), .pass(.a, b: "")],
            ]),
        Scenario(
            name: "figure-10", englishTitle: "RFC 9293 Figure 10: Active Side Causes Half-Open Connection Discovery",
            english:
                "A has rebooted and has no connection. The first data from B arrives there, and A answers with a reset.",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.reboot(.a, isn: .iss(400)), .show(a: "(REBOOT)", b: "(send 300,receive 100)")],
                [
                    .call(.send([UInt8](repeating: 0x42, count: 10), push: false), by: .b),
                    .pass(.b, a: "(??)"),
                ],
                [.pass(.a, a: "", b: "(ABORT!!)")],
            ]),
        Scenario(
            name: "figure-11",
            englishTitle: "RFC 9293 Figure 11: Old Duplicate SYN Initiates a Reset on Two Passive Sockets",
            english:
                "Both sides listen. An old SYN arrives at B, and B answers. A never sent that SYN, so A resets. Both still listen.",
            a: .iss(100), b: .iss(300), symbols: [Symbol("Z", 70), Symbol("X", 300)],
            lines: [
                [.call(.passiveOpen, by: .a), .call(.passiveOpen, by: .b), .show()],
                [.inject(.a, sequence: 70, .syn, a: "")],
                [.pass(.b, a: "(??)")],
                [.pass(.a, a: "", b: "(return to LISTEN!)")],
                [.show()],
            ]),
    ]
}
