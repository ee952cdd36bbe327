import Crypto
import PKI
import TLSSim
import Trace

/// A client of TLS 1.2 that sends what it is told. After both Finished, a ClientHello begins a renegotiation (RFC 5746 section 3.5).
package struct TLS12ClientPuppet: SessionPuppet {
    var session = TLS12PuppetSession(.client)
    private let host: String?
    private let identity: Identity?
    private var random: SeededRandomSource
    private var hasSentHello = false
    private var isExtended = false
    private var serverKey: RSAPublicKey?
    private var params: ServerKeyExchange.Params?

    /// A client for one connection.
    ///
    /// - Parameters:
    ///   - host: the name in server_name; nil for none.
    ///   - identity: the client's chain and key; nil for a client without them.
    package init(host: String?, identity: Identity? = nil, random: SeededRandomSource) {
        (self.host, self.identity) = (host, identity)
        self.random = random
        session.clientRandom = self.random.octets(32)
    }

    // MARK: Sending

    mutating func message(_ letter: Letter) -> [UInt8] {
        switch letter {
        case .clientHello, .clientHelloDHE, .clientHelloRSA, .clientHelloWithoutShare: hello(letter)
        case .clientKeyExchange: keyExchange()
        case .certificate: session.handshake(CertificateMessage(chain: identity?.chain ?? []).message)
        case .certificateVerify:
            identity?.proof(.tls12, over: session.transcript, using: &random).map { session.handshake($0) } ?? []
        case .emptyCertificate: session.handshake(CertificateMessage(chain: []).message)
        default: []
        }
    }

    private mutating func hello(_ letter: Letter) -> [UInt8] {
        if session.isOpen {
            session.beginAgain()
            session.clientRandom = random.octets(32)
        }
        let hello = ClientHello(
            random: session.clientRandom, cipherSuites: ClientOfferings.suites(of: letter),
            extensions: ClientOfferings.extensions(for: host)
                + [.extendedMasterSecret, .renegotiationInfo(session.clientVerifyData)])
        let version = hasSentHello ? ProtocolVersion.tls12 : PuppetRecords.firstVersion
        hasSentHello = true
        return session.handshake(hello.message, version: version)
    }

    private mutating func keyExchange() -> [UInt8] {
        let (message, premaster) = exchange()
        let octets = session.handshake(message.message)
        session.exchange(premaster, isExtended: isExtended)
        return octets
    }

    /// The own part of the key exchange, and the premaster secret. What cannot be answered is answered with random octets of the usual length.
    private mutating func exchange() -> (ClientKeyExchange, premaster: [UInt8]) {
        let secret = random.octets(RSAKeyExchange.premasterLength)
        switch (session.suite?.keyExchange, params) {
        case (.rsa?, _):
            let premaster = ProtocolVersion.tls12.octets + secret.dropFirst(2)
            let sealed = serverKey.flatMap { try? PKCS1v15.encrypt(premaster, to: $0, using: &random) }
            return (.encryptedPremasterSecret(sealed ?? random.octets(256)), premaster)
        case (_, .finiteField(let params)?):
            let p = Integer(bigEndian: params.p)
            guard let group = try? FiniteFieldGroup(custom: p, generator: Integer(bigEndian: params.g)) else {
                return (.publicValue(random.octets(256)), secret)
            }
            let key = DiffieHellmanKey.generate(in: group, using: &random)
            let shared = try? key.sharedSecret(with: Integer(bigEndian: params.ys)).stripped
            return (.publicValue(key.publicValue.bigEndian), shared ?? secret)
        case (_, .curve(let params)?):
            let peer = KeyShareEntry(group: params.curve, value: params.point)
            guard let key = try? ShareKey(group: params.curve, privateValue: random.octets(32), arithmetic: .live)
            else {
                return (.point(random.octets(32)), secret)
            }
            return (.point(key.share.value), (try? key.sharedSecret(with: peer, of: .server)) ?? secret)
        case (_, nil): return (.point(random.octets(32)), secret)
        }
    }

    // MARK: Receiving

    mutating func take(_ message: HandshakeMessage) {
        switch message.type {
        case .serverHello:
            guard let hello = try? message.parsed(ServerHello.read) else { return }
            session.serverRandom = hello.random
            session.suite = CipherSuite.withCodePoint(hello.cipherSuite)
            isExtended = hello.extensions.contains(.extendedMasterSecret)
            params = nil
        case .certificate:
            serverKey = session.peerChain?.first.flatMap { try? CertifiedKey.key(inCertificate: $0) }?.rsa
        case .serverKeyExchange:
            guard let kind = session.suite?.keyExchange else { return }
            var reader = ByteReader(message.body, recording: false)
            params = (try? ServerKeyExchange.read(from: &reader, kind: kind))?.params
        default: break
        }
    }
}
