import TLSSim
import Trace

/// A first request in HTTP, `GET /`, of a client without a certificate, on a handshake that was completed.
///
/// Many servers ask for a certificate of the client in the handshake, go on without one, and refuse the requests. Others ask only when
/// a request has come. So the handshake alone does not show whether an app without a certificate is served.
package struct RequestTrial: Hashable, Sendable {
    /// The negotiated version.
    package let version: ProtocolVersion
    /// When the server asked for a certificate of the client.
    package let asking: Asking
    /// The answer to the request.
    package let answer: Answer

    /// A request with this answer.
    package init(in version: ProtocolVersion, asking: Asking, answer: Answer) {
        (self.version, self.asking, self.answer) = (version, asking, answer)
    }

    /// When a server asked for a certificate of the client.
    package enum Asking: Hashable, Sendable {
        /// It did not ask.
        case never
        /// In the handshake (RFC 5246 section 7.4.4, RFC 8446 section 4.3.2).
        case inHandshake
        /// After the request, in TLS 1.3 (RFC 8446 section 4.6.2).
        case afterRequest
        /// After the request it asked for a new handshake (RFC 5246 section 7.4.1.1). Servers do so to ask for a certificate.
        case byNewHandshake
    }

    /// An answer to a request.
    package enum Answer: Hashable, Sendable {
        /// An answer in HTTP with this status.
        case status(Int)
        /// Octets that are not HTTP.
        case notHTTP
        /// The server ended the connection without an answer; its alert, if it sent one.
        case ended(AlertDescription?)
        /// No octet came within the time limit.
        case silence
    }

    /// Whether it is not known that an app without a certificate is served: the server asks for one, and does not serve the request.
    package var isDoubtful: Bool {
        guard asking != .never else { return false }
        if case .status(let status) = answer { return !(200..<400).contains(status) }
        return true
    }

    /// A short name for JSON.
    package var name: String { "client certificate asked for" }

    /// The remedies where it is doubtful whether an app is served, the best first.
    var remedies: [Remedy] {
        let others: [Remedy] = [.showClientCertificate, .demandNoCertificate]
        return switch asking {
        case .never: []
        case .inHandshake: others
        case .afterRequest, .byNewHandshake: [.askInHandshake] + others
        }
    }

    /// The document that says how a server asks.
    var cite: Citation? {
        switch asking {
        case .never: nil
        case .inHandshake: version == .tls13 ? .rfc(8446, "4.3.2") : .rfc(5246, "7.4.4")
        case .afterRequest: .rfc(8446, "4.6.2")
        case .byNewHandshake: .rfc(5246, "7.4.1.1")
        }
    }

    var englishClause: String {
        let asks =
            switch asking {
            case .never: "it asks for no certificate of the client"
            case .inHandshake: "it asks for a certificate of the client"
            case .afterRequest: "it asks for a certificate of the client when a request has come"
            case .byNewHandshake: "it asks for a new handshake when a request has come"
            }
        let request = asking == .byNewHandshake ? "the request" : "a request without one"
        return switch answer {
        case .status(let status): "\(asks), and answers \(request) with the HTTP status \(status)"
        case .notHTTP: "\(asks), and does not answer a request in HTTP"
        case .ended: "\(asks), and ends the connection after \(request)"
        case .silence: "\(asks), and does not answer \(request)"
        }
    }

    var chineseClause: String {
        let asks =
            switch asking {
            case .never: "它不要求客户端证书"
            case .inHandshake: "它要求客户端证书"
            case .afterRequest: "它在收到请求后要求客户端证书"
            case .byNewHandshake: "它在收到请求后要求重新握手"
            }
        let request = asking == .byNewHandshake ? "这个请求" : "没有证书的请求"
        return switch answer {
        case .status(let status): "\(asks)，对\(request)用 HTTP 状态 \(status) 应答"
        case .notHTTP: "\(asks)，而且不用 HTTP 应答请求"
        case .ended: "\(asks)，在\(request)之后结束连接"
        case .silence: "\(asks)，而且不应答\(request)"
        }
    }

    package var english: String {
        let asked =
            switch asking {
            case .never: ""
            case .inHandshake:
                "The server asked for a certificate of the client, and went on when the client showed none. "
            case .afterRequest:
                "When the request had come, the server asked for a certificate of the client, and the client showed none. An app that "
                    + "does not offer post_handshake_auth is not asked. "
            case .byNewHandshake:
                "When the request had come, the server asked for a new handshake, which the client refused. Servers ask so for a "
                    + "certificate of the client. "
            }
        let answered =
            switch answer {
            case .status(let status): "The request GET / was answered with the HTTP status \(status)."
            case .notHTTP: "The request GET / was not answered in HTTP."
            case .ended(nil): "The request GET / was not answered: the server ended the connection."
            case .ended(let alert?):
                "The request GET / was not answered: the server ended the connection with the alert \(alert)."
            case .silence: "The request GET / was not answered in time."
            }
        return asked + answered + (asking == .never || isDoubtful ? "" : " Another path may need a certificate.")
    }

    package var chinese: String {
        let asked =
            switch asking {
            case .never: ""
            case .inHandshake:
                "服务器要求客户端证书，客户端没有出示，服务器仍然继续。"
            case .afterRequest:
                "请求到达后，服务器要求客户端证书，客户端没有出示证书。应用如果不提供 post_handshake_auth，服务器就不会要求。"
            case .byNewHandshake:
                "请求到达后，服务器要求重新握手，客户端拒绝了。服务器这样做，是为了要求客户端证书。"
            }
        let answered =
            switch answer {
            case .status(let status): "请求 GET / 得到的应答是 HTTP 状态 \(status)。"
            case .notHTTP: "请求 GET / 得到的应答不是 HTTP。"
            case .ended(nil): "请求 GET / 没有得到应答：服务器结束了连接。"
            case .ended(let alert?):
                "请求 GET / 没有得到应答：服务器用警报 \(alert) 结束了连接。"
            case .silence: "请求 GET / 没有及时得到应答。"
            }
        return asked + answered + (asking == .never || isDoubtful ? "" : "另一个路径也许需要证书。")
    }
}
