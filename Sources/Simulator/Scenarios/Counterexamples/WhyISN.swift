import TCPSim
import Trace

/// Why a connection does not begin with the same number each time.
extension Counterexample {
    /// The secret keys of F in the real runs (RFC 6528), one for each host.
    private static let secrets = (a: SipHash.Key(low: 0xa, high: 1), b: SipHash.Key(low: 0xb, high: 2))

    static let whyISN = Counterexample(
        name: "why-isn", english: "Why do sequence numbers not begin at zero?", variant: .constantISN,
        trials: [
            Trial(
                english: "An old duplicate falls into the next connection", a: .generated(secret: secrets.a),
                b: .generated(secret: secrets.b), before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", .show()),
                    Moment(
                        english: "A's user sends \"one\". The network makes a copy of the segment and keeps it.",
                        Scenario.says("one", .a), .pass(.a), .duplicate(.a), .settle),
                    Moment(
                        english: "A's user aborts. After a reset neither side stays in TIME-WAIT.",
                        .call(.abort, by: .a),
                        .settle),
                    Moment(
                        english: "B's user listens again, and A's user opens again, between the same two sockets.",
                        .call(.passiveOpen, by: .b), .call(.activeOpen, by: .a), .settle),
                    Moment(
                        english: "A's user sends \"two\". The copy of line 2 overtakes it.",
                        Scenario.says("two", .a), .release(.a), .settle),
                    Moment(english: "What is left:", .show()),
                ],
                mistake: Verdict(
                    english: """
                        The connection of line 4 begins at 0, like the one before, and B expects number 1. The copy of line 5 has number \
                        1, so B takes it for new data. The real data has number 1 as well, so B takes it for a duplicate, drops it and \
                        acknowledges it. "two" is lost, and neither side notices.
                        """, .rfc(9293, "3.4.1")),
                answer: Verdict(
                    english: """
                        ISN = M + F. F is a keyed hash of both sockets, the same for both connections. M is a clock with a tick of 4 \
                        microseconds. A's second connection begins 60 ms after the first, so its first number is 15,000 higher: beyond \
                        all numbers of the first connection. The copy lies before B's window, so B drops it and repeats what it expects. \
                        (The clock is faster than a sender of less than 250,000 octets a second. Against faster senders TIME-WAIT and \
                        timestamps help.)
                        """, .rfc(9293, "3.4.1"), .rfc(6528, "3"))),
            Trial(
                english: "An attacker who sees nothing guesses the number", a: .generated(secret: secrets.a),
                b: .generated(secret: secrets.b),
                moments: [
                    Moment(
                        english: "B listens, and trusts A's address. A is switched off.", .call(.passiveOpen, by: .b),
                        .show()),
                    Moment(
                        english: "Somewhere else an attacker sends a SYN in A's name.",
                        .inject(.a, sequence: 5_000, .syn, a: "(forged)")),
                    Moment(english: "B's answer goes to A's address. The attacker does not see the answer.", .lose(.b)),
                    Moment(
                        english: "The attacker guesses that B began with 0, and acknowledges 1.",
                        .inject(
                            .a, sequence: 5_001, acknowledgment: 1, [], data: Array("pay 100".utf8), a: "(forged)")),
                    Moment(english: "B's answer to that goes to A's address, too.", .lose(.b)),
                    Moment(english: "What is left:", .show()),
                ],
                mistake: Verdict(
                    english: """
                        The third segment proves that its sender knows B's number. This proof is worth nothing if an attacker can guess \
                        the number. At line 4 the guess is right. B is ESTABLISHED with a peer that it believes to be A, and B's user \
                        pays. The attacker has not seen a single segment. Morris described this attack in 1985, against a counter that \
                        was almost as easy to guess.
                        """, .rfc(6528, "1"), .rfc(9293, "3.4.1")),
                answer: Verdict(
                    english: """
                        B's number is one of 2^32. Without the secret behind F all of them are equally likely. The guess of line 4 is \
                        wrong. B answers with a reset, gives its user no data and stays in SYN-RECEIVED until it gives up its SYN,ACK. \
                        This does not stop an attacker who can see B's segments.
                        """, .rfc(6528, "3"), .rfc(9293, "3.10.7.4"))),
        ])
}
