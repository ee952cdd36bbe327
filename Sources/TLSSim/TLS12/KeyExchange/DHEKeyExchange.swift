import Crypto
import PKI
import Trace

/// Ephemeral Diffie–Hellman, signed with the server's RSA key (RFC 5246 sections 7.4.3 and 7.4.7.2).
///
/// The RSA key only *signs*. Whoever steals it later can impersonate the server from then on, but opens no recording: the
/// exponents that made the premaster secret are gone.
public enum DHEKeyExchange: KeyExchange {
    /// The server's exponent, for as long as the handshake takes.
    public typealias Memory = DiffieHellmanKey

    /// Parameters whose signature has been verified: the only kind a client can answer.
    public struct Offer: Hashable, Sendable {
        /// The group.
        public let group: FiniteFieldGroup
        /// The server's public value, in range.
        public let publicValue: Integer

        fileprivate init(group: FiniteFieldGroup, publicValue: Integer) {
            self.group = group
            self.publicValue = publicValue
        }
    }

    public static func offer<R: RandomSource>(
        _ terms: ServerTerms, using random: inout R
    ) throws(TLSError) -> (message: ServerKeyExchange?, memory: DiffieHellmanKey) {
        let key = DiffieHellmanKey.generate(in: terms.group, using: &random)
        let params = ServerDHParams(
            p: terms.group.p.bigEndian, g: terms.group.g.bigEndian, ys: key.publicValue.bigEndian)
        return (try terms.sign(.finiteField(params), using: &random), key)
    }

    /// What a client accepts as a group.
    public struct GroupPolicy: Hashable, Sendable {
        /// The smallest modulus, in bits. RFC 7919 section 3.1 says never under 768; today's practice is 2048.
        public var minimumBits: Int
        /// Whether the toy groups of the lessons pass. Nobody who means it turns this on.
        public var acceptsToys: Bool

        /// A policy of these limits.
        public init(minimumBits: Int = 2048, acceptsToys: Bool = false) {
            self.minimumBits = minimumBits
            self.acceptsToys = acceptsToys
        }
    }

    /// Verifies signature, group and public value, in that order: nothing unsigned is worth looking at.
    static func verify(
        _ message: ServerKeyExchange, _ params: ServerDHParams, _ terms: ClientTerms
    ) throws(TLSError) -> Offer {
        try terms.verify(message)
        let group = try group(of: params, terms.groupPolicy)
        let value = Integer(bigEndian: params.ys)
        guard value > 1, value < group.p - 1 else { throw .publicValueOutOfRange("dh_Ys") }
        return Offer(group: group, publicValue: value)
    }

    /// The group the parameters name, if the policy lets it pass.
    private static func group(
        of params: ServerDHParams, _ policy: GroupPolicy
    ) throws(TLSError) -> FiniteFieldGroup {
        let p = Integer(bigEndian: params.p)
        let group: FiniteFieldGroup
        do {
            group = try FiniteFieldGroup(custom: p, generator: Integer(bigEndian: params.g))
        } catch {
            throw .badGroup("\(error)")
        }
        if group.isToy && policy.acceptsToys { return group }
        guard p.bitWidth >= policy.minimumBits else {
            throw .weakGroup(bits: p.bitWidth, minimum: policy.minimumBits)
        }
        guard group.codePoint == nil else { return group }
        // A safe prime leaves only subgroups of order 2, q and 2q; the range check on public values then suffices.
        let half = (p - 1).quotientAndRemainder(dividingBy: 2)?.quotient
        guard let half, p.isProbablyPrime(rounds: 16), half.isProbablyPrime(rounds: 16) else {
            throw .unsafeGroup
        }
        return group
    }

    public static func answer<R: RandomSource>(
        _ offer: Offer, to peer: VerifiedChain, offeredVersion: ProtocolVersion, using random: inout R
    ) throws(TLSError) -> KeyExchangeAnswer {
        let key = DiffieHellmanKey.generate(in: offer.group, using: &random)
        do {
            let shared = try key.sharedSecret(with: offer.publicValue)
            return KeyExchangeAnswer(
                message: .publicValue(key.publicValue.bigEndian), premaster: PremasterSecret(octets: shared.stripped),
                ephemeral: .finiteField(key))
        } catch {
            throw .publicValueOutOfRange("dh_Ys")
        }
    }

    public static func conclude<R: RandomSource>(
        _ answer: ClientKeyExchange, remembering memory: DiffieHellmanKey, offeredVersion: ProtocolVersion,
        using random: inout R
    ) throws(TLSError) -> PremasterSecret {
        guard case .publicValue(let octets) = answer else {
            throw .internalFault("another answer than a public value to a Diffie–Hellman key exchange")
        }
        do {
            let shared = try memory.sharedSecret(with: Integer(bigEndian: octets))
            // Section 8.1.2: leading zero octets of Z are dropped before it becomes the premaster secret.
            return PremasterSecret(octets: shared.stripped)
        } catch {
            throw .publicValueOutOfRange("dh_Yc")
        }
    }
}
