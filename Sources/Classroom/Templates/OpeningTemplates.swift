import Trace

/// Questions about how TCP opens a connection, and about its numbers.
extension Template {
    static let opening: [Template] = [
        Template(
            "tcp.ack-of-syn", .number, run: "--dh", distinct: true, step: "tcp.syn_ack", cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You know what an acknowledgment number means.",
                ask:
                    "A client sends the SYN that is shown. The server answers with a SYN,ACK. What is its acknowledgment number?",
                hint:
                    "An acknowledgment names the number that the receiver expects next. Ask what the SYN itself takes.",
                because: "A SYN takes one sequence number. The server expects the number after it."),
            chinese: .init(
                goal: "你知道确认号是什么意思。",
                ask: "客户端发送所示的 SYN，服务器用 SYN,ACK 回应。它的确认号是多少？",
                hint: "确认号是接收方等待的下一个序号。想一想：SYN 本身占用了什么？",
                because: "SYN 占用一个序号，服务器等待的是它后面的那个序号。")
        ) { run, key in
            let syn = try run.syn
            key.right = [.number(try run.synAck.acknowledgment)]
            key["own-number", .number(try syn.sequence)] = Words(
                english: "That is the number of the SYN itself. An acknowledgment names the number that is expected "
                    + "next.",
                chinese: "这是 SYN 自己的序号。确认号是等待的下一个序号。")
            key["servers-number", .number(try run.synAck.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "That is counted from the server's own number. Each side counts the octets of the other "
                    + "one's stream.",
                chinese: "这是从服务器自己的序号算起的。每一方数的都是对方字节流里的字节。")
            key["relative", .number(1)] = Words(
                english: "That is the number as Wireshark shows it, counted from the first. The packet carries the "
                    + "whole number.",
                chinese: "这是 Wireshark 显示的数，从第一个序号算起。数据包里带的是完整的序号。")
            key.shown = [run.shown("SYN", syn)]
        },
        Template(
            "tcp.third-seq", .number, run: "--dh", distinct: true, step: "tcp.handshake_ack",
            cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You know which number the client uses after its SYN.",
                ask:
                    "A client sends the SYN that is shown, and the server answers with a SYN,ACK. What is the sequence number of the third segment, the client's ACK?",
                hint: "Ask how many numbers the SYN has taken, and which number the server expects now.",
                because: "The SYN takes one sequence number. The next segment of the client begins one further on."),
            chinese: .init(
                goal: "你知道客户端在 SYN 之后使用哪个序号。",
                ask: "客户端发送所示的 SYN，服务器用 SYN,ACK 回应。第三个报文段，也就是客户端的 ACK，序号是多少？",
                hint: "想一想：SYN 占用了几个序号，服务器现在等待哪个序号？",
                because: "SYN 占用一个序号。客户端的下一个报文段从下一个序号开始。")
        ) { run, key in
            try key.right = [.number(run.third.sequence)]
            try key["x-again", .number(run.syn.sequence)] = Words(
                english: "This would be right if the SYN took no number. Look at the acknowledgment number of the "
                    + "SYN,ACK: it says what the server expects next.",
                chinese: "如果 SYN 不占用序号，这就对了。看 SYN,ACK 的确认号：它说明服务器等待的下一个序号。")
            try key["the-ack", .number(run.third.acknowledgment)] = Words(
                english: "This is what the third segment acknowledges. Its own number is counted from the client's "
                    + "SYN. Look at the two fields of the segment side by side.",
                chinese: "这是第三个报文段所确认的序号。它自己的序号从客户端的 SYN 算起。把报文段的这两个字段放在一起看。")
            try key.shown = [
                run.shown("SYN", run.syn),
                .text(
                    Words(english: "Sequence number of the SYN,ACK", chinese: "SYN,ACK 的序号"), "\(run.synAck.sequence)"),
            ]
        },
        Template(
            "tcp.first-data-seq", .number, run: "--dh", distinct: true, step: "tcp.data", cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You know what a segment without data does to the sequence numbers.",
                ask:
                    "A client sends the SYN that is shown. The server answers with a SYN,ACK. The client sends an ACK without data, and then its first data. What is the sequence number of the first segment with data?",
                hint: "Ask of each segment before: does it carry data, SYN or FIN? Only these take numbers.",
                because:
                    "The SYN takes one number. The ACK without data takes none, so the data begin at the number that the ACK had."
            ),
            chinese: .init(
                goal: "你知道不带数据的报文段对序号有什么影响。",
                ask: "客户端发送所示的 SYN，服务器用 SYN,ACK 回应。客户端先发送一个不带数据的 ACK，再发送它的第一批数据。第一个带数据的报文段，序号是多少？",
                hint: "对前面的每个报文段问一问：它带数据、SYN 或 FIN 吗？只有这些占用序号。",
                because: "SYN 占用一个序号。不带数据的 ACK 不占用序号，所以数据从这个 ACK 的序号开始。")
        ) { run, key in
            try key.right = [.number(run.hello.sequence)]
            try key["ack-takes-one", .number(run.third.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "You have counted the third segment as if it took a number. Look at what it carries: "
                    + "neither SYN nor FIN, and no data.",
                chinese: "你把第三个报文段算成占用一个序号。看它带了什么：没有 SYN，没有 FIN，也没有数据。")
            try key["x-again", .number(run.syn.sequence)] = Words(
                english: "You have counted the SYN as if it took no number. Look at the acknowledgment number of the "
                    + "SYN,ACK.",
                chinese: "你把 SYN 算成不占用序号。看 SYN,ACK 的确认号。")
            try key.shown = [run.shown("SYN", run.syn)]
        },
        Template(
            "tcp.ack-octets", .hex, credit: 2, run: "--dh", distinct: true, step: "tcp.syn_ack",
            cites: [.rfc(9293, "3.1")],
            english: .init(
                goal: "You can find the acknowledgment number among the octets of a packet.",
                ask:
                    "A client sends the SYN that is shown. Which four octets stand in the field of the acknowledgment number of the SYN,ACK that answers it, in hexadecimal?",
                hint:
                    "The IPv4 header has 20 octets. Behind it come two ports of two octets each, then SEQ, then ACK, the most significant octet first.",
                because:
                    "The field holds the number that is expected next, written with the most significant octet first."),
            chinese: .init(
                goal: "你能在数据包的字节里找到确认号。",
                ask: "客户端发送所示的 SYN。在回应它的 SYN,ACK 里，确认号字段是哪四个字节？用十六进制写出。",
                hint: "IPv4 首部有 20 字节。后面是两个端口，各占两个字节，然后是 SEQ，再是 ACK，最高位的字节在前。",
                because: "这个字段存放等待的下一个序号，最高位的字节在前。")
        ) { run, key in
            let octets = try run.synAck.bytes.dropFirst(28).prefix(4)
            let syn = try run.syn
            key.right = [.octets(Array(octets))]
            key["own-number", .octets(Array(syn.bytes.dropFirst(24).prefix(4)))] = Words(
                english: "These are the octets of the client's own number. An acknowledgment names the number that "
                    + "is expected next: look at what the SYN takes.",
                chinese: "这是客户端自己的序号的字节。确认号是等待的下一个序号：看一看 SYN 占用了什么。")
            key["least-first", .octets(Array(octets.reversed()))] = Words(
                english: "The number is right, and its octets are turned round. Networks send the most significant "
                    + "octet first. Look at the ports in the SYN, whose values you know.",
                chinese: "数是对的，但字节顺序反了。网络上先发送最高位的字节。看 SYN 里的端口，端口的值你是知道的。")
            key.shown = [run.shown("SYN", syn)]
        },
        Template(
            "tcp.syn-ack-blank", .blank, credit: 3, run: "--dh", distinct: true, step: "tcp.syn_ack",
            cites: [.rfc(9293, "3.1")],
            english: .init(
                goal: "You can write the header of a SYN,ACK.",
                ask:
                    "The SYN,ACK that answers the SYN has three gaps: the destination port, the acknowledgment number, and the two octets with data offset and flags. Fill them in, in hexadecimal.",
                hint:
                    "The ports change places. The acknowledgment counts the SYN. The data offset counts words of four octets.",
                because:
                    "The answer goes to the port that the SYN came from. It expects the number after the SYN. Six words of header, SYN and ACK give 6012."
            ),
            chinese: .init(
                goal: "你能写出 SYN,ACK 的首部。",
                ask: "回应这个 SYN 的 SYN,ACK 有三处空白：目的端口、确认号，以及装着数据偏移和标志位的两个字节。用十六进制填空。",
                hint: "两个端口互换位置。确认号要算上 SYN。数据偏移以四个字节的字为单位。",
                because: "回应发往 SYN 来自的端口。它等待 SYN 之后的那个序号。首部长六个字，加上 SYN 和 ACK，得到 6012。")
        ) { run, key in
            key.parts = [
                .init(name: "tcp.dstport", range: 22..<24), .init(name: "tcp.ack_raw", range: 28..<32),
                .init(name: "tcp.flags", range: 32..<34),
            ]
            key.shown = [run.shown("SYN,ACK", try run.synAck), run.shown("SYN", try run.syn)]
        },
        Template(
            "tcp.opening-order", .order, credit: 2, run: "--dh", step: "tcp.syn", cites: [.rfc(9293, "3.5")],
            english: .init(
                goal: "You can tell the packets of an opening from their octets.",
                ask:
                    "Here are the first four datagrams of a connection, shuffled. Put them into the order in which they are sent.",
                hint:
                    "The flags stand at offset 33: 02 is SYN, 12 is SYN and ACK, 10 is ACK. A datagram with data comes when the connection is open.",
                because: "SYN, SYN,ACK and ACK open the connection. The first data follow."),
            chinese: .init(
                goal: "你能根据字节认出打开连接的各个数据包。",
                ask: "下面是一个连接的前四个数据报，顺序已打乱。按发送的先后排好。",
                hint: "标志位在偏移 33 处：02 是 SYN，12 是 SYN 和 ACK，10 是 ACK。连接打开之后才有带数据的数据报。",
                because: "SYN、SYN,ACK 和 ACK 打开连接，然后是第一批数据。")
        ) { run, key in
            let packets = [try run.syn, try run.synAck, try run.third, try run.hello]
            key.right = [.order(packets.map { Hex.string($0.bytes) })]
        },
        Template(
            "tcp.next-packet", .predict, run: "--dh", step: "tcp.syn_ack", cites: [.rfc(9293, "3.5")],
            english: .init(
                goal: "You can say what answers a SYN.",
                ask:
                    "A client has sent the SYN that is shown to a server that listens. What does the next packet look like? The numbers are relative: each side's are counted from its own first number.",
                hint: "The server has to do two things: confirm the client's number, and make its own known.",
                because: "The server confirms the client's SYN and sends its own SYN in the same segment."),
            chinese: .init(
                goal: "你能说出什么会回应一个 SYN。",
                ask: "客户端把所示的 SYN 发给一台正在监听的服务器。下一个数据包是什么样子？这里用相对序号：每一方的序号都从自己的第一个序号算起。",
                hint: "服务器有两件事要做：确认客户端的序号，并告知自己的序号。",
                because: "服务器在同一个报文段里确认客户端的 SYN，并发送自己的 SYN。")
        ) { run, key in
            try key.right = [.choice(run.first(of: .server) { _ in true }.relativeLabel)]
            key["acks-own-number", .choice("<SEQ=0><ACK=0><CTL=SYN,ACK>")] = Words(
                english: "This acknowledges the SYN's own number. An acknowledgment names the number that is "
                    + "expected next. Look at what a SYN takes.",
                chinese: "这里确认的是 SYN 自己的序号。确认号是等待的下一个序号。看一看 SYN 占用了什么。")
            key["two-way", .choice("<SEQ=1><ACK=1><CTL=ACK>")] = Words(
                english: "This is a server that takes the connection for open at once. It has not told the client "
                    + "its own number yet. Look at the flags of the answer.",
                chinese: "这样的服务器马上就认为连接已经打开，但它还没有把自己的序号告诉客户端。看回应的标志位。")
            key["only-syn", .choice("<SEQ=0><CTL=SYN>")] = Words(
                english: "This is what happens when both sides open at the same time. Here the server has read the "
                    + "client's SYN before it answers.",
                chinese: "双方同时打开时才会这样。这里服务器先读到客户端的 SYN，然后才回应。")
            try key.shown = [run.shown("SYN", run.syn)]
        },
        Template(
            "tcp.lost-third", .choice, run: "--dh", rules: ["drop client ACK 1"], step: "tcp.established",
            cites: [.rfc(9293, "3.10.7.4")],
            english: .init(
                goal: "You know what opens a connection at the server.",
                ask:
                    "The third segment of the handshake, the client's first ACK, is lost. What opens the server's connection?",
                hint:
                    "Look at the acknowledgment number in the segment that the client sends right after the lost one.",
                because:
                    "Each segment of the client acknowledges the server's SYN. The one with data opens the connection and delivers the data at once."
            ),
            chinese: .init(
                goal: "你知道服务器端的连接由什么打开。",
                ask: "握手的第三个报文段，也就是客户端的第一个 ACK，丢失了。服务器的连接由什么打开？",
                hint: "看丢失的报文段之后，客户端紧接着发送的那个报文段的确认号。",
                because: "客户端的每个报文段都确认服务器的 SYN。带数据的那个打开连接，并立即交付数据。")
        ) { run, key in
            try key.right = [.choice(run.journal.serversOpening.rawValue)]
            key["only-third-opens", .choice("never")] = Words(
                english: "That would be so if one segment alone could open a connection. Look at what the other "
                    + "segments acknowledge.",
                chinese: "如果只有这一个报文段能打开连接，那就是这样。看一看其他报文段确认了什么。")
            key["sent-again", .choice("repetition")] = Words(
                english: "An ACK without data is not sent again by a timer. Look at what the client sends next.",
                chinese: "不带数据的 ACK 不会因计时器而再次发送。看客户端接下来发送什么。")
            key["server-resets", .choice("reset")] = Words(
                english: "A server that waits for an acknowledgment has no reason to reset. Look at what arrives next.",
                chinese: "等待确认的服务器没有理由复位。看接下来到达的是什么。")
            key.choices["never"] = Words(
                english: "nothing: the server waits until it gives up",
                chinese: "没有：服务器一直等到放弃")
            key.choices["repetition"] = Words(
                english: "the client's timer sends the same ACK again",
                chinese: "客户端的计时器再次发送同一个 ACK")
            key.choices["reset"] = Words(english: "the server resets the connection", chinese: "服务器复位连接")
            key.choices["data"] = Words(
                english: "the client's next segment, which carries data",
                chinese: "客户端的下一个报文段，它带数据")
        },
        Template(
            "tcp.doubt", .number, form: .time, credit: 2, run: "--dh --latency 40ms --jitter 30ms",
            step: "tcp.established", cites: [.rfc(9293, "3.3.2")],
            english: .init(
                goal: "You can say how long a server is in doubt.",
                ask:
                    "A server's connection is SYN-RECEIVED from the arrival of a SYN until a segment arrives that acknowledges the server's own SYN. For how long is it in this state here?",
                hint: "The state has a beginning and an end at the server. Find the two arrivals in the list.",
                because:
                    "The doubt lasts from the arrival of the SYN to the arrival of the first segment that acknowledges the server's SYN."
            ),
            chinese: .init(
                goal: "你能说出服务器有多久不能确定。",
                ask: "从 SYN 到达起，直到确认服务器自己的 SYN 的报文段到达为止，服务器的连接处于 SYN-RECEIVED。这里它在这个状态停留多久？",
                hint: "这个状态在服务器上有开始，也有结束。在列表里找出这两次到达。",
                because: "从 SYN 到达，到第一个确认服务器的 SYN 的报文段到达，服务器都不能确定。")
        ) { run, key in
            let start = try run.entry(of: .server, into: "SYN-RECEIVED")
            let end = try run.entry(of: .server, into: "ESTABLISHED")
            key.right = [.time(end - start)]
            key["moment-not-duration", .time(end - .zero)] = Words(
                english: "This is the time at which the doubt ends, counted from the start of the run. The question "
                    + "is how long the state lasts. Look at when it begins.",
                chinese: "这是不确定结束的时刻，从运行开始算起。问的是这个状态持续多久。看它从什么时候开始。")
            key["one-way", .time(start - .zero)] = Words(
                english: "This is the time at which the doubt begins, counted from the start of the run. Look at how "
                    + "long it lasts from there.",
                chinese: "这是不确定开始的时刻，从运行开始算起。看从那时起它持续多久。")
            try key.shown = [
                run.traffic(of: .server, sent: true, until: end), run.traffic(of: .server, sent: false, until: end),
            ]
        },
        Template(
            "tcp.flags-of-data", .several, run: "--dh", step: "tcp.data", cites: [.rfc(9293, "3.1")],
            english: .init(
                goal: "You know which flags a segment with data has.",
                ask: "A client's first segment with data carries a ClientHello. Which flags are set?",
                hint:
                    "The connection is open: the opening is over, the closing has not begun, and each segment acknowledges.",
                because: "Each segment after the first has ACK. PSH asks the receiver to hand the data on at once."),
            chinese: .init(
                goal: "你知道带数据的报文段有哪些标志位。",
                ask: "客户端第一个带数据的报文段里是 ClientHello。哪些标志位置位？",
                hint: "连接是打开的：打开的过程已经结束，关闭还没有开始，每个报文段都带确认。",
                because: "第一个报文段之后，每个报文段都有 ACK。PSH 请接收方立即把数据交上去。")
        ) { run, key in
            let octet = try run.hello.flags
            let flags = ["FIN", "SYN", "RST", "PSH", "ACK", "URG"]
            let set = flags.enumerated().filter { octet & (1 << $0.offset) != 0 }.map(\.element)
            key.right = [.letters(Set(set))]
            key.offered = flags
            key["no-ack-with-data", .letters(["PSH"])] = Words(
                english: "Data and acknowledgment do not exclude each other. A segment with data acknowledges as well.",
                chinese: "数据和确认并不互相排斥。带数据的报文段也带确认。")
            key["syn-goes-on", .letters(["SYN", "ACK", "PSH"])] = Words(
                english: "SYN does not mean that the connection is open. It stands in the first segment of each side "
                    + "alone.",
                chinese: "SYN 的意思不是连接已经打开。它只在每一方的第一个报文段里。")
        },
        Template(
            "tcp.hello-ack", .number, credit: 2, run: "--dh", distinct: true, step: "tcp.ack",
            cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You can work out an acknowledgment from a segment.",
                ask:
                    "A client sends the segment that is shown, with a ClientHello in it. Everything before has arrived. What is the acknowledgment number with which the server confirms it?",
                hint:
                    "Take the segment's number and add its length. The length of the data is the total length less the two headers.",
                because:
                    "An acknowledgment is the number of the segment plus the count of its octets: the number that is expected next."
            ),
            chinese: .init(
                goal: "你能根据一个报文段算出确认号。",
                ask: "客户端发送所示的报文段，里面是 ClientHello。之前的一切都已到达。服务器用哪个确认号来确认它？",
                hint: "取报文段的序号，加上它的长度。数据的长度是总长度减去两个首部。",
                because: "确认号是报文段的序号加上它的字节数：等待的下一个序号。")
        ) { run, key in
            let hello = try run.hello
            let right = try run.first(of: .server) { $0.flags & 2 == 0 }.acknowledgment
            key.right = [.number(right)]
            try key["plus-one", .number(hello.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "A segment with data takes as many numbers as it has octets of data. Only a SYN or a FIN "
                    + "counts one. Look at the length of the data.",
                chinese: "带数据的报文段有多少字节数据，就占用多少个序号。只有 SYN 或 FIN 才算一个。看数据的长度。")
            key["length-alone", .number(hello.payload.count)] = Words(
                english: "This is the count of the octets, as Wireshark shows numbers when it counts from the first. "
                    + "The field holds a number of the client's sequence space. Look at the SEQ of the segment.",
                chinese: "这是字节数，是 Wireshark 从第一个序号算起时显示的数。字段里是客户端序号空间里的序号。看报文段的 SEQ。")
            try key["own-number", .number(hello.sequence)] = Words(
                english: "This is the number of the segment's first octet. An acknowledgment says which octet is "
                    + "expected next. Look at where the data end.",
                chinese: "这是报文段第一个字节的序号。确认号说的是等待的下一个字节。看数据在哪里结束。")
            key["last-octet", .number(right.advanced(inSequenceSpaceBy: 0xffff_ffff))] = Words(
                english: "This is the number of the last octet that has arrived. An acknowledgment names the one "
                    + "after it. Look at the acknowledgment of a SYN, which is one more than the SYN's number.",
                chinese: "这是已经到达的最后一个字节的序号。确认号是它后面的那一个。看对 SYN 的确认，它比 SYN 的序号大一。")
            key.shown = [run.shown("ClientHello", hello)]
        },
        Template(
            "tcp.mss-count", .number, run: "--dh --mss 536", step: "tcp.data", cites: [.rfc(9293, "3.7.1")],
            english: .init(
                goal: "You know what the maximum segment size counts.",
                ask:
                    "The client has announced the MSS that is shown. The server has the octets of its first flight ready, and its window allows to send them at once. How many segments with data does it send?",
                hint: "The MSS counts octets of data, without headers. The last segment may be shorter.",
                because:
                    "Each segment carries at most as many octets of data as the MSS says, and the rest goes into one more."
            ),
            chinese: .init(
                goal: "你知道最大报文段长度计算的是什么。",
                ask: "客户端通告了所示的 MSS。服务器第一批消息的字节已经准备好，窗口也允许一次全部发出。它发送几个带数据的报文段？",
                hint: "MSS 只计算数据的字节，不含首部。最后一个报文段可以短一些。",
                because: "每个报文段最多带 MSS 那么多字节的数据，剩下的再用一个报文段。")
        ) { run, key in
            let sizes = try run.firstFlight(of: .server).map(\.payload.count)
            let total = sizes.reduce(0, +)
            key.right = [.number(sizes.count)]
            key["header-forgotten", .number((total + 1459) / 1460)] = Words(
                english: "This is the count with segments of the usual size on an Ethernet. Look at the MSS that the "
                    + "client has announced.",
                chinese: "这是按以太网上通常的大小算出的报文段数。看客户端通告的 MSS。")
            key["rounded-down", .number(total / 536)] = Words(
                english: "The octets that are left over need a segment of their own. Look at the rest of the division.",
                chinese: "剩下的字节还需要一个报文段。看除法的余数。")
            key.shown = [
                .text(
                    Words(
                        english: "Octets of data in the server's first flight",
                        chinese: "服务器第一批消息的数据字节数"), "\(total)"),
                .text("MSS", "536"),
            ]
        },
        Template(
            "tcp.syn-on-open", .choice, run: "tcp lost-third-ack", step: "tcp.established",
            cites: [.rfc(9293, "3.10.7.4")],
            english: .init(
                goal: "You know what opens a connection at the server.",
                ask:
                    "The third segment of the handshake is lost. The server is in SYN-RECEIVED. Then a segment of the client arrives with data. It acknowledges the server's SYN. In which state is the server's TCP now?",
                hint: "Look at what the state waits for, and whether this segment has it.",
                because:
                    "SYN-RECEIVED waits for an acknowledgment of the server's SYN. Each segment of the client has one."),
            chinese: .init(
                goal: "你知道服务器端的连接由什么打开。",
                ask: "握手的第三个报文段丢失了，服务器处于 SYN-RECEIVED。这时客户端的一个报文段带着数据到达，它确认服务器的 SYN。服务器的 TCP 现在处于什么状态？",
                hint: "看这个状态在等什么，再看这个报文段有没有它。",
                because: "SYN-RECEIVED 等待对服务器的 SYN 的确认。客户端的每个报文段都有这个确认。")
        ) { run, key in
            try key.right = [.choice(run.state(of: .server, after: "SYN-RECEIVED"))]
            key["needs-third", .choice("SYN-RECEIVED")] = Words(
                english: "You expect that only the lost segment can open the connection. Look at the acknowledgment "
                    + "number of the segment with data.",
                chinese: "你以为只有丢失的那个报文段能打开连接。看带数据的报文段的确认号。")
            key["resets", .choice("CLOSED")] = Words(
                english: "You take the segment for an error. Look at its sequence number: it is the one that the "
                    + "server expects.",
                chinese: "你把这个报文段当成了错误。看它的序号：正是服务器等待的那个。")
            key["listens-again", .choice("LISTEN")] = Words(
                english: "A server goes back to LISTEN when a reset arrives. Look at the flags of the segment.",
                chinese: "复位到达时，服务器才回到 LISTEN。看这个报文段的标志位。")
        },
        Template(
            "tcp.stream-octets", .number, run: "--dh", step: "tcp.fin", cites: [.rfc(9293, "3.4")],
            english: .init(
                goal: "You can count the octets of a stream from sequence numbers.",
                ask:
                    "Here are the client's SYN and the client's FIN, which carries no data. How many octets of data has the client sent in between?",
                hint: "Subtract the two numbers, and ask what lies between them beside the data.",
                because: "The numbers from SYN to FIN cover the SYN itself and all octets of data."),
            chinese: .init(
                goal: "你能用序号算出字节流有多少字节。",
                ask: "下面是客户端的 SYN 和客户端的 FIN，这个 FIN 不带数据。两者之间客户端发送了多少字节数据？",
                hint: "把两个序号相减，再想一想两者之间除了数据还有什么。",
                because: "从 SYN 到 FIN 的序号，包含 SYN 自己和所有的数据字节。")
        ) { run, key in
            let (syn, fin) = try (run.syn, run.fin)
            let count = try fin.sequence.advanced(inSequenceSpaceBy: 0xffff_ffff &- syn.sequence)
            key.right = [.number(count)]
            key["counts-syn", .number(count + 1)] = Words(
                english: "You have counted the SYN as an octet of data. It takes a number, and it carries no data. "
                    + "Look at where the data begin.",
                chinese: "你把 SYN 算成了一个数据字节。它占用一个序号，但不带数据。看数据从哪里开始。")
            key["counts-syn-and-fin", .number(count + 2)] = Words(
                english: "You have counted SYN and FIN as octets of data. Each takes a number and carries none. Look "
                    + "at the first and the last number of the data.",
                chinese: "你把 SYN 和 FIN 算成了数据字节。两者各占用一个序号，但不带数据。看数据的第一个和最后一个序号。")
            key.shown = [run.shown("SYN", syn), run.shown("FIN", fin)]
        },
    ]
}
