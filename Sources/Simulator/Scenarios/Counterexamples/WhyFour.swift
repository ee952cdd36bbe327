import TCPSim
import Trace

/// Why closing takes four segments, and when three will do.
extension Counterexample {
    static let whyFour = Counterexample(
        name: "why-four", english: "Why does closing take four segments?",
        chinese: "为什么关闭要用四个报文段？", variant: .mergedClose,
        trials: [
            Trial(
                english: "The server still has data to send",
                chinese: "服务器还有数据要发送", a: .iss(99), b: .iss(299), before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", chinese: "连接已打开。", .show()),
                    Moment(
                        english: "A's user asks: \"list?\"", chinese: "A 的用户问：\"list?\"",
                        Scenario.says("list?", .a), .settle),
                    Moment(
                        english: "B's user answers with the first half: \"one, \"",
                        chinese: "B 的用户回答前一半：\"one, \"", Scenario.says("one, ", .b), .settle),
                    Moment(
                        english: "A's user has no more questions and closes: a half-close. A goes on listening.",
                        chinese: "A 的用户没有别的问题了，于是关闭：这是半关闭。A 继续接收。",
                        .call(.close, by: .a), .pass(.a)),
                    Moment(english: "B's TCP answers.", chinese: "B 的 TCP 作出回应。", .pass(.b)),
                    Moment(
                        english: "B's user sends the second half: \"two.\"", chinese: "B 的用户发送后一半：\"two.\"",
                        Scenario.says("two.", .b), .settle),
                    Moment(english: "B's user closes.", chinese: "B 的用户关闭。", .call(.close, by: .b), .settle),
                    Moment(english: "What is left:", chinese: "剩下的情况：", .show()),
                ],
                mistake: Verdict(
                    english: """
                        At line 4 B's TCP closes its direction because A has closed its own. B's FIN takes number 305, the number of the \
                        second half. So the SEND of line 6 is refused, and "two." is lost. And A cannot notice: its user has received \
                        "one, " and a regular end of the data. It looks like the whole answer.
                        """,
                    chinese: """
                        在第 4 行，B 的 TCP 关闭了自己的方向，只因为 A 关闭了自己的方向。B 的 FIN 占用序号 305，\
                        而这是后一半数据的序号。所以第 6 行的 SEND 被拒绝，"two." 丢失。而且 A 发现不了：\
                        它的用户收到 "one, " 和数据的正常结尾，看上去就是完整的回答。
                        """, .rfc(9293, "3.6")),
                answer: Verdict(
                    english: """
                        CLOSE means "I have no more data to send". It says nothing about the other direction. B's TCP sends the ACK of \
                        line 5 at once. It sends the FIN only when B's user closes. In between B is in CLOSE-WAIT and A in FIN-WAIT-2, and \
                        the second half arrives. There are two directions, each with a FIN and an ACK: four segments.
                        """,
                    chinese: """
                        CLOSE 的意思是“我没有数据要发了”，对另一个方向什么也没有说。B 的 TCP 立即发送第 5 行的 ACK，\
                        等到 B 的用户关闭时才发送 FIN。在此期间，B 处于 CLOSE-WAIT，A 处于 FIN-WAIT-2，\
                        后一半数据到达。有两个方向，各有一个 FIN 和一个 ACK：共四个报文段。
                        """, .rfc(9293, "3.6"), .rfc(9293, "3.6.1"))),
            Trial(
                english: "The server has no more data",
                chinese: "服务器没有更多数据", label: "merged", a: .iss(99), b: .iss(299),
                before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", chinese: "连接已打开。", .show()),
                    Moment(english: "A's user closes.", chinese: "A 的用户关闭。", .call(.close, by: .a), .pass(.a)),
                    Moment(
                        english: "B's TCP answers, and B's user closes at once as well.",
                        chinese: "B 的 TCP 作出回应，B 的用户也立即关闭。", .closeIfOpen(.b), .settle),
                    Moment(english: "What is left:", chinese: "剩下的情况：", .show()),
                ],
                mistake: Verdict(
                    english: """
                        Nothing is wrong here. The FIN,ACK of line 3 closes B's direction and acknowledges A's FIN: three segments. No \
                        octet is lost, because B's user had none to send. This is legal. Real TCPs do it when the user closes before the \
                        ACK has left; a TCP that delays its ACKs gives the user time for that. Only one thing is wrong with this TCP: it \
                        does not ask its user.
                        """,
                    chinese: """
                        这里没有任何问题。第 3 行的 FIN,ACK 关闭 B 的方向，并确认 A 的 FIN：共三个报文段。\
                        没有丢失一个字节，因为 B 的用户没有数据要发。这是合法的。用户在 ACK 发出之前关闭时，真实的 TCP 就这样做；\
                        推迟 ACK 的 TCP 给了用户这样做的时间。这个 TCP 只有一处不对：它不问自己的用户。
                        """, .rfc(9293, "3.10.4"), .rfc(9293, "3.8.6.3")),
                answer: Verdict(
                    english: """
                        This TCP acknowledges the FIN at once, before its user can close, so there are four segments. "Four-way close" \
                        counts the four messages, a FIN and an ACK in each direction, and not the segments that carry them.
                        """,
                    chinese: """
                        这个 TCP 立即确认 FIN，这时它的用户还来不及关闭，所以有四个报文段。“四次挥手”数的是四条消息，\
                        每个方向一个 FIN 和一个 ACK，而不是装着它们的报文段。
                        """, .rfc(9293, "3.6"))),
        ])
}
