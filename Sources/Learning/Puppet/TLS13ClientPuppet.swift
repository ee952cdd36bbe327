import Crypto
import PKI
import TLSSim
import Trace

/// A client of TLS 1.3 that sends what it is told.
package struct TLS13ClientPuppet: SessionPuppet {
    var session = TLS13PuppetSession(.client)
    private let host: String?
    private let identity: Identity?
    private var random: SeededRandomSource
    /// The session ID of middlebox compatibility mode, with which servers send a ChangeCipherSpec (RFC 8446 section D.4).
    private let sessionID: [UInt8]
    private var key: ShareKey?
    private var hasSentHello = false
    private var retry: ServerHello?

    /// A client for one connection.
    ///
    /// - Parameters:
    ///   - host: the name in server_name; nil for none.
    ///   - identity: the client's chain and key; nil for a client without them.
    package init(host: String?, identity: Identity? = nil, random: SeededRandomSource) {
        (self.host, self.identity) = (host, identity)
        self.random = random
        session.clientRandom = self.random.octets(32)
        sessionID = self.random.octets(32)
        key = try? ShareKey(group: .x25519, privateValue: self.random.octets(32), arithmetic: .live)
    }

    mutating func message(_ letter: Letter) -> [UInt8] {
        switch letter {
        case .clientHello, .clientHelloDHE, .clientHelloRSA: hello(withShare: true)
        case .clientHelloWithoutShare: hello(withShare: false)
        case .clientKeyExchange: session.handshake(ClientKeyExchange.point(random.octets(32)).message)
        case .certificate: session.handshake((identity.map { TLS13.Certificate(of: $0) } ?? .blank).message)
        case .certificateVerify: certificateVerify()
        case .emptyCertificate: session.handshake(TLS13.Certificate.blank.message)
        default: []
        }
    }

    private mutating func certificateVerify() -> [UInt8] {
        let octets = SignedTranscript.octets(of: .client, session.transcriptHash)
        return identity?.proof(.tls13, over: octets, using: &random).map { session.handshake($0) } ?? []
    }

    private mutating func hello(withShare: Bool) -> [UInt8] {
        var extensions = ClientOfferings.extensions(for: host) + [.supportedVersions([.tls13])]
        if let group = retry?.selectedGroup, key?.group != group {
            key = try? ShareKey(group: group, privateValue: random.octets(32), arithmetic: .live)
        }
        for case .cookie(let cookie) in retry?.extensions ?? [] { extensions.append(.cookie(cookie)) }
        extensions.append(.keyShares(withShare ? key.map { [$0.share] } ?? [] : []))
        let hello = ClientHello(
            // A second hello after a HelloRetryRequest repeats the random (RFC 8446 section 4.1.2).
            random: session.clientRandom, sessionID: sessionID, cipherSuites: TLS13.CipherSuite.all.map(\.codePoint),
            extensions: extensions)
        let version = hasSentHello ? ProtocolVersion.tls12 : PuppetRecords.firstVersion
        hasSentHello = true
        return session.handshake(hello.message, version: version)
    }

    mutating func take(_ message: HandshakeMessage) {
        guard message.type == .serverHello, let hello = try? message.parsed(ServerHello.read) else { return }
        session.suite = TLS13.CipherSuite.withCodePoint(hello.cipherSuite)
        guard !hello.isHelloRetryRequest else {
            retry = hello
            return
        }
        if let share = hello.keyShare, let shared = try? key?.sharedSecret(with: share, of: .server) {
            session.begin(shared: shared)
        }
    }
}
