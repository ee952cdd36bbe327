import TCPSim
import Trace

/// Why the handshake has three segments.
extension Counterexample {
    static let whyThree = Counterexample(
        name: "why-three", english: "Why does the handshake need a third segment?", variant: .twoWay,
        trials: [
            Trial(
                english: "A delayed duplicate SYN, and the data that once followed it", a: .iss(100), b: .iss(300),
                moments: [
                    Moment(
                        english: "B listens. A has no connection, and wants none.", .call(.passiveOpen, by: .b), .show()
                    ),
                    Moment(
                        english: "A SYN of an earlier connection, long delayed in the network, arrives at B.",
                        .inject(.a, sequence: 90, .syn, a: "(old)")),
                    Moment(
                        english:
                            "The data that followed that SYN arrives too. Its ACK=251 is for the number that B had at that time.",
                        .inject(
                            .a, sequence: 91, acknowledgment: 251, [], data: Array("pay 100".utf8), a: "(old)")),
                    Moment(
                        english:
                            "B's segments arrive at A. A knows nothing of this connection. A's answers arrive at B.",
                        .settle),
                    Moment(english: "What is left:", .show()),
                ],
                mistake: Verdict(
                    english: """
                        At line 2 B is ESTABLISHED. The connection is a ghost: A has never agreed to it. B has no reason to doubt the data \
                        of line 3, because its number, 91, is the one that B expects. So B's user pays 100 a second time. A's resets come \
                        too late. The first has number 91 and is not valid any more: the old data has moved B on to 98. The second ends \
                        the connection with an error. If A were switched off, no reset would come, and the ghost would last. How long it \
                        lasts depends on the TCP: this one takes its own SYN for acknowledged, so it waits for no answer and stays \
                        ESTABLISHED for ever. A TCP that still waits for the ACK of its SYN would repeat the SYN and give up after some \
                        minutes.
                        """, .rfc(9293, "3.5")),
                answer: Verdict(
                    english: """
                        At line 2 B is only in SYN-RECEIVED. Its SYN,ACK asks: do you mean 91, and do you know my number, 300? The old data \
                        cannot answer. It acknowledges 251 instead of 301, so B answers with a reset and gives its user no data. A never \
                        sent this SYN, so A answers B's question with a valid reset. B goes back to LISTEN, and its user notices nothing. \
                        The third segment is the answer to B's question. Only a host that takes part now can give it.
                        """, .rfc(9293, "3.5"), .rfc(9293, "3.10.7.4")))
        ])
}
