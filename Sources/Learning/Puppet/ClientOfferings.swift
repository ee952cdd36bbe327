import Crypto
import TLSSim

/// The hellos of a puppet that is a client.
enum ClientOfferings {
    /// The curves, preferred first. A server may choose a group of RFC 7919 only for DHE.
    static let curves: [NamedGroup] = [.x25519, .secp256r1]

    /// The suites of TLS 1.2 that a letter offers. Suites of ECDHE come before those of DHE and of RSA key transport.
    static func suites(of letter: Letter) -> [UInt16] {
        let all = CipherSuite.all
        let offered =
            switch letter {
            case .clientHelloDHE: all.filter { $0.keyExchange == .dheRSA }
            case .clientHelloRSA: all.filter { $0.keyExchange == .rsa }
            default: all
            }
        return offered.map(\.codePoint)
    }

    /// The extensions that both versions have.
    static func extensions(for host: String?) -> [HelloExtension] {
        (host.map { [.serverName($0)] } ?? []) + [
            .supportedGroups(curves), .ecPointFormats([0]), .signatureAlgorithms(SignatureScheme.all),
        ]
    }
}
