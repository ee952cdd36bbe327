import PKI
import TLSSim
import Trace

/// TLS in a connection that is over: what it came to.
struct EndedTLS: Sendable {
    private let course: TLSCourse
    private let clientIsOne: Bool
    /// What was said; nil where there is no TLS.
    let talk: TLSTalk?
    /// Whether the client of the connection is the client of TLS: nearly always it is.
    let isSameClient: Bool
    /// The certificates that can be read.
    let serverChain: [CertificateStructure]
    let clientChain: [CertificateStructure]
    /// What the judge says of the server's chain.
    let verdict: TLSJudge.ChainVerdict?
    /// Whether the judge was given its authorities.
    let isJudgeGiven: Bool
    /// Why it is not open; nil where it is.
    let whyClosed: TLSClosed?

    init(_ course: TLSCourse, clientIsOne: Bool, secrets: SecretsStore, judge: inout TLSJudge) {
        (self.course, self.clientIsOne) = (course, clientIsOne)
        talk = course.talk
        isSameClient = talk.map { $0.clientIsOne == clientIsOne } ?? true
        func read(_ chain: [[UInt8]]?) -> [CertificateStructure] {
            (chain ?? []).prefix(16).compactMap { try? CertificateStructure($0) }
        }
        serverChain = read(talk?.server.certificates)
        clientChain = read(talk?.client.certificates)
        verdict = judge.verdict(on: serverChain, for: talk?.hello?.serverName)
        isJudgeGiven = judge.areGiven
        whyClosed = talk.flatMap { TLSClosed($0, secrets) }
    }

    /// The name of the plain-text protocol before TLS.
    var prelude: Prelude? { course.prelude }
    /// The lines of the client of TLS and of its server; where there is no TLS, those of the connection's.
    func line(isFromClient: Bool) -> TLSCourse.Line {
        course[isFromClient == (talk?.clientIsOne ?? clientIsOne)]
    }

    /// Whether a side has said that it sends no more: by its alert, or, where that is sealed, by a last record that is one by its type or
    /// its length.
    func hasClosed(isFromClient: Bool) -> Bool {
        guard let talk else { return false }
        let side = talk[isFromClient]
        if side.hasClosed { return true }
        guard talk.isComplete, !side.keys.areKnown, let last = side.last else { return false }
        return talk.isTLS13 ? last.type == .applicationData && last.length == 19 : last.type == .alert
    }

    /// How keys were agreed.
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

    /// The group in which keys were agreed.
    var group: NamedGroup? { talk?.answer?.keyShare?.group ?? talk?.agreement.group }

    /// What was not looked at, a sentence each.
    var limits: [TLSLimit] {
        guard talk != nil else { return [] }
        let lines = [course.one, course.other]
        return (lines.contains(where: \.stream.hasGap) ? [.gap] : [])
            + (lines.contains(where: \.stream.isCut) ? [.cut] : [])
    }

    /// Which version it is, and why records say another one.
    var versionNote: RecordVersionNote? {
        guard let talk, let spoken = talk.version, let record = talk.recordVersion else { return nil }
        return RecordVersionNote(spoken: spoken, record: record, hello: talk.hello?.version ?? record)
    }
}

/// What was not looked at in TLS.
package enum TLSLimit: Wording, Hashable, CaseIterable {
    /// Octets are missing in the capture.
    case gap
    /// Packets were cut when they were captured.
    case cut

    /// What was not looked at, in a sentence.
    package var english: String {
        switch self {
        case .gap:
            "Octets of TLS are missing in the capture. What stands behind them was read from the next record that could be recognised."
        case .cut: "Packets with TLS in them were cut when they were captured. Messages that were cut were not read."
        }
    }
}

/// Which version is spoken, though records and hellos name others (RFC 8446 sections 4.2.1, 5.1 and D).
struct RecordVersionNote: Wording {
    let spoken: ProtocolVersion
    let record: ProtocolVersion
    let hello: ProtocolVersion

    var english: String {
        let place = spoken == .tls13 ? "the extension supported_versions" : "the version field"
        let said = "The version is \(spoken.shownName): \(place) of ServerHello says so."
        let others = [("record", record), ("version field", hello)].filter { $0.1 != spoken }
        guard !others.isEmpty else { return said }
        let names = others.map { "the \($0.0) names \($0.1.shownName)" }.joined(separator: " and ")
        return "\(said) In the ClientHello \(names), so that old servers and middleboxes let it pass."
    }
}

extension ProtocolVersion {
    /// "TLS 1.2", or the number of a version without a name.
    var shownName: String { name ?? Hex.number(rawValue) }
}

extension ClientHello {
    /// The name of the host that is wanted. With an encrypted hello (RFC 9849) it is the outer name.
    var serverName: String? {
        for case .serverName(let name?) in extensions { return name }
        return nil
    }
    /// The protocols on offer (RFC 7301 section 3.1).
    var applicationProtocols: [[UInt8]] {
        for case .applicationProtocols(let names) in extensions { return names }
        return []
    }
    /// The versions on offer.
    var versions: [ProtocolVersion] { supportedVersions ?? [version] }
    /// Whether it has the extension encrypted_client_hello: a real one, or one that means nothing.
    var hasEncryptedHello: Bool { extensions.contains { $0.type == 0xfe0d } }

    /// The session that is offered. With TLS 1.3 a session identifier is there only for old middleboxes (RFC 8446 section 4.1.2).
    var offeredSession: String {
        if preSharedKeys != nil { return "psk" }
        for case .sessionTicket(let ticket) in extensions where !ticket.isEmpty { return "ticket" }
        return sessionID.isEmpty || versions.contains(.tls13) ? "none" : "id"
    }
}

/// Why a session is not open.
enum TLSClosed: Wording, Hashable {
    case noSecrets, noHello, otherSessions, masterSecretAlone, handshakeUnfinished, partly, gap, wrong, resumed,
        otherKey
    case ephemeral
    case version(ProtocolVersion)
    case suite(RegisteredSuite)

    /// Nil for a session that is open.
    init?(_ talk: TLSTalk, _ secrets: SecretsStore) {
        switch talk.opening.failure {
        case .gap?: self = .gap
        case .wrong?: self = .wrong
        case nil:
            if talk.opening.hasOpened { return nil }
            guard let found = Self.reason(talk, secrets) else { return nil }
            self = found
        }
    }

    private static func reason(_ talk: TLSTalk, _ secrets: SecretsStore) -> TLSClosed? {
        guard !secrets.isEmpty else { return .noSecrets }
        guard let hello = talk.hello else { return .noHello }
        guard let answer = talk.answer, let suite = talk.suite, let version = talk.version else {
            return .handshakeUnfinished
        }
        let isRead =
            talk.isTLS13 ? TLS13.CipherSuite.withCodePoint(answer.cipherSuite) != nil : suite.implemented != nil
        if let session = secrets.session(hello.random) {
            if talk.isTLS13, session.secrets.keys.allSatisfy({ $0 == .master }) { return .masterSecretAlone }
            if version < .tls12 { return .version(version) }
            if !isRead { return .suite(suite) }
            return talk.opening.source == nil ? .partly : .handshakeUnfinished
        }
        guard !secrets.keys.isEmpty else { return .otherSessions }
        if talk.resumption != "no", !talk.isTLS13 { return .resumed }
        if talk.isTLS13 || suite.agreement == .ecdhe || suite.agreement == .dheRSA { return .ephemeral }
        if version < .tls12 { return .version(version) }
        if !isRead { return .suite(suite) }
        return talk.opening.source == nil ? .otherKey : .handshakeUnfinished
    }

    var english: String {
        switch self {
        case .noSecrets: "No secrets were given, and the capture has none."
        case .noHello:
            "The ClientHello is not in the capture. Its random is the name by which secrets are found."
        case .otherSessions: "The random of this ClientHello is in no line of the secrets: they are of other sessions."
        case .masterSecretAlone:
            "The secrets have only a CLIENT_RANDOM line for this session. This is TLS 1.3, which needs the traffic secrets."
        case .handshakeUnfinished: "The session has no record under keys."
        case .partly: "The secrets of this session are not complete."
        case .gap: "Octets are missing in the capture. The record behind them cannot be numbered, and so not opened."
        case .wrong: "The secrets of this session do not open its records."
        case .resumed:
            "The session was resumed. Its secrets come from an earlier handshake, and the RSA key does not tell them."
        case .otherKey: "The RSA key is not the key of the server's certificate."
        case .ephemeral:
            "Keys were agreed with ephemeral Diffie-Hellman. No certificate's key opens such a session; its own secrets do."
        case .version(let version): "Records of \(version.shownName) are not opened here."
        case .suite(let suite): "The suite \(suite) is not implemented here."
        }
    }
}
