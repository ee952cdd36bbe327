import TCPSim
import Trace

/// Why the handshake has three segments.
extension Counterexample {
    static let whyThree = Counterexample(
        name: "why-three", title: "Why does the handshake need a third segment?", variant: .twoWay,
        trials: [
            Trial(
                "A delayed duplicate SYN, and the data that once followed it", a: .iss(100), b: .iss(300),
                moments: [
                    Moment(
                        "B listens. A has no connection, and wants none.", .call(.passiveOpen, by: .b), .show()),
                    Moment(
                        "A SYN of an earlier connection, long delayed in the network, arrives at B.",
                        .inject(.a, sequence: 90, .syn, a: "(old)")),
                    Moment(
                        "So does the data that followed it then. Its ACK=251 is for the number B had at the time.",
                        .inject(
                            .a, sequence: 91, acknowledgment: 251, [], data: Array("pay 100".utf8), a: "(old)")),
                    Moment("What B has sent arrives at A, who knows nothing of all this; A's answers arrive.", .settle),
                    Moment("What is left:", .show()),
                ],
                mistake: Verdict(
                    """
                    At line 2 B is ESTABLISHED: a ghost of a connection, on which A has never agreed. So B has no reason to doubt \
                    the data of line 3, whose number 91 is the one it expects, and its user pays 100 a second time. A's resets \
                    come too late. The first, with number 91, does not even count any more, since the old data has moved B on to \
                    98; the second ends the connection with an error. Had A been switched off, B would have stayed ESTABLISHED \
                    for ever: nothing of B's waits for an answer, so nothing is ever sent again.
                    """, .rfc(9293, "3.5")),
                answer: Verdict(
                    """
                    At line 2 B is only in SYN-RECEIVED. Its SYN,ACK asks: is 91 what you mean, and do you know my number, 300? \
                    The old data cannot answer that. It acknowledges 251 instead of 301, so B resets it and hands nothing over. A, \
                    asked about a SYN it has not sent, answers with a reset that fits, and B goes back to LISTEN. Its user has \
                    heard of nothing. The third segment is the answer to B's question, and only one who lives now can give it.
                    """, .rfc(9293, "3.5"), .rfc(9293, "3.10.7.4")))
        ])
}
