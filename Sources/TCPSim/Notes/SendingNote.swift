import Trace

extension Note {
    /// Notes about the moment at which a segment is sent.
    public enum Sending: NoteTopic, Hashable, Sendable {
        case nagle(unsent: Int, inFlight: Int)
        /// The window is too small: a segment of `usable` octets is not worth its header.
        case sillyWindow(unsent: Int, usable: Int)
        case override(count: Int)
        /// Explains a probe of a closed window, the `attempt`th in a row without an answer; `isLast` if the connection is given up when
        /// no answer comes within `next`.
        case windowProbe(sequence: SequenceNumber, attempt: Int, isLast: Bool, next: TimeSpan)
        case acknowledgmentDelayed(TimeSpan)
        case delayedAcknowledgment(SequenceNumber)
        case keepAlive(attempt: Int, of: Int)

        /// True only for an acknowledgment that is delayed.
        public var isBookkeeping: Bool {
            if case .acknowledgmentDelayed = self { true } else { false }
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .nagle: ("tcp.nagle", .rfc(9293, "3.7.4"))
            case .sillyWindow: ("tcp.silly_window", .rfc(9293, "3.8.6.2.1"))
            case .override: ("tcp.override", .rfc(9293, "3.8.6.2.1"))
            case .windowProbe: ("tcp.window_probe", .rfc(9293, "3.8.6.1"))
            case .acknowledgmentDelayed: ("tcp.ack_delayed", .rfc(9293, "3.8.6.3"))
            case .delayedAcknowledgment: ("tcp.delayed_ack", .rfc(9293, "3.8.6.3"))
            case .keepAlive: ("tcp.keep_alive", .rfc(9293, "3.8.4"))
            }
        }

        public var english: String {
            switch self {
            case .nagle(let unsent, let inFlight):
                """
                \(English.octets(unsent)) must wait: that does not fill a segment, and octets in flight (\(inFlight)) are not yet \
                acknowledged. By Nagle's rule only one small segment is in the network at a time. Data that the application writes \
                meanwhile goes out together.
                """
            case .sillyWindow(let unsent, let usable):
                """
                \(English.octets(unsent)) must wait, although the window has room for \(usable). So small a segment is not worth its header. \
                And if we filled every small opening of the window, the openings would stay small (silly window syndrome).
                """
            case .override(let count):
                """
                The window stays small, so we send \(English.octets(count)) after all: perhaps the receiver has no larger buffer.
                """
            case .windowProbe(let sequence, let attempt, let isLast, let next):
                """
                The window is closed. The acknowledgment that opens it may have been lost: an ACK is not acknowledged itself. So we send \
                one octet, number \(sequence), as a probe.\(attempt > 1 ? " It is probe \(attempt) without an answer." : "") The other \
                side must answer with its present window. \
                \(isLast
                    ? "If no answer comes within \(English.time(next)), we give the connection up."
                    : "If the window stays closed, the next probe follows in \(English.time(next)).")
                """
            case .acknowledgmentDelayed(let delay):
                """
                The acknowledgment waits up to \(English.time(delay)). Meanwhile our own data may carry it, or it may cover a second \
                segment as well.
                """
            case .delayedAcknowledgment(let next):
                "No data of ours could carry the acknowledgment, so it goes alone: ACK=\(next)."
            case .keepAlive(let attempt, let limit):
                """
                The other side has been silent for a long time. This segment is probe \(attempt) of \(limit). Its number lies just before \
                the number that the other side expects. It carries nothing, but the other side must answer it.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .nagle(let unsent, let inFlight):
                """
                \(unsent) 字节必须等待：它们装不满一个报文段，而在途的字节（\(inFlight)）还没有得到确认。\
                按 Nagle 规则，网络中同时只能有一个小报文段。应用程序在此期间写入的数据会一起发送。
                """
            case .sillyWindow(let unsent, let usable):
                """
                \(unsent) 字节必须等待，虽然窗口还有 \(usable) 的空间。这么小的报文段，不值得为它发送一个首部。\
                而且，如果窗口每打开一点我们就填满，那么每次打开的都只会是这么一点（糊涂窗口综合征）。
                """
            case .override(let count):
                "窗口一直很小，所以我们还是发送 \(count) 字节：也许接收方没有更大的缓冲区。"
            case .windowProbe(let sequence, let attempt, let isLast, let next):
                """
                窗口已关闭。打开窗口的确认可能丢失了，因为 ACK 本身不会得到确认。\
                所以我们发送一个字节作为探测，序号是 \(sequence)。\(attempt > 1 ? "这是第 \(attempt) 个没有回应的探测。" : "")\
                对方必须用它现在的窗口回应。\
                \(isLast
                    ? "如果 \(Chinese.time(next)) 内没有回应，我们就放弃这个连接。"
                    : "如果窗口一直关闭，\(Chinese.time(next)) 之后再发下一个探测。")
                """
            case .acknowledgmentDelayed(let delay):
                "这个确认最多等待 \(Chinese.time(delay))。在此期间，我们自己的数据可以带上它，或者它可以把第二个报文段也一起确认。"
            case .delayedAcknowledgment(let next):
                "我们没有数据可以带上这个确认，所以它单独发送：ACK=\(next)。"
            case .keepAlive(let attempt, let limit):
                """
                对方很久没有动静。这个报文段是 \(limit) 个探测中的第 \(attempt) 个。它的序号就在对方等待的序号之前。\
                它什么也不带，但对方必须回应。
                """
            }
        }
    }
}
