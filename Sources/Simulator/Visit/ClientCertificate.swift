import Crypto
import PKI
import TLSSim

/// The certificate that the client of a visit shows to a server that demands one (RFC 5246 section 7.4.6).
package enum ClientCertificate: String, Hashable, Sendable, CaseIterable {
    /// A certificate of the authority that the server trusts, with its private key.
    case good
    /// No certificate.
    case missing = "none"
    /// A certificate of an authority that the client has made itself, with the name of the trusted authority.
    case wrongAuthority = "wrong-ca"
    /// Another client's certificate, copied from the wire, with a key of the client's own that does not match.
    case copied
    /// A certificate of the authority that the server trusts, with its private key, for a name that is not on the server's list.
    case notListed = "not-listed"

    /// Whether the server accepts it.
    package var isGood: Bool { self == .good }

    /// The name in the certificate, except that of ``notListed``.
    static let name = "alice"
    /// The names of the clients that the server lets in; nil if it lets in every client that the authority has certified.
    var admitted: [String]? { self == .notListed ? [Self.name] : nil }

    /// The client's chain and key; nil if it has no certificate.
    ///
    /// - Parameters:
    ///   - onCurve: whether the keys are for ECDSA; else they are for RSA.
    ///   - time: the start of the validity, in seconds since 1970.
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    func identity(
        under pki: LessonPKI, onCurve: Bool, at time: Int64, using random: inout SeededRandomSource
    ) throws(TrustError) -> Identity? {
        let bits = onCurve ? nil : CertificateAuthority.leastKeyBits
        switch self {
        case .missing: return nil
        case .good, .notListed:
            let name = self == .good ? Self.name : "bob"
            let key = try PrivateKey.generated(rsaBits: bits, using: &random)
            return try pki.intermediate.issueClient(named: name, key: key, at: time, using: &random)
        case .wrongAuthority:
            let name = try CertificateNames.commonName(ofSubjectIn: pki.root.certificate) ?? "Root"
            let authority = try CertificateAuthority.root(.root(named: name, at: time), using: &random)
            let key = try PrivateKey.generated(rsaBits: bits, using: &random)
            return try authority.issueClient(named: Self.name, key: key, at: time, using: &random)
        case .copied:
            let owner = try PrivateKey.generated(rsaBits: bits, using: &random)
            let chain = try pki.intermediate.issueClient(named: Self.name, key: owner, at: time, using: &random).chain
            return Identity(chain: chain, privateKey: try PrivateKey.generated(rsaBits: bits, using: &random))
        }
    }
}

extension PrivateKey {
    /// A new RSA key of that many bits; a new key on a curve if `bits` is nil.
    ///
    /// - Throws: ``TrustError`` if no RSA key can be made.
    static func generated(
        rsaBits bits: Int?, using random: inout SeededRandomSource
    ) throws(TrustError) -> PrivateKey {
        guard let bits else { return .ecdsa(EllipticCurvePrivateKey.generate(using: &random)) }
        do {
            return .rsa(try RSAPrivateKey.generate(bits: bits, using: &random))
        } catch {
            throw .rsa(error)
        }
    }
}
