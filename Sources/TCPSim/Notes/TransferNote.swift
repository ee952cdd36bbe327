import Trace

extension Note {
    /// Notes about data, its acknowledgment and the window.
    public enum Transfer: NoteTopic, Hashable, Sendable {
        /// Explains a segment with `count` octets of data. `inFlight` includes them.
        case data(
            sequence: SequenceNumber, count: Int, acknowledgment: SequenceNumber, unsent: Int, inFlight: Int,
            window: Int)
        /// Queued data, `unsent` octets, has to wait for the other side's window.
        case windowFull(unsent: Int, inFlight: Int, window: Int)
        case windowClosed
        /// The other side has opened its window again, to `window` octets.
        case windowOpened(window: Int)
        /// SND.UNA has moved; `inFlight` numbers are still unacknowledged.
        case acknowledged(from: SequenceNumber, to: SequenceNumber, inFlight: Int)
        /// `count` octets of data have arrived in order; `next` is RCV.NXT after them.
        case dataArrived(sequence: SequenceNumber, count: Int, next: SequenceNumber)
        case duplicateTrimmed(count: Int)
        case excessTrimmed(count: Int)
        /// `count` octets of data have arrived out of order and are held; `expected` is RCV.NXT.
        case heldForReassembly(sequence: SequenceNumber, count: Int, expected: SequenceNumber)
        /// `count` octets of data have arrived out of order and are not held, because there are `gaps` gaps already.
        case tooManyGaps(sequence: SequenceNumber, count: Int, gaps: Int)
        /// A gap is filled, and `count` held octets follow it; `next` is RCV.NXT after them.
        case reassembled(count: Int, next: SequenceNumber)
        /// Explains an empty segment that acknowledges the segment with SEG.SEQ `of` and SEG.LEN `length`.
        case acknowledgment(of: SequenceNumber, length: Int, next: SequenceNumber)
        /// Explains an empty segment that announces a larger window, in octets.
        case windowUpdate(acknowledgment: SequenceNumber, window: Int)
        /// The other side has sent urgent data, which ends before `until`; `count` octets up to there are not read yet.
        case urgentData(until: SequenceNumber, count: Int)

        /// True for an acknowledgment that arrives and for data that arrives in order: both are frequent.
        public var isBookkeeping: Bool {
            switch self {
            case .acknowledged, .dataArrived: true
            case .data, .windowFull, .windowClosed, .windowOpened, .duplicateTrimmed, .excessTrimmed,
                .heldForReassembly, .tooManyGaps, .reassembled, .acknowledgment, .windowUpdate, .urgentData:
                false
            }
        }

        /// True for data that is sent, and for an acknowledgment of data that has just arrived in order: the numbers in
        /// the ladder show the rest.
        public var isRoutine: Bool {
            switch self {
            case .data: true
            case .acknowledgment(let sequence, let length, let next): next == sequence + length
            case .windowFull, .windowClosed, .windowOpened, .acknowledged, .dataArrived, .duplicateTrimmed,
                .excessTrimmed, .heldForReassembly, .tooManyGaps, .reassembled, .windowUpdate, .urgentData:
                false
            }
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .data: ("tcp.data", .rfc(9293, "3.4"))
            case .windowFull: ("tcp.window_full", .rfc(9293, "3.8.6"))
            case .windowClosed: ("tcp.window_closed", .rfc(9293, "3.8.6.1"))
            case .windowOpened: ("tcp.window_opened", .rfc(9293, "3.8.6"))
            case .acknowledged: ("tcp.acknowledged", .rfc(9293, "3.4"))
            case .dataArrived: ("tcp.data_received", .rfc(9293, "3.10.7.4"))
            case .duplicateTrimmed: ("tcp.duplicate", .rfc(9293, "3.10.7.4"))
            case .excessTrimmed: ("tcp.beyond_window", .rfc(9293, "3.10.7.4"))
            case .heldForReassembly: ("tcp.out_of_order", .rfc(9293, "3.10.7.4"))
            case .tooManyGaps: ("tcp.too_many_gaps", .rfc(9293, "3.10.7.4"))
            case .reassembled: ("tcp.reassembled", .rfc(9293, "3.10.7.4"))
            case .acknowledgment: ("tcp.ack", .rfc(9293, "3.4"))
            case .windowUpdate: ("tcp.window_update", .rfc(9293, "3.8.6.2.2"))
            case .urgentData: ("tcp.urgent", .rfc(9293, "3.8.5"))
            }
        }

        public var english: String {
            switch self {
            case .data(let sequence, let count, _, let unsent, let inFlight, let window):
                """
                \(English.octets(count)), \
                \(count == 1 ? "number \(sequence)" : "numbered from \(sequence) to \(sequence + (count - 1))"). When \
                \(count == 1 ? "it has" : "all have") arrived, the other side will answer ACK=\(sequence + count), the number it expects \
                next. In flight: \(inFlight) of a window of \(window).\
                \(unsent > 0 ? " \(English.octets(unsent)) more \(unsent == 1 ? "is" : "are") queued." : "")
                """
            case .windowFull(let unsent, let inFlight, let window):
                """
                \(English.octets(unsent)) must wait. The other side's window is \(window), with \(English.octets(inFlight)) in flight. The window \
                protects a slow receiver from a fast sender.
                """
            case .windowClosed: "The other side's buffer is full. It takes no data until it announces a window again."
            case .windowOpened(let window): "The other side has room again, for \(English.octets(window))."
            case .acknowledged(let from, let to, let inFlight):
                """
                The other side has everything before \(to). SND.UNA moves from \(from) to \(to). \
                \(inFlight == 0 ? "Nothing is in flight any more." : "Still in flight: \(inFlight).")
                """
            case .dataArrived(_, let count, let next):
                "\(English.octets(count)) in order. The next number expected is \(next)."
            case .duplicateTrimmed(let count):
                "\(English.octets(count)) had arrived before, as the sequence numbers show. We drop the repetition."
            case .excessTrimmed(let count):
                "We drop \(English.octets(count)) beyond the window that we announced."
            case .heldForReassembly(let sequence, let count, let expected):
                """
                \(English.octets(count)) from \(sequence) on came too early: we expect \(expected). We keep the data until the gap \
                is filled. Our acknowledgment still asks for \(expected).
                """
            case .tooManyGaps(let sequence, let count, let gaps):
                """
                \(English.octets(count)) from \(sequence) on came too early. The data that we hold has \(gaps) gaps already, and we keep \
                no more. So the new data is dropped. No acknowledgment covers it, so the other side will send it again.
                """
            case .reassembled(let count, let next):
                "The gap is filled, and \(English.octets(count)) that we held can follow. The next number expected is \(next)."
            case .acknowledgment(let sequence, let length, let next):
                if next == sequence + length {
                    "ACK=\(next) is the next number we expect: \(sequence) + \(length) (SEG.SEQ + SEG.LEN)."
                } else if sequence + length < next {
                    """
                    ACK=\(next) is the next number we expect. Acknowledgments are cumulative: this one covers the segment that just \
                    came and the data that we held behind it.
                    """
                } else {
                    "ACK=\(next) again: that number is still missing, although later data has come."
                }
            case .windowUpdate(let acknowledgment, let window):
                """
                The application has read, so there is room again for \(English.octets(window)) from \(acknowledgment) on. That is worth \
                a segment of its own; a few octets would not be.
                """
            case .urgentData(let end, let count):
                """
                The urgent pointer says that urgent data ends before \(end), \(English.octets(count)) ahead. The data stays at its place \
                in the stream. The application is told to read quickly.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .data(let sequence, let count, _, let unsent, let inFlight, let window):
                """
                \(count) 字节，\
                \(count == 1 ? "序号是 \(sequence)" : "序号从 \(sequence) 到 \(sequence + (count - 1))")。\
                \(count == 1 ? "到达之后" : "全部到达之后")，对方会回应 ACK=\(sequence + count)，即它等待的下一个序号。\
                在途 \(inFlight) 字节，窗口为 \(window)。\
                \(unsent > 0 ? "队列里还有 \(unsent) 字节。" : "")
                """
            case .windowFull(let unsent, let inFlight, let window):
                """
                \(unsent) 字节必须等待。对方的窗口是 \(window)，已有 \(inFlight) 字节在途。窗口保护慢的接收方，不让快的发送方压垮它。
                """
            case .windowClosed: "对方的缓冲区已满。在它再次通告窗口之前，它不接收数据。"
            case .windowOpened(let window): "对方又有空间了，可以接收 \(window) 字节。"
            case .acknowledged(let from, let to, let inFlight):
                """
                对方已经收到 \(to) 之前的全部数据。SND.UNA 从 \(from) 移到 \(to)。\
                \(inFlight == 0 ? "不再有数据在途。" : "仍在途 \(inFlight) 字节。")
                """
            case .dataArrived(_, let count, let next):
                "\(count) 字节按序到达。我们等待的下一个序号是 \(next)。"
            case .duplicateTrimmed(let count):
                "\(count) 字节以前到达过，从序号就能看出来。我们丢弃重复的部分。"
            case .excessTrimmed(let count):
                "我们丢弃超出通告窗口的 \(count) 字节。"
            case .heldForReassembly(let sequence, let count, let expected):
                """
                从 \(sequence) 开始的 \(count) 字节来得太早：我们等待 \(expected)。我们保留这些数据，直到空缺补上。\
                我们的确认仍然要求 \(expected)。
                """
            case .tooManyGaps(let sequence, let count, let gaps):
                """
                从 \(sequence) 开始的 \(count) 字节来得太早。我们保留的数据已有 \(gaps) 个空缺，不再多留，所以丢弃新到的数据。\
                没有确认包含它，所以对方会再次发送它。
                """
            case .reassembled(let count, let next):
                "空缺已经补上，我们保留的 \(count) 字节可以接在后面。我们等待的下一个序号是 \(next)。"
            case .acknowledgment(let sequence, let length, let next):
                if next == sequence + length {
                    "ACK=\(next) 是我们等待的下一个序号：\(sequence) + \(length)（SEG.SEQ + SEG.LEN）。"
                } else if sequence + length < next {
                    """
                    ACK=\(next) 是我们等待的下一个序号。确认是累积的：这一个包含刚到的报文段，也包含我们保留的后面的数据。
                    """
                } else {
                    "再次 ACK=\(next)：后面的数据已经到达，但这个序号仍然缺少。"
                }
            case .windowUpdate(let acknowledgment, let window):
                """
                应用程序已经读取，所以从 \(acknowledgment) 开始又有 \(window) 字节的空间。这值得单独发一个报文段；\
                如果只有几个字节，就不值得。
                """
            case .urgentData(let end, let count):
                """
                紧急指针说明，紧急数据到 \(end) 之前为止，还有 \(count) 字节。这些数据留在字节流中原来的位置。\
                应用程序得到通知，要尽快读取。
                """
            }
        }

        /// What is true of every segment with data, and of every acknowledgment alone; empty for most notes.
        public var englishBackground: String {
            switch self {
            case .data(_, _, let acknowledgment, _, _, _):
                """
                In flight is what we have sent and the other side has not acknowledged. The window is how much of it the other side \
                allows. Like every segment with the ACK bit, this one also says which number we \
                expect: \(acknowledgment).
                """
            case .acknowledgment:
                """
                A segment with only an ACK takes no number and is not acknowledged itself. Otherwise acknowledgments would be \
                acknowledged without end.
                """
            case .windowFull, .windowClosed, .windowOpened, .acknowledged, .dataArrived, .duplicateTrimmed,
                .excessTrimmed, .heldForReassembly, .tooManyGaps, .reassembled, .windowUpdate, .urgentData:
                ""
            }
        }

        /// What is true of every segment with data, and of every acknowledgment alone; empty for most notes.
        public var chineseBackground: String {
            switch self {
            case .data(_, _, let acknowledgment, _, _, _):
                """
                在途是指我们已经发送而对方尚未确认的数据。窗口是对方允许在途的数量。\
                和每个带 ACK 位的报文段一样，这个报文段也说明我们等待哪个序号：\(acknowledgment)。
                """
            case .acknowledgment:
                "只带 ACK 的报文段不占用序号，本身也不需要确认，否则确认又要确认，没有尽头。"
            case .windowFull, .windowClosed, .windowOpened, .acknowledged, .dataArrived, .duplicateTrimmed,
                .excessTrimmed, .heldForReassembly, .tooManyGaps, .reassembled, .windowUpdate, .urgentData:
                ""
            }
        }
    }
}
