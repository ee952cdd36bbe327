/// One side's key in a Diffie-Hellman exchange (RFC 5246 section 8.1.2, RFC 7919).
///
/// Each side raises the generator to its own exponent and sends the power. Each raises the power that it receives to its own
/// exponent, and both arrive at g^(x·x'). An eavesdropper has g, gˣ and g^x' and would need one of the exponents. If both sides
/// delete their exponents afterwards, the secret cannot be computed later: forward secrecy.
public struct DiffieHellmanKey: Hashable, Sendable {
    /// The group that the exchange takes place in.
    public let group: FiniteFieldGroup
    /// x, the secret.
    public let privateExponent: Integer
    /// y = gˣ modulo p, which is sent: dh_Ys or dh_Yc in TLS.
    public let publicValue: Integer

    /// Draws a key.
    ///
    /// In the groups of RFC 7919 the exponent has exactly ``FiniteFieldGroup/exponentBits`` bits (section 5.2). In other groups it
    /// is from 1 to the order less 1, or to p - 2 if the order is not known. If the peer would have to refuse the public value,
    /// another exponent is drawn. So it is if the exponent is 1, which makes the peer's public value the secret, where the range
    /// has many others. In a malicious peer's group there may be no acceptable value, so the last of 128 exponents is kept.
    public static func generate<R: RandomSource>(
        in group: FiniteFieldGroup, using random: inout R
    ) -> DiffieHellmanKey {
        let range: ClosedRange<Integer> =
            if group.codePoint != nil {
                Integer.powerOfTwo(group.exponentBits - 1)...Integer.powerOfTwo(group.exponentBits) - 1
            } else {
                1...(group.order ?? group.p - 1) - 1
            }
        var key = DiffieHellmanKey(group: group, unchecked: random.integer(in: range))
        let allowsOne = range.upperBound < 16
        for _ in 1..<128 where !group.isAcceptable(key.publicValue) || key.privateExponent == 1 && !allowsOne {
            key = DiffieHellmanKey(group: group, unchecked: random.integer(in: range))
        }
        return key
    }

    /// The key with a given exponent.
    ///
    /// - Throws: ``DiffieHellmanError/privateExponentOutOfRange`` unless 1 ≤ x < p - 1.
    public init(group: FiniteFieldGroup, privateExponent x: Integer) throws(DiffieHellmanError) {
        guard x >= 1, x < group.p - 1 else { throw .privateExponentOutOfRange }
        self.init(group: group, unchecked: x)
    }

    /// The key with an exponent that is positive. The modulus of a group is odd, so the power exists.
    private init(group: FiniteFieldGroup, unchecked x: Integer) {
        self.group = group
        privateExponent = x
        publicValue = group.generatorPower(x) ?? 0
    }

    /// Z = yˣ modulo p, where y is the peer's public value.
    ///
    /// - Throws: what ``FiniteFieldGroup/validate(publicValue:)`` throws, and ``DiffieHellmanError/degenerateSharedSecret`` if Z is
    ///   0, 1 or p - 1. With a safe prime and acceptable public values that cannot happen; NIST SP 800-56A requires the check.
    public func sharedSecret(with peer: Integer) throws(DiffieHellmanError) -> SharedSecret {
        try group.validate(publicValue: peer)
        guard let z = peer.secretPower(privateExponent, modulo: group.p), z > 1, z < group.p - 1,
            let padded = z.bigEndian(count: group.size)
        else { throw .degenerateSharedSecret }
        return SharedSecret(padded: padded)
    }

    /// WRONG: the power of any public value, without a check (against RFC 2785 section 3.1). An attack uses it to show why the check is
    /// necessary.
    package func uncheckedSecret(with peer: Integer) -> SharedSecret {
        let z = peer.secretPower(privateExponent, modulo: group.p) ?? 0
        return SharedSecret(padded: z.bigEndian(count: group.size) ?? [])
    }
}

/// The number that both sides of a Diffie-Hellman exchange have arrived at, as octets.
public struct SharedSecret: Hashable, Sendable {
    /// The number in as many octets as p has. TLS 1.3 uses these (RFC 8446 section 7.4.1).
    public let padded: [UInt8]

    /// The octets without leading zeros. TLS 1.2 uses these as its premaster secret (RFC 5246 section 8.1.2).
    ///
    /// To strip the zeros is a weakness of the protocol: one time in 256 the secret is an octet shorter, and its hash takes a little
    /// less time. An attacker who can measure that can finally compute the secret, if the server keeps its key (Raccoon, 2020).
    public var stripped: [UInt8] { Array(padded.drop { $0 == 0 }) }
}

extension FiniteFieldGroup {
    /// Checks a peer's public value: 1 < y < p - 1 (RFC 7919 section 5.1).
    ///
    /// With the excluded values the shared secret would be 0, 1 or p - 1 for every exponent, so an eavesdropper would know it.
    /// Section 4 of the RFC answers with handshake_failure.
    ///
    /// If the order q of the group is known, and p is neither 2q + 1 nor q + 1, the value must also be in the group: y^q = 1 (RFC 2785
    /// section 3.1). A value outside may lie in a subgroup so small that the shared secret reveals the exponent modulo the order of it.
    /// - Throws: ``DiffieHellmanError/publicValueTooSmall``, ``DiffieHellmanError/publicValueTooLarge`` or
    ///   ``DiffieHellmanError/publicValueOutsideGroup``.
    public func validate(publicValue y: Integer) throws(DiffieHellmanError) {
        guard y > 1 else { throw .publicValueTooSmall }
        guard y < p - 1 else { throw .publicValueTooLarge }
        guard let order, order + order + 1 != p, order + 1 != p else { return }
        guard y.power(order, modulo: p) == 1 else { throw .publicValueOutsideGroup }
    }

    fileprivate func isAcceptable(_ y: Integer) -> Bool {
        y > 1 && y < p - 1
    }
}

/// Errors of a Diffie-Hellman exchange.
public enum DiffieHellmanError: Error, Hashable, Sendable {
    /// The public value is not above 1.
    case publicValueTooSmall
    /// The public value is not below p - 1.
    case publicValueTooLarge
    /// The public value is not a power of the generator.
    case publicValueOutsideGroup
    /// The shared secret is 0, 1 or p - 1, which an eavesdropper can guess.
    case degenerateSharedSecret
    /// The private exponent is not from 1 to p - 2.
    case privateExponentOutOfRange
    /// The size of the modulus is outside the supported range.
    case unsupportedModulusSize(bits: Int, supported: ClosedRange<Int>)
    /// The modulus is even and so not a prime.
    case evenModulus
    /// The generator is 0, 1 or p - 1 modulo p, so it generates at most two elements.
    case generatorOutOfRange
    /// The test whether the modulus is a safe prime would take too long.
    case tooCostly(ArithmeticCost.TooMuch)
}

extension DiffieHellmanError: CustomStringConvertible {
    /// The rule that was broken.
    public var description: String {
        switch self {
        case .publicValueTooSmall: "public value is not above 1 (RFC 7919 section 5.1)"
        case .publicValueTooLarge: "public value is not below p - 1 (RFC 7919 section 5.1)"
        case .publicValueOutsideGroup: "public value is not in the group (RFC 2785 section 3.1)"
        case .degenerateSharedSecret: "shared secret is 0, 1 or p - 1"
        case .privateExponentOutOfRange: "private exponent is not from 1 to p - 2"
        case .unsupportedModulusSize(let bits, let supported):
            "modulus p of \(bits) bits; accepted are \(supported.lowerBound) to \(supported.upperBound)"
        case .evenModulus: "modulus p is even, not a prime"
        case .generatorOutOfRange: "generator g is 0, 1 or p - 1 modulo p"
        case .tooCostly(let cost): cost.description
        }
    }
}

// MARK: - Secrets stay out of messages

extension DiffieHellmanKey: CustomStringConvertible {
    /// The group and the public value, without the exponent. Debuggers and failing tests print this text.
    public var description: String { "Diffie-Hellman key in \(group.name) with public value \(publicValue.hex)" }
}
