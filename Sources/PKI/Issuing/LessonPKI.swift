import Crypto
import Trace

/// The whole world of trust that a lesson needs: a root that clients trust, an intermediate under it, and a server under
/// that.
///
/// Three levels as on the web: the root's key stays in a safe, and the intermediate's does the daily work and can be
/// replaced without a change in any client.
public struct LessonPKI: Sendable {
    /// The root.
    public let root: CertificateAuthority
    /// The authority between the root and the server.
    public let intermediate: CertificateAuthority
    /// The server.
    public let identity: Identity
    /// The server's private key, which is RSA in every lesson with this PKI.
    public let serverKey: RSAPrivateKey
    /// The store of the clients: the root alone.
    public let trustStore: TrustStore

    /// The same from a seed alone.
    ///
    /// - Throws: ``TrustError`` for a time that cannot be used.
    public static func make(hostName: String, at time: Int64, seed: UInt64) throws(TrustError) -> LessonPKI {
        var random = SeededRandomSource(seed: seed)
        return try make(hostName: hostName, at: time, using: &random)
    }

    /// Makes keys and certificates for a lesson that takes place at `time`, in seconds since 1970.
    ///
    /// The same arguments and the same randomness give the same octets. The leaf is valid from a day before to ninety days
    /// after.
    /// - Parameter keyBits: the size of all three RSA keys, 2048 to 4096.
    /// - Throws: ``TrustError`` for a key size or a time that cannot be used.
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
    /// A server with a new key and a certificate of this authority, which is sent along with it.
    ///
    /// - Parameter profile: what is certified instead of ``CertificateProfile/server(hostName:at:)``, where something about
    ///   it shall be wrong.
    /// - Throws: ``TrustError``.
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

    /// The same for a key that is already there, of any kind.
    ///
    /// - Throws: ``TrustError``.
    public func issueServer<R: RandomSource>(
        hostName: String, profile: CertificateProfile? = nil, key: PrivateKey, at time: Int64, using random: inout R
    ) throws(TrustError) -> Identity {
        var usual = CertificateProfile.server(hostName: hostName, at: time)
        // A key on a curve only signs: nothing can be encrypted to it (RFC 8422 section 5.3).
        if case .ecdsa = key { usual.keyUsage = [.digitalSignature] }
        let leaf = try issue(profile ?? usual, to: key.publicKey, using: &random)
        return Identity(chain: [leaf, certificate], privateKey: key, hostNames: [hostName])
    }

    /// A client with the key it has already, which needs no host name.
    ///
    /// - Parameter profile: what is certified instead of ``CertificateProfile/client(named:at:)``, where something about it
    ///   shall be wrong.
    /// - Throws: ``TrustError``.
    public func issueClient<R: RandomSource>(
        named name: String, profile: CertificateProfile? = nil, key: PrivateKey, at time: Int64, using random: inout R
    ) throws(TrustError) -> Identity {
        let leaf = try issue(profile ?? .client(named: name, at: time), to: key.publicKey, using: &random)
        return Identity(chain: [leaf, certificate], privateKey: key)
    }
}
