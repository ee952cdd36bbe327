import TCPSim

/// One side has forgotten, or never knew: Figures 9 to 11 of RFC 9293.
extension Scenario {
    static let halfOpen: [Scenario] = [
        Scenario(
            "figure-9", "RFC 9293 Figure 9: Half-Open Connection Discovery",
            """
            A reboots and opens again, while B believes in the old connection. B's acknowledgment of a number that A never sent \
            gives it away.
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
            "figure-10", "RFC 9293 Figure 10: Active Side Causes Half-Open Connection Discovery",
            "A has rebooted and waits for nobody. The first data from B meets a host without a connection, and is reset.",
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
            "figure-11", "RFC 9293 Figure 11: Old Duplicate SYN Initiates a Reset on Two Passive Sockets",
            "Nobody calls anybody, and yet a SYN arrives. B answers it; A, who asked for nothing, resets; both listen on.",
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
