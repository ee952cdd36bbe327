import TCPSim
import Trace

/// Why a FIN takes a sequence number, though it carries no data.
extension Counterexample {
    static let whyFINNumber = Counterexample(
        name: "why-fin-number", english: "Why does a FIN take a sequence number?", variant: .numberlessFIN,
        trials: [
            Trial(
                english: "The last data arrives, and the FIN behind it is lost", a: .iss(99), b: .iss(299),
                before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", .show()),
                    Moment(
                        english: "A's user sends \"bye\". It arrives, and B's answer is under way.",
                        Scenario.says("bye", .a),
                        .pass(.a)),
                    Moment(english: "A's user closes. The FIN is lost.", .call(.close, by: .a), .lose(.a)),
                    Moment(english: "B's answer to the data arrives.", .pass(.b)),
                    Moment(
                        english: "1.5 s pass. A side that waits for an acknowledgment asks again.",
                        .wait(.milliseconds(1_500)), .settle),
                    Moment(english: "30 s more pass.", .wait(.seconds(30)), .settle, .show()),
                ],
                mistake: Verdict(
                    english: """
                        A's FIN has the number 103, and so has whatever would follow it: the FIN itself takes none. B's ACK=103 of \
                        line 4 acknowledges the data and was sent before the FIN. An acknowledgment of the FIN would be the same \
                        segment, octet for octet, and A takes this one for it. A is in FIN-WAIT-2 and sends nothing again. B has never \
                        heard of the FIN: it stays ESTABLISHED, and its user waits for data that will never come.
                        """, .rfc(9293, "3.4")),
                answer: Verdict(
                    english: """
                        The FIN takes the number 103, so its acknowledgment is ACK=104 and can mean nothing else. ACK=103 of line 4 \
                        covers the data alone. A stays in FIN-WAIT-1, its timer runs out, and it sends the FIN again, with its old \
                        number; B can tell a repeated FIN from a new one. B acknowledges 104, and its user hears that there is no \
                        more. A SYN takes a number for the same reason.
                        """, .rfc(9293, "3.4"), .rfc(9293, "3.6")))
        ])
}
