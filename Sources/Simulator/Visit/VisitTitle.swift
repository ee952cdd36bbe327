import TLSSim
import Trace

/// The title of the story of a visit.
enum VisitTitle: Remark {
    /// A visit of TLS 1.2 with that key exchange; if `resumes`, a visit that resumes a session.
    case tls12(KeyExchangeKind, resumes: Bool)
    case tls13(Visit.TLS13Options)

    var english: String {
        let way =
            switch self {
            case .tls12(_, resumes: true): "TLS 1.2 resumes a session"
            case .tls12(.rsa, _): "TLS 1.2 with RSA key transport"
            case .tls12(.dheRSA, _), .tls12(.dhAnon, _): "TLS 1.2 with ephemeral Diffie–Hellman"
            case .tls12(.ecdheRSA, _), .tls12(.ecdheECDSA, _):
                "TLS 1.2 with ephemeral Diffie–Hellman on an elliptic curve"
            case .tls13(let tls13) where tls13.sendsEarlyData && !tls13.isRetried:
                "TLS 1.3 sends its request with the first hello"
            case .tls13(let tls13) where tls13.usesSecretAlone: "TLS 1.3 with a ticket's secret alone"
            case .tls13(let tls13) where tls13.resumes: "TLS 1.3 begins with a ticket"
            case .tls13(let tls13) where tls13.isRetried: "TLS 1.3 asks for another hello"
            case .tls13: "TLS 1.3 with the exchange in the hellos"
            }
        return "HTTPS from SYN to TIME-WAIT: \(way)"
    }

    var chinese: String {
        let way =
            switch self {
            case .tls12(_, resumes: true): "TLS 1.2 的会话恢复"
            case .tls12(.rsa, _): "TLS 1.2，RSA 密钥传输"
            case .tls12(.dheRSA, _), .tls12(.dhAnon, _): "TLS 1.2，临时 Diffie–Hellman"
            case .tls12(.ecdheRSA, _), .tls12(.ecdheECDSA, _):
                "TLS 1.2，椭圆曲线上的临时 Diffie–Hellman"
            case .tls13(let tls13) where tls13.sendsEarlyData && !tls13.isRetried:
                "TLS 1.3，请求随第一条 Hello 消息发出"
            case .tls13(let tls13) where tls13.usesSecretAlone: "TLS 1.3，只用票据的秘密"
            case .tls13(let tls13) where tls13.resumes: "TLS 1.3，以票据开始"
            case .tls13(let tls13) where tls13.isRetried: "TLS 1.3，服务器要求再发一条 Hello 消息"
            case .tls13: "TLS 1.3，密钥交换就在 Hello 消息中"
            }
        return "HTTPS，从 SYN 到 TIME-WAIT：\(way)"
    }
}

/// What a thief takes after the connection. The wording says where it was kept.
enum Theft: Wording {
    case privateKey
    case ticketKey

    var english: String {
        switch self {
        case .privateKey: "from the server's disk, after the connection"
        case .ticketKey: "from the server's memory, after the connection"
        }
    }

    var chinese: String {
        switch self {
        case .privateKey: "连接之后取自服务器的磁盘"
        case .ticketKey: "连接之后取自服务器的内存"
        }
    }
}

extension Journal {
    /// Records that the thief takes a secret of that value.
    mutating func record(_ theft: Theft, of secret: SecretID, value: [UInt8], at now: Instant) {
        record(at: now, who: .thief, step: "attack.theft", .learned(secret, .stolen(how: Words(theft)), value: value))
    }
}
