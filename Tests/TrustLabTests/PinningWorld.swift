import Crypto
import TestPKI

@testable import PKI
@testable import TrustLab

/// Servers, authorities and attackers that the tests of pinning share; keys take time to make.
enum PinningWorld {
    static let time = Sample.time
    static let host = Sample.host
    /// Another site, whose certificate comes from the same public authority or another one.
    static let otherHost = "www.example.net"

    private static let proxy = Result {
        var random = SeededRandomSource(seed: 4)
        return try CertificateAuthority.root(.root(named: "Proxy CA", at: time), using: &random)
    }
    private static let selfMade = Result {
        var random = SeededRandomSource(seed: 5)
        return try CertificateAuthority.root(.server(hostName: host, at: time), using: &random).certificate
    }

    /// The authority of a proxy or an attacker that the user has installed and trusted.
    static func installed() throws -> CertificateAuthority { try proxy.get() }

    /// A certificate for the host, signed with its own key; no authority's.
    static func selfSigned() throws -> [UInt8] { try selfMade.get() }

    static func root() throws -> [UInt8] { try Sample.pki().root.certificate }
    static func intermediate() throws -> [UInt8] { try Sample.pki().intermediate.certificate }
    /// The server's first certificate.
    static func leaf() throws -> [UInt8] { try genuine()[0] }
    static func genuine() throws -> [[UInt8]] { try Sample.pki().identity.chain }

    /// Two public authorities: the server's, and another one.
    static func systemAnchors() throws -> [[UInt8]] { [try root(), try Sample.untrusted().certificate] }

    /// A chain for `host` by an authority, with the server's key or somebody else's.
    static func chain(
        by issuer: CertificateAuthority? = nil, host: String = PinningWorld.host, withServersKey: Bool = false,
        seed: UInt64 = 6, _ change: (inout CertificateProfile) -> Void = { _ in }
    ) throws -> [[UInt8]] {
        let issuer = try issuer ?? Sample.pki().intermediate
        var profile = CertificateProfile.server(hostName: host, at: time)
        change(&profile)
        var random = SeededRandomSource(seed: seed)
        let key: PublicKey = try withServersKey ? .rsa(Sample.pki().serverKey.publicKey) : Sample.untrusted().publicKey
        return [try issuer.issue(profile, to: key, using: &random), issuer.certificate]
    }

    /// The server's certificate, past its last second.
    static func expired() throws -> [[UInt8]] {
        try chain(withServersKey: true, seed: 7) {
            $0.notBefore -= 100 * Sample.day
            $0.notAfter = time - 1
        }
    }

    /// An attempt on a device with both public authorities.
    static func attempt(
        _ chain: [[UInt8]], host: String? = PinningWorld.host, userAnchors: [[UInt8]] = []
    ) throws -> ConnectionAttempt {
        var attempt = ConnectionAttempt(
            chain: chain, host: host, time: time, systemAnchors: try systemAnchors(), userAnchors: userAnchors)
        // Its authorities show no log what they certify.
        attempt.systemKind = .app
        return attempt
    }
}
