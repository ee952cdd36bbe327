import TCPSim
import Trace

/// Why who closes first stays in TIME-WAIT for two maximum segment lifetimes.
extension Counterexample {
    static let why2MSL = Counterexample(
        name: "why-2msl", title: "Why does who closes first have to wait for 2 MSL?", variant: .noTimeWait,
        trials: [
            Trial(
                "The last ACK is lost", a: .iss(99), b: .iss(299), before: Scenario.handshake,
                moments: [
                    Moment("The connection is open.", .show()),
                    Moment("A's user closes.", .call(.close, by: .a), .settle),
                    Moment("B's user closes.", .call(.close, by: .b), .pass(.b)),
                    Moment("A's ACK is lost.", .lose(.a)),
                    Moment(
                        "B has heard nothing. Its timer runs out, and it sends its FIN again.",
                        .timeout(.retransmission, of: .b), .settle),
                    Moment("What is left:", .show()),
                ],
                mistake: Verdict(
                    """
                    At line 3 A forgets the connection. The FIN of line 5 meets nobody, and a host without a connection can only \
                    answer with a reset. Everything had arrived, and yet B's close ends in an error: to B it looks as if A had \
                    crashed with B's last words unread. (Whether B's user is told, RFC 9293 leaves open in LAST-ACK. Linux tells \
                    him, and so does this machine.)
                    """, .rfc(9293, "3.10.7.1"), .rfc(9293, "3.10.7.4")),
                answer: Verdict(
                    """
                    A is still there, in TIME-WAIT, and acknowledges the FIN once more; B closes in good order. Whoever sends the \
                    last ACK never learns whether it arrived, so he stays as long as the question could be asked again: one MSL \
                    for his ACK to arrive or die, one for a repeated FIN to come back.
                    """, .rfc(9293, "3.6.1"), .rfc(9293, "3.10.7.4"))),
            Trial(
                "An old duplicate falls into the next connection", a: .iss(99), b: .iss(299),
                before: Scenario.handshake,
                moments: [
                    Moment("The connection is open. Both sides always begin with these numbers, 99 and 299.", .show()),
                    Moment(
                        "A's user sends \"one\". The network makes a copy of the segment and keeps it.",
                        Scenario.says("one", .a), .pass(.a), .duplicate(.a), .settle),
                    Moment(
                        "A's user closes, then B's.", .call(.close, by: .a), .settle, .call(.close, by: .b), .settle),
                    Moment(
                        "B's user listens again, and A's user opens again at once, between the same two sockets.",
                        .call(.passiveOpen, by: .b), .call(.activeOpen, by: .a), .settle),
                    Moment(
                        "A's user sends \"two\". The copy of line 2 overtakes it.",
                        Scenario.says("two", .a), .release(.a), .settle),
                    Moment(
                        "2 MSL pass, 240 s. What A's user has been refused he asks for again.", .wait(.seconds(241)),
                        .retry(.a), .settle),
                    Moment("What is left:", .show()),
                ],
                mistake: Verdict(
                    """
                    Without TIME-WAIT the OPEN of line 4 is granted at once, while a segment of the old connection is still under \
                    way. At line 5 it arrives, with the number 100 that B expects of the new one, and B's user reads "one" again. \
                    The real data, number 100 too, is then taken for a duplicate: B drops it and acknowledges 103. A believes \
                    that "two" has arrived. Both sides are content, and the data is wrong. (Had A had nothing to send, B's ACK \
                    for what A never sent, and A's answer to it, would have called each other forth again and again: an ACK storm.)
                    """, .rfc(9293, "3.4.1")),
                answer: Verdict(
                    """
                    A is in TIME-WAIT and refuses the OPEN of line 4 and the SEND of line 5. The copy finds a B that listens, and \
                    a segment that acknowledges something is never taken there: it is reset, and the reset, 300, lies behind A's \
                    window, which begins at 301. After 2 MSL no segment of the old connection is alive, nor any answer to one. \
                    The OPEN of line 6 is granted, and "two" arrives, although the numbers are the same as before.
                    """, .rfc(9293, "3.6.1"), .rfc(9293, "3.10.7.2"))),
        ])
}
