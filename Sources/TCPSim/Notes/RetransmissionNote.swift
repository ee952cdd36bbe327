import Trace

extension Note {
    /// Notes about the retransmission timer: its measurements, and the reaction when it runs out.
    public enum Retransmission: NoteTopic, Hashable, Sendable {
        case roundTrip(sample: TimeSpan, smoothed: TimeSpan, timeout: TimeSpan)
        case notMeasured
        /// Explains a segment that is sent again for the `count`th time, after the wait `waited`; `next` is the next RTO. `octets` is the
        /// number of octets that are sent again, if they are only the first part of the segment; else nil.
        case timedOut(
            sequence: SequenceNumber, length: Int, control: ControlBits, octets: Int?, count: Int, isLast: Bool,
            waited: TimeSpan, next: TimeSpan)
        case gaveUp(Unanswered)

        /// What was not answered.
        public enum Unanswered: Hashable, Sendable {
            /// The segment at this number, which was sent again so many times.
            case segment(SequenceNumber, retransmissions: Int)
            /// So many probes of a closed window in a row.
            case windowProbes(Int)
            /// So many keep-alive probes in a row.
            case keepAliveProbes(Int)
        }

        /// True for measurements of the round trip; false for the consequences of a timeout.
        public var isBookkeeping: Bool {
            switch self {
            case .roundTrip, .notMeasured: true
            case .timedOut, .gaveUp: false
            }
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .roundTrip: ("tcp.rtt", .rfc(6298, "2"))
            case .notMeasured: ("tcp.karn", .rfc(6298, "3"))
            case .timedOut: ("tcp.retransmission", .rfc(6298, "5"))
            case .gaveUp(.segment): ("tcp.gave_up", .rfc(9293, "3.8.3"))
            case .gaveUp(.windowProbes): ("tcp.gave_up", .rfc(9293, "3.8.6.1"))
            case .gaveUp(.keepAliveProbes): ("tcp.gave_up", .rfc(9293, "3.8.4"))
            }
        }

        public var english: String {
            switch self {
            case .roundTrip(let sample, let smoothed, let timeout):
                """
                The acknowledgment came \(English.time(sample)) after the segment. The smoothed round-trip time is \
                \(English.time(smoothed)). Without an answer we send again after RTO = \(English.time(timeout)).
                """
            case .notMeasured:
                """
                The segment was sent more than once. The acknowledgment does not say which copy it belongs to. So no round-trip time is \
                measured (Karn's algorithm).
                """
            case .timedOut(
                let sequence, let length, let control, let octets, let count, let isLast, let waited, let next):
                """
                No acknowledgment of \(Self.englishName(of: control, length: length, at: sequence)) came within \(English.time(waited)). \
                \(octets.map { "So we send the first \($0) of them again, in a smaller segment," } ?? "So we send the same numbers again,") \
                for the \(ordinal(count)) time. The other side keeps only one copy, even if more than one arrives. \
                \(Self.outlook(isLast: isLast, waited: waited, next: next))
                """
            case .gaveUp(let unanswered):
                """
                \(Self.summary(unanswered)) We give the connection up. We cannot tell whether the other side is gone or only the path to \
                it is broken.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .roundTrip(let sample, let smoothed, let timeout):
                """
                报文段发出 \(Chinese.time(sample)) 之后，对它的确认到达。平滑往返时间为 \(Chinese.time(smoothed))。\
                如果没有回应，我们在 RTO = \(Chinese.time(timeout)) 之后再次发送。
                """
            case .notMeasured:
                """
                这个报文段发送过不止一次，而确认没有说明它属于哪一份。所以不测量往返时间（Karn 算法）。
                """
            case .timedOut(
                let sequence, let length, let control, let octets, let count, let isLast, let waited, let next):
                """
                我们在 \(Chinese.time(waited)) 内没有收到对\
                \(spaced(Self.chineseName(of: control, length: length, at: sequence), "的确认"))。\
                \(octets.map { "所以我们用更小的报文段再次发送其中前 \($0) 字节，" } ?? "所以我们用同样的序号再次发送，")\
                这是\(spaced(ordinalInChinese(count), "次"))重传。即使到达不止一份，对方也只保留一份。\
                \(Self.chineseOutlook(isLast: isLast, waited: waited, next: next))
                """
            case .gaveUp(let unanswered):
                """
                \(Self.chineseSummary(unanswered))我们放弃这个连接。我们无法知道，是对方已经消失，还是只是通往它的路径断了。
                """
            }
        }

        /// What the sender does if no acknowledgment comes now, either.
        private static func outlook(isLast: Bool, waited: TimeSpan, next: TimeSpan) -> String {
            if isLast {
                return """
                    This is the last attempt: if no acknowledgment comes within \(English.time(next)), we give the connection up.
                    """
            }
            let wait = "The next wait is \(English.time(next))"
            return next < waited * 2
                ? "\(wait), the longest that we wait."
                : "\(wait), twice as long: the network may be slower than we think, or overloaded."
        }

        private static func chineseOutlook(isLast: Bool, waited: TimeSpan, next: TimeSpan) -> String {
            if isLast { return "这是最后一次尝试：如果 \(Chinese.time(next)) 内没有确认到来，我们就放弃这个连接。" }
            let wait = "下一次等待 \(Chinese.time(next))"
            return next < waited * 2
                ? "\(wait)，这是我们等待的最长时间。"
                : "\(wait)，时间加倍：网络可能比我们想的慢，或者已经过载。"
        }

        private static func summary(_ unanswered: Unanswered) -> String {
            switch unanswered {
            case .segment(let sequence, 0): "We sent number \(sequence), and no acknowledgment came."
            case .segment(let sequence, let count):
                "We sent number \(sequence) again \(English.times(count)), and no acknowledgment came."
            case .windowProbes(let count):
                "The window is closed, and \(counted(count, "probe")) in a row got no answer."
            case .keepAliveProbes(let count):
                "The other side is silent, and \(counted(count, "keep-alive probe")) in a row got no answer."
            }
        }

        private static func chineseSummary(_ unanswered: Unanswered) -> String {
            switch unanswered {
            case .segment(let sequence, 0): "我们发送了序号 \(sequence)，没有收到确认。"
            case .segment(let sequence, let count):
                "\(spaced("我们再次发送序号 \(sequence)，共", Chinese.times(count)))，没有收到确认。"
            case .windowProbes(let count): "窗口已关闭，连续 \(count) 个探测没有得到回应。"
            case .keepAliveProbes(let count): "对方没有动静，连续 \(count) 个保活探测没有得到回应。"
            }
        }

        /// A name for the content of a segment: "our SYN", "500 octets from 1001 on".
        private static func englishName(of control: ControlBits, length: Int, at sequence: SequenceNumber) -> String {
            if control.contains(.syn) { return control.contains(.ack) ? "our SYN,ACK" : "our SYN" }
            if control.contains(.fin), length == 1 { return "our FIN" }
            return "\(English.octets(length)) from \(sequence) on"
        }

        /// A name for the content of a segment: "我们的 SYN", "从 1001 开始的 500 字节".
        private static func chineseName(of control: ControlBits, length: Int, at sequence: SequenceNumber) -> String {
            if control.contains(.syn) { return control.contains(.ack) ? "我们的 SYN,ACK" : "我们的 SYN" }
            if control.contains(.fin), length == 1 { return "我们的 FIN" }
            return "从 \(sequence) 开始的 \(length) 字节"
        }
    }
}
