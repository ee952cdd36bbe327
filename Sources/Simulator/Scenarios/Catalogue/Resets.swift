import TCPSim

/// Resets of someone else's making, in the window and out of it (RFC 9293 3.10.7.4, RFC 5961 section 3).
extension Scenario {
    static let resets: [Scenario] = [
        Scenario(
            "rst-exact", "A Reset with Exactly the Number Expected",
            "SEG.SEQ = RCV.NXT: the reset is believed, and the connection is gone. Who can see the wire can do this.",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 100, .rst, a: "(forged)")],
                [.show()],
            ]),
        Scenario(
            "rst-in-window", "A Reset in the Window, but Not the Number Expected",
            """
            A blind attacker who hits the window by luck gets a challenge ACK instead of a closed connection. It goes to the real \
            A, which ignores it. Had A really reset, it would answer with the exact number.
            """,
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 1_000, .rst, a: "(forged)")],
                [.pass(.b)],
                [.show()],
            ]),
        Scenario(
            "rst-out-of-window", "A Reset outside the Window",
            "A reset whose number lies outside the window is dropped without a word.",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 200_000, .rst, a: "(forged)")],
                [.show()],
            ]),
    ]
}
