import Crypto
import PKI
import TLSSim
import Trace

/// What the attacker has of her own. She stands in the path, and has no key of the two ends.
///
/// Each of her values is one fixed value: another one would lead to states of the same form.
struct Adversary: Hashable, Sendable {
    /// Her chain, which is good for a name of hers, and its key.
    let identity: Identity
    /// The server's chain of TLS 1.3, which anyone gets who opens a connection to it.
    let chainOfServer: [[UInt8]]
    /// Her premaster secret, encrypted to the server's RSA key; empty if its key is of another kind.
    let encrypted: [UInt8]
    /// Whether the ends hash so shortly that she looks for another hello with the same hash.
    let triesCollisions: Bool
    /// The last suite that the client offers in TLS 1.2, and in TLS 1.3.
    let last: [TLSScope.Version: UInt16]
    /// The key in the server's certificate, to which anyone can encrypt; nil if it is no RSA key.
    let serverKey: RSAPublicKey?

    /// The name that is hers (RFC 2606).
    static let host = "mallory.example.net"
    /// Her key of the exchange on X25519.
    static let exchange = {
        var random = SeededRandomSource(seed: 0xbad).fork("exchange")
        return KeyAgreementKey.generate(in: .x25519, arithmetic: .live, using: &random)
    }()
    /// Her exponent in finite fields.
    static let exponent = Integer(0x4d_61_6c)
    /// Her premaster secret for RSA key transport.
    static let premaster: [UInt8] = [3, 3] + [UInt8](repeating: 0x4d, count: RSAKeyExchange.premasterLength - 2)
    /// Her key for signatures.
    static let signing = {
        var random = SeededRandomSource(seed: 0xbad).fork("signature")
        return EllipticCurvePrivateKey.generate(using: &random)
    }()
    /// Her random, and her session id.
    static let random = [UInt8](repeating: 0x4d, count: 32)
    static let sessionID = [UInt8](repeating: 0x6d, count: 32)

    /// Her public value in a finite field.
    static func publicValue(in group: FiniteFieldGroup) -> Integer { group.g.power(exponent, modulo: group.p) ?? 1 }

    /// Her key share of TLS 1.3.
    static let share = KeyShareEntry(group: .x25519, value: exchange.publicKey)

    init(identity: Identity, among ends: Casting.Configurations) {
        self.identity = identity
        triesCollisions = ends.client12.missingRules.contains(.hashingWhole)
        chainOfServer = ends.server13.identity.chain
        last = [
            .tls12: ends.client12.cipherSuites.last?.codePoint ?? 0,
            .tls13: ends.client13.cipherSuites.last?.codePoint ?? 0,
        ]
        var random = SeededRandomSource(seed: 0xbad).fork("padding")
        serverKey = ends.server12.identity.privateKey.rsa?.publicKey
        encrypted = serverKey.flatMap { try? PKCS1v15.encrypt(Self.premaster, to: $0, using: &random) } ?? []
    }

    /// The last of the suites that the client offers in the version of `suite`.
    func lastSuite(beside suite: UInt16) -> UInt16 {
        last[TLS13.CipherSuite.withCodePoint(suite) == nil ? .tls12 : .tls13] ?? suite
    }

    /// A ClientKeyExchange with the premaster secret of another one, encrypted to the server; nil if the other one is not encrypted to her key.
    func passesOn(_ message: HandshakeMessage) -> HandshakeMessage? {
        guard let own = identity.privateKey.rsa, let serverKey else { return nil }
        var random = SeededRandomSource(seed: 0xbad).fork("padding")
        var reader = ByteReader(message.body, recording: false)
        guard case .encryptedPremasterSecret(let octets)? = try? ClientKeyExchange.read(from: &reader, kind: .rsa),
            let premaster = try? PKCS1v15.decrypt(octets, with: own, blindedBy: &random),
            let passed = try? PKCS1v15.encrypt(premaster, to: serverKey, using: &random)
        else { return nil }
        return ClientKeyExchange.encryptedPremasterSecret(passed).message
    }

    /// The message with these octets; nil if they are no whole message.
    static func message(_ octets: [UInt8]) -> HandshakeMessage? {
        var joiner = HandshakeJoiner()
        joiner.append(octets)
        return try? joiner.next()
    }

    // MARK: Her records

    /// A record of hers in clear.
    static func clear(_ type: ContentType, _ octets: [UInt8], name: Words? = nil) -> Parcel {
        var layer = RecordLayer()
        let wire = ((try? layer.seal(type, octets)) ?? []).flatMap(\.wire)
        return .hers(wire, type, octets, isProtected: false, name: name)
    }

    /// A message of hers in a record in clear.
    static func clear(_ body: some HandshakeBody, name: Words? = nil) -> Parcel {
        clear(.handshake, body.message.bytes, name: name)
    }
}
