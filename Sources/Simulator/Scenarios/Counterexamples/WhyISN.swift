import TCPSim
import Trace

/// Why a connection does not begin with the same number each time.
extension Counterexample {
    /// The secrets behind F in the real runs: two hosts, two keys.
    private static let secrets = (a: SipHash.Key(low: 0xa, high: 1), b: SipHash.Key(low: 0xb, high: 2))

    static let whyISN = Counterexample(
        name: "why-isn", title: "Why do sequence numbers not begin at zero?", variant: .constantISN,
        trials: [
            Trial(
                "An old duplicate falls into the next connection", a: .generated(secret: secrets.a),
                b: .generated(secret: secrets.b), before: Scenario.handshake,
                moments: [
                    Moment("The connection is open.", .show()),
                    Moment(
                        "A's user sends \"one\". The network makes a copy of the segment and keeps it.",
                        Scenario.says("one", .a), .pass(.a), .duplicate(.a), .settle),
                    Moment(
                        "A's user aborts. After a reset nobody stays in TIME-WAIT.", .call(.abort, by: .a), .settle),
                    Moment(
                        "B's user listens again, and A's user opens again, between the same two sockets.",
                        .call(.passiveOpen, by: .b), .call(.activeOpen, by: .a), .settle),
                    Moment(
                        "A's user sends \"two\". The copy of line 2 overtakes it.",
                        Scenario.says("two", .a), .release(.a), .settle),
                    Moment("What is left:", .show()),
                ],
                mistake: Verdict(
                    """
                    The connection of line 4 begins at 0, as the one before did, and B expects number 1. The copy of line 5 has \
                    number 1, so it is taken for new data. The real data has number 1 as well, so it is taken for a \
                    duplicate, dropped, and acknowledged. "two" is lost, and nobody is told.
                    """, .rfc(9293, "3.4.1")),
                answer: Verdict(
                    """
                    ISN = M + F. F, a keyed hash of both sockets, is the same for both connections; M, a clock of 4 microseconds \
                    a tick, is not. A's second connection begins 60 ms after the first and so 15,000 further on, beyond every \
                    number that the first has used: the copy lies behind B's window, and B drops it and only repeats what it \
                    expects. (The clock is ahead of a sender of less than 250,000 octets a second. Against faster ones TIME-WAIT \
                    and timestamps help.)
                    """, .rfc(9293, "3.4.1"), .rfc(6528, "3"))),
            Trial(
                "An attacker who sees nothing guesses the number", a: .generated(secret: secrets.a),
                b: .generated(secret: secrets.b),
                moments: [
                    Moment(
                        "B listens, and trusts A's address. A is switched off.", .call(.passiveOpen, by: .b), .show()),
                    Moment(
                        "Somewhere else an attacker sends a SYN in A's name.",
                        .inject(.a, sequence: 5_000, .syn, a: "(forged)")),
                    Moment("B's answer goes to A's address. The attacker does not see it.", .lose(.b)),
                    Moment(
                        "He guesses that B began with 0, and acknowledges 1.",
                        .inject(
                            .a, sequence: 5_001, acknowledgment: 1, [], data: Array("pay 100".utf8), a: "(forged)")),
                    Moment("B's answer to that goes to A's address, too.", .lose(.b)),
                    Moment("What is left:", .show()),
                ],
                mistake: Verdict(
                    """
                    The third segment proves that its sender knows B's number, which is only worth something if nobody else can \
                    know it. At line 4 the guess is right: B is ESTABLISHED with someone it believes to be A, and its user pays. \
                    The attacker has not seen a single segment. Morris described this in 1985, against a counter that was almost \
                    as easy to guess.
                    """, .rfc(6528, "1"), .rfc(9293, "3.4.1")),
                answer: Verdict(
                    """
                    B's number is one of 2^32, and without the secret behind F none of them is likelier than another. The guess \
                    of line 4 is wrong: B answers with a reset, hands nothing over and stays in SYN-RECEIVED, until it has sent \
                    its SYN,ACK often enough without an answer. An attacker who can see B's segments is not stopped by this.
                    """, .rfc(6528, "3"), .rfc(9293, "3.10.7.4"))),
        ])
}
