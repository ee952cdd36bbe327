import Trace

extension Claim {
    /// Claims about TCP's numbers, about how it closes, and about errors.
    static let ofClosing: [Claim] = [
        Claim(
            76, about: .closing, verdict: .onlyIf, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.6")],
            runs: Run(
                "tcp why-four",
                shows: "The FIN,ACK of line 3 closes B's direction and acknowledges A's FIN: three segments",
                unlike: Counterpart("tcp figure-12", shows: "7 packets: 4 from TCP Peer A, 3 from TCP Peer B")),
            claim: Words(
                english: "Closing takes four segments.",
                chinese: "关闭需要四个报文段。"),
            truth: Words(
                english:
                    "It does if the other side has still something to send, or acknowledges before its user closes.",
                chinese: "如果对方还有数据要发，或者在用户关闭之前就确认，就是这样。"),
            fact: Words(
                english:
                    "If its user closes before the acknowledgment has left, FIN and ACK can share a segment, and three are enough.",
                chinese: "如果对方的用户在确认发出之前关闭，FIN 和 ACK 可以合用一个报文段，三个就够了。")),
        Claim(
            77, about: .closing, verdict: .onlyIf, saidIn: [.article, .course], rules: [.rfc(9293, "3.6")],
            runs: Run(
                "--seed 7 --server-closes --only tcp.time_wait", shows: "95.0 server · Both directions are closed",
                unlike: Counterpart("--seed 7 --only tcp.time_wait", shows: "105.0 client · Both directions are closed")
            ),
            claim: Words(
                english: "The client closes first.",
                chinese: "客户端先关闭。"),
            truth: Words(
                english: "It often does, as in most runs here.",
                chinese: "常常是这样，这里的大多数运行也是。"),
            fact: Words(
                english:
                    "Either side may. TIME-WAIT is at the side that closed first, and at both if they closed at once.",
                chinese: "哪一方都可以。先关闭的一方进入 TIME-WAIT，双方同时关闭时都进入。")),
        Claim(
            78, about: .closing, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(9293, "3.6.1"), .rfc(9293, "3.4.2")],
            runs: Run(
                "tcp lost-last-ack", shows: "the wait of 240 s starts again",
                unlike: Counterpart("tcp figure-12", shows: "7 packets: 4 from TCP Peer A, 3 from TCP Peer B")),
            Run("tcp why-2msl", shows: "never learns whether it arrived"),
            claim: Words(
                english: "The silence of TIME-WAIT tells the client that the server has closed.",
                chinese: "TIME-WAIT 期间没有动静，客户端就知道服务器已经关闭。"),
            truth: Words(
                english: "If the last ACK is lost, the server's FIN comes again.",
                chinese: "如果最后的 ACK 丢失，服务器的 FIN 会再次到来。"),
            fact: Words(
                english:
                    "Silence proves nothing. The wait is there to answer such a FIN, and to let old segments die out.",
                chinese: "没有动静，什么也证明不了。等待是为了回应这样的 FIN，并让旧的报文段消失。")),
        Claim(
            79, about: .closing, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(9293, "3.3.2"), .rfc(9293, "3.6")],
            runs: Run(
                "tcp figure-12", shows: "ESTABLISHED → CLOSE-WAIT",
                unlike: Counterpart("tcp why-four", shows: "<SEQ=105><ACK=305><CTL=FIN,ACK> --> LAST-ACK")),
            claim: Words(
                english: "The server goes from ESTABLISHED to LAST-ACK.",
                chinese: "服务器从 ESTABLISHED 进入 LAST-ACK。"),
            truth: Words(
                english: "It ends in LAST-ACK.",
                chinese: "它最后是在 LAST-ACK。"),
            fact: Words(
                english: "It is in CLOSE-WAIT until its application closes.",
                chinese: "它一直在 CLOSE-WAIT，直到它的应用程序关闭。")),
        Claim(
            80, about: .closing, verdict: .onlyIf, saidIn: [.blog], rules: [.rfc(5961, "3.2"), .rfc(9293, "3.10.7.4")],
            runs: .exhibit(
                "rst-injection", shows: "The client's connection is gone",
                defended: "The client answered it with a challenge ACK"),
            Run(
                "tcp rst-in-window", shows: "So we answer with a challenge ACK",
                unlike: Counterpart("tcp rst-exact", shows: "TCP Peer B: ESTABLISHED → CLOSED")),
            claim: Words(
                english: "A connection cannot be ended from outside without its exact number.",
                chinese: "没有正确的序号，外人不能结束连接。"),
            truth: Words(
                english: "In a TCP with the rule of RFC 5961 it is so.",
                chinese: "如果 TCP 遵守 RFC 5961 的规则，就是这样。"),
            fact: Words(
                english:
                    "Without that rule a reset anywhere in the window ends it. With the rule such a reset is answered with a challenge ACK.",
                chinese: "没有这条规则时，落在窗口中任何位置的复位都会结束连接。有这条规则时，回应这样的复位的是一个质询 ACK。")),
        Claim(
            81, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5961, "7"), .rfc(9293, "3.10.7.4")],
            runs: .exhibit(
                "challenge-ack", shows: "The server's connection is gone",
                defended: "Her own connection always had its 100 answers"),
            claim: Words(
                english: "A limit on the rate of answers can do no harm.",
                chinese: "限制应答的速率不会有坏处。"),
            truth: Words(
                english: "It keeps a flood of answers away.",
                chinese: "它能挡住洪水般的应答。"),
            fact: Words(
                english:
                    "If all connections share it, an outsider counts what is left of it, and learns ports and numbers of the connections of others.",
                chinese: "如果所有连接共用这个限额，外人数一数还剩多少，就能得知别人的连接的端口和序号。")),
        Claim(
            82, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(9293, "3.10.7.4"), .rfc(5927, "4")],
            runs: Run(
                "tcp rst-exact", shows: "TCP Peer B: ESTABLISHED → CLOSED",
                unlike: Counterpart("tcp rst-in-window", shows: "So we answer with a challenge ACK")),
            .exhibit("icmp-reset", shows: "aborts it", defended: "so the client ignores it"),
            .exhibit(
                "truncation", shows: "takes it for the whole answer",
                defended: "the transport ended without close_notify"),
            claim: Words(
                english: "A connection of HTTPS cannot be cut off from outside.",
                chinese: "外人不能切断 HTTPS 的连接。"),
            truth: Words(
                english: "What was received before is genuine.",
                chinese: "之前收到的内容是真的。"),
            fact: Words(
                english:
                    "TLS lives above TCP. Resets, FINs and ICMP messages belong to the layers below, and TLS does not protect them.",
                chinese: "TLS 在 TCP 之上。复位、FIN 和 ICMP 消息属于下面的层，TLS 不保护它们。")),
        Claim(
            83, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5246, "7.2.2"), .rfc(5246, "6.2.3")],
            runs: Run(
                "attack tcp-hijack --seed 7 --defence on",
                shows: "The server's TLS answers with bad_record_mac and closes",
                unlike: Counterpart(
                    "attack tcp-hijack --seed 7 --defence off",
                    shows: "The server acknowledges octets that the client has not sent")),
            claim: Words(
                english: "TLS prevents an injection into the stream.",
                chinese: "TLS 防止向字节流注入数据。"),
            truth: Words(
                english: "The injected data reaches no application.",
                chinese: "注入的数据到不了应用程序。"),
            fact: Words(
                english: "TLS notices it, and then the connection ends: bad_record_mac is fatal.",
                chinese: "TLS 会发现注入，连接随后就结束：bad_record_mac 是致命的。")),
        Claim(
            84, about: .closing, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(9293, "3.10.7.4"), .rfc(5961, "5.2")],
            runs: .exhibit(
                "blind-data", shows: "of hers stand in the stream",
                defended: "octets that the application has read are the client's"),
            claim: Words(
                english: "Data in the window is data in order.",
                chinese: "窗口中的数据就是按顺序的数据。"),
            truth: Words(
                english: "The receiver delivers it in order.",
                chinese: "接收方按顺序交付数据。"),
            fact: Words(
                english:
                    "Data ahead of the next number waits. If an attacker's octets wait there, the true ones that come later may be dropped.",
                chinese: "超前于下一个序号的数据先等待。如果等在那里的是攻击者的字节，接收方可能丢弃后来的真数据。")),
        Claim(
            85, about: .closing, verdict: .isFalse, saidIn: [.textbook], rules: [.rfc(5681, "3.1"), .rfc(9293, "3.4")],
            runs: .exhibit(
                "optimistic-ack", shows: "It takes 17 milliseconds until all 1048576 octets have left the server",
                defended: "the server aborts the connection"),
            claim: Words(
                english: "An acknowledgment proves that the data has arrived.",
                chinese: "确认证明数据已经到达。"),
            truth: Words(
                english: "An honest receiver says so.",
                chinese: "诚实的接收方是这样说的。"),
            fact: Words(
                english:
                    "It is a statement of the receiver. One that acknowledges too early makes the sender faster than the network allows.",
                chinese: "它只是接收方的说法。过早确认的接收方会使发送方快过网络所能承受的速度。")),
        Claim(
            86, about: .closing, verdict: .isFalse, saidIn: [.work], rules: [.rfc(9293, "3.8.6.1")],
            runs: .exhibit(
                "zero-window", shows: "so the server's program resets the connection",
                defended: "It gets a place, and all 65536 octets"),
            claim: Words(
                english: "A peer that takes no data is thrown out after a while.",
                chinese: "对方不接收数据，过一阵连接就会断开。"),
            truth: Words(
                english: "A peer that does not answer at all is.",
                chinese: "对方完全不回应时是这样。"),
            fact: Words(
                english:
                    "As long as it acknowledges, TCP must keep the connection. An application needs a limit of its own.",
                chinese: "只要它还在确认，TCP 就必须保持连接。应用程序需要自己的时限。")),
        Claim(
            87, about: .closing, verdict: .isFalse, saidIn: [.textbook, .course],
            rules: [.rfc(9293, "3.3.2"), .rfc(9293, "3.10.7")],
            runs: Run(
                "tcp rst-exact", shows: "TCP Peer B: ESTABLISHED → CLOSED",
                unlike: Counterpart("tcp rst-in-window", shows: "So we answer with a challenge ACK")),
            claim: Words(
                english: "The diagram of states is the specification.",
                chinese: "状态图就是规范。"),
            truth: Words(
                english: "It shows the usual ways.",
                chinese: "它画出了通常的路线。"),
            fact: Words(
                english:
                    "It is only a summary. A reset leads from ESTABLISHED to CLOSED, and the figure has no arrow for it. It has none from FIN-WAIT-1 to TIME-WAIT either, for a FIN and an ACK that come together.",
                chinese: "它只是概要。复位使 ESTABLISHED 变为 CLOSED，图中没有这个箭头。FIN 和 ACK 一起到来时，FIN-WAIT-1 直接变为 TIME-WAIT，图中也没有这个箭头。"
            )),
        Claim(
            96, about: .closing, verdict: .isFalse, saidIn: [.course], rules: [.rfc(9293, "3.4.2")],
            runs: Run(
                "--seed 7 --msl 15 --only tcp.time_wait", shows: "we wait for 2 MSL, 30 s",
                unlike: Counterpart("--seed 7 --only tcp.time_wait", shows: "we wait for 2 MSL, 240 s")),
            claim: Words(
                english: "The maximum segment lifetime is a constant of the network.",
                chinese: "最长报文段寿命是网络的常数。"),
            truth: Words(
                english: "It is meant to be longer than any segment lives.",
                chinese: "它应当比任何报文段的寿命都长。"),
            fact: Words(
                english: "It is a choice. The RFC sets two minutes, and many systems set less.",
                chinese: "它是一种选择。RFC 规定两分钟，许多系统设得更短。")),
    ]
}
