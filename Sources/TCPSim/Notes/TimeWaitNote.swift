import Trace

extension Note {
    /// Notes about TIME-WAIT.
    public enum TimeWait: NoteTopic, Hashable, Sendable {
        /// TIME-WAIT waits for `duration`, and why; `again` if a repeated FIN restarts it.
        case waits(duration: TimeSpan, again: Bool)
        case over
        case yields(Novelty)

        /// What shows that a SYN is not an old segment of the last connection between its sockets.
        public enum Novelty: Hashable, Sendable {
            /// Its number lies beyond all numbers of that connection.
            case number(SequenceNumber)
            /// Its timestamp is later than the last one of that connection.
            case timestamp(UInt32, recent: UInt32)
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .waits: ("tcp.time_wait", .rfc(9293, "3.6.1"))
            case .over: ("tcp.time_wait_over", .rfc(9293, "3.10.8"))
            case .yields(.number): ("tcp.time_wait_reuse", .rfc(9293, "3.6.1"))
            case .yields(.timestamp): ("tcp.time_wait_reuse", .rfc(6191, "2"))
            }
        }

        public var english: String {
            switch self {
            case .waits(let duration, again: true):
                """
                The FIN came again: our acknowledgment was lost or late, or the network has copied the FIN. We acknowledge it again, and \
                the wait of \(English.time(duration)) starts again.
                """
            case .waits(let duration, again: false):
                """
                Both directions are closed, but we wait for 2 MSL, \(English.time(duration)) (MSL: the maximum segment lifetime), for two reasons. If our last ACK is lost, \
                the other side sends its FIN again, and we must acknowledge it again. And old duplicates of this connection must die out \
                before a new connection between the same sockets begins; otherwise it could take them for its own. If no second FIN \
                comes, that does not prove that our ACK arrived. MSL is a choice: \(Self.englishLifetime(duration))
                """
            case .over:
                """
                2 MSL have passed, twice the assumed lifetime of a segment. So no segment of this connection should be left in the \
                network. Its sockets may be used again.
                """
            case .yields(.number(let sequence)):
                """
                The SYN has the number \(sequence). It lies beyond all numbers of the last connection between these sockets. So an old \
                segment cannot be taken for a new one, and TIME-WAIT may end early.
                """
            case .yields(.timestamp(let value, let recent)):
                """
                The SYN has the timestamp \(value), later than the one that we kept of the connection before it, \(recent). So the SYN is \
                new, and an old segment cannot be taken for a new one: its timestamp is older. TIME-WAIT may end early.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .waits(let duration, again: true):
                """
                FIN 又来了一次：我们的确认丢失或迟到了，或者网络复制了这个 FIN。我们再确认一次，\
                \(Chinese.time(duration)) 的等待重新开始。
                """
            case .waits(let duration, again: false):
                """
                两个方向都已关闭，但我们还要等 2 MSL，即 \(Chinese.time(duration))（MSL：最长报文段寿命），原因有两个。\
                如果我们最后的 ACK 丢失，对方会再次发送 FIN，我们必须再确认一次。此外，在相同的套接字之间开始新连接之前，\
                这个连接的旧的重复报文段必须先消失，否则新连接可能把它们当成自己的。即使没有第二个 FIN 到来，\
                也不能证明我们的 ACK 已经到达。MSL 是人为选定的：\(Self.chineseLifetime(duration))
                """
            case .over:
                """
                已经过了 2 MSL，即报文段假定寿命的两倍。所以网络中应当不再有这个连接的报文段。它的套接字可以再次使用。
                """
            case .yields(.number(let sequence)):
                """
                这个 SYN 的序号是 \(sequence)，大于这些套接字之间上一个连接的全部序号。所以旧的报文段不会被当成新的，\
                TIME-WAIT 可以提前结束。
                """
            case .yields(.timestamp(let value, let recent)):
                """
                这个 SYN 的时间戳是 \(value)，晚于我们为上一个连接保留的时间戳 \(recent)。所以这个 SYN 是新的，\
                旧的报文段也不会被当成新的：它的时间戳更早。TIME-WAIT 可以提前结束。
                """
            }
        }

        /// A sentence about the MSL, which is half of `duration` (RFC 9293 3.4.2).
        private static func englishLifetime(_ duration: TimeSpan) -> String {
            let lifetime = TimeSpan(microseconds: duration.microseconds / 2)
            guard lifetime != .seconds(120) else { return "the RFC sets two minutes, many systems less." }
            return "the RFC sets two minutes, and this run sets \(English.time(lifetime)). Linux stays in "
                + "TIME-WAIT for 60 s, as if MSL were 30 s."
        }

        private static func chineseLifetime(_ duration: TimeSpan) -> String {
            let lifetime = TimeSpan(microseconds: duration.microseconds / 2)
            guard lifetime != .seconds(120) else { return "RFC 定为两分钟，许多系统更短。" }
            return """
                RFC 定为两分钟，这次运行定为 \(Chinese.time(lifetime))。Linux 在 TIME-WAIT 中停留 60 s，相当于 MSL 为 30 s。
                """
        }
    }
}
