import Crypto
import PKI
import TLSSim
import Trace

/// The part of a server's answer to a ClientHello that is not encrypted: the whole first flight in TLS 1.2, only the ServerHello in
/// TLS 1.3.
///
/// The reader makes no handshake and uses no key. So it also reads captures, and suites and versions that are not implemented here.
package struct ServerFlight: Sendable {
    /// The ServerHello. Nil before it has come.
    package private(set) var hello: ServerHello?
    /// The certificates in DER, the leaf first. Nil before Certificate has come.
    package private(set) var certificates: [[UInt8]]?
    /// The stapled OCSP response in DER (RFC 6066 section 8). Nil before CertificateStatus has come.
    package private(set) var staple: [UInt8]?
    /// The timestamps of logs that a server before TLS 1.3 has sent a client that asked for them, in ServerHello (RFC 6962
    /// section 3.3.1). In TLS 1.3 they are encrypted.
    package var timestamps: SentTimestamps {
        guard let hello, let version, version < .tls13 else { return .notSeen }
        return .seen(hello.extensions.timestamps)
    }
    /// Whether the server has asked for a certificate of the client.
    package private(set) var requestsCertificate = false
    /// Whether the first flight is complete: ServerHelloDone has come.
    package private(set) var isDone = false
    /// Whether the server has begun to encrypt its records.
    package private(set) var isProtected = false
    /// Why the reader has stopped. Nil while it goes on.
    package private(set) var stop: Stop?
    /// The part of the answer that has arrived.
    package private(set) var progress = AnswerProgress()
    private var keyExchange: HandshakeMessage?
    private var records = RecordLayer()
    private var joiner = HandshakeJoiner()

    /// Why the reader stops.
    package enum Stop: Hashable, Sendable {
        /// A fatal alert.
        case alert(AlertDescription)
        /// Octets that break the format of TLS; the error.
        case malformed(Words)
        /// Octets that are not a record of TLS; up to 64 of them.
        case foreign([UInt8])
    }

    /// The possible first octets of a record: the content types of TLS (RFC 5246 section 6.2.1, RFC 6520 section 6).
    package static let contentTypes: ClosedRange<UInt8> = 20...24

    /// The largest number of octets that is read from a server. A certificate list may have 2^24 - 1, but servers send far fewer.
    static let mostOctets = 1 << 18

    /// The answer of a server before its first octet.
    package init() {}

    /// The answer in `octets`, the stream from the server.
    package init(_ octets: [UInt8]) { take(octets) }

    /// Whether the reader has everything that can be read without keys: the server's choices and, in TLS 1.2, its certificates.
    package var isAnswered: Bool { stop != nil || isDone || isProtected || version == .tls13 }

    /// The version that the server has chosen; for TLS 1.3 that in supported_versions (RFC 8446 section 4.2.1). Nil before ServerHello.
    package var version: ProtocolVersion? { hello?.chosenVersion }

    /// The group of the key exchange in key_share, HelloRetryRequest or ServerKeyExchange. Nil if no message has named it.
    package var group: NamedGroup? {
        if let group = hello?.keyShare?.group ?? hello?.selectedGroup { return group }
        guard case .curve(let params)? = parameters?.params else { return nil }
        return params.curve
    }

    /// Reads the next octets of the stream.
    package mutating func take(_ octets: [UInt8]) {
        guard stop == nil, !isProtected else { return }
        if progress.octets == 0, let first = octets.first, !Self.contentTypes.contains(first) {
            stop = .foreign(Array(octets.prefix(64)))
        }
        progress.octets += octets.count
        guard stop == nil else { return }
        records.append(octets)
        do {
            while stop == nil, !isProtected, let record = try records.next() { try take(record) }
        } catch {
            stop = .malformed(Words(error))
        }
    }

    private mutating func take(_ record: Record) throws(TLSError) {
        if record.type == .alert, record.plaintext.count == 2 {
            progress.alerts.append(AlertDescription(rawValue: record.plaintext[1]))
        }
        switch record.type {
        case .alert where record.plaintext.count == 2 && record.plaintext[0] == AlertLevel.fatal.rawValue:
            stop = .alert(AlertDescription(rawValue: record.plaintext[1]))
        case .alert: break
        // After a HelloRetryRequest this record does not switch keys on. It is sent for middleboxes (RFC 8446 appendix D.4).
        case .changeCipherSpec where hello?.isHelloRetryRequest == true: break
        case .changeCipherSpec, .applicationData:
            guard hello != nil else {
                stop = .malformed(
                    Words(
                        english: "a record of type \(record.type) before ServerHello",
                        chinese: "在 ServerHello 之前有一条类型为 \(record.type) 的记录"))
                return
            }
            isProtected = true
        case .handshake:
            joiner.append(record.plaintext)
            while stop == nil, let message = try joiner.next() { take(message) }
        }
    }

    private mutating func take(_ message: HandshakeMessage) {
        if message.type == .helloRequest { return }
        progress.messages.append(message.name)
        if hello == nil, message.type != .serverHello {
            stop = .malformed(
                Words(english: "\(message.name) before ServerHello", chinese: "在 ServerHello 之前有 \(message.name)"))
            return
        }
        var reader = ByteReader(message.body, recording: false)
        do throws(ParseError) {
            switch message.type {
            case .serverHello?: hello = try ServerHello.read(from: &reader)
            case .certificate?: certificates = try CertificateMessage.read(from: &reader).chain
            case .certificateStatus?: staple = try CertificateStatus.read(from: &reader).response
            case .serverKeyExchange?: keyExchange = message
            case .certificateRequest?: requestsCertificate = true
            case .serverHelloDone?: isDone = true
            default: break
            }
        } catch {
            let fault = Words(english: "\(error)", chinese: TLSError.malformed(error).chinese)
            stop = .malformed(Words(same: message.name) + .colon + fault)
        }
    }

    // MARK: The proof

    /// ServerKeyExchange, parsed. Nil if it has not come, or has a form that cannot be read here.
    private var parameters: ServerKeyExchange? {
        guard let keyExchange, let hello, version == .tls12,
            let kind = Self.kind(of: RegisteredSuite(hello.cipherSuite))
        else { return nil }
        var reader = ByteReader(keyExchange.body, recording: false)
        return try? ServerKeyExchange.read(from: &reader, kind: kind)
    }

    private static func kind(of suite: RegisteredSuite) -> KeyExchangeKind? {
        switch suite.agreement {
        // The form of the message is the same for both kinds of signature.
        case .ecdhe: .ecdheECDSA
        case .dheRSA: .dheRSA
        case .rsa, .tls13, .unknown: nil
        }
    }

    /// Whether the server's signature over its parameters verifies with the key in its certificate (RFC 5246 section 7.4.3). That proves
    /// that the server has the private key. Nil if no signature was seen, or if it cannot be verified here.
    package func isProved(clientRandom: [UInt8]) -> Bool? {
        guard let parameters, let hello, let leaf = certificates?.first,
            let key = try? CertifiedKey.key(inCertificate: leaf)
        else { return nil }
        do throws(TLSError) {
            try parameters.verify(by: key, clientRandom: clientRandom, serverRandom: hello.random)
            return true
        } catch {
            if case .signatureSchemeNotOffered = error { return nil }
            return false
        }
    }
}

/// The part of a server's answer that has arrived. At first it is empty.
package struct AnswerProgress: Hashable, Wording {
    /// The number of octets that have arrived.
    package internal(set) var octets = 0
    /// The names of the complete messages that have arrived.
    package internal(set) var messages: [String] = []
    /// The alerts that have arrived in clear, those that end nothing included.
    package internal(set) var alerts: [AlertDescription] = []

    package var english: String {
        if octets == 0 { return "No octet came after a ClientHello" }
        let count = counted(octets, "octet")
        let parts = messages + alerts.prefix(4).map { "the alert \($0)" }
        let with = parts.isEmpty ? "" : ", with \(listed(parts))"
        return "After a ClientHello \(count) came\(with)" + (messages.isEmpty ? ", and no whole ServerHello" : "")
    }

    package var chinese: String {
        if octets == 0 { return "ClientHello 之后没有收到一个字节" }
        let parts = messages + alerts.prefix(4).map { "警报 \($0)" }
        let with = parts.isEmpty ? "" : spaced("，其中有", listedInChinese(parts))
        return "ClientHello 之后收到 \(octets) 字节\(with)" + (messages.isEmpty ? "，没有完整的 ServerHello" : "")
    }
}
