import TLSSim
import Trace

/// How a connection has ended.
package enum TLSEnding: Error, Hashable, Sendable {
    /// This side has sent close_notify. The other side has sent it too, or has ended its stream.
    case closed
    /// The other side has closed, and has not taken so many octets of data.
    case closedEarly(untaken: Int)
    /// TLS has failed. The alert is the one that was sent; nil if none was.
    case failed(TLSError, alert: AlertDescription?)
    /// The TCP connection is broken, with the operating system's number (errno); 0 if it is not known.
    case broken(Int32)
    /// The TCP connection is broken, and the other side has not taken so many octets of data.
    case brokenEarly(untaken: Int)
    /// This side has given the connection up.
    case gaveUp(Reason)
    /// The program was asked to end.
    case stopped

    /// Why a connection was given up.
    package enum Reason: Hashable, Sendable {
        /// The handshake was not complete in time.
        case slowHandshake
        /// The other side has sent more octets than a handshake needs, and the handshake is not complete.
        case endlessHandshake
        /// The other side has sent more octets than are accepted from any peer.
        case endlessData
        /// The other side does not take the octets that are sent.
        case takesNothing
        /// Room was needed for other connections.
        case crowded
        /// The other side has not answered close_notify with its own.
        case noGoodbye
    }
}

extension TLSEnding: Wording {
    /// How the connection has ended, in one sentence of English.
    package var sentence: String { english }

    /// How the connection has ended, in one sentence.
    package var english: String {
        switch self {
        case .closed: "The connection has ended in good order."
        case .closedEarly(let untaken): "The other side has closed. \(Self.englishRest(untaken))"
        case .brokenEarly(let untaken): "The other side has broken the connection. \(Self.englishRest(untaken))"
        case .failed(let error, let alert):
            // The texts of some errors end with a full stop already.
            "TLS has failed: \(error)" + ("\(error)".hasSuffix(".") ? "" : ".") + Self.sent(alert)
        case .broken where isGivenUp: "TCP has given the connection up: the other side does not answer."
        case .broken(ECONNREFUSED): "The other side has refused the connection."
        case .broken: "The other side has broken the connection."
        case .stopped: "The connection was closed because the program ends."
        case .gaveUp(let reason):
            switch reason {
            case .slowHandshake: "Given up: the handshake was not complete in time."
            case .endlessHandshake: "Given up: the handshake was not complete after more octets than a handshake needs."
            case .endlessData: "Given up: the other side sent more octets than this program accepts."
            case .takesNothing: "Given up: the other side does not read."
            case .crowded: "Given up to make room for other connections."
            case .noGoodbye:
                "The other side has not said close_notify. What it sent may have been cut off."
            }
        }
    }

    package var chinese: String {
        switch self {
        case .closed: "连接已正常结束。"
        case .closedEarly(let untaken): "对方已关闭。\(Self.chineseRest(untaken))"
        case .brokenEarly(let untaken): "对方中断了连接。\(Self.chineseRest(untaken))"
        case .failed(let error, let alert):
            "TLS 失败：\(error.chinese)" + (error.chinese.hasSuffix("。") ? "" : "。") + Self.chineseSent(alert)
        case .broken where isGivenUp: "TCP 已放弃连接：对方没有回应。"
        case .broken(ECONNREFUSED): "对方拒绝了连接。"
        case .broken: "对方中断了连接。"
        case .stopped: "程序要结束，所以关闭了连接。"
        case .gaveUp(let reason):
            switch reason {
            case .slowHandshake: "已放弃：握手没有及时完成。"
            case .endlessHandshake: "已放弃：收到的字节超过握手所需，握手仍未完成。"
            case .endlessData: "已放弃：对方发送的字节超过这个程序接受的数量。"
            case .takesNothing: "已放弃：对方不读取。"
            case .crowded: "已放弃，为其他连接腾出位置。"
            case .noGoodbye: "对方没有发送 close_notify。它发送的内容可能不完整。"
            }
        }
    }

    /// Whether TCP has given the connection up.
    package var isGivenUp: Bool { self == .broken(ETIMEDOUT) }

    /// Whether the TCP connection is aborted, too: there is no close_notify, alert or answer that the other side still has to receive.
    var isAbrupt: Bool {
        switch self {
        case .closed, .failed, .stopped, .gaveUp(.noGoodbye): false
        case .broken, .brokenEarly, .gaveUp, .closedEarly: true
        }
    }

    private static func englishRest(_ untaken: Int) -> String {
        "\(counted(untaken, "octet")) of the data \(untaken == 1 ? "was" : "were") not taken."
    }

    private static func chineseRest(_ untaken: Int) -> String { "有 \(untaken) 字节数据没有接收。" }

    private static func sent(_ alert: AlertDescription?) -> String {
        alert.map { " The alert \($0) was sent." } ?? ""
    }

    private static func chineseSent(_ alert: AlertDescription?) -> String {
        alert.map { "已发送警报 \($0)。" } ?? ""
    }
}
