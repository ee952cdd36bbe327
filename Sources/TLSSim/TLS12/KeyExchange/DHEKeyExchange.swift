import Crypto
import PKI
import Trace

/// Ephemeral Diffie–Hellman, signed with the server's RSA key (RFC 5246 sections 7.4.3 and 7.4.7.2).
///
/// The RSA key only *signs*. A thief of that key can impersonate the server from then on, but opens no recording: the exponents
/// that made the premaster secret are gone.
public enum DHEKeyExchange {
    /// Parameters whose signature has been verified: the only kind a client can answer.
    struct Offer: Hashable, Sendable {
        /// The group.
        let group: FiniteFieldGroup
        /// The server's public value, in range.
        let publicValue: Integer

        fileprivate init(group: FiniteFieldGroup, publicValue: Integer) {
            self.group = group
            self.publicValue = publicValue
        }
    }

    /// The server's first move: its exponent, and what of it goes to the client.
    ///
    /// - Parameter reused: the exponent of all connections, if there is one.
    static func offer<R: RandomSource>(
        in group: FiniteFieldGroup, reused: Integer? = nil, using random: inout R
    ) -> (params: ServerDHParams, memory: DiffieHellmanKey) {
        let old = reused.flatMap { try? DiffieHellmanKey(group: group, privateExponent: $0) }
        let key = old ?? DiffieHellmanKey.generate(in: group, using: &random)
        let params = ServerDHParams(p: group.p.bigEndian, g: group.g.bigEndian, ys: key.publicValue.bigEndian)
        return (params, key)
    }

    /// What a client accepts as a group.
    public struct GroupPolicy: Hashable, Sendable {
        /// The smallest modulus, in bits. RFC 7919 section 3.1 says never under 768; today's practice is 2048.
        public var minimumBits: Int
        /// Whether the toy groups of the lessons pass, which protect nothing.
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
            throw .badGroup(error)
        }
        if group.isToy && policy.acceptsToys { return group }
        guard p.bitWidth >= policy.minimumBits else {
            throw .weakGroup(bits: p.bitWidth, minimum: policy.minimumBits)
        }
        guard group.codePoint == nil else { return group }
        // A safe prime leaves only subgroups of order 2, q and 2q; the range check on public values then suffices.
        let half = (p - 1).quotientAndRemainder(dividingBy: 2)?.quotient
        let isSafe: Bool
        do throws(ArithmeticCost.TooMuch) {
            let limit = ArithmeticCost.limit / 2
            if let half, try p.isBoundedPrime(rounds: 16, limit: limit) {
                isSafe = try half.isBoundedPrime(rounds: 16, limit: limit)
            } else {
                isSafe = false
            }
        } catch {
            throw .badGroup(.tooCostly(error))
        }
        guard isSafe else { throw .unsafeGroup }
        return group
    }

    /// The client's move: its own exponent, and the secret that it makes with the server's public value.
    ///
    /// - Parameter exponentOctets: how long the exponent is; nil for as long as the group wants it.
    static func answer<R: RandomSource>(
        _ offer: Offer, exponentOctets: Int? = nil, using random: inout R
    ) throws(TLSError) -> (key: DiffieHellmanKey, premaster: PremasterSecret) {
        let exponent = exponentOctets.map { Integer(bigEndian: random.octets($0)) }
        let drawn = exponent.flatMap { try? DiffieHellmanKey(group: offer.group, privateExponent: $0) }
        let key = drawn ?? DiffieHellmanKey.generate(in: offer.group, using: &random)
        return (key, try premaster(key, with: offer.publicValue, "dh_Ys"))
    }

    /// The server's conclusion from the client's public value.
    ///
    /// - Parameter extent: how far that value is looked at. Half: the first of the two steps of RFC 2631 section 2.1.5, without the one that
    ///   asks for its order.
    static func conclude(
        _ publicValue: [UInt8], remembering key: DiffieHellmanKey, checked extent: Extent = .whole
    ) throws(TLSError) -> PremasterSecret {
        let value = Integer(bigEndian: publicValue)
        guard extent != .whole else { return try premaster(key, with: value, "dh_Yc") }
        guard extent == .nothing || value > 1 && value < key.group.p else { throw .publicValueOutOfRange("dh_Yc") }
        return PremasterSecret(octets: key.uncheckedSecret(with: value).stripped)
    }

    /// Section 8.1.2: leading zero octets of Z are dropped before it becomes the premaster secret.
    private static func premaster(
        _ key: DiffieHellmanKey, with value: Integer, _ name: String
    ) throws(TLSError) -> PremasterSecret {
        do {
            return PremasterSecret(octets: try key.sharedSecret(with: value).stripped)
        } catch .publicValueOutsideGroup {
            throw .publicValueOutsideGroup(name)
        } catch {
            throw .publicValueOutOfRange(name)
        }
    }
}
