import Crypto
import PKI
import TLSSim
import Trace

/// A server of TLS 1.2 that sends what it is told. It takes ECDHE where the client offers it, and else RSA key transport.
package struct TLS12ServerPuppet: SessionPuppet {
    var session = TLS12PuppetSession(.server)
    private let identity: Identity
    private var random: SeededRandomSource
    private let serverRandom: [UInt8]
    /// The client's latest hello; nil before the first.
    private var offer: ClientHello?
    /// The own key on the curve; nil before a ServerKeyExchange.
    private var key: ShareKey?

    /// A server for one connection.
    package init(_ identity: Identity, random: SeededRandomSource) {
        self.identity = identity
        self.random = random
        serverRandom = self.random.octets(32)
    }

    // MARK: Sending

    mutating func message(_ letter: Letter) -> [UInt8] {
        switch letter {
        case .helloRequest: session.record(.handshake, HelloRequest().message.bytes)
        case .serverHello: hello()
        case .certificate: session.handshake(CertificateMessage(chain: identity.chain).message)
        case .emptyCertificate: session.handshake(CertificateMessage(chain: []).message)
        case .serverKeyExchange: keyExchange()
        case .certificateRequest: certificateRequest()
        case .serverHelloDone: session.handshake(ServerHelloDone().message)
        case .newSessionTicket: newSessionTicket()
        default: []
        }
    }

    private mutating func hello() -> [UInt8] {
        let offered = (offer?.cipherSuites ?? []).compactMap { CipherSuite.withCodePoint($0) }.filter {
            $0.isUsable(with: identity)
        }
        let suite =
            offered.first { $0.keyExchange.usesCurve } ?? offered.first { $0.keyExchange == .rsa } ?? .ecdheRSAAES128GCM
        session.suite = suite
        session.serverRandom = serverRandom
        var hello = ServerHello.blank
        hello.random = serverRandom
        hello.cipherSuite = suite.codePoint
        hello.extensions = [.renegotiationInfo([])]
        if isExtended { hello.extensions.append(.extendedMasterSecret) }
        return session.handshake(hello.message)
    }

    private var isExtended: Bool { offer?.extensions.contains(.extendedMasterSecret) ?? false }

    private mutating func keyExchange() -> [UInt8] {
        var groups: [NamedGroup] = []
        for case .supportedGroups(let list) in offer?.extensions ?? [] { groups = list }
        let group = ClientOfferings.curves.first(where: groups.contains) ?? .x25519
        guard let key = try? ShareKey(group: group, privateValue: random.octets(32), arithmetic: .live),
            let signer = identity.signer(.tls12),
            let message = try? ServerKeyExchange(
                signing: .curve(ServerECDHParams(curve: group, point: key.share.value)), by: signer,
                clientRandom: session.clientRandom, serverRandom: serverRandom, using: &random)
        else { return [] }
        self.key = key
        return session.handshake(message.message)
    }

    private mutating func certificateRequest() -> [UInt8] {
        var request = CertificateRequest.blank
        request.certificateTypes = [.rsaSign, .ecdsaSign]
        request.schemes = SignatureScheme.all
        return session.handshake(request.message)
    }

    private mutating func newSessionTicket() -> [UInt8] {
        var ticket = NewSessionTicket.blank
        ticket.ticket = random.octets(32)
        return session.handshake(ticket.message)
    }

    // MARK: Receiving

    mutating func take(_ message: HandshakeMessage) {
        switch message.type {
        case .clientHello:
            guard let hello = try? message.parsed(ClientHello.read) else { return }
            offer = hello
            session.clientRandom = hello.random
        case .clientKeyExchange:
            let kind = session.suite?.keyExchange ?? .ecdheRSA
            var reader = ByteReader(message.body, recording: false)
            switch try? ClientKeyExchange.read(from: &reader, kind: kind) {
            case .encryptedPremasterSecret(let octets)?:
                guard let secret = identity.privateKey.rsa else { return }
                let premaster = RSAKeyExchange.conclude(
                    octets, remembering: secret, offeredVersion: offer?.version ?? .tls12, using: &random)
                session.exchange(premaster.octets, isExtended: isExtended)
            case .point(let point)?:
                guard let key,
                    let shared = try? key.sharedSecret(with: KeyShareEntry(group: key.group, value: point), of: .client)
                else { return }
                session.exchange(shared, isExtended: isExtended)
            case .publicValue?, nil: break
            }
        default: break
        }
    }
}
