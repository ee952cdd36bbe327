import TCPSim
import Trace

/// Why the side that closes first stays in TIME-WAIT for two maximum segment lifetimes.
extension Counterexample {
    static let why2MSL = Counterexample(
        name: "why-2msl", english: "Why does the side that closes first wait for 2 MSL?",
        chinese: "为什么先关闭的一方要等 2 MSL？", variant: .noTimeWait,
        trials: [
            Trial(
                english: "The last ACK is lost",
                chinese: "最后的 ACK 丢失", a: .iss(99), b: .iss(299), before: Scenario.handshake,
                moments: [
                    Moment(english: "The connection is open.", chinese: "连接已打开。", .show()),
                    Moment(english: "A's user closes.", chinese: "A 的用户关闭。", .call(.close, by: .a), .settle),
                    Moment(english: "B's user closes.", chinese: "B 的用户关闭。", .call(.close, by: .b), .pass(.b)),
                    Moment(english: "A's ACK is lost.", chinese: "A 的 ACK 丢失。", .lose(.a)),
                    Moment(
                        english: "B has heard nothing. Its timer runs out, and it sends its FIN again.",
                        chinese: "B 什么也没有收到。它的计时器到时，于是再次发送 FIN。",
                        .timeout(.retransmission, of: .b), .settle),
                    Moment(english: "What is left:", chinese: "剩下的情况：", .show()),
                ],
                mistake: Verdict(
                    english: """
                        At line 3 A forgets the connection. The FIN of line 5 arrives at a host without a connection, and such a host can \
                        only answer with a reset. All data has arrived, but B's close ends in an error: to B it looks as if A had crashed \
                        before it read the last data. (In LAST-ACK, RFC 9293 does not say whether B's user is told. Linux tells the user, \
                        and so does this machine.)
                        """,
                    chinese: """
                        在第 3 行，A 忘掉了连接。第 5 行的 FIN 到达一台没有这个连接的主机，这样的主机只能用复位报文段回应。\
                        数据全部到达了，但 B 的关闭以错误告终：在 B 看来，A 好像没读最后的数据就崩溃了。（在 LAST-ACK 中，\
                        RFC 9293 没有说是否要告诉 B 的用户。Linux 会告诉用户，本机器也是。）
                        """, .rfc(9293, "3.10.7.1"), .rfc(9293, "3.10.7.4")),
                answer: Verdict(
                    english: """
                        A is still there, in TIME-WAIT, and acknowledges the FIN again. B closes in good order. The sender of the last ACK \
                        never learns whether it arrived. So the sender waits as long as the FIN can come again: one MSL until the ACK has \
                        arrived or died, and one MSL for a repeated FIN to come back.
                        """,
                    chinese: """
                        A 还在 TIME-WAIT 中，再次确认 FIN。B 正常关闭。最后一个 ACK 的发送方永远不知道它是否到达。\
                        所以，只要 FIN 还可能再来，发送方就要等：一个 MSL 等到 ACK 到达或消亡，再一个 MSL 等重复的 FIN 回来。
                        """, .rfc(9293, "3.6.1"), .rfc(9293, "3.10.7.4"))),
            Trial(
                english: "An old duplicate falls into the next connection",
                chinese: "旧的重复报文段落入下一个连接", a: .iss(99), b: .iss(299),
                before: Scenario.handshake,
                moments: [
                    Moment(
                        english: "The connection is open. Both sides always begin with these numbers, 99 and 299.",
                        chinese: "连接已打开。双方每次都从这两个序号开始：99 和 299。",
                        .show()),
                    Moment(
                        english: "A's user sends \"one\". The network makes a copy of the segment and keeps it.",
                        chinese: "A 的用户发送 \"one\"。网络复制了这个报文段，留在网络中。",
                        Scenario.says("one", .a), .pass(.a), .duplicate(.a), .settle),
                    Moment(
                        english: "A's user closes, then B's.",
                        chinese: "A 的用户关闭，然后 B 的用户关闭。", .call(.close, by: .a), .settle, .call(.close, by: .b),
                        .settle),
                    Moment(
                        english:
                            "B's user listens again, and A's user opens again at once, between the same two sockets.",
                        chinese: "B 的用户再次监听，A 的用户立即再次打开，用的是同样的两个套接字。",
                        .call(.passiveOpen, by: .b), .call(.activeOpen, by: .a), .settle),
                    Moment(
                        english: "A's user sends \"two\". The copy of line 2 overtakes it.",
                        chinese: "A 的用户发送 \"two\"。第 2 行复制的报文段超过了它。",
                        Scenario.says("two", .a), .release(.a), .settle),
                    Moment(
                        english: "2 MSL pass, 240 s. A's user repeats the calls that were refused.",
                        chinese: "2 MSL 过去了，即 240 s。A 的用户重做被拒绝的调用。",
                        .wait(.seconds(241)),
                        .retry(.a), .settle),
                    Moment(english: "What is left:", chinese: "剩下的情况：", .show()),
                ],
                mistake: Verdict(
                    english: """
                        Without TIME-WAIT the OPEN of line 4 succeeds at once, while a segment of the old connection is still in the \
                        network. At line 5 the old segment arrives with number 100, the number that B expects in the new connection. So \
                        B's user reads "one" again. The real data has number 100 too, so B takes it for a duplicate, drops it and \
                        acknowledges 103. A believes that "two" has arrived. Both sides see no error, and the data is wrong. (If A had no \
                        data to send, B would acknowledge what A never sent, A would answer, and each ACK would cause the next: an ACK \
                        storm.)
                        """,
                    chinese: """
                        没有 TIME-WAIT，第 4 行的 OPEN 立即成功，而旧连接的一个报文段还在网络中。在第 5 行，\
                        旧的报文段带着序号 100 到达，这正是 B 在新连接中等待的序号。所以 B 的用户又读到 "one"。\
                        真正的数据序号也是 100，B 于是把它当作重复的数据丢弃，并确认 103。A 以为 "two" 已经到达。\
                        双方都没有看到错误，数据却错了。（如果 A 没有数据要发，B 就会确认 A 从未发送的内容，A 会应答，\
                        每个 ACK 又引起下一个：这就是 ACK 风暴。）
                        """, .rfc(9293, "3.4.1")),
                answer: Verdict(
                    english: """
                        A is in TIME-WAIT and refuses the OPEN of line 4 and the SEND of line 5. The copy arrives while B listens. A \
                        listener accepts no segment with an ACK, so B answers with a reset. The reset has number 300 and lies before A's \
                        window, which begins at 301. After 2 MSL no segment of the old connection is left, and no answer to one. The OPEN \
                        of line 6 succeeds, and "two" arrives, although the numbers are the same as before.
                        """,
                    chinese: """
                        A 处于 TIME-WAIT，拒绝第 4 行的 OPEN 和第 5 行的 SEND。复制的报文段到达时，\
                        B 正在监听。监听套接字不接受带 ACK 的报文段，所以 B 用复位报文段回应。复位报文段的序号是 300，\
                        在 A 的窗口之前，窗口从 301 开始。2 MSL 之后，旧连接的报文段都没有了，对它们的应答也没有了。\
                        第 6 行的 OPEN 成功，"two" 到达，虽然序号与以前相同。
                        """, .rfc(9293, "3.6.1"), .rfc(9293, "3.10.7.2"))),
        ])
}
