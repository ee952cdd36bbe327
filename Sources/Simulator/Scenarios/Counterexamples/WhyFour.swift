import TCPSim
import Trace

/// Why closing takes four segments, and when three will do.
extension Counterexample {
    static let whyFour = Counterexample(
        name: "why-four", english: "Why does closing take four segments?", variant: .mergedClose,
        trials: [
            Trial(
                english: "The server still has data to send", a: .iss(99), b: .iss(299), before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", .show()),
                    Moment(english: "A's user asks: \"list?\"", Scenario.says("list?", .a), .settle),
                    Moment(
                        english: "B's user answers with the first half: \"one, \"", Scenario.says("one, ", .b), .settle),
                    Moment(
                        english: "A's user has no more questions and closes: a half-close. A goes on listening.",
                        .call(.close, by: .a), .pass(.a)),
                    Moment(english: "B's TCP answers.", .pass(.b)),
                    Moment(english: "B's user sends the second half: \"two.\"", Scenario.says("two.", .b), .settle),
                    Moment(english: "B's user closes.", .call(.close, by: .b), .settle),
                    Moment(english: "What is left:", .show()),
                ],
                mistake: Verdict(
                    english: """
                        At line 4 B's TCP closes its direction because A has closed its own. B's FIN takes number 305, the number of the \
                        second half. So the SEND of line 6 is refused, and "two." is lost. And A cannot notice: its user has received \
                        "one, " and a regular end of the data. It looks like the whole answer.
                        """, .rfc(9293, "3.6")),
                answer: Verdict(
                    english: """
                        CLOSE means "I have no more data to send". It says nothing about the other direction. B's TCP sends the ACK of \
                        line 5 at once. It sends the FIN only when B's user closes. In between B is in CLOSE-WAIT and A in FIN-WAIT-2, and \
                        the second half arrives. There are two directions, each with a FIN and an ACK: four segments.
                        """, .rfc(9293, "3.6"), .rfc(9293, "3.6.1"))),
            Trial(
                english: "The server has no more data", label: "merged", a: .iss(99), b: .iss(299),
                before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", .show()),
                    Moment(english: "A's user closes.", .call(.close, by: .a), .pass(.a)),
                    Moment(
                        english: "B's TCP answers, and B's user closes at once as well.", .closeIfOpen(.b), .settle),
                    Moment(english: "What is left:", .show()),
                ],
                mistake: Verdict(
                    english: """
                        Nothing is wrong here. The FIN,ACK of line 3 closes B's direction and acknowledges A's FIN: three segments. No \
                        octet is lost, because B's user had none to send. This is legal. Real TCPs do it when the user closes before the \
                        ACK has left; a TCP that delays its ACKs gives the user time for that. Only one thing is wrong with this TCP: it \
                        does not ask its user.
                        """, .rfc(9293, "3.10.4"), .rfc(9293, "3.8.6.3")),
                answer: Verdict(
                    english: """
                        This TCP acknowledges the FIN at once, before its user can close, so there are four segments. "Four-way close" \
                        counts the four messages, a FIN and an ACK in each direction, and not the segments that carry them.
                        """, .rfc(9293, "3.6"))),
        ])
}
