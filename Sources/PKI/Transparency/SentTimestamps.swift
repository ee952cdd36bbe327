import Trace

/// The timestamps of logs that a server sends beside its certificate, in the extension signed_certificate_timestamp of TLS (RFC 6962
/// section 3.3.1).
public enum SentTimestamps: Sendable, Hashable {
    /// No handshake was seen in which the client asked for them. So it is not known whether the server sends any.
    case notSeen
    /// The client asked for them. The value is the content of the server's extension; nil if the server sent no such extension.
    case seen([UInt8]?)

    /// The content of the extension; nil if none was seen.
    var list: [UInt8]? {
        switch self {
        case .notSeen, .seen(nil): nil
        case .seen(let list?): list
        }
    }
}

/// Why it cannot be told whether a certificate has enough timestamps.
public enum TimestampDoubt: Sendable, Hashable {
    case handshakeNotSeen
    /// The list of logs is so old that a device with it demands no timestamps; the time of the list, in seconds since 1970. A device
    /// with a newer list demands them.
    case oldList(from: Int64)

    /// What is not known, in one sentence, and what would settle it, in another.
    package var english: String {
        switch self {
        case .handshakeNotSeen:
            "A server may also send timestamps in the handshake or with an OCSP response, and no handshake was seen here in which the client "
                + "asked for them. The server itself, asked by its name and port, would settle it."
        case .oldList(let time):
            "The list of logs is from \(English.date(time)). A device with a list of that age demands no timestamps, and a device with a newer "
                + "list does. A list that is not older than 60 days would settle it."
        }
    }

    package var chinese: String {
        switch self {
        case .handshakeNotSeen:
            "服务器也可能在握手中或随 OCSP 响应发送时间戳，而这里没有看到客户端请求时间戳的握手。"
                + "按名称和端口询问服务器本身，就能得到答案。"
        case .oldList(let time):
            "日志的列表是 \(CivilTime.text(time)) 的。列表这样旧的设备不要求时间戳，列表更新的设备则要求。"
                + "用不超过 60 天的列表，就能得到答案。"
        }
    }

    package var englishClause: String {
        switch self {
        case .handshakeNotSeen: "whether the server sends others in the handshake was not seen"
        case .oldList: "the list of logs is too old to tell whether the device demands them"
        }
    }

    package var chineseClause: String {
        switch self {
        case .handshakeNotSeen: "服务器在握手中是否还发送别的时间戳，没有看到"
        case .oldList: "日志的列表太旧，无法判断设备是否要求时间戳"
        }
    }

    /// The condition under which the chain is refused, as the end of a sentence.
    package var englishCondition: String {
        switch self {
        case .handshakeNotSeen: "if the server sends no further timestamps"
        case .oldList: "if the device has a newer list of logs"
        }
    }

    /// The condition in Chinese, as the beginning of a sentence, without a mark.
    package var chineseCondition: String {
        switch self {
        case .handshakeNotSeen: "如果服务器不再发送别的时间戳"
        case .oldList: "如果设备有更新的日志列表"
        }
    }
}
