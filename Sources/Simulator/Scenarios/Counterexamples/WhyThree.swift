import TCPSim
import Trace

/// Why the handshake has three segments.
extension Counterexample {
    static let whyThree = Counterexample(
        name: "why-three", english: "Why does the handshake need a third segment?",
        chinese: "握手为什么需要第三个报文段？", variant: .twoWay,
        trials: [
            Trial(
                english: "A delayed duplicate SYN, and the data that once followed it",
                chinese: "延迟的重复 SYN，以及当年跟在后面的数据", a: .iss(100), b: .iss(300),
                moments: [
                    Moment(
                        english: "B listens. A has no connection, and wants none.",
                        chinese: "B 在监听。A 没有连接，也不想要。", .call(.passiveOpen, by: .b), .show()
                    ),
                    Moment(
                        english: "A SYN of an earlier connection, long delayed in the network, arrives at B.",
                        chinese: "先前连接的一个 SYN 在网络中延迟已久，现在到达 B。",
                        .inject(.a, sequence: 90, .syn, a: .old)),
                    Moment(
                        english:
                            "The data that followed that SYN arrives too. Its ACK=251 is for the number that B had at that time.",
                        chinese: "跟在那个 SYN 后面的数据也到达了。它的 ACK=251 对应 B 当时的序号。",
                        .inject(
                            .a, sequence: 91, acknowledgment: 251, [], data: Array("pay 100".utf8), a: .old)),
                    Moment(
                        english:
                            "B's segments arrive at A. A knows nothing of this connection. A's answers arrive at B.",
                        chinese: "B 的报文段到达 A。A 对这个连接一无所知。A 的应答到达 B。",
                        .settle),
                    Moment(english: "What is left:", chinese: "剩下的情况：", .show()),
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
                        """,
                    chinese: """
                        在第 2 行，B 处于 ESTABLISHED。这是幽灵连接：A 从未同意过它。B 没有理由怀疑第 3 行的数据，\
                        因为它的序号 91 正是 B 等待的。所以 B 的用户第二次支付 100。A 的复位报文段来得太晚。\
                        第一个的序号是 91，已经无效：旧的数据已使 B 前进到 98。第二个以错误结束连接。如果 A 已关机，\
                        就不会有复位报文段，幽灵连接会一直存在。存在多久取决于 TCP：这个 TCP 把自己的 SYN 当作已经确认，\
                        所以不等应答，永远停在 ESTABLISHED。如果 TCP 还在等对自己 SYN 的 ACK，\
                        它会再次发送 SYN，几分钟后放弃。
                        """, .rfc(9293, "3.5")),
                answer: Verdict(
                    english: """
                        At line 2 B is only in SYN-RECEIVED. Its SYN,ACK asks: do you mean 91, and do you know my number, 300? The old data \
                        cannot answer. It acknowledges 251 instead of 301, so B answers with a reset and gives its user no data. A never \
                        sent this SYN, so A answers B's question with a valid reset. B goes back to LISTEN, and its user notices nothing. \
                        The third segment is the answer to B's question. Only a host that takes part now can give it.
                        """,
                    chinese: """
                        在第 2 行，B 只处于 SYN-RECEIVED。它的 SYN,ACK 在问：你说的是 91 吗？你知道我的序号 300 吗？旧的数据无法回答。\
                        它确认的是 251，不是 301，所以 B 用复位报文段回应，不给用户任何数据。A 从未发送过这个 SYN，\
                        所以 A 用有效的复位报文段回答 B 的问题。B 回到 LISTEN，它的用户什么也没有察觉。第三个报文段就是对 B 的问题的回答，\
                        只有此刻参与其中的主机才能给出。
                        """, .rfc(9293, "3.5"), .rfc(9293, "3.10.7.4")))
        ])
}
