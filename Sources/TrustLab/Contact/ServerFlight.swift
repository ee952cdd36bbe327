import Crypto
import PKI
import TLSSim
import Trace

/// A server's answer to a ClientHello, as far as it is in clear: all of its first flight in TLS 1.2, its hello alone in TLS 1.3.
///
/// Nothing is agreed on and no key is used, so that suites and versions are read that are not implemented, and captures too.
package struct ServerFlight: Sendable {
    /// Its hello.
    package private(set) var hello: ServerHello?
    /// Its certificates in DER, the leaf first; nil where Certificate has not come.
    package private(set) var certificates: [[UInt8]]?
    /// The OCSP response that it has stapled (RFC 6066 section 8).
    package private(set) var staple: [UInt8]?
    /// Whether it has asked for the client's certificate.
    package private(set) var requestsCertificate = false
    /// Whether the first flight is complete: ServerHelloDone has come.
    package private(set) var isDone = false
    /// Whether it has begun to use keys.
    package private(set) var isProtected = false
    /// The reason why the reading has ended; nil while it goes on.
    package private(set) var stop: Stop?
    /// How far it has come.
    package private(set) var progress = AnswerProgress()
    private var keyExchange: HandshakeMessage?
    private var records = RecordLayer()
    private var joiner = HandshakeJoiner()

    /// Why nothing more is read.
    package enum Stop: Hashable, Sendable {
        /// A fatal alert.
        case alert(AlertDescription)
        /// Octets that cannot be read; the error.
        case malformed(String)
        /// No record of TLS; the first octets.
        case foreign([UInt8])
    }

    /// The first octet of a record: the content types of TLS (RFC 5246 section 6.2.1, RFC 6520 section 6).
    private static let contentTypes: ClosedRange<UInt8> = 20...24

    /// The most octets that are read of a server: a certificate list alone may have 2^24 - 1, but no server in use sends that many.
    static let mostOctets = 1 << 18

    /// A server that has said nothing yet.
    package init() {}

    /// Everything that a server has said.
    package init(_ octets: [UInt8]) { take(octets) }

    /// Whether nothing more can be learned without keys: the answer to the question who the server is and what it chooses.
    package var isAnswered: Bool { stop != nil || isDone || isProtected || version == .tls13 }

    /// The version that it has chosen; for TLS 1.3 the one in supported_versions (RFC 8446 section 4.2.1).
    package var version: ProtocolVersion? { hello?.chosenVersion }

    /// The group of the key exchange, where it was said: in the server's share, in HelloRetryRequest, or in ServerKeyExchange.
    package var group: NamedGroup? {
        if let group = hello?.keyShare?.group ?? hello?.selectedGroup { return group }
        guard case .curve(let params)? = parameters?.params else { return nil }
        return params.curve
    }

    /// Takes what has come.
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
            stop = .malformed("\(error)")
        }
    }

    private mutating func take(_ record: Record) throws(TLSError) {
        switch record.type {
        case .alert where record.plaintext.count == 2 && record.plaintext[0] == AlertLevel.fatal.rawValue:
            stop = .alert(AlertDescription(rawValue: record.plaintext[1]))
        case .alert: break
        // Behind a HelloRetryRequest no keys are used: the octet is there for middleboxes (RFC 8446 appendix D.4).
        case .changeCipherSpec where hello?.isHelloRetryRequest == true: break
        case .changeCipherSpec, .applicationData:
            guard hello != nil else {
                stop = .malformed("a record of type \(record.type) before ServerHello")
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
            stop = .malformed("\(message.name) before ServerHello")
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
            stop = .malformed("\(message.name): \(error)")
        }
    }

    // MARK: The proof

    /// ServerKeyExchange, where it is of a form that can be read.
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

    /// Whether the server's signature over its parameters verifies with the key in its certificate, which proves that it has the private
    /// key; nil where no signature was seen, or none that can be verified here.
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

/// How far a server's answer has come.
package struct AnswerProgress: Hashable, Wording {
    /// Octets that have come.
    package internal(set) var octets = 0
    /// The messages that have come whole, by name.
    package internal(set) var messages: [String] = []

    /// No octet has come.
    package init() {}

    /// The octets and messages that came, as the beginning of a sentence.
    package var english: String {
        if octets == 0 { return "No octet came after a ClientHello" }
        let count = counted(octets, "octet")
        guard let last = messages.last else { return "After a ClientHello \(count) came, and no whole ServerHello" }
        let before = messages.dropLast()
        let names = before.isEmpty ? last : before.joined(separator: ", ") + " and " + last
        return "After a ClientHello \(count) came, with \(names)"
    }
}
