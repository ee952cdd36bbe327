import TCPSim
import Trace

/// Chinese words that several sentences about a run use.
enum Chinese {
    /// The side: "客户端" or "服务器".
    static func name(_ role: Role) -> String {
        switch role {
        case .client: "客户端"
        case .server: "服务器"
        }
    }

    /// A side by its name in the run: "客户端" for "client"; "TCP Peer A" stays as it is.
    static func name(_ side: String) -> String { Role(rawValue: side).map(name) ?? side }

    /// What belongs to a side of that name: "客户端的", "TCP Peer A 的".
    static func possessive(_ side: String) -> String { spaced(side, "的") }

    /// The timer: "重传计时器".
    static func name(_ timer: Connection.Timer) -> String {
        switch timer {
        case .retransmission: "重传计时器"
        case .timeWait: "time-wait 计时器"
        case .persist: "持续计时器"
        case .delayedAcknowledgment: "延迟确认计时器"
        case .keepAlive: "保活计时器"
        case .orphan: "孤儿计时器"
        }
    }
}
