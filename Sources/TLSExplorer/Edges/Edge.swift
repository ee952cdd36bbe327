import Trace

/// An edge of the state machines of TLS: something that an end takes in a state, as the tables of the RFCs have it. A search reports which
/// edges were passed.
///
/// The numbers are those of docs/explorer.md. Edges 1 to 33 are of TLS 1.2, the others of TLS 1.3.
package struct Edge: Hashable, Wording, CustomStringConvertible {
    /// The number.
    package let number: Int
    /// What the edge is, for a reader: "client: Certificate behind a request".
    private let words: Words

    package var english: String { words.english }
    package var chinese: String { words.chinese }
    package var description: String { english }

    /// An edge is known by its number.
    package static func == (one: Edge, other: Edge) -> Bool { one.number == other.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The edges of ends of that version. Ends of both versions open as those of TLS 1.3 do, and none here offers to be asked for a certificate
    /// later.
    package static func all(of version: TLSScope.Version) -> [Edge] {
        switch version {
        case .tls12: all.filter { $0.number <= 33 }
        case .tls13: all.filter { $0.number > 33 }
        case .both: all.filter { $0.number != 1 && !(58...61).contains($0.number) }
        }
    }

    /// All edges, in order.
    package static let all: [Edge] = table.enumerated().map { Edge(number: $0.offset + 1, words: $0.element) }

    private static let table: [Words] = [
        // MARK: TLS 1.2, client
        Words(english: "the client's program opens", chinese: "客户端的程序打开连接"),
        Words(english: "client: ServerHello with a new session", chinese: "客户端：新会话的 ServerHello"),
        Words(
            english: "client: ServerHello that resumes, without SessionTicket",
            chinese: "客户端：恢复会话的 ServerHello，不带 SessionTicket"),
        Words(
            english: "client: ServerHello that resumes, with SessionTicket",
            chinese: "客户端：恢复会话的 ServerHello，带 SessionTicket"),
        Words(english: "client: Certificate, before RSA key transport", chinese: "客户端：Certificate，在 RSA 密钥传输之前"),
        Words(
            english: "client: Certificate, before ServerKeyExchange",
            chinese: "客户端：Certificate，在 ServerKeyExchange 之前"),
        Words(english: "client: CertificateStatus", chinese: "客户端：CertificateStatus"),
        Words(english: "client: ServerKeyExchange", chinese: "客户端：ServerKeyExchange"),
        Words(english: "client: CertificateRequest", chinese: "客户端：CertificateRequest"),
        Words(english: "client: ServerHelloDone", chinese: "客户端：ServerHelloDone"),
        Words(english: "client: NewSessionTicket", chinese: "客户端：NewSessionTicket"),
        Words(english: "client: ChangeCipherSpec", chinese: "客户端：ChangeCipherSpec"),
        Words(english: "client: Finished of a full handshake", chinese: "客户端：完整握手的 Finished"),
        Words(english: "client: Finished of an abbreviated handshake", chinese: "客户端：简短握手的 Finished"),
        Words(english: "client: HelloRequest during the handshake", chinese: "客户端：握手中的 HelloRequest"),
        Words(english: "client: HelloRequest when it is open", chinese: "客户端：打开之后的 HelloRequest"),
        // MARK: TLS 1.2, server
        Words(english: "server: ClientHello, full handshake", chinese: "服务器：ClientHello，完整握手"),
        Words(english: "server: ClientHello with a known session id", chinese: "服务器：带已知会话标识的 ClientHello"),
        Words(english: "server: ClientHello with a good ticket", chinese: "服务器：带有效票据的 ClientHello"),
        Words(english: "server: Certificate with a chain", chinese: "服务器：带证书链的 Certificate"),
        Words(english: "server: empty Certificate", chinese: "服务器：空的 Certificate"),
        Words(english: "server: ClientKeyExchange", chinese: "服务器：ClientKeyExchange"),
        Words(
            english: "server: ClientKeyExchange of a client with a certificate",
            chinese: "服务器：有证书的客户端的 ClientKeyExchange"),
        Words(english: "server: CertificateVerify", chinese: "服务器：CertificateVerify"),
        Words(english: "server: ChangeCipherSpec", chinese: "服务器：ChangeCipherSpec"),
        Words(english: "server: Finished of a full handshake", chinese: "服务器：完整握手的 Finished"),
        Words(english: "server: Finished of an abbreviated handshake", chinese: "服务器：简短握手的 Finished"),
        Words(english: "server: ClientHello when it is open", chinese: "服务器：打开之后的 ClientHello"),
        // MARK: TLS 1.2, both
        Words(english: "application data", chinese: "应用数据"),
        Words(english: "close_notify when it is open", chinese: "打开之后的 close_notify"),
        Words(english: "a warning", chinese: "一个警告"),
        Words(english: "a fatal alert", chinese: "一个致命警报"),
        Words(english: "close_notify during the handshake", chinese: "握手中的 close_notify"),
        // MARK: TLS 1.3, client
        Words(english: "the client's program opens", chinese: "客户端的程序打开连接"),
        Words(english: "the client's program opens, with early data", chinese: "客户端的程序打开连接，带早期数据"),
        Words(english: "client: HelloRetryRequest", chinese: "客户端：HelloRetryRequest"),
        Words(english: "client: ServerHello", chinese: "客户端：ServerHello"),
        Words(
            english: "client: EncryptedExtensions, with a pre-shared key",
            chinese: "客户端：EncryptedExtensions，使用预共享密钥"),
        Words(english: "client: EncryptedExtensions, before a certificate", chinese: "客户端：EncryptedExtensions，在证书之前"),
        Words(english: "client: CertificateRequest", chinese: "客户端：CertificateRequest"),
        Words(english: "client: Certificate without a request before it", chinese: "客户端：Certificate，之前没有请求"),
        Words(english: "client: Certificate behind a request", chinese: "客户端：Certificate，在请求之后"),
        Words(english: "client: CertificateVerify", chinese: "客户端：CertificateVerify"),
        Words(english: "client: Finished", chinese: "客户端：Finished"),
        // MARK: TLS 1.3, server
        Words(
            english: "server: ClientHello that needs a HelloRetryRequest",
            chinese: "服务器：需要 HelloRetryRequest 的 ClientHello"),
        Words(english: "server: ClientHello that is answered", chinese: "服务器：得到回应的 ClientHello"),
        Words(english: "server: early data that is refused", chinese: "服务器：拒绝早期数据"),
        Words(english: "server: early data is accepted", chinese: "服务器：接受早期数据"),
        Words(english: "server: early data arrives", chinese: "服务器：早期数据到达"),
        Words(english: "server: EndOfEarlyData", chinese: "服务器：EndOfEarlyData"),
        Words(english: "server: Certificate with a chain", chinese: "服务器：带证书链的 Certificate"),
        Words(english: "server: empty Certificate", chinese: "服务器：空的 Certificate"),
        Words(english: "server: CertificateVerify", chinese: "服务器：CertificateVerify"),
        Words(english: "server: Finished", chinese: "服务器：Finished"),
        // MARK: TLS 1.3, afterwards
        Words(english: "client: NewSessionTicket", chinese: "客户端：NewSessionTicket"),
        "KeyUpdate",
        Words(english: "KeyUpdate that asks for one", chinese: "要求对方也更换的 KeyUpdate"),
        Words(english: "client: CertificateRequest when it is open", chinese: "客户端：打开之后的 CertificateRequest"),
        Words(english: "server: late Certificate", chinese: "服务器：事后的 Certificate"),
        Words(english: "server: late CertificateVerify", chinese: "服务器：事后的 CertificateVerify"),
        Words(english: "server: late Finished", chinese: "服务器：事后的 Finished"),
        Words(english: "application data", chinese: "应用数据"),
        "close_notify",
        Words(english: "any other alert", chinese: "任何其他警报"),
        Words(english: "ChangeCipherSpec during the handshake", chinese: "握手中的 ChangeCipherSpec"),
        Words(english: "client of both versions: ServerHello of TLS 1.2", chinese: "支持两个版本的客户端：TLS 1.2 的 ServerHello"),
        Words(
            english: "server of both versions: ClientHello without TLS 1.3",
            chinese: "支持两个版本的服务器：不带 TLS 1.3 的 ClientHello"),
    ]
}
