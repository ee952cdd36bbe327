import TLSSim
import Trace

/// Why the server's answer to a ClientHello was not seen: no connection, no TLS, or no agreement on a connection.
package enum ContactProblem: Hashable, Sendable, Remark {
    /// The name has no address; the resolver's reason.
    case unknownHost(String, why: Words)
    /// No program accepts connections at this address and port; the operating system's reason.
    case refused(Endpoint, why: Words)
    case unreachable(Endpoint, why: Words)
    /// The answer to a ClientHello stayed incomplete; the part that arrived, and the time limit in seconds, nil for a recording.
    case silent(Endpoint, after: AnswerProgress, seconds: Double?)
    /// The TCP connection was made, but the server ended or reset it before its answer to a ClientHello was complete; the part that arrived.
    case closed(Endpoint, after: AnswerProgress, isReset: Bool)
    /// The TCP connection was made, but the answer is not TLS; the kind of the answer.
    case notTLS(Endpoint, Greeting)
    /// The server answers with an alert; whether every kind of offer was made, or only one.
    case alerted(Endpoint, alert: AlertDescription, isGeneral: Bool)
    case secretRefused(Endpoint, alert: AlertDescription)
    /// The server answers with TLS that cannot be read; the error.
    case unreadable(Endpoint, why: Words)

    /// The first words of a peer that does not speak TLS.
    package enum Greeting: Hashable, Sendable {
        /// An answer or a request in HTTP.
        case http
        /// The line with which both sides of SSH begin (RFC 4253 section 4.2).
        case ssh
        /// The line with which a server of mail or FTP begins (RFC 5321 section 4.2, RFC 959 section 5.4): 220, or an IMAP or POP3 greeting; or
        /// that of a mail client.
        case mail
        /// Unknown octets; up to eight of them.
        case other([UInt8])

        private static let words: [(Greeting, [String])] = [
            (
                .http,
                [
                    "HTTP/", "<!DOCTYPE", "<html", "GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "OPTIONS ", "CONNECT ",
                    "PRI * HTTP",
                ]
            ), (.ssh, ["SSH-"]), (.mail, ["220 ", "220-", "* OK", "+OK", "EHLO ", "HELO "]),
        ]

        /// The greeting in the first octets of a stream.
        package init(_ octets: [UInt8]) {
            let kind = Self.words.first { _, words in words.contains { octets.starts(with: Array($0.utf8)) } }
            if let kind {
                self = kind.0
            } else {
                self = .other(Array(octets.prefix(8)))
            }
        }
    }

    /// A short name for JSON.
    package var name: String {
        switch self {
        case .unknownHost: "unknown host"
        case .refused: "nothing listens"
        case .unreachable: "no answer"
        case .silent(_, let progress, _): progress.octets == 0 ? "silent" : "half an answer"
        case .closed: "closed"
        case .notTLS: "not TLS"
        case .alerted: "alert"
        case .secretRefused: "shared secret refused"
        case .unreadable: "unreadable"
        }
    }

    /// The error that an app sees. Nil if it is not known for certain.
    var error: AppleError? {
        switch self {
        case .unknownHost: .cannotFindHost
        case .refused: .cannotConnectToHost
        case .unreachable, .silent: .timedOut
        case .notTLS, .alerted, .secretRefused, .unreadable: .secureConnectionFailed
        case .closed: nil
        }
    }

    /// The remedies, the best first.
    package var remedies: [Remedy] {
        switch self {
        case .unknownHost(let host, _): [.correctHost(host)]
        case .refused(let place, _), .unreachable(let place, _): [.startServer(place)]
        case .silent(_, let progress, _) where progress.alerts.contains(.unrecognizedName),
            .closed(_, let progress, _) where progress.alerts.contains(.unrecognizedName):
            [.serveName, .askForServedName]
        case .silent(let place, let progress, _), .closed(let place, let progress, _):
            progress.octets == 0 ? [.enableTLS(place)] : [.readServerLog]
        case .notTLS(let place, .other), .notTLS(let place, .http), .unreadable(let place, _): [.enableTLS(place)]
        case .notTLS(let place, .ssh), .notTLS(let place, .mail): [.correctPort(place)]
        case .alerted(_, .unrecognizedName, _): [.serveName, .askForServedName]
        case .alerted(_, .certificateRequired, _): [.showClientCertificate, .demandNoCertificate]
        case .alerted(_, .protocolVersion, _), .alerted(_, .insufficientSecurity, _): [.enableVersions]
        case .alerted(_, .handshakeFailure, _): [.enableVersions, .checkKey]
        case .alerted(_, .noApplicationProtocol, _): [.offerProtocol]
        case .secretRefused: [.giveSameSecret]
        case .alerted: [.readServerLog]
        }
    }

    var englishClause: String {
        switch self {
        case .unknownHost(let host, _): "no address is known for the name \(host)"
        case .refused(let place, _): "nothing listens on port \(place.port) of \(place.address)"
        case .unreachable(let place, _): "\(place) does not answer"
        case .silent(_, let progress, _):
            progress.octets == 0
                ? "it accepts the connection and does not answer a ClientHello"
                : "it begins to answer a ClientHello and falls silent"
        case .closed(_, let progress, let isReset):
            (isReset ? "it resets the connection " : "it ends the connection ")
                + (progress.octets == 0 ? "when it gets a ClientHello" : "in the middle of its answer to a ClientHello")
        case .notTLS(_, .http): "it answers in HTTP without TLS"
        case .notTLS(_, .ssh): "it answers in SSH, which is not TLS"
        case .notTLS(_, .mail): "it answers as a mail or FTP server without TLS"
        case .notTLS(_, .other): "what it answers is not TLS"
        case .alerted(_, .unrecognizedName, _):
            "it does not serve the host that the URL names: it answers with the alert unrecognized_name"
        case .alerted(_, let alert, isGeneral: true): "it refuses every handshake with the alert \(alert)"
        case .alerted(_, let alert, isGeneral: false): "it refuses the handshake with the alert \(alert)"
        case .secretRefused(_, let alert): "it refuses the shared secret with the alert \(alert)"
        case .unreadable: "its answer to a ClientHello cannot be read"
        }
    }

    var chineseClause: String {
        switch self {
        case .unknownHost(let host, _): "找不到名称 \(host) 的地址"
        case .refused(let place, _): "\(place.address) 的端口 \(place.port) 上没有程序监听"
        case .unreachable(let place, _): "\(place) 没有应答"
        case .silent(_, let progress, _):
            progress.octets == 0
                ? "它接受连接，但不应答 ClientHello"
                : "它开始应答 ClientHello，然后就没有动静了"
        case .closed(_, let progress, let isReset):
            (progress.octets == 0 ? "它收到 ClientHello 时" : "它对 ClientHello 应答到一半时") + (isReset ? "复位连接" : "结束连接")
        case .notTLS(_, .http): "它用 HTTP 应答，没有 TLS"
        case .notTLS(_, .ssh): "它用 SSH 应答，而 SSH 不是 TLS"
        case .notTLS(_, .mail): "它作为邮件或 FTP 服务器应答，没有 TLS"
        case .notTLS(_, .other): "它的应答不是 TLS"
        case .alerted(_, .unrecognizedName, _):
            "它不为 URL 中的主机服务：它用警报 unrecognized_name 应答"
        case .alerted(_, let alert, isGeneral: true): "它拒绝每一次握手，警报是 \(alert)"
        case .alerted(_, let alert, isGeneral: false): "它拒绝握手，警报是 \(alert)"
        case .secretRefused(_, let alert): "它拒绝共享秘密，警报是 \(alert)"
        case .unreadable: "它对 ClientHello 的应答无法读取"
        }
    }

    package var english: String {
        switch self {
        case .unknownHost(let host, let why): "The resolver finds no address for \(host): \(why.english)."
        case .refused(let place, let why): "The TCP connection to \(place) failed: \(why.english)."
        case .unreachable(let place, let why): "There is no TCP connection to \(place): \(why.english)."
        case .silent(let place, let progress, let seconds):
            "The TCP connection to \(place) was made. \(progress.english), "
                + (progress.octets == 0 ? "" : "and nothing more ")
                + (seconds.map { "for \(Self.text($0))." } ?? "until the end of the recording.")
        case .closed(let place, let progress, let isReset):
            "The TCP connection to \(place) was made. \(progress.english). Then the server "
                + (isReset ? "reset the connection." : "ended it.")
        case .notTLS(let place, .other(let octets)):
            "The TCP connection to \(place) was made. The answer to a ClientHello begins with the octets "
                + "\(Hex.string(octets)), which is no record of TLS."
        case .notTLS(let place, .http):
            "The TCP connection to \(place) was made. The answer to a ClientHello is a page of plain HTTP."
        case .notTLS(let place, .ssh):
            "The TCP connection to \(place) was made. The server begins with the line of an SSH server."
        case .notTLS(let place, .mail):
            "The TCP connection to \(place) was made. The server begins with the greeting of a mail or FTP server."
        case .alerted(let place, .unrecognizedName, _):
            "The server at \(place) answers the ClientHello with the alert unrecognized_name: it has no certificate and no site for the "
                + "name in server_name."
        case .alerted(let place, let alert, isGeneral: false):
            "The server at \(place) answers the ClientHello with the alert \(alert)."
        case .alerted(let place, let alert, isGeneral: true):
            "The server at \(place) answers each ClientHello, of TLS 1.0 to 1.3 with every usual cipher suite, with the alert "
                + "\(alert)."
        case .secretRefused(let place, let alert):
            "The client offered a shared secret (PSK). The server at \(place) answers with the alert \(alert): it knows another secret "
                + "by this name, or none."
        case .unreadable(let place, let why): "The answer of \(place) to a ClientHello cannot be read: \(why.english)."
        }
    }

    package var chinese: String {
        switch self {
        case .unknownHost(let host, let why): "解析器找不到 \(host) 的地址：\(why.chinese)。"
        case .refused(let place, let why): "到 \(place) 的 TCP 连接失败：\(why.chinese)。"
        case .unreachable(let place, let why): "没有到 \(place) 的 TCP 连接：\(why.chinese)。"
        case .silent(let place, let progress, let seconds):
            "到 \(place) 的 TCP 连接已建立。\(progress.chinese)，"
                + (seconds.map { Self.chinese(waiting: $0, again: progress.octets != 0) }
                    ?? (progress.octets == 0 ? "直到录下的流量结束。" : "此后直到录下的流量结束，再没有动静。"))
        case .closed(let place, let progress, let isReset):
            "到 \(place) 的 TCP 连接已建立。\(progress.chinese)。然后服务器" + (isReset ? "复位了连接。" : "结束了连接。")
        case .notTLS(let place, .other(let octets)):
            "到 \(place) 的 TCP 连接已建立。对 ClientHello 的应答以字节 \(Hex.string(octets)) 开头，这不是 TLS 的记录。"
        case .notTLS(let place, .http):
            "到 \(place) 的 TCP 连接已建立。对 ClientHello 的应答是一个普通 HTTP 的页面。"
        case .notTLS(let place, .ssh):
            "到 \(place) 的 TCP 连接已建立。服务器以 SSH 服务器的行开头。"
        case .notTLS(let place, .mail):
            "到 \(place) 的 TCP 连接已建立。服务器以邮件或 FTP 服务器的问候语开头。"
        case .alerted(let place, .unrecognizedName, _):
            "\(place) 的服务器用警报 unrecognized_name 应答 ClientHello：对于 server_name 中的名称，它既没有证书，也没有网站。"
        case .alerted(let place, let alert, isGeneral: false):
            "\(place) 的服务器用警报 \(alert) 应答 ClientHello。"
        case .alerted(let place, let alert, isGeneral: true):
            "从 TLS 1.0 到 1.3，带上所有常用的密码套件，\(place) 的服务器对每个 ClientHello 都用警报 \(alert) 应答。"
        case .secretRefused(let place, let alert):
            "客户端提供了共享秘密（PSK）。\(place) 的服务器用警报 \(alert) 应答：它以这个名称知道的是另一个秘密，或者没有这个名称的秘密。"
        case .unreadable(let place, let why): "\(place) 对 ClientHello 的应答无法读取：\(why.chinese)。"
        }
    }

    /// How long nothing came, or nothing more: "等了 10 秒。"
    private static func chinese(waiting seconds: Double, again: Bool) -> String {
        again ? "此后 \(number(seconds)) 秒内再没有动静。" : "等了 \(number(seconds)) 秒。"
    }

    private static func number(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? String(Int(clampedFrom: seconds)) : "\(seconds)"
    }

    /// A time limit in words: "10 seconds".
    private static func text(_ seconds: Double) -> String {
        "\(number(seconds)) \(seconds == 1 ? "second" : "seconds")"
    }
}

extension Int {
    /// `value` rounded toward zero. A value outside the range of Int becomes the nearest Int.
    fileprivate init(clampedFrom value: Double) {
        self = Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }
}
