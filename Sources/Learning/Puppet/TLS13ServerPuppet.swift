import Crypto
import PKI
import TLSSim
import Trace

/// A server of TLS 1.3 that sends what it is told.
package struct TLS13ServerPuppet: SessionPuppet {
    var session = TLS13PuppetSession(.server)
    private let identity: Identity
    private var random: SeededRandomSource
    private let serverRandom: [UInt8]
    /// The client's latest hello; nil before the first.
    private var offer: ClientHello?

    /// A server for one connection.
    package init(_ identity: Identity, random: SeededRandomSource) {
        self.identity = identity
        self.random = random
        serverRandom = self.random.octets(32)
    }

    // MARK: Sending

    mutating func message(_ letter: Letter) -> [UInt8] {
        switch letter {
        case .serverHello: hello()
        case .helloRetryRequest: retry()
        case .encryptedExtensions: session.handshake(EncryptedExtensions.blank.message)
        case .certificateRequest: certificateRequest()
        case .certificate: session.handshake(TLS13.Certificate(of: identity).message)
        case .emptyCertificate: session.handshake(TLS13.Certificate.blank.message)
        case .certificateVerify: certificateVerify()
        case .newSessionTicket: newSessionTicket()
        default: []
        }
    }

    private mutating func hello() -> [UInt8] {
        let share = (offer?.keyShares ?? []).first { ClientOfferings.curves.contains($0.group) }
        let group = share?.group ?? .x25519
        let key = try? ShareKey(group: group, privateValue: random.octets(32), arithmetic: .live)
        var hello = answer(random: serverRandom)
        if let key { hello.extensions.append(.keyShare(key.share)) }
        let octets = session.handshake(hello.message)
        // Without a share of the client there is nothing to agree on, and all stays in clear.
        if let share, let shared = try? key?.sharedSecret(with: share, of: .client) { session.begin(shared: shared) }
        return octets
    }

    /// A request for a group of which the client has sent no share; if there is none, for the first.
    private mutating func retry() -> [UInt8] {
        var groups: [NamedGroup] = []
        for case .supportedGroups(let list) in offer?.extensions ?? [] { groups = list }
        let shared = (offer?.keyShares ?? []).map(\.group)
        let group = ClientOfferings.curves.first { groups.contains($0) && !shared.contains($0) } ?? .secp256r1
        var request = answer(random: ServerHello.helloRetryRequestRandom)
        request.extensions.append(.selectedGroup(group))
        return session.handshake(request.message)
    }

    /// A ServerHello without a key share. It repeats the session ID of the client (RFC 8446 section 4.1.3).
    private mutating func answer(random: [UInt8]) -> ServerHello {
        let suite =
            (offer?.cipherSuites ?? []).lazy.compactMap { TLS13.CipherSuite.withCodePoint($0) }.first ?? .aes128GCM
        session.suite = suite
        var hello = ServerHello.blank
        hello.random = random
        hello.sessionID = offer?.sessionID ?? []
        hello.cipherSuite = suite.codePoint
        hello.extensions = [.selectedVersion(.tls13)]
        return hello
    }

    private mutating func certificateVerify() -> [UInt8] {
        let octets = SignedTranscript.octets(of: .server, session.transcriptHash)
        return identity.proof(.tls13, over: octets, using: &random).map { session.handshake($0) } ?? []
    }

    private mutating func certificateRequest() -> [UInt8] {
        var request = TLS13.CertificateRequest.blank
        request.extensions = [.signatureAlgorithms(SignatureScheme.all)]
        return session.handshake(request.message)
    }

    private mutating func newSessionTicket() -> [UInt8] {
        var ticket = TLS13.NewSessionTicket.blank
        ticket.lifetime = 7_200
        ticket.nonce = random.octets(8)
        ticket.ticket = random.octets(32)
        return session.handshake(ticket.message)
    }

    // MARK: Receiving

    mutating func take(_ message: HandshakeMessage) {
        guard message.type == .clientHello, let hello = try? message.parsed(ClientHello.read) else { return }
        offer = hello
        session.clientRandom = hello.random
    }
}
