import TCPSim
import Trace

/// Why a FIN takes a sequence number, though it carries no data.
extension Counterexample {
    static let whyFINNumber = Counterexample(
        name: "why-fin-number", english: "Why does a FIN take a sequence number?",
        chinese: "FIN 为什么占用一个序号？", variant: .numberlessFIN,
        trials: [
            Trial(
                english: "The last data arrives, and the FIN behind it is lost",
                chinese: "最后的数据到达，后面的 FIN 丢失", a: .iss(99), b: .iss(299),
                before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", chinese: "连接已打开。", .show()),
                    Moment(
                        english: "A's user sends \"bye\". It arrives, and B's answer is under way.",
                        chinese: "A 的用户发送 \"bye\"。它已到达，B 的应答还在途中。",
                        Scenario.says("bye", .a),
                        .pass(.a)),
                    Moment(
                        english: "A's user closes. The FIN is lost.", chinese: "A 的用户关闭。FIN 丢失。",
                        .call(.close, by: .a), .lose(.a)),
                    Moment(english: "B's answer to the data arrives.", chinese: "B 对数据的应答到达。", .pass(.b)),
                    Moment(
                        english: "1.5 s pass. A side that waits for an acknowledgment asks again.",
                        chinese: "过了 1.5 s。等待确认的一方再次询问。",
                        .wait(.milliseconds(1_500)), .settle),
                    Moment(english: "30 s more pass.", chinese: "又过了 30 s。", .wait(.seconds(30)), .settle, .show()),
                ],
                mistake: Verdict(
                    english: """
                        A's FIN has the number 103, and so has whatever would follow it: the FIN itself takes none. B's ACK=103 of \
                        line 4 acknowledges the data and was sent before the FIN. An acknowledgment of the FIN would be the same \
                        segment, octet for octet, and A takes this one for it. A is in FIN-WAIT-2 and sends nothing again. B has never \
                        heard of the FIN: it stays ESTABLISHED, and its user waits for data that will never come.
                        """,
                    chinese: """
                        A 的 FIN 序号是 103，后面无论来什么，用的也是这个序号：FIN 自己不占用序号。第 4 行 B 的 ACK=103 确认的是数据，\
                        在 FIN 之前就发出了。对 FIN 的确认会是逐字节相同的报文段，A 就把这个报文段当成对 FIN 的确认。\
                        A 处于 FIN-WAIT-2，什么也不再次发送。B 从来没有收到 FIN：它停在 ESTABLISHED，\
                        它的用户等待永远不会来的数据。
                        """, .rfc(9293, "3.4")),
                answer: Verdict(
                    english: """
                        The FIN takes the number 103, so its acknowledgment is ACK=104 and can mean nothing else. ACK=103 of line 4 \
                        covers the data alone. A stays in FIN-WAIT-1, its timer runs out, and it sends the FIN again, with its old \
                        number; B can tell a repeated FIN from a new one. B acknowledges 104, and its user hears that there is no \
                        more. A SYN takes a number for the same reason.
                        """,
                    chinese: """
                        FIN 占用序号 103，所以对它的确认是 ACK=104，不可能有别的意思。第 4 行的 ACK=103 只覆盖数据。\
                        A 停在 FIN-WAIT-1，它的计时器到时，于是用原来的序号再次发送 FIN；B 能区分重复的 FIN 和新的 FIN。\
                        B 确认 104，它的用户得知没有更多数据。SYN 占用序号，也是这个原因。
                        """, .rfc(9293, "3.4"), .rfc(9293, "3.6")))
        ])
}
