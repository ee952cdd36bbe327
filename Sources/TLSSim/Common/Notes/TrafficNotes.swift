import Trace

/// The notes on application data, alerts and the end of a connection.
public enum TrafficNote: StepNote, Hashable {
    /// `octets` octets of application data are sent, protected with that cipher.
    case applicationData(octets: Int, BulkCipher)
    /// A side sends close_notify; `first` says whether the other side has not sent its own before.
    case closeNotify(first: Bool)
    case alert(AlertDescription, because: TLSError)
    case peerAlert(AlertDescription, fatal: Bool)
    case noRenegotiation

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .applicationData: ("tls.application_data", .rfc(5246, "10"))
        case .closeNotify: ("tls.close_notify", .rfc(5246, "7.2.1"))
        case .alert, .peerAlert: ("tls.alert", .rfc(5246, "7.2.2"))
        case .noRenegotiation: ("tls.no_renegotiation", .rfc(5246, "7.2.2"))
        }
    }

    /// The sentence: what is sent, and what it means for the connection.
    public var english: String {
        switch self {
        case .applicationData(let octets, let cipher):
            """
            \(counted(octets, "octet")) of application data, encrypted and authenticated with \(cipher.algorithm)\
            \(cipher.mac.map { " and HMAC-\($0.name)" } ?? "") under this direction's own \(cipher.mac == nil ? "key" : "keys"). Each \
            side counts the records itself, and the \(cipher.mac == nil ? "tag" : "MAC") covers the number, so a dropped, repeated or \
            reordered record fails to verify.
            """
        case .closeNotify(let first):
            first
                ? """
                "I will send no more." The alert is protected, so an attacker cannot forge an early end of the data. Anyone on the \
                path can forge a bare FIN of TCP.
                """
                : "The answer to the other side's close_notify. It proves that the data of this direction is complete, too."
        case .alert(let name, let error):
            "A fatal alert, \(name), ends the connection: \(error.english)."
        case .peerAlert(let name, true): "The other side ends the connection with the fatal alert \(name)."
        case .peerAlert(let name, false): "The other side warns with the alert \(name). The connection can go on."
        case .noRenegotiation:
            "This side declines a new handshake inside the connection, with a warning. The connection goes on."
        }
    }

    public var chinese: String {
        switch self {
        case .applicationData(let octets, let cipher):
            """
            \(octets) 字节应用数据，用 \(cipher.algorithm)\(cipher.mac.map { " 和 HMAC-\($0.name)" } ?? "") 加密和认证，\
            使用这个方向自己的密钥。双方各自给记录计数，\(cipher.mac == nil ? "认证标签" : "MAC ")覆盖这个编号，\
            所以记录丢失、重复或乱序时都通不过验证。
            """
        case .closeNotify(let first):
            first
                ? "“我不再发送了。”这个警报受到保护，所以攻击者不能伪造数据的提前结束。TCP 的 FIN 没有保护，路径上的人都能伪造。"
                : "这个警报回应对方的 close_notify。它证明这个方向的数据也是完整的。"
        case .alert(let name, let error):
            "\(spaced(spaced("致命警报", name.inChinese), "结束了连接"))：\(error.chinese)。"
        case .peerAlert(let name, true): "对方结束连接，发来\(spaced("致命警报", name.inChinese))。"
        case .peerAlert(let name, false): "对方发出警告：\(spaced("警报", name.inChinese))。连接可以继续。"
        case .noRenegotiation:
            "这一方拒绝在连接内进行新的握手，只发出警告。连接继续。"
        }
    }
}

extension Alert {
    /// The note of the side that reads the alert. `answering` says whether this side has sent close_notify before.
    func note(answering: Bool) -> TrafficNote {
        switch name {
        case .closeNotify: .closeNotify(first: !answering)
        case .noRenegotiation where level == .warning: .noRenegotiation
        default: .peerAlert(name, fatal: level == .fatal)
        }
    }
}
