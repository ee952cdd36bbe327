import Crypto
import Trace

/// The public key infrastructure of a lesson: a root that the clients trust, an intermediate that the root has certified, and a
/// server that the intermediate has certified.
///
/// The Web has the same three levels. The root's key stays in a safe. The intermediate's key does the daily work, and it can be
/// replaced without a change in any client.
public struct LessonPKI: Sendable {
    /// The root.
    public let root: CertificateAuthority
    /// The authority between the root and the server.
    public let intermediate: CertificateAuthority
    /// The server's certificates and private key.
    public let identity: Identity
    /// The server's private key, which is RSA in every lesson with this PKI.
    public let serverKey: RSAPrivateKey
    /// The trust store of the clients, with the root as its only anchor.
    public let trustStore: TrustStore

    /// Makes keys and certificates from a seed, as ``make(hostName:keyBits:at:using:)`` does with keys of 2048 bits.
    ///
    /// - Throws: ``TrustError/timeOutOfRange(_:)``.
    public static func make(hostName: String, at time: Int64, seed: UInt64) throws(TrustError) -> LessonPKI {
        var random = SeededRandomSource(seed: seed)
        return try make(hostName: hostName, at: time, using: &random)
    }

    /// Makes keys and certificates for a lesson that takes place at `time`, in seconds since 1970.
    ///
    /// The same arguments and the same randomness give the same octets. The leaf is valid from a day before `time` to ninety days
    /// after.
    /// - Parameter keyBits: the size of all three RSA keys, 2048 to 4096.
    /// - Throws: ``TrustError/timeOutOfRange(_:)``; ``TrustError/keyTooSmall(bits:least:)`` or ``TrustError/rsa(_:)`` for another
    ///   key size.
    public static func make<R: RandomSource>(
        hostName: String, keyBits: Int = 2048, at time: Int64, using random: inout R
    ) throws(TrustError) -> LessonPKI {
        let year: Int64 = 366 * CivilTime.day
        let earliest = CivilTime.expressible.lowerBound + year
        let latest = CivilTime.expressible.upperBound - 10 * year
        guard time >= earliest, time <= latest else { throw .timeOutOfRange(time) }

        let root = try CertificateAuthority.root(
            .root(named: "HandshakeSim Root CA", at: time), keyBits: keyBits, using: &random)
        let intermediate = try root.issueAuthority(
            .intermediate(named: "HandshakeSim Intermediate CA", at: time), keyBits: keyBits, using: &random)
        let (identity, serverKey) = try intermediate.issueServer(
            hostName: hostName, keyBits: keyBits, at: time, using: &random)
        return LessonPKI(
            root: root, intermediate: intermediate, identity: identity, serverKey: serverKey,
            trustStore: TrustStore(anchors: [root.certificate]))
    }
}

extension CertificateAuthority {
    /// A server with a new RSA key, which this authority certifies. The chain has the leaf and this authority's certificate.
    ///
    /// - Parameter profile: the profile, for a certificate with something wrong; nil for ``CertificateProfile/server(hostName:at:)``.
    /// - Throws: ``TrustError``, as ``issue(_:to:using:)``.
    public func issueServer<R: RandomSource>(
        hostName: String, profile: CertificateProfile? = nil, keyBits: Int = 2048, at time: Int64,
        using random: inout R
    ) throws(TrustError) -> (identity: Identity, key: RSAPrivateKey) {
        let key: RSAPrivateKey
        do {
            key = try RSAPrivateKey.generate(bits: keyBits, using: &random)
        } catch {
            throw .rsa(error)
        }
        let identity = try issueServer(
            hostName: hostName, profile: profile, key: .rsa(key), at: time, using: &random)
        return (identity, key)
    }

    /// A server with a given key of any kind, which this authority certifies.
    ///
    /// - Throws: ``TrustError``, as ``issue(_:to:using:)``.
    public func issueServer<R: RandomSource>(
        hostName: String, profile: CertificateProfile? = nil, key: PrivateKey, at time: Int64, using random: inout R
    ) throws(TrustError) -> Identity {
        var usual = CertificateProfile.server(hostName: hostName, at: time)
        // A key on a curve only signs: nothing can be encrypted with it (RFC 8422 section 5.3, RFC 8410 section 5).
        if key.rsa == nil { usual.keyUsage = [.digitalSignature] }
        let leaf = try issue(profile ?? usual, to: key.publicKey, using: &random)
        return Identity(chain: [leaf, certificate], privateKey: key, hostNames: [hostName])
    }

    /// A client with a given key, which this authority certifies.
    ///
    /// - Parameter profile: the profile, for a certificate with something wrong; nil for ``CertificateProfile/client(named:at:)``.
    /// - Throws: ``TrustError``, as ``issue(_:to:using:)``.
    public func issueClient<R: RandomSource>(
        named name: String, profile: CertificateProfile? = nil, key: PrivateKey, at time: Int64, using random: inout R
    ) throws(TrustError) -> Identity {
        let leaf = try issue(profile ?? .client(named: name, at: time), to: key.publicKey, using: &random)
        return Identity(chain: [leaf, certificate], privateKey: key)
    }
}
