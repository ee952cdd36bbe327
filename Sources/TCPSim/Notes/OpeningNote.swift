import Trace

extension Note {
    /// Notes about opening a connection.
    public enum Opening: NoteTopic, Hashable, Sendable {
        case listening(port: UInt16)
        case initialSequenceNumber(InitialSequenceNumber.Choice, local: Socket, remote: Socket)
        case syn(iss: SequenceNumber, mss: UInt16)
        /// A SYN with `data` octets has arrived; `answersOurs` if it acknowledges our own.
        case synArrived(irs: SequenceNumber, data: Int, answersOurs: Bool)
        /// The largest number of octets of data in our segments, by our own limit and the MSS that the other side announced, less `options`
        /// octets of options in each segment; `announced` is nil if it announced none.
        case maximumSegmentSize(own: UInt16, announced: UInt16?, options: Int, effective: Int)
        /// Explains our SYN,ACK; `crossed` if it follows a SYN of ours.
        case synAck(iss: SequenceNumber, irs: SequenceNumber, crossed: Bool)
        case synsCrossed
        case handshakeAck(acknowledgment: SequenceNumber, sequence: SequenceNumber)
        /// The connection is open; the numbers are the two initial sequence numbers.
        case established(local: SequenceNumber, remote: SequenceNumber)
        /// A SYN is dropped: `limit` connections, open or half open, wait already.
        case backlogFull(limit: Int)
        /// The last segment of a handshake is dropped: `limit` open connections wait to be accepted already.
        case acceptQueueFull(limit: Int)

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .listening: ("tcp.listen", .rfc(9293, "3.10.1"))
            case .initialSequenceNumber: ("tcp.isn", .rfc(6528, "3"))
            case .syn: ("tcp.syn", .rfc(9293, "3.5"))
            case .synArrived: ("tcp.syn_received", .rfc(9293, "3.4.1"))
            case .maximumSegmentSize: ("tcp.mss", .rfc(9293, "3.7.1"))
            case .synAck: ("tcp.syn_ack", .rfc(9293, "3.4.1"))
            case .synsCrossed: ("tcp.simultaneous_open", .rfc(9293, "3.5"))
            case .handshakeAck: ("tcp.handshake_ack", .rfc(9293, "3.5"))
            case .established: ("tcp.established", .rfc(9293, "3.4.1"))
            case .backlogFull, .acceptQueueFull: ("tcp.backlog_full", .rfc(4987, "2"))
            }
        }

        public var english: String {
            switch self {
            case .listening(let port): "We wait on port \(port) for a SYN. Nothing is sent."
            case .initialSequenceNumber(let choice, let local, let remote): choice.english(local: local, remote: remote)
            case .syn(let iss, let mss):
                """
                We ask the other side to synchronize: our numbers begin at \(iss). The SYN carries no data, but it takes this number. \
                So it can be acknowledged, and sent again, without confusion. Our first octet of data will have the number \
                \(iss + 1). The MSS option says: send us at most \(mss) octets of data in a segment.
                """
            case .synArrived(let irs, let data, let answersOurs):
                """
                The other side's numbers begin at \(irs). Its SYN took that number, so we expect \(irs + 1) next. \
                \(answersOurs
                    ? "The segment acknowledges our SYN, so it answers this attempt and no older one."
                    : "We cannot tell yet whether the SYN is new or an old duplicate: we ask its sender to confirm.")\
                \(data > 0 ? " The segment brings \(English.octets(data)) of data, which must wait until the connection is open." : "")
                """
            case .maximumSegmentSize(let own, let announced, let options, let effective):
                """
                \(announced == nil ? "The other side announced no MSS, so we assume 536, which every host must accept. " : "")\
                We put at most \(English.octets(effective)) of data into a segment: \
                \(Self.limit(own: Int(own), announced: announced.map { Int($0) }))\
                \(options > 0 ? ", less \(English.octets(options)) of options" : "").
                """
            case .synAck(let iss, let irs, crossed: true):
                """
                We repeat our SYN with the same number, \(iss), and acknowledge the other side's SYN: ACK=\(irs + 1). The SYNs \
                crossed, so this connection opens with four segments, not three.
                """
            case .synAck(let iss, let irs, crossed: false):
                """
                Two messages in one segment. ACK=\(irs + 1) confirms the other side's SYN (\(irs) + 1: ack = SEG.SEQ + SEG.LEN, and \
                a SYN counts one). SYN asks the other side to confirm that our numbers begin at \(iss). Logically there are four \
                messages. These two share a segment, so three segments are enough.
                """
            case .synsCrossed:
                "A SYN without an ACK: the other side opened at the same time as we did. Both SYNs are valid."
            case .handshakeAck(let acknowledgment, let sequence):
                """
                We confirm the other side's SYN: ACK=\(acknowledgment) (\(acknowledgment - 1) + 1). Only this ACK tells the other side \
                that the SYN it answered was not an old duplicate. That is the main reason for a third segment. The ACK takes no number \
                and is not acknowledged itself: our first octet of data will have the same SEQ=\(sequence). If this ACK is lost, our \
                first data segment repeats it.
                """
            case .established(let local, let remote):
                "Our first number, \(local), is confirmed, and we know the other side's, \(remote). The connection is open."
            case .backlogFull(let limit):
                """
                All \(limit) places of the listener are taken, by connections that are half-open or wait to be accepted. So the SYN is \
                dropped without an answer. Its sender will try again.
                """
            case .acceptQueueFull(let limit):
                """
                \(limit) open connections wait to be accepted, and no more are taken. The acknowledgment is dropped without an \
                answer: what its sender sends next repeats it.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .listening(let port): "我们在端口 \(port) 上等待 SYN，什么也不发送。"
            case .initialSequenceNumber(let choice, let local, let remote): choice.chinese(local: local, remote: remote)
            case .syn(let iss, let mss):
                """
                我们请对方同步：我们的序号从 \(iss) 开始。SYN 不带数据，但占用这个序号，所以它可以得到确认，也可以再次发送，不会弄混。\
                我们的第一个数据字节将使用序号 \(iss + 1)。MSS 选项告诉对方：每个报文段最多给我们发 \(mss) 字节数据。
                """
            case .synArrived(let irs, let data, let answersOurs):
                """
                对方的序号从 \(irs) 开始。它的 SYN 占用了这个序号，所以我们接下来等待 \(irs + 1)。\
                \(answersOurs
                    ? "这个报文段确认了我们的 SYN，所以它回应的是这次尝试，不是更早的一次。"
                    : "我们还看不出这个 SYN 是新的，还是旧的重复报文段，所以请发送方确认。")\
                \(data > 0 ? "这个报文段带来 \(data) 字节数据，要等到连接打开之后才能使用。" : "")
                """
            case .maximumSegmentSize(let own, let announced, let options, let effective):
                """
                \(announced == nil ? "对方没有通告 MSS，所以我们按 536 计算，每台主机都必须接受这个长度。" : "")\
                我们在一个报文段里最多放 \(effective) 字节数据：\
                \(Self.chineseLimit(own: Int(own), announced: announced.map { Int($0) }))\
                \(options > 0 ? "，再减去 \(options) 字节选项" : "")。
                """
            case .synAck(let iss, let irs, crossed: true):
                """
                我们用同一个序号 \(iss) 重复我们的 SYN，并确认对方的 SYN：ACK=\(irs + 1)。\
                两个 SYN 在途中交错，所以这个连接用四个报文段打开，而不是三个。
                """
            case .synAck(let iss, let irs, crossed: false):
                """
                一个报文段里有两条消息。ACK=\(irs + 1) 确认对方的 SYN（\(irs) + 1：ack = SEG.SEQ + SEG.LEN，SYN 算一个）。\
                SYN 请对方确认我们的序号从 \(iss) 开始。按道理共有四条消息，中间两条合用一个报文段，所以三个报文段就够了。
                """
            case .synsCrossed:
                "这是一个不带 ACK 的 SYN：对方和我们同时打开连接。两个 SYN 都有效。"
            case .handshakeAck(let acknowledgment, let sequence):
                """
                我们确认对方的 SYN：ACK=\(acknowledgment)（\(acknowledgment - 1) + 1）。只有收到这个 ACK，对方才知道它回应的 SYN 不是旧的重复报文段。\
                这是需要第三个报文段的主要原因。ACK 不占用序号，本身也不需要确认：\
                我们的第一个数据字节仍然使用 SEQ=\(sequence)。如果这个 ACK 丢失，我们的第一个数据报文段会重复它。
                """
            case .established(let local, let remote):
                "我们的第一个序号 \(local) 已得到确认，我们也知道对方的第一个序号 \(remote)。连接已打开。"
            case .backlogFull(let limit):
                """
                监听套接字的 \(limit) 个位置都已占满：有些是半连接，有些是等待应用程序接受的连接。\
                所以我们丢弃这个 SYN，不作回应。它的发送方会再试一次。
                """
            case .acceptQueueFull(let limit):
                """
                有 \(limit) 个打开的连接在等待应用程序接受，不能再收更多。我们丢弃这个确认，不作回应：\
                发送方接下来发送的内容会重复它。
                """
            }
        }

        /// Which of the two limits of a segment counts.
        private static func limit(own: Int, announced: Int?) -> String {
            let other = announced ?? TransmissionControlBlock.defaultMSS
            if other < Connection.leastMSS, other < own {
                let least = min(own, Connection.leastMSS)
                return "the other side's limit, \(other), is less than any network needs, so we take \(least)"
            }
            if other == own { return "both limits are \(own)" }
            return other < own
                ? "the other side's limit, \(other), is smaller than ours, \(own)"
                : "our own limit, \(own), is smaller than the other side's, \(other)"
        }

        private static func chineseLimit(own: Int, announced: Int?) -> String {
            let other = announced ?? TransmissionControlBlock.defaultMSS
            if other < Connection.leastMSS, other < own {
                let least = min(own, Connection.leastMSS)
                return "对方的限制 \(other) 比任何网络需要的都小，所以我们取 \(least)"
            }
            if other == own { return "双方的限制都是 \(own)" }
            return other < own
                ? "对方的限制 \(other) 小于我们的限制 \(own)"
                : "我们自己的限制 \(own) 小于对方的限制 \(other)"
        }

        public var englishBackground: String {
            switch self {
            case .initialSequenceNumber(.generated, _, _):
                """
                The clock M ticks every 4 microseconds: a new connection between the same sockets normally begins beyond the numbers of \
                the last. F is pseudorandom: an attacker who cannot see our segments cannot guess the number. So the number is hardly ever 0 or 1. \
                Analysers show relative numbers, counted from it, because they are easier to read.
                """
            case .initialSequenceNumber(.clock, _, _), .initialSequenceNumber(.counted, _, _),
                .initialSequenceNumber(.forced, _, _), .listening, .syn, .synArrived, .maximumSegmentSize, .synAck,
                .synsCrossed, .handshakeAck, .established, .backlogFull, .acceptQueueFull:
                ""
            }
        }

        public var chineseBackground: String {
            switch self {
            case .initialSequenceNumber(.generated, _, _):
                """
                时钟 M 每 4 微秒走一格：同样两个套接字之间的新连接，起始序号通常超过上一个连接的序号。\
                F 是伪随机的：看不到我们的报文段的攻击者，猜不出这个序号。所以这个序号几乎从不是 0 或 1。\
                分析工具显示相对序号，从这个序号算起，因为那样更容易读。
                """
            case .initialSequenceNumber(.clock, _, _), .initialSequenceNumber(.counted, _, _),
                .initialSequenceNumber(.forced, _, _), .listening, .syn, .synArrived, .maximumSegmentSize, .synAck,
                .synsCrossed, .handshakeAck, .established, .backlogFull, .acceptQueueFull:
                ""
            }
        }
    }
}

extension InitialSequenceNumber.Choice {
    fileprivate func english(local: Socket, remote: Socket) -> String {
        switch self {
        case .generated(let clock, let hash):
            """
            Our first number is ISN = M + F = \(clock) + \(hash) = \(number) (modulo 2^32): a clock, and a secret function of \
            both sockets (\(local), \(remote)).
            """
        case .clock(let clock):
            """
            Our first number is the clock, \(clock), with a tick of 4 microseconds, as in RFC 793. Old duplicates have lower numbers. \
            But everyone has a clock: an attacker who cannot see our segments can still guess their numbers.
            """
        case .counted(let value, let connections):
            """
            Our first number is a counter, \(value). Each connection before (\(connections)) added 64,000, and each second adds \
            128,000. An attacker opens one connection and then knows the number of the next. So the attacker can speak in the name of \
            another host without seeing an answer.
            """
        case .forced(let number):
            """
            Our first number is set to \(number), for round numbers in this run. A real host computes ISN = M + F: a clock plus a \
            secret function of both sockets. An attacker cannot guess that.
            """
        }
    }

    fileprivate func chinese(local: Socket, remote: Socket) -> String {
        switch self {
        case .generated(let clock, let hash):
            """
            我们的第一个序号是 ISN = M + F = \(clock) + \(hash) = \(number)（模 2^32）：一个时钟，\
            加上由双方套接字（\(local)、\(remote)）得到的秘密函数值。
            """
        case .clock(let clock):
            """
            我们的第一个序号就是时钟的值 \(clock)，时钟每 4 微秒走一格，与 RFC 793 相同。旧的重复报文段序号较小。\
            但是时钟人人都有：看不到我们的报文段的攻击者，仍然能猜出它们的序号。
            """
        case .counted(let value, let connections):
            """
            我们的第一个序号是一个计数器的值 \(value)。此前的每个连接（\(connections)）加 64,000，每秒再加 128,000。\
            攻击者打开一个连接，就知道下一个连接的序号，所以不必看到回应，就能冒用另一台主机的名义说话。
            """
        case .forced(let number):
            """
            我们的第一个序号设为 \(number)，让这次运行里的数比较整齐。真实的主机计算 ISN = M + F：\
            时钟加上由双方套接字得到的秘密函数值，攻击者猜不出来。
            """
        }
    }
}
