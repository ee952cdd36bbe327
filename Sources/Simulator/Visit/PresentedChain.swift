import Crypto
import PKI
import Trace

/// The chain that the server of a visit shows: the good chain, or a chain that the client must refuse.
///
/// In every case but ``copiedChain`` the server has the private key of the leaf. In every case but ``genuine`` and ``copiedChain`` the
/// mistake is in the chain.
package enum PresentedChain: String, Hashable, Sendable, CaseIterable {
    /// The good chain: a leaf for the host, and the intermediate that issued it.
    case genuine
    /// The leaf has expired.
    case expired
    /// The leaf is not valid yet.
    case notYetValid = "not-yet-valid"
    /// The leaf is good, of the same authority, but for another host.
    case wrongHost = "wrong-host"
    /// The leaf is signed with its own key.
    case selfSigned = "self-signed"
    /// The leaf is issued by an authority that the client does not know.
    case unknownAuthority = "unknown-ca"
    /// The leaf is good, but the server does not send the intermediate that leads from it to the root.
    case missingIntermediate = "missing-intermediate"
    /// The leaf is for TLS clients.
    case wrongUsage = "wrong-usage"
    /// The leaf is issued with the certificate of another server, which is not an authority.
    case notAnAuthority = "not-a-ca"
    /// The good chain, copied from the wire. The server has a key of its own, and not the certified key.
    case copiedChain = "copied-chain"

    /// Whether the server has the private key of the leaf that it shows.
    package var hasKey: Bool { self != .copiedChain }

    /// The host in the certificate of ``wrongHost`` (reserved for documentation by RFC 2606).
    static let otherHost = "www.example.net"
    /// A day in seconds.
    private static let day = CivilTime.day

    /// The server's chain with its own key; for a copied chain, with another key of the same kind and length.
    ///
    /// - Parameters:
    ///   - identity: the server with its good chain.
    ///   - time: the moment of the visit, in seconds since 1970.
    /// - Throws: ``TrustError`` if a key on a curve would have to sign a certificate, which it cannot here, or if no key can be made.
    func identity(
        of identity: Identity, under pki: LessonPKI, at time: Int64, using random: inout SeededRandomSource
    ) throws(TrustError) -> Identity {
        guard self != .genuine else { return identity }
        guard hasKey else { return try Self.copied(from: identity, using: &random) }
        let key = identity.privateKey
        let profile = profile(for: key, at: time)
        func issued(by authority: CertificateAuthority) throws(TrustError) -> [[UInt8]] {
            [try authority.issue(profile, to: key.publicKey, using: &random), authority.certificate]
        }
        let chain: [[UInt8]]
        switch self {
        case .genuine, .copiedChain: chain = identity.chain
        case .expired, .notYetValid, .wrongHost, .wrongUsage: chain = try issued(by: pki.intermediate)
        case .missingIntermediate: chain = Array(identity.chain.prefix(1))
        case .selfSigned where key.rsa == nil:
            throw .cannotIssue("certificates are signed with RSA keys here, and this server's own key is on a curve")
        case .selfSigned: chain = [try Self.selfSigned(profile, by: identity, using: &random)]
        case .unknownAuthority:
            let unknown = try CertificateAuthority.root(.root(named: "Unknown CA", at: time), using: &random)
            chain = try issued(by: unknown)
        case .notAnAuthority:
            let other = try pki.intermediate.issueServer(hostName: Self.otherHost, at: time, using: &random).identity
            chain = try issued(by: CertificateAuthority(impersonating: other)) + other.chain.dropFirst()
        }
        return Identity(chain: chain, privateKey: key, hostNames: identity.hostNames)
    }

    /// The contents of the leaf.
    private func profile(for key: PrivateKey, at time: Int64) -> CertificateProfile {
        var profile = CertificateProfile.server(
            hostName: self == .wrongHost ? Self.otherHost : Visit.hostName, at: time)
        // A key on a curve only signs (RFC 8422 section 5.3).
        if key.rsa == nil { profile.keyUsage = [.digitalSignature] }
        switch self {
        case .expired: (profile.notBefore, profile.notAfter) = (time - 91 * Self.day, time - Self.day)
        case .notYetValid: (profile.notBefore, profile.notAfter) = (time + Self.day, time + 91 * Self.day)
        case .wrongUsage: profile.extendedKeyUsage = [.clientAuth]
        default: break
        }
        return profile
    }

    /// The chain of `identity` with the key of an impostor, of the same kind and length as the certified key.
    private static func copied(
        from identity: Identity, using random: inout SeededRandomSource
    ) throws(TrustError) -> Identity {
        let key = try PrivateKey.generated(rsaBits: identity.privateKey.rsa?.n.bitWidth, using: &random)
        return Identity(chain: identity.chain, privateKey: key, hostNames: identity.hostNames)
    }

    /// A certificate that is signed with the key that it certifies, and names itself as its issuer.
    ///
    /// - Throws: ``TrustError`` if the certificate cannot be made, as with a key that is not for RSA.
    package static func selfSigned(
        _ profile: CertificateProfile, by identity: Identity, using random: inout SeededRandomSource
    ) throws(TrustError) -> [UInt8] {
        try CertificateAuthority(impersonating: identity).issue(
            profile, to: identity.privateKey.publicKey, using: &random)
    }
}
