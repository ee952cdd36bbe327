import Crypto
import PKI
import Trace

/// The chain that the server of a visit shows: the good chain, or a chain that has to be refused.
///
/// In every case but ``copiedChain`` the server has the private key to the leaf, and the mistake is in the chain. A copied chain is good,
/// but the server does not have its private key.
package enum PresentedChain: String, Hashable, Sendable, CaseIterable {
    /// As it should be: a leaf for the host, and the intermediate that issued it.
    case genuine
    /// The leaf's last day is over.
    case expired
    /// The leaf's first day is still to come.
    case notYetValid = "not-yet-valid"
    /// A good leaf of the same authority, for another host.
    case wrongHost = "wrong-host"
    /// The leaf vouches for itself.
    case selfSigned = "self-signed"
    /// The leaf leads to an authority that the client does not know.
    case unknownAuthority = "unknown-ca"
    /// The leaf is good; the intermediate that would lead from it to the root is not sent.
    case missingIntermediate = "missing-intermediate"
    /// The leaf is for TLS clients.
    case wrongUsage = "wrong-usage"
    /// The leaf was issued with another server's certificate, which is no authority's.
    case notAnAuthority = "not-a-ca"
    /// The genuine chain, copied from the wire, beside a key of the server's own: it does not have the one that is certified.
    case copiedChain = "copied-chain"

    /// Whether the server has the private key to what it shows.
    package var hasKey: Bool { self != .copiedChain }

    /// The host that the wrong host's certificate is for (reserved for documentation by RFC 2606).
    static let otherHost = "www.example.net"
    private static let day = CivilTime.day

    /// The server's chain, with its own key as it is; for a copied chain, with another key of the same kind and length.
    ///
    /// - Parameters:
    ///   - identity: the server with its good chain.
    ///   - time: the moment of the visit, in seconds since 1970.
    /// - Throws: ``TrustError``: a key on a curve cannot sign certificates here, or no key can be made.
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

    /// What the leaf says.
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

    /// The chain of `identity` in the hands of an impostor, whose key looks like the one that is certified.
    private static func copied(
        from identity: Identity, using random: inout SeededRandomSource
    ) throws(TrustError) -> Identity {
        let key: PrivateKey
        if let certified = identity.privateKey.rsa {
            do {
                key = .rsa(try RSAPrivateKey.generate(bits: certified.n.bitWidth, using: &random))
            } catch {
                throw .rsa(error)
            }
        } else {
            key = .ecdsa(EllipticCurvePrivateKey.generate(using: &random))
        }
        return Identity(chain: identity.chain, privateKey: key, hostNames: identity.hostNames)
    }

    /// A certificate that is signed with the key that it certifies, so that it names itself as its issuer.
    ///
    /// - Throws: ``TrustError``, also for a key that is not RSA.
    package static func selfSigned(
        _ profile: CertificateProfile, by identity: Identity, using random: inout SeededRandomSource
    ) throws(TrustError) -> [UInt8] {
        try CertificateAuthority(impersonating: identity).issue(
            profile, to: identity.privateKey.publicKey, using: &random)
    }
}
