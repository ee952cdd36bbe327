import PKI
import TLSSim
import Trace

/// TLS in a connection that has ended, with the results of the judge and of the decryption.
struct EndedTLS: Sendable {
    let course: TLSCourse
    private let clientIsOne: Bool
    /// The records and messages of both sides; nil if the connection has no TLS.
    var talk: TLSTalk? { _read { yield course.talk } }
    /// Whether the connection has TLS. It is asked before `talk`, which is large, is copied.
    let isThere: Bool
    /// Whether the client of the connection is the TLS client. Nearly always it is.
    let isSameClient: Bool
    /// The certificates that can be read, the leaf first.
    let serverChain: [CertificateStructure]
    let clientChain: [CertificateStructure]
    /// The time of the server's certificate, or else of the ClientHello, in seconds since 1970; nil if the capture has no such time.
    let judgedAt: Int64?
    /// 1995, before the first version of SSL: an earlier time is the clock of a simulation, or no time.
    private static let earliest: Int64 = 788_918_400
    /// The judge's verdict on the server's chain; nil without authorities or without a certificate.
    let verdict: TLSJudge.ChainVerdict?
    /// Whether the user named the judge's authorities. If not, they are the system's.
    let isJudgeGiven: Bool
    /// Why the session is not open; nil if it is open, or if there is no TLS.
    let whyClosed: TLSClosed?

    init(_ course: TLSCourse, clientIsOne: Bool, secrets: SecretsStore, judge: inout TLSJudge) {
        (self.course, self.clientIsOne) = (course, clientIsOne)
        (isThere, isJudgeGiven) = (course.hasBegun, judge.areGiven)
        guard isThere, let talk = course.talk else {
            (isSameClient, serverChain, clientChain, judgedAt, verdict, whyClosed) = (true, [], [], nil, nil, nil)
            return
        }
        isSameClient = talk.clientIsOne == clientIsOne
        func read(_ chain: [[UInt8]]?) -> [CertificateStructure] {
            (chain ?? []).prefix(16).compactMap { try? CertificateStructure($0) }
        }
        serverChain = read(talk.server.certificates)
        clientChain = read(talk.client.certificates)
        judgedAt = (talk.certificate?.time ?? talk.firstHello?.time).map { $0 / 1_000_000 }.flatMap {
            $0 < Self.earliest ? nil : $0
        }
        verdict = judge.verdict(on: serverChain, for: talk.hello?.serverName, at: judgedAt)
        whyClosed = TLSClosed(talk, secrets)
    }

    /// The requests and answers of HTTP, in clear or decrypted.
    var messages: [SeenHTTP] { course.http.record.messages }
    /// The plain-text protocol before TLS; nil if the stream begins with TLS.
    var prelude: Prelude? { course.prelude }
    /// The hellos of SSL 2.0.
    var oldHello: (frame: Int, isFromOne: Bool)? { course.oldHello }
    var oldAnswer: Int? { course.oldAnswer }
    /// The line of the TLS client or of the TLS server; without TLS, that of the connection's client or server.
    func line(isFromClient: Bool) -> TLSCourse.Line {
        course[isFromClient == (talk?.clientIsOne ?? clientIsOne)]
    }

    /// Whether a side has sent close_notify. If its records are sealed, its last record counts as close_notify if its type or its length is
    /// that of an alert.
    func hasClosed(isFromClient: Bool) -> Bool {
        talk?.mayHaveClosed(isFromClient: isFromClient) ?? false
    }

    /// Whether octets of TLS are missing in the capture, or behind what was read.
    var hasGap: Bool { [course.one.stream, course.other.stream].contains { $0.hasGap || $0.isCut || $0.isLost } }

    /// Whether a ClientHello was seen and its handshake was not seen to complete, and no fatal alert in clear says why. Octets may be missing
    /// that would have told.
    var isUnfinished: Bool {
        guard let talk, talk.hello != nil, !talk.isComplete else { return false }
        return !talk.alerts.contains { $0.name != nil && $0.isFatal }
    }

    /// Whether an alert that cannot be read is all that the server answered to the client's data, and the client had not closed before. It may be
    /// a close_notify, or say why the request is not answered. With TLS 1.3 a session ticket looks like an answer.
    var wasAnsweredByAlertAlone: Bool {
        guard let talk, talk.isComplete, !hasGap, talk.client.applicationRecords > 0, !talk.server.keys.areKnown,
            talk.recordsOfAnswer == 1, hasClosed(isFromClient: false), !hasClosed(isFromClient: true),
            let last = talk.server.last
        else { return false }
        return talk.client.last.map { $0.type == .applicationData && $0.frame < last.frame } ?? false
    }

    /// Whether a side of the connection has sent close_notify, as ``hasClosed(isFromClient:)`` tells it.
    func hasClosed(_ side: DiagnosisResult.Whose) -> Bool { hasClosed(isFromClient: (side == .client) == isSameClient) }

    /// The key exchange, as documents name it; nil before ServerHello, or for a suite without a known name.
    var keyExchange: String? {
        guard let talk, let answer = talk.answer else { return nil }
        if talk.isTLS13 {
            if answer.selectedIdentity != nil { return answer.keyShare == nil ? "psk" : "psk_dhe" }
            return answer.keyShare?.group.isFiniteField == true ? "dhe" : "ecdhe"
        }
        guard let name = talk.suite?.name else { return nil }
        if name.contains("PSK_") { return name.contains("DHE_PSK_") || name.contains("_DHE_") ? "psk_dhe" : "psk" }
        if name.hasPrefix("TLS_ECDH") { return "ecdhe" }
        if name.hasPrefix("TLS_DH") { return "dhe" }
        return name.hasPrefix("TLS_RSA_") ? "rsa" : nil
    }

    /// The group of the key exchange; nil if it is not known.
    var group: NamedGroup? { talk?.answer?.keyShare?.group ?? talk?.agreement.group }

    /// What could not be read of the TLS in this connection.
    var limits: [TLSLimit] {
        guard isThere, let talk else { return [] }
        let lines = [course.one, course.other]
        return (lines.contains(where: \.stream.hasGap) ? [.gap] : [])
            + (lines.contains(where: \.stream.isCut) ? [.cut] : [])
            + (lines.contains { $0.frameAfterTLS != nil } ? [.afterTLS] : [])
            + (talk.heartbeats.isEmpty ? [] : [.heartbeat])
    }

    /// A note on the negotiated version and on the versions that records and hellos name; nil before ServerHello.
    var versionNote: RecordVersionNote? {
        guard let talk, let spoken = talk.version, let record = talk.firstHello?.recordVersion else { return nil }
        return RecordVersionNote(spoken: spoken, record: record, hello: talk.hello?.version ?? record)
    }

    /// What was opened, and what stays sealed; nil if nothing was sent under keys.
    var openingNote: OpeningNote? {
        guard let talk, talk.client.protectedRecords + talk.server.protectedRecords > 0 else { return nil }
        return OpeningNote(opened: talk.opening.opened, source: talk.opening.source, closed: whyClosed)
    }
}

/// A reason why the TLS of a connection was not read whole.
package enum TLSLimit: Wording, Hashable, CaseIterable {
    case gap
    case cut
    /// Other octets follow close_notify.
    case afterTLS
    case heartbeat

    package var english: String {
        switch self {
        case .gap:
            "Octets of TLS are missing in the capture. What stands behind them was read from the next record that could be recognised."
        case .cut: "Packets with TLS in them were cut when they were captured. Messages that were cut were not read."
        case .afterTLS:
            "Other octets follow close_notify, such as commands of FTP (RFC 4217 section 6.2). TLS had ended, and they were not read."
        case .heartbeat: "Heartbeats of TLS (RFC 6520) were counted, and their contents were not read."
        }
    }

    package var chinese: String {
        switch self {
        case .gap:
            "抓包文件中缺少 TLS 的字节。后面的内容从下一条能够认出的记录开始读取。"
        case .cut: "有些带 TLS 的数据包在抓包时截断了。截断的消息没有读取。"
        case .afterTLS:
            "close_notify 之后还有其他字节，例如 FTP 的命令（RFC 4217 6.2 节）。TLS 已经结束，这些字节没有读取。"
        case .heartbeat: "TLS 的心跳（RFC 6520）只计数，没有读取它们的内容。"
        }
    }
}

/// The negotiated version, and the other versions that records and hellos name (RFC 8446 sections 4.2.1, 5.1 and D).
struct RecordVersionNote: Wording {
    let spoken: ProtocolVersion
    let record: ProtocolVersion
    let hello: ProtocolVersion

    /// Whether the differences are only there for old servers and middleboxes.
    ///
    /// A client of TLS 1.2 or newer may write 0x0301 into its first record (RFC 8446 section 5.1, RFC 5246 appendix E.1). One of TLS 1.3
    /// writes 0x0303 into both fields. Any other difference is a real one: the client can speak more than was chosen.
    private var isForOthers: Bool {
        (record == spoken || record == .tls10 && hello >= .tls12 || record == .tls12 && spoken == .tls13)
            && (hello == spoken || hello == .tls12 && spoken == .tls13)
    }

    var english: String {
        let place = spoken == .tls13 ? "the extension supported_versions" : "the version field"
        let said = "The version is \(spoken.shownName): \(place) of ServerHello says so."
        let others = [("record", record), ("version field", hello)].filter { $0.1 != spoken }
        guard !others.isEmpty else { return said }
        let names = others.map { "the \($0.0) names \($0.1.shownName)" }.joined(separator: " and ")
        let why = isForOthers ? ", so that old servers and middleboxes let it pass" : ""
        return "\(said) In the ClientHello \(names)\(why)."
    }

    var chinese: String {
        let place = spoken == .tls13 ? "扩展 supported_versions " : "版本字段"
        let said = "版本是 \(spoken.chineseShownName)：由 ServerHello 的\(place)说明。"
        let others = [("记录", record), ("版本字段", hello)].filter { $0.1 != spoken }
        guard !others.isEmpty else { return said }
        let names = others.map { "\($0.0)写的是 \($0.1.chineseShownName)" }.joined(separator: "，")
        let why = isForOthers ? "，这是为了让旧的服务器和中间设备放行" : ""
        return "\(said)在 ClientHello 中，\(names)\(why)。"
    }
}

extension ProtocolVersion {
    /// "TLS 1.2", or the number of a version without a name.
    var shownName: String {
        switch rawValue >> 8 {
        // The numbers of the drafts of TLS 1.3 (section 4.2.1.1 of draft-ietf-tls-tls13-18 and later); 0xfb is Facebook's.
        case 0x7f: "TLS 1.3 draft \(rawValue & 0xff)"
        case 0xfb: "TLS 1.3 draft \(rawValue & 0xff) of Facebook"
        default: name ?? Hex.number(rawValue)
        }
    }

    /// The same in a Chinese sentence.
    var chineseShownName: String {
        switch rawValue >> 8 {
        case 0x7f: "TLS 1.3 草案 \(rawValue & 0xff)"
        case 0xfb: "Facebook 的 TLS 1.3 草案 \(rawValue & 0xff)"
        default: shownName
        }
    }
}

extension ClientHello {
    /// The application protocols that the client offers (RFC 7301 section 3.1).
    var applicationProtocols: [[UInt8]] {
        for case .applicationProtocols(let names) in extensions { return names }
        return []
    }
    /// The versions that the client offers.
    var versions: [ProtocolVersion] { supportedVersions ?? [version] }
    /// Whether it has the extension encrypted_client_hello (RFC 9849), real or GREASE. If it is real, `serverName` is only the outer name.
    var hasEncryptedHello: Bool { extensions.contains { $0.type == 0xfe0d } }

    /// Whether the client offers to resume a session with a ticket (RFC 5077 section 3.2).
    var offersTicket: Bool {
        extensions.contains { if case .sessionTicket(let ticket) = $0 { !ticket.isEmpty } else { false } }
    }

    /// How the client offers to resume a session, as documents name it. With TLS 1.3 a session identifier is only there for old middleboxes
    /// (RFC 8446 section 4.1.2).
    var offeredSession: String {
        if preSharedKeys != nil { return "psk" }
        if offersTicket { return "ticket" }
        return sessionID.isEmpty || versions.contains(.tls13) ? "none" : "id"
    }
}

/// Why a session is not open.
enum TLSClosed: Wording, Hashable {
    case noSecrets, noHello, otherSessions, masterSecretAlone, handshakeUnfinished, partly, resumed, ephemeral
    case noKeyExchange, otherKey, noPremaster
    case gap
    case wrong
    case heartbeat
    case version(ProtocolVersion)
    case suite(RegisteredSuite)
    case compressed

    /// Nil for a session that is open.
    init?(_ talk: TLSTalk, _ secrets: SecretsStore) {
        if talk.opening.failure == nil, talk.opening.hasOpened { return nil }
        self = talk.opening.failure ?? Self.reason(talk, secrets)
    }

    /// Why no record of a session was opened.
    private static func reason(_ talk: TLSTalk, _ secrets: SecretsStore) -> TLSClosed {
        guard !secrets.isEmpty else { return .noSecrets }
        guard let hello = talk.hello else { return .noHello }
        guard let answer = talk.answer, let suite = talk.suite, let version = talk.version else {
            return .handshakeUnfinished
        }
        let isRead =
            talk.isTLS13
            ? TLS13.CipherSuite.withCodePoint(answer.cipherSuite) != nil
            : CipherSuite.withCodePoint(answer.cipherSuite) != nil
        if let session = secrets.session(hello.random) {
            if talk.isTLS13, session.secrets.keys.allSatisfy({ $0 == .master }) { return .masterSecretAlone }
            if version < .tls12 || version > .tls13 { return .version(version) }
            if !isRead { return .suite(suite) }
            if answer.compressionMethod != 0 { return .compressed }
            return talk.opening.source == nil ? .partly : .handshakeUnfinished
        }
        guard !secrets.keys.isEmpty else { return .otherSessions }
        if let how = talk.resumption, how != "no", !talk.isTLS13 { return .resumed }
        if talk.isTLS13 || suite.agreement == .ecdhe || suite.agreement == .dheRSA { return .ephemeral }
        if version < .tls12 { return .version(version) }
        if !isRead { return .suite(suite) }
        if answer.compressionMethod != 0 { return .compressed }
        return talk.opening.source == nil ? talk.opening.keyFailure ?? .noKeyExchange : .handshakeUnfinished
    }

    var english: String {
        switch self {
        case .noSecrets: "No secrets were given, and the capture has none."
        case .noHello:
            "The ClientHello is not in the capture. Its random is the name by which secrets are found."
        case .otherSessions: "The random of this ClientHello is in no line of the secrets: they are of other sessions."
        case .masterSecretAlone:
            "The secrets have only a CLIENT_RANDOM line for this session. This is TLS 1.3, which needs the traffic secrets."
        case .handshakeUnfinished:
            "The capture has no whole ServerHello of the session, or no encrypted record after it."
        case .partly: "The secrets of this session are not complete."
        case .gap: "Octets are missing in the capture. The record behind them cannot be numbered, and so not opened."
        case .heartbeat:
            "Heartbeats (RFC 6520) are not opened here. The record behind one cannot be numbered, and so not opened."
        case .wrong: "A record does not authenticate under the secrets of this session. Those behind it are not opened."
        case .resumed:
            "The session was resumed. Its secrets come from an earlier handshake, and the RSA key does not tell them."
        case .noKeyExchange:
            "The capture has no RSA certificate of the server or no ClientKeyExchange that can be read."
        case .otherKey: "The RSA key is not the key of the server's certificate."
        case .noPremaster:
            "The RSA key is the key of the server's certificate, but the ClientKeyExchange does not decrypt to a premaster secret."
        case .ephemeral:
            "Keys were agreed with ephemeral Diffie-Hellman. No certificate's key opens such a session; its own secrets do."
        case .version(let version): "Records of \(version.shownName) are not opened here."
        case .suite(let suite): "The suite \(suite) is not implemented here."
        case .compressed: "The records are compressed, and compressed records are not opened here."
        }
    }

    var chinese: String {
        switch self {
        case .noSecrets: "没有给出秘密，抓包文件中也没有。"
        case .noHello:
            "ClientHello 不在抓包文件中。要凭它的随机数才能找到秘密。"
        case .otherSessions: "秘密的各行中都没有这个 ClientHello 的随机数：它们属于其他会话。"
        case .masterSecretAlone:
            "对这个会话，秘密中只有一行 CLIENT_RANDOM。这是 TLS 1.3，需要流量秘密。"
        case .handshakeUnfinished:
            "抓包文件中没有这个会话的完整 ServerHello，或者它之后没有加密的记录。"
        case .partly: "这个会话的秘密不完整。"
        case .gap: "抓包文件中缺少字节。它们后面的记录无法编号，也就无法打开。"
        case .heartbeat:
            "心跳（RFC 6520）在这里不打开。心跳后面的记录无法编号，也就无法打开。"
        case .wrong: "用这个会话的秘密，有一条记录不能通过认证。它后面的记录没有打开。"
        case .resumed:
            "会话是恢复的。它的秘密来自先前的握手，RSA 密钥得不出它们。"
        case .noKeyExchange:
            "抓包文件中没有服务器的 RSA 证书，或者没有能读取的 ClientKeyExchange。"
        case .otherKey: "这个 RSA 密钥不是服务器证书的密钥。"
        case .noPremaster:
            "这个 RSA 密钥是服务器证书的密钥，但 ClientKeyExchange 解密后不是预主密钥。"
        case .ephemeral:
            "密钥是用临时 Diffie-Hellman 商定的。证书的密钥打不开这样的会话，会话自己的秘密才能打开。"
        case .version(let version): "\(version.chineseShownName) 的记录在这里不打开。"
        case .suite(let suite): "密码套件 \(suite) 在这里没有实现。"
        case .compressed: "记录经过压缩，压缩的记录在这里不打开。"
        }
    }
}
