import TCPSim
import Trace

/// Why closing takes four segments, and when three will do.
extension Counterexample {
    static let whyFour = Counterexample(
        name: "why-four", title: "Why does closing take four segments?", variant: .mergedClose,
        trials: [
            Trial(
                "The server still has something to say", a: .iss(99), b: .iss(299), before: Scenario.handshake,
                moments: [
                    Moment("The connection is open.", .show()),
                    Moment("A's user asks: \"list?\"", Scenario.says("list?", .a), .settle),
                    Moment("B's user answers with the first half: \"one, \"", Scenario.says("one, ", .b), .settle),
                    Moment(
                        "A's user has no more questions and closes: a half-close. A goes on listening.",
                        .call(.close, by: .a), .pass(.a)),
                    Moment("B's TCP answers.", .pass(.b)),
                    Moment("B's user sends the second half: \"two.\"", Scenario.says("two.", .b), .settle),
                    Moment("B's user closes.", .call(.close, by: .b), .settle),
                    Moment("What is left:", .show()),
                ],
                mistake: Verdict(
                    """
                    At line 4 B's TCP closes its direction because A has closed its own. Its FIN takes number 305, where the \
                    second half should have begun; the SEND of line 6 is refused, and "two." is lost. Worse, A cannot tell: its \
                    user has got "one, " and a proper end of the data. It looks like the whole answer.
                    """, .rfc(9293, "3.6")),
                answer: Verdict(
                    """
                    CLOSE means "I have no more data to send", and nothing about the other direction. The ACK of line 5 is the \
                    TCP's to send, at once; the FIN is the user's, whenever he is done. In between B is in CLOSE-WAIT, A in \
                    FIN-WAIT-2, and the second half arrives. Two directions, each with a FIN and its ACK: four segments.
                    """, .rfc(9293, "3.6"), .rfc(9293, "3.6.1"))),
            Trial(
                "The server has nothing left to say", label: "merged", a: .iss(99), b: .iss(299),
                before: Scenario.handshake,
                moments: [
                    Moment("The connection is open.", .show()),
                    Moment("A's user closes.", .call(.close, by: .a), .pass(.a)),
                    Moment(
                        "B's TCP answers, and B's user closes at once as well.", .closeIfOpen(.b), .settle),
                    Moment("What is left:", .show()),
                ],
                mistake: Verdict(
                    """
                    Here nothing is wrong. The FIN,ACK of line 3 closes B's direction and acknowledges A's FIN: three segments, \
                    and no octet is lost, because B's user had none. It is legal, and real TCPs do it whenever the user closes \
                    before the ACK has left; one that delays its ACKs gives him time for it. What is wrong is only to do it \
                    without asking him.
                    """, .rfc(9293, "3.10.4"), .rfc(9293, "3.8.6.3")),
                answer: Verdict(
                    """
                    This TCP acknowledges the FIN at once, before its user can say anything, so there are four. "Four-way close" \
                    counts what has to be said, a FIN and an ACK in each direction, and not the segments that carry it.
                    """, .rfc(9293, "3.6"))),
        ])
}
