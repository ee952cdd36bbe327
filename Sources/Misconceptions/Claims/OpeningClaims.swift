import Trace

extension Claim {
    /// Claims about how TCP opens.
    static let ofOpening: [Claim] = [
        Claim(
            62, about: .opening, verdict: .isFalse, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "explore --variant two-way", shows: "Broken after 2 steps, and no fewer",
                unlike: Counterpart("tcp ghost-syn", shows: "CLOSED --> <SEQ=91><CTL=RST> --> LISTEN")),
            Run("tcp why-three", shows: "B's user: \"pay 100\" arrives"),
            claim: Words(
                english: "There are three segments, so that both know that they can send and receive.",
                chinese: "有三个报文段，是为了让双方知道自己能发也能收。"),
            truth: Words(
                english: "After three segments both know it.",
                chinese: "三个报文段之后，双方确实都知道了。"),
            fact: Words(
                english:
                    "The main reason is another one: an old SYN that comes late must not open a connection. With two segments it does, and an old order is carried out.",
                chinese: "主要原因是另一个：迟到的旧 SYN 不得打开连接。只有两个报文段时它会打开，旧的指令就会执行。")),
        Claim(
            63, about: .opening, verdict: .isTrue, saidIn: [.article, .interview], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp why-three", shows: "the ghost would last",
                unlike: Counterpart("tcp ghost-syn", shows: "SYN-RECEIVED → LISTEN")),
            claim: Words(
                english: "With two segments the server would waste resources.",
                chinese: "只有两个报文段，服务器会浪费资源。"),
            truth: Words(
                english: "A connection would stand that has no client.",
                chinese: "会留下一个没有客户端的连接。"),
            fact: Words(
                english: "It is so, and it is not the main reason: the server would also deliver old data as new.",
                chinese: "是这样，但这不是主要原因：服务器还会把旧数据当作新数据交付。")),
        Claim(
            64, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp figure-7", shows: "· 4 packets: 2 from TCP Peer A, 2 from TCP Peer B",
                unlike: Counterpart(
                    "tcp figure-6", shows: "4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED")),
            claim: Words(
                english: "A handshake of four segments is wrong: four are one too many.",
                chinese: "四个报文段的握手是错的：多了一个。"),
            truth: Words(
                english: "Usually SYN and ACK of the server share a segment, so three are enough.",
                chinese: "通常服务器的 SYN 和 ACK 合用一个报文段，所以三个就够了。"),
            fact: Words(
                english: "When both sides open at the same time, there are four. The RFC has a figure of it.",
                chinese: "双方同时打开时，就是四个。RFC 中有一幅这样的图。")),
        Claim(
            65, about: .opening, verdict: .isFalse, saidIn: [.interview, .course],
            rules: [.rfc(9293, "3.10.7.4"), .rfc(9293, "3.8.1")],
            runs: Run(
                "tcp lost-third-ack",
                shows: "(lost) SYN-RECEIVED 5. ESTABLISHED --> <SEQ=101><ACK=301><DATA=3><CTL=ACK> --> ESTABLISHED",
                unlike: Counterpart(
                    "tcp figure-6", shows: "4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED")),
            claim: Words(
                english: "If the third segment is lost, the connection fails.",
                chinese: "如果第三个报文段丢失，连接就失败。"),
            truth: Words(
                english: "The server is not ESTABLISHED without it.",
                chinese: "没有它，服务器就没有进入 ESTABLISHED。"),
            fact: Words(
                english:
                    "The first data carries the same acknowledgment. If there is no data, the server sends its SYN,ACK again.",
                chinese: "第一份数据带着同样的确认。如果没有数据，服务器会再次发送 SYN,ACK。")),
        Claim(
            66, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "--seed 7 --only tcp.handshake_ack,tcp.data:1",
                shows: "relative <SEQ=1><ACK=1><CTL=PSH,ACK><DATA=115>",
                unlike: Counterpart("--seed 7 --only tcp.syn", shows: "relative <SEQ=0><CTL=SYN>")),
            claim: Words(
                english: "The third segment has the number x of the SYN, and so has the first data.",
                chinese: "第三个报文段的序号是 SYN 的 x，第一份数据也是。"),
            truth: Words(
                english: "The third segment and the first data have the same number.",
                chinese: "第三个报文段和第一份数据的序号相同。"),
            fact: Words(
                english: "It is x + 1: the SYN has taken x.",
                chinese: "序号是 x + 1：x 已由 SYN 占用。")),
        Claim(
            67, about: .opening, verdict: .isFalse, saidIn: [.article, .course], rules: [.rfc(9293, "3.4")],
            runs: Run(
                "--seed 7 --only tcp.ack:1", shows: "3659180762 + 115",
                unlike: Counterpart("--seed 7 --only tcp.handshake_ack", shows: "(4222977184 + 1)")),
            claim: Words(
                english: "ack = seq + 1, always.",
                chinese: "ack 总是等于 seq + 1。"),
            truth: Words(
                english: "So it is for a SYN and for a FIN without data.",
                chinese: "对于 SYN 和不带数据的 FIN 是这样。"),
            fact: Words(
                english:
                    "It is the next number that is expected: SEG.SEQ + SEG.LEN. The length counts the data, the SYN and the FIN.",
                chinese: "它是等待的下一个序号：SEG.SEQ + SEG.LEN。数据、SYN 和 FIN 都算在长度里。")),
        Claim(
            68, about: .opening, verdict: .isFalse, saidIn: [.textbook, .course],
            rules: [.rfc(9293, "3.4"), .rfc(9293, "3.5")],
            runs: Run(
                "tcp figure-6",
                shows: "4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED 5. ESTABLISHED --> <SEQ=101>",
                unlike: Counterpart("tcp figure-12", shows: "TIME-WAIT --> <SEQ=101><ACK=301><CTL=ACK> --> CLOSED")),
            claim: Words(
                english: "Every segment uses up a number.",
                chinese: "每个报文段都占用一个序号。"),
            truth: Words(
                english: "Data, SYN and FIN do.",
                chinese: "数据、SYN 和 FIN 占用序号。"),
            fact: Words(
                english:
                    "A segment with only an ACK takes none. Otherwise acknowledgments would be acknowledged without end.",
                chinese: "只带 ACK 的报文段不占用序号，否则确认又要确认，没有尽头。")),
        Claim(
            69, about: .opening, verdict: .isFalse, saidIn: [.article, .interview, .course], rules: [.rfc(9293, "3.1")],
            runs: Run(
                "--seed 7 --only tcp.syn_ack", shows: "<CTL=SYN,ACK>",
                unlike: Counterpart("--seed 7 --only tcp.syn", shows: "<CTL=SYN>")),
            Run("--seed 7 --detail bytes --only tcp.syn_ack", shows: "tcp.flags.cwr"),
            claim: Words(
                english: "TCP has six flags, one for each kind of segment.",
                chinese: "TCP 有六个标志，每种报文段一个。"),
            truth: Words(
                english: "RFC 793 named six.",
                chinese: "RFC 793 列出了六个。"),
            fact: Words(
                english: "There are eight control bits, and a segment can have several: SYN,ACK has two.",
                chinese: "控制位有八个，一个报文段可以有几个：SYN,ACK 有两个。")),
        Claim(
            70, about: .opening, verdict: .isFalse, saidIn: [.interview, .course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp data-on-syn", shows: "wait until the connection is open",
                alone: Words(
                    english: "The rule holds for each receiver, and the TCP of this program keeps it.",
                    chinese: "这条规则对每个接收方都成立，这个程序的 TCP 也遵守它。")),
            claim: Words(
                english: "A SYN may not carry data, for safety.",
                chinese: "为了安全，SYN 不能带数据。"),
            truth: Words(
                english: "The user gets no data before the connection is open.",
                chinese: "连接打开之前，用户得不到数据。"),
            fact: Words(
                english: "A SYN may carry data. The receiver keeps it until the third segment has come.",
                chinese: "SYN 可以带数据。接收方先保存它，等第三个报文段到来。")),
        Claim(
            71, about: .opening, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(9293, "3.4.1"), .rfc(6528, "3")],
            runs: Run(
                "--seed 7 --only tcp.isn", shows: "ISN = M + F = 0 + 3659180761",
                unlike: Counterpart("--seed 7 --isn constant --only tcp.isn", shows: "Our first number is set to 0")),
            .exhibit(
                "isn-prediction", shows: "The differences are multiples of 64000", defended: "She sees no rule in them"),
            claim: Words(
                english: "The initial sequence number is random, and only so that an attacker cannot guess it.",
                chinese: "初始序号是随机的，只是为了让攻击者猜不出来。"),
            truth: Words(
                english: "An attacker who sees no segment must not be able to guess it.",
                chinese: "看不到报文段的攻击者，必须猜不出它。"),
            fact: Words(
                english:
                    "It is a clock plus a keyed hash. The clock keeps segments of an earlier connection out of the next one.",
                chinese: "它是时钟加上带密钥的哈希。有了时钟，前一个连接的报文段就不会进入下一个连接。")),
        Claim(
            72, about: .opening, verdict: .onlyIf, saidIn: [.article], rules: [.rfc(6528, "3")],
            runs: Run(
                "attack tcp-hijack --seed 7 --defence off",
                shows: "The server acknowledges octets that the client has not sent",
                unlike: Counterpart("attack isn-prediction --seed 7 --defence on", shows: "No ACK had the right number")
            ),
            claim: Words(
                english: "A random initial sequence number protects the connection.",
                chinese: "随机的初始序号能保护连接。"),
            truth: Words(
                english: "It protects against an attacker who sees no segment.",
                chinese: "它能防住看不到报文段的攻击者。"),
            fact: Words(
                english: "An attacker on the path reads the number, and needs one segment.",
                chinese: "路径上的攻击者读到序号，只需要一个报文段。")),
        Claim(
            73, about: .opening, verdict: .onlyIf, saidIn: [.textbook],
            rules: [.rfc(5961, "1.1"), .rfc(9293, "3.10.7.4")],
            runs: .exhibit(
                "rst-injection", shows: "lies in the client's window. The client's connection is gone",
                defended: "one of them lay in the window. The client answered it with a challenge ACK"),
            claim: Words(
                english: "To guess a number of 32 bits takes four billion segments.",
                chinese: "猜一个 32 位的序号，需要四十亿个报文段。"),
            truth: Words(
                english: "It can take so many where exactly one number fits.",
                chinese: "如果只有一个序号符合，可能需要这么多。"),
            fact: Words(
                english:
                    "Where every number in the window fits, it takes at most 2^32 divided by the window: 4,096 in this run. Where the host asks for exactly the next number, as RFC 5961 wants it, as many segments change nothing.",
                chinese:
                    "如果窗口中的每个序号都符合，最多需要 2^32 除以窗口那么多：在这次运行中是 4,096。如果主机像 RFC 5961 要求的那样，只接受正好是下一个的序号，这么多报文段就什么也改变不了。")),
        Claim(
            74, about: .opening, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(4987, "2.2"), .rfc(4987, "3.2")],
            runs: .exhibit(
                "syn-flood", shows: "keeps the place for 63 seconds",
                defended: "keeps nothing that it could send again. The honest client has its connection at once"),
            claim: Words(
                english: "A SYN flood overloads the server, and a larger backlog helps.",
                chinese: "SYN 洪泛使服务器过载，更长的半连接队列有帮助。"),
            truth: Words(
                english: "A larger backlog is filled later.",
                chinese: "更长的半连接队列会晚一些才满。"),
            fact: Words(
                english:
                    "The server is idle. Each place is taken for about a minute, 63 seconds in this run. So a backlog of B places takes B SYNs a minute: 64 places one a second, and 65,536 places a thousand a second.",
                chinese: "服务器是空闲的。每个位置大约占用一分钟，在这次运行中是 63 秒。所以半连接队列有 B 个位置时，每分钟 B 个 SYN 就能占满：64 个位置每秒一个，65,536 个位置每秒一千个。"
            )),
        Claim(
            75, about: .opening, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(4987, "3.6")],
            runs: Run(
                "attack syn-flood --seed 7 --defence on", shows: "has sent none a second time",
                unlike: Counterpart(
                    "attack syn-flood --seed 7 --defence off", shows: "The server sends each SYN,ACK again 5 times")),
            claim: Words(
                english: "SYN cookies cost nothing.",
                chinese: "SYN cookie 没有任何代价。"),
            truth: Words(
                english: "The server stores nothing.",
                chinese: "服务器什么也不保存。"),
            fact: Words(
                english:
                    "The number has room for three bits of options. The other options are lost, as far as no timestamp carries them. And a server that stores nothing cannot send a SYN,ACK again, however many are lost.",
                chinese: "序号中只有放三位选项的地方。其他选项如果没有时间戳携带，就会丢失。而且什么也不保存的服务器不能再次发送 SYN,ACK，不管丢失多少个。")),
        Claim(
            91, about: .opening, verdict: .isFalse, saidIn: [.article], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp why-three", shows: "At line 2 B is only in SYN-RECEIVED",
                unlike: Counterpart(
                    "tcp figure-6", shows: "ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED")),
            claim: Words(
                english: "The handshake tests whether both sides follow TCP/IP.",
                chinese: "握手是测试双方是否遵守 TCP/IP。"),
            truth: Words(
                english: "A host without TCP does not answer.",
                chinese: "没有 TCP 的主机不会应答。"),
            fact: Words(
                english:
                    "It asks whether the first number is meant now, and agrees on both first numbers. Only a host that takes part now can answer.",
                chinese: "它询问第一个序号是不是现在的，并且商定双方的第一个序号。只有此刻参与的主机才能应答。")),
        Claim(
            92, about: .opening, verdict: .isFalse, saidIn: [.interview, .work],
            rules: [.rfc(9293, "3.3.1"), .rfc(6335, "6")],
            runs: .exhibit(
                "zero-window",
                shows:
                    "She opens 64 connections and asks for the file on each, with a window of 0. The server takes them all",
                defended: "It gets a place, and all 65536 octets"),
            claim: Words(
                english: "A server has at most 28,232 connections, as there are no more ports.",
                chinese: "服务器最多有 28,232 个连接，因为没有更多端口了。"),
            truth: Words(
                english:
                    "On Linux a client that does not choose its port gets one of 28,232. So many connections can it have to one address and port.",
                chinese: "在 Linux 上，不自己选端口的客户端从 28,232 个端口中得到一个。对同一个地址和端口，它可以有这么多连接。"),
            fact: Words(
                english:
                    "A connection is two addresses and two ports, and the server's port is the same in all. What ends is the room in the server. In this run 64 connections go to one port of the server, and then no place is free.",
                chinese: "一个连接由两个地址和两个端口确定，其中服务器的端口都相同。用完的是服务器里的位置。在这次运行中，64 个连接都到服务器的同一个端口，之后就没有空位了。")),
        Claim(
            95, about: .opening, verdict: .isFalse, saidIn: [.course], rules: [.rfc(9293, "3.4")],
            runs: Run(
                "tcp why-fin-number", shows: "would be the same segment, octet for octet",
                alone: Words(
                    english: "The run shows both. In its other column the FIN takes a number.",
                    chinese: "这次运行把两种情况都演示了。在它的另一栏中，FIN 占用一个序号。")),
            claim: Words(
                english: "SYN and FIN carry no data, so they need no number.",
                chinese: "SYN 和 FIN 不带数据，所以不需要序号。"),
            truth: Words(
                english: "They carry no data of the user.",
                chinese: "它们不带用户的数据。"),
            fact: Words(
                english: "With a number they can be acknowledged, and sent again without confusion.",
                chinese: "有了序号，它们就可以得到确认，也可以再次发送，不会弄混。")),
        Claim(
            97, about: .opening, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(9293, "3.4.1")],
            runs: Run(
                "--seed 7 --only tcp.isn", shows: "ISN = M + F = 0 + 3659180761",
                unlike: Counterpart("--seed 7 --isn constant --only tcp.isn", shows: "Our first number is set to 0")),
            claim: Words(
                english: "Sequence numbers begin at 0 or 1.",
                chinese: "序号从 0 或 1 开始。"),
            truth: Words(
                english: "Programs that show segments often count from 0.",
                chinese: "显示报文段的程序常常从 0 数起。"),
            fact: Words(
                english:
                    "By the rule the first number is a clock plus a secret function of both sockets. It is 0 in a TCP that breaks this rule, as in the second run.",
                chinese: "按照规则，第一个序号是时钟加上两个套接字的秘密函数。如果 TCP 违反这条规则，它就是 0，第二次运行就是这样。")),
    ]
}
