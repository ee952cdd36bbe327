import Crypto
import PKI
import Trace

/// Ephemeral Diffie–Hellman, signed with the server's RSA key (RFC 5246 sections 7.4.3 and 7.4.7.2).
///
/// The RSA key only *signs*. A thief of this key can impersonate the server from then on, but can decrypt no recording, because the
/// exponents behind the premaster secret are deleted.
public enum DHEKeyExchange {
    /// Parameters that ``accept(_:under:)`` has accepted. A client can answer no others.
    struct Offer: Hashable, Sendable {
        /// The group.
        let group: FiniteFieldGroup
        /// The server's public value, which is in the range 1 < y < p - 1.
        let publicValue: Integer

        fileprivate init(group: FiniteFieldGroup, publicValue: Integer) {
            self.group = group
            self.publicValue = publicValue
        }
    }

    /// The server's offer: its key, and the parameters that it sends to the client.
    ///
    /// - Parameter reused: one private exponent for all connections; nil to draw a new one.
    static func offer<R: RandomSource>(
        in group: FiniteFieldGroup, reused: Integer? = nil, using random: inout R
    ) -> (params: ServerDHParams, memory: DiffieHellmanKey) {
        let old = reused.flatMap { try? DiffieHellmanKey(group: group, privateExponent: $0) }
        let key = old ?? DiffieHellmanKey.generate(in: group, using: &random)
        let params = ServerDHParams(p: group.p.bigEndian, g: group.g.bigEndian, ys: key.publicValue.bigEndian)
        return (params, key)
    }

    /// Which groups a client accepts.
    public struct GroupPolicy: Hashable, Sendable {
        /// The shortest modulus, in bits. RFC 7919 section 3.1 forbids less than 768; today's practice is 2048.
        public var minimumBits: Int
        /// Whether the toy groups of the lessons are accepted. They protect nothing.
        public var acceptsToys: Bool

        /// A policy of these limits.
        public init(minimumBits: Int = 2048, acceptsToys: Bool = false) {
            self.minimumBits = minimumBits
            self.acceptsToys = acceptsToys
        }
    }

    /// Checks the group and the public value of the parameters.
    ///
    /// - Throws: ``TLSError/badGroup(_:)``, ``TLSError/weakGroup(bits:minimum:)`` or ``TLSError/unsafeGroup`` for the group;
    ///   ``TLSError/publicValueOutOfRange(_:)``.
    static func accept(_ params: ServerDHParams, under terms: ClientTerms) throws(TLSError) -> Offer {
        let group = try group(of: params, terms.groupPolicy)
        let value = Integer(bigEndian: params.ys)
        guard value > 1, value < group.p - 1 else { throw .publicValueOutOfRange("dh_Ys") }
        return Offer(group: group, publicValue: value)
    }

    /// The group of the parameters, if the policy accepts it.
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
        // With a safe prime p = 2q + 1 there are only subgroups of the orders 1, 2, q and 2q. Then the range check of public values is
        // enough.
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

    /// The client's answer: its own key, and the premaster secret that follows from it and the server's public value.
    ///
    /// - Parameter exponentOctets: the length of the exponent, in octets; nil for the length that the group recommends.
    static func answer<R: RandomSource>(
        _ offer: Offer, exponentOctets: Int? = nil, using random: inout R
    ) throws(TLSError) -> (key: DiffieHellmanKey, premaster: PremasterSecret) {
        let exponent = exponentOctets.map { Integer(bigEndian: random.octets($0)) }
        let drawn = exponent.flatMap { try? DiffieHellmanKey(group: offer.group, privateExponent: $0) }
        let key = drawn ?? DiffieHellmanKey.generate(in: offer.group, using: &random)
        return (key, try premaster(key, with: offer.publicValue, "dh_Ys"))
    }

    /// The premaster secret, which the server computes from its key and the client's public value.
    ///
    /// - Parameter extent: how much of the check of this value is made. Half: only the range, which is the first of the two steps of RFC
    ///   2631 section 2.1.5, and not the order.
    /// - Throws: ``TLSError/publicValueOutOfRange(_:)``, ``TLSError/publicValueOutsideGroup(_:)``.
    static func conclude(
        _ publicValue: [UInt8], remembering key: DiffieHellmanKey, checked extent: RuleCoverage = .whole
    ) throws(TLSError) -> PremasterSecret {
        let value = Integer(bigEndian: publicValue)
        guard extent != .whole else { return try premaster(key, with: value, "dh_Yc") }
        guard extent == .nothing || value > 1 && value < key.group.p else { throw .publicValueOutOfRange("dh_Yc") }
        return PremasterSecret(octets: key.uncheckedSecret(with: value).stripped)
    }

    /// The premaster secret: the shared value without its leading zero octets (RFC 5246 section 8.1.2).
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
