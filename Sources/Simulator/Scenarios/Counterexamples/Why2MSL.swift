import TCPSim
import Trace

/// Why the side that closes first stays in TIME-WAIT for two maximum segment lifetimes.
extension Counterexample {
    static let why2MSL = Counterexample(
        name: "why-2msl", english: "Why does the side that closes first wait for 2 MSL?", variant: .noTimeWait,
        trials: [
            Trial(
                english: "The last ACK is lost", a: .iss(99), b: .iss(299), before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", .show()),
                    Moment(english: "A's user closes.", .call(.close, by: .a), .settle),
                    Moment(english: "B's user closes.", .call(.close, by: .b), .pass(.b)),
                    Moment(english: "A's ACK is lost.", .lose(.a)),
                    Moment(
                        english: "B has heard nothing. Its timer runs out, and it sends its FIN again.",
                        .timeout(.retransmission, of: .b), .settle),
                    Moment(english: "What is left:", .show()),
                ],
                mistake: Verdict(
                    english: """
                        At line 3 A forgets the connection. The FIN of line 5 arrives at a host without a connection, and such a host can \
                        only answer with a reset. All data has arrived, but B's close ends in an error: to B it looks as if A had crashed \
                        before it read the last data. (In LAST-ACK, RFC 9293 does not say whether B's user is told. Linux tells the user, \
                        and so does this machine.)
                        """, .rfc(9293, "3.10.7.1"), .rfc(9293, "3.10.7.4")),
                answer: Verdict(
                    english: """
                        A is still there, in TIME-WAIT, and acknowledges the FIN again. B closes in good order. The sender of the last ACK \
                        never learns whether it arrived. So the sender waits as long as the FIN can come again: one MSL until the ACK has \
                        arrived or died, and one MSL for a repeated FIN to come back.
                        """, .rfc(9293, "3.6.1"), .rfc(9293, "3.10.7.4"))),
            Trial(
                english: "An old duplicate falls into the next connection", a: .iss(99), b: .iss(299),
                before: Scenario.handshake,
                moments: [
                    Moment(
                        english: "The connection is open. Both sides always begin with these numbers, 99 and 299.",
                        .show()),
                    Moment(
                        english: "A's user sends \"one\". The network makes a copy of the segment and keeps it.",
                        Scenario.says("one", .a), .pass(.a), .duplicate(.a), .settle),
                    Moment(
                        english: "A's user closes, then B's.", .call(.close, by: .a), .settle, .call(.close, by: .b),
                        .settle),
                    Moment(
                        english:
                            "B's user listens again, and A's user opens again at once, between the same two sockets.",
                        .call(.passiveOpen, by: .b), .call(.activeOpen, by: .a), .settle),
                    Moment(
                        english: "A's user sends \"two\". The copy of line 2 overtakes it.",
                        Scenario.says("two", .a), .release(.a), .settle),
                    Moment(
                        english: "2 MSL pass, 240 s. A's user repeats the calls that were refused.",
                        .wait(.seconds(241)),
                        .retry(.a), .settle),
                    Moment(english: "What is left:", .show()),
                ],
                mistake: Verdict(
                    english: """
                        Without TIME-WAIT the OPEN of line 4 succeeds at once, while a segment of the old connection is still in the \
                        network. At line 5 the old segment arrives with number 100, the number that B expects in the new connection. So \
                        B's user reads "one" again. The real data has number 100 too, so B takes it for a duplicate, drops it and \
                        acknowledges 103. A believes that "two" has arrived. Both sides see no error, and the data is wrong. (If A had no \
                        data to send, B would acknowledge what A never sent, A would answer, and each ACK would cause the next: an ACK \
                        storm.)
                        """, .rfc(9293, "3.4.1")),
                answer: Verdict(
                    english: """
                        A is in TIME-WAIT and refuses the OPEN of line 4 and the SEND of line 5. The copy arrives while B listens. A \
                        listener accepts no segment with an ACK, so B answers with a reset. The reset has number 300 and lies before A's \
                        window, which begins at 301. After 2 MSL no segment of the old connection is left, and no answer to one. The OPEN \
                        of line 6 succeeds, and "two" arrives, although the numbers are the same as before.
                        """, .rfc(9293, "3.6.1"), .rfc(9293, "3.10.7.2"))),
        ])
}
