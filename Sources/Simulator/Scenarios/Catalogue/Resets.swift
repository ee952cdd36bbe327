import TCPSim

/// Forged resets, inside and outside the window (RFC 9293 3.10.7.4, RFC 5961 section 3).
extension Scenario {
    static let resets: [Scenario] = [
        Scenario(
            name: "rst-exact", englishTitle: "A Reset with Exactly the Number Expected",
            english:
                "SEG.SEQ = RCV.NXT: B accepts the reset, and the connection is gone. Anyone who can see the wire can do this.",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 100, .rst, a: "(forged)")],
                [.show()],
            ]),
        Scenario(
            name: "rst-in-window", englishTitle: "A Reset in the Window, but Not the Number Expected",
            english: """
                A blind attacker hits the window by luck. B does not close the connection; it sends a challenge ACK. The challenge ACK goes \
                to the real A, and A ignores it. If A had really reset, A would answer with a reset of the exact number.
                """,
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 1_000, .rst, a: "(forged)")],
                [.pass(.b)],
                [.show()],
            ]),
        Scenario(
            name: "rst-out-of-window", englishTitle: "A Reset outside the Window",
            english: "The number of the reset lies outside the window. B drops the reset without an answer.",
            a: .iss(99), b: .iss(299), before: handshake,
            lines: [
                [.show()],
                [.inject(.a, sequence: 200_000, .rst, a: "(forged)")],
                [.show()],
            ]),
    ]
}
