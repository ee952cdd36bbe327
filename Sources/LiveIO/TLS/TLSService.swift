import PKI
import TLSSim
import Trace

/// The service of the server on a connection: a page about the connection, or an echo (RFC 862).
package struct TLSService: TLSApplication {
    /// Whether the service is an echo.
    private let echoes: Bool
    /// The language of the page.
    private let language: Language
    /// Not nil if the keys are to be changed before the first data: true asks the client to do the same. Nil once that is done.
    private var keyUpdate: Bool?
    /// How long the server waits for a silent client.
    package let patience: TimeSpan
    /// How many requests the server has answered; of an echo, how many pieces of data it has sent back.
    package private(set) var requests = 0
    /// False: a server that has answered needs nothing more from its client.
    package var awaitsGoodbye: Bool { false }
    private var parameters: SecurityParameters?
    private var request = RequestHead()
    /// Whether the page has been sent.
    private var hasAnswered = false
    /// The early data that is sent back when the handshake is complete.
    private var heldBack: [UInt8] = []
    /// The number of octets of early data.
    private var earlyOctets = 0

    /// A service for one connection.
    ///
    /// - Parameters:
    ///   - echoes: whether it sends back the octets that it receives, instead of a page.
    ///   - patience: how long the server waits for a silent client.
    ///   - keyUpdate: nil to keep the keys; else they are changed before the first data, and true asks the client to do the same.
    ///   - language: the language of the page.
    package init(echoes: Bool, patience: TimeSpan, keyUpdate: Bool? = nil, in language: Language = .english) {
        self.echoes = echoes
        self.language = language
        self.patience = patience
        self.keyUpdate = keyUpdate
    }

    /// Takes one event and returns the actions that follow.
    package mutating func react(to event: TLSApplicationEvent) -> [TLSApplicationAction] {
        switch event {
        case .established(let parameters):
            self.parameters = parameters
            if !heldBack.isEmpty {
                defer { heldBack = [] }
                return newKeys() + [.send(heldBack)]
            }
            // Of an answer that went out early only the end is missing. It stands behind the tickets.
            if hasAnswered { return [.close] }
            // An early request whose answer had to wait for the client's Finished is answered now.
            return request.progress == .unfinished ? [] : answer() + [.close]
        case .receivedEarly(let octets, let parameters):
            earlyOctets += octets.count
            guard echoes else {
                guard request.progress == .unfinished else { return [] }
                request.append(octets)
                // RFC 8446 section 2.3: the answer may follow the server's Finished immediately.
                guard let parameters, request.progress != .unfinished else { return [] }
                self.parameters = parameters
                return answer()
            }
            requests += 1
            // No answer may go out yet, so the data waits. The change of keys must stand before it, and waits too.
            guard parameters != nil else {
                heldBack += octets
                return []
            }
            return newKeys() + [.send(octets)]
        case .received(let octets):
            guard echoes else { return read(octets) }
            requests += 1
            return newKeys() + [.send(octets)]
        case .peerClosed: return []
        case .silence: return [.close]
        }
    }

    private mutating func read(_ octets: [UInt8]) -> [TLSApplicationAction] {
        guard request.progress == .unfinished else { return [] }
        request.append(octets)
        return request.progress == .unfinished ? [] : answer() + [.close]
    }

    private mutating func answer() -> [TLSApplicationAction] {
        requests += 1
        hasAnswered = true
        let early = earlyOctets
        let page = ConnectionPage.answer(
            to: request, with: parameters.map { Self.text($0, early: early, in: language) } ?? "", in: language)
        return newKeys() + [.send(page)]
    }

    /// The change of keys, if one is wanted and was not made yet.
    private mutating func newKeys() -> [TLSApplicationAction] {
        defer { keyUpdate = nil }
        return keyUpdate.map { [.updateKeys(request: $0)] } ?? []
    }

    private static let yes = Words(english: "yes", chinese: "是")
    private static let no = Words(english: "no", chinese: "否")
    private static let none = Words(english: "none", chinese: "无")

    private static func value(_ name: String?) -> Words { name.map { Words(same: $0) } ?? none }

    /// The text of the page.
    private static func text(_ parameters: SecurityParameters, early: Int, in language: Language) -> String {
        let resumed = Words(english: "none, the session is resumed", chinese: "无，会话是恢复的")
        let ofTLS12: [ConnectionPage.Row] = [
            (
                Words(english: "Extended master secret", chinese: "扩展主密钥"),
                parameters.extendedMasterSecret ? yes : no
            ), ("Encrypt-then-MAC", parameters.encryptThenMAC ? yes : no),
        ]
        let ofVersion = parameters.version == .tls13 ? rowsOfTLS13(parameters, early: early) : ofTLS12
        let first: [ConnectionPage.Row] = [
            (Words(english: "Version", chinese: "版本"), Words(same: parameters.version.name ?? "\(parameters.version)")),
            (
                Words(english: "Cipher suite", chinese: "密码套件"),
                Words(same: parameters.suite.name ?? parameters.suite.description)
            ),
            (
                Words(english: "Group", chinese: "群"),
                parameters.group.map { Words(same: $0) } ?? (parameters.isResumed ? resumed : none)
            ),
        ]
        let last: [ConnectionPage.Row] = [
            (Words(english: "Resumed", chinese: "会话恢复"), parameters.isResumed ? yes : no),
            (Words(english: "Application protocol", chinese: "应用协议"), value(parameters.applicationProtocol)),
            (Words(english: "Host asked for", chinese: "要访问的主机"), value(parameters.serverName)),
            (
                Words(english: "Client certificate", chinese: "客户端证书"),
                parameters.peer.chain.first.map { subject(of: $0) } ?? none
            ),
        ]
        let title = Words(
            english: "This page came over a TLS connection that HandshakeSim made by itself.",
            chinese: "这个页面经由 HandshakeSim 自己建立的 TLS 连接传来。")
        return ConnectionPage.page(title, first + ofVersion + last, in: language)
    }

    private static func rowsOfTLS13(_ parameters: SecurityParameters, early: Int) -> [ConnectionPage.Row] {
        let handshake =
            switch parameters.psk {
            case .resumption: Words(english: "resumed with a PSK", chinese: "用 PSK 恢复")
            case .external: Words(english: "with an external PSK", chinese: "使用外部 PSK")
            case nil: Words(english: "full", chinese: "完整")
            }
        let earlyData =
            switch parameters.earlyData {
            case .accepted: Words(english: "accepted, \(counted(early, "octet"))", chinese: "接受，\(early) 字节")
            case .rejected: Words(english: "rejected", chinese: "拒绝")
            case .none: none
            }
        return [
            (Words(english: "Handshake", chinese: "握手"), handshake),
            (Words(english: "Signature", chinese: "签名"), value(parameters.serverScheme?.name)),
            (Words(english: "Early data", chinese: "早期数据"), earlyData),
            ("HelloRetryRequest", parameters.wasRetried ? yes : no),
        ]
    }

    private static func subject(of certificate: [UInt8]) -> Words {
        let fields = (try? CertificateSummary.fields(of: certificate)) ?? []
        return fields.first { $0.name == "subject" }.map { Words(same: $0.value) }
            ?? Words(english: "one that cannot be read", chinese: "一张无法读取的证书")
    }
}
