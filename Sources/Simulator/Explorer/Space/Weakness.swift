import TCPSim
import Trace

extension TCPSpace {
    /// A weakness of TCP as it is specified. It leads to a violation of a rule, which is no fault of the TCP that is explored.
    package enum Weakness: UInt8, Hashable, Sendable, CaseIterable, Remark {
        case halfOpen = 1
        case oldSYN
        case crossedNumbers

        /// The section of RFC 9293 about it.
        package var citation: Citation {
            switch self {
            case .halfOpen: .rfc(9293, "3.5.1")
            case .oldSYN: .rfc(9293, "3.5")
            case .crossedNumbers: .rfc(9293, "A.2")
            }
        }

        package var english: String {
            switch self {
            case .halfOpen:
                "the other side is gone, and a side that has closed waits in FIN-WAIT-2 without an end: it has nothing more to send "
                    + "that would be answered by a reset"
            case .oldSYN:
                "an old SYN is taken for the other side's: a retransmission of the true one is spent on finding that out, or CLOSE "
                    + "leads out of SYN-RECEIVED, where a reset would end the mistake, and a side gives up"
            case .crossedNumbers:
                "acknowledgments with numbers just outside the windows answer each other, and bring nothing, until a timer runs out"
            }
        }

        package var chinese: String {
            switch self {
            case .halfOpen:
                "对方已经不在，而已关闭的一方在 FIN-WAIT-2 中无限等待：它没有什么可发，也就不会引来复位报文段"
            case .oldSYN:
                "把旧的 SYN 当成对方的 SYN：为了弄清这一点，真正 SYN 的一次重传用掉了；或者本来复位能结束这个误会，"
                    + "CLOSE 却使状态离开 SYN-RECEIVED；结果一方放弃"
            case .crossedNumbers:
                "序号刚好在窗口之外的确认互相应答，什么也得不到，直到有计时器到时"
            }
        }
    }

    /// Whether `side` is connected with an earlier connection's SYN.
    func hasTakenOldSYN(_ side: View) -> Bool {
        guard let distance = scope.oldSYN, side.end.peer == .b else { return false }
        switch side.state {
        case .closed, .listen, .synSent: return false
        case .synReceived, .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck, .timeWait:
            return side.remoteInitial == SequenceNumber(scope.initial.a) - distance
        }
    }

    /// Whether `side` waits in FIN-WAIT-2 for the FIN of `other`, whose connection has ended with an error.
    static func isHalfOpen(_ side: View, by other: View) -> Bool {
        side.state == .finWait2 && side.timers == 0 && other.isOver && other.hasFailed
    }
}
