import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// An attacker on the path takes TLS 1.3 out of a ClientHello that offers both versions, so that the server answers with TLS 1.2.
///
/// Three checks can stop her: the sign in the server's random (RFC 8446 section 4.1.3), the signature of ServerKeyExchange, which
/// covers this random (RFC 5246 section 7.4.3), and Finished, which covers both hellos (RFC 5246 section 7.4.9). Which check stops her
/// depends on the key exchange, on what she can compute, and on whether the client looks at the sign.
package struct DowngradeAttack: Sendable {
    /// How the server agrees on keys in TLS 1.2, and which secrets Mallory can compute.
    package enum Exchange: String, Hashable, Sendable, CaseIterable {
        /// Ephemeral Diffie–Hellman on a curve: she computes nothing.
        case ecdhe
        /// Ephemeral Diffie–Hellman in a toy group of 512 bits: she finds the exponent while the handshake waits.
        case weakGroup = "weak-group"
        /// RSA key transport: she computes nothing.
        case rsa
        /// RSA key transport, and she has a copy of the server's private key.
        case stolenKey = "stolen-key"
    }

    /// What Mallory changes in the hellos.
    package enum Change: String, Hashable, Sendable, CaseIterable {
        case nothing
        /// The ClientHello: she takes out the extensions of TLS 1.3.
        case hello
        /// The same, and the last eight octets of the server's random: she takes out the sign.
        case random
    }

    /// What the client does about the sign in the server's random.
    package enum Victim: String, Hashable, Sendable, CaseIterable {
        /// It refuses TLS 1.2 from a server with this sign, as it must.
        case checks
        /// It does not look.
        case unchecked
    }

    /// How the server agrees on keys in TLS 1.2.
    package let exchange: Exchange
    /// What Mallory changes.
    package let change: Change
    /// What the client does about the sign.
    package let victim: Victim
    /// How the run ended.
    package let end: End
    /// Mallory after the run: the messages that she has read and written, and the keys that she has computed.
    let path: DowngradingPath
    /// What the client's application has read.
    package let answer: [UInt8]
    /// The connections, in the order of time.
    package let connections: [Connection]

    /// How a run ends.
    package enum End: Hashable, Sendable {
        /// One side has ended the handshake with an error.
        case refused(Refusal)
        /// Both sides have completed the handshake in this version.
        case completed(ProtocolVersion)
        /// Both sides wait for ever. No variant of this attack ends in this way.
        case stuck
    }

    /// Which side has ended the handshake, and why.
    package struct Refusal: Hashable, Sendable {
        /// The side that has detected the error.
        package let side: Role
        /// The name of the message for which the side waited when it detected the error.
        package let message: String
        package let error: TLSError
        /// The alert that the side has sent.
        package let alert: AlertDescription?
    }

    /// Whether TLS 1.2 is spoken although both sides can speak TLS 1.3.
    package var isDowngraded: Bool { end == .completed(.tls12) }
    /// The request that Mallory has read; empty if she has read nothing.
    package var request: [UInt8] { path.read[.client] ?? [] }
    /// The master secrets of TLS 1.2 that Mallory has computed, of each side; nil if she cannot.
    package var masterSecrets: (client: [UInt8], server: [UInt8])? {
        path.keys.map { ($0.client.masterSecret, $0.server.masterSecret) }
    }

    /// The sign: the last octets of the random of a server of TLS 1.3 that answers with TLS 1.2 (RFC 8446 section 4.1.3).
    package static var sign: [UInt8] { ServerHello.sentinelOfTLS12 }

    /// Runs one variant of the attack.
    ///
    /// - Parameters:
    ///   - seed: the seed of all random values.
    ///   - cast: the certificates. The server's key must be an RSA key.
    static func run(
        seed: UInt64, cast: Visit.Cast, _ exchange: Exchange, changing change: Change, against victim: Victim
    ) -> DowngradeAttack {
        let legs = DowngradeLegs(
            DowngradeStage(seed: seed, cast: cast, exchange, changing: change, against: victim))
        return DowngradeAttack(
            exchange: exchange, change: change, victim: victim, end: legs.end, path: legs.path,
            answer: legs.worlds[.client]?.client?.plaintext ?? [], connections: legs.connections)
    }

    /// Runs one variant of the attack with certificates that are made from the seed.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func run(
        seed: UInt64, _ exchange: Exchange, changing change: Change, against victim: Victim
    ) throws(TrustError) -> DowngradeAttack {
        let cast = try Visit.Cast(Visit.Options(seed: seed))
        return run(seed: seed, cast: cast, exchange, changing: change, against: victim)
    }

    /// Runs every key exchange with both changes against both clients. All runs share one server key. `Change.nothing` is not run.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func all(seed: UInt64) throws(TrustError) -> [DowngradeAttack] {
        let cast = try Visit.Cast(Visit.Options(seed: seed))
        return Exchange.allCases.flatMap { exchange in
            [Change.hello, .random].flatMap { change in
                Victim.allCases.map { run(seed: seed, cast: cast, exchange, changing: change, against: $0) }
            }
        }
    }
}

extension DowngradeAttack.Exchange {
    /// The server's only suite of TLS 1.2.
    var suite: CipherSuite {
        switch self {
        case .ecdhe: .ecdheRSAAES128GCM
        case .weakGroup: .dheRSAAES128GCM
        case .rsa, .stolenKey: .rsaAES128GCM
        }
    }

    /// The group in which Mallory finds an exponent at once. Its modulus has 512 bits, as in the groups that Logjam broke. Its order has
    /// only small prime factors.
    package static let group = FiniteFieldGroup.toySmooth512
}
