/// X25519MLKEM768: a key exchange that is secure as long as one of its two halves is (draft-ietf-tls-ecdhe-mlkem section 3).
///
/// X25519 has been examined for twenty years, but a quantum computer breaks it. No known quantum algorithm breaks ML-KEM-768, but it is
/// young. Both exchanges take place, and both secrets go into the key schedule. An eavesdropper who records today and has a quantum
/// computer in twenty years gets only one of the two secrets.
///
/// Unlike in a Diffie-Hellman exchange, the two sides do different things: the client sends keys, and the server answers them. So the
/// client's key is a type, and the server's side is one function.
public enum X25519MLKEM768 {
    /// The length of the client's share in octets: the encapsulation key and the public key of X25519 (section 3.1.1).
    public static let clientShareSize = MLKEM768.encapsulationKeySize + X25519.size
    /// The length of the server's share in octets: the ciphertext and the public key of X25519 (section 3.1.2).
    public static let serverShareSize = MLKEM768.ciphertextSize + X25519.size
    /// The octets of the shared secret: ML-KEM's, then X25519's (section 3.1.3).
    public static let sharedSecretSize = MLKEM768.sharedSecretSize + X25519.size

    /// The keys that the client keeps until the server's share arrives.
    public struct ClientKey: Hashable, Sendable {
        /// The key of ML-KEM-768.
        public let lattice: MLKEM768.DecapsulationKey
        /// The key of X25519.
        public let curve: KeyAgreementKey

        /// The key with given secrets.
        ///
        /// - Parameters:
        ///   - seed: d ‖ z of ML-KEM, ``MLKEM768/seedSize`` octets.
        ///   - privateKey: the private key of X25519, 32 octets.
        ///   - arithmetic: the implementation of X25519. ML-KEM is always this module's: its time does not depend on the key.
        /// - Throws: ``HybridKeyExchangeError`` if one of them has another length.
        public init(
            seed: [UInt8], privateKey: [UInt8], arithmetic: CurveArithmetic
        ) throws(HybridKeyExchangeError) {
            do throws(MLKEMError) {
                lattice = try MLKEM768.DecapsulationKey(seed: seed)
            } catch { throw .lattice(error) }
            do throws(EllipticCurveError) {
                curve = try KeyAgreementKey(group: .x25519, privateKey: privateKey, arithmetic: arithmetic)
            } catch { throw .curve(error) }
        }

        private init(lattice: MLKEM768.DecapsulationKey, curve: KeyAgreementKey) {
            (self.lattice, self.curve) = (lattice, curve)
        }

        /// Draws a key. The same draw gives the same key with either arithmetic.
        public static func generate<R: RandomSource>(
            arithmetic: CurveArithmetic, using random: inout R
        ) -> ClientKey {
            ClientKey(
                lattice: .generate(using: &random),
                curve: .generate(in: .x25519, arithmetic: arithmetic, using: &random))
        }

        /// The share to send, ``clientShareSize`` octets.
        public var share: [UInt8] { lattice.encapsulationKey.octets + curve.publicKey }

        /// The secret, ``sharedSecretSize`` octets.
        ///
        /// - Parameter serverShare: the server's share.
        /// - Throws: ``HybridKeyExchangeError`` if the share has another length or a point of small order. TLS then sends
        ///   illegal_parameter. A damaged ciphertext is not refused: it gives another secret.
        public func sharedSecret(with serverShare: [UInt8]) throws(HybridKeyExchangeError) -> [UInt8] {
            guard serverShare.count == serverShareSize else {
                throw .wrongServerShareLength(count: serverShare.count, needed: serverShareSize)
            }
            let fromCurve = try shared(curve, Array(serverShare.dropFirst(MLKEM768.ciphertextSize)))
            do throws(MLKEMError) {
                let ciphertext = try MLKEM768.Ciphertext(octets: Array(serverShare.prefix(MLKEM768.ciphertextSize)))
                return lattice.decapsulate(ciphertext) + fromCurve
            } catch { throw .lattice(error) }
        }
    }

    /// The server's share and the shared secret.
    public struct Answer: Hashable, Sendable {
        /// The share to send, ``serverShareSize`` octets.
        public let share: [UInt8]
        /// The secret, ``sharedSecretSize`` octets.
        public let sharedSecret: [UInt8]
        /// The random octets that it was made from: m of ML-KEM, then the private key of X25519.
        public let drawn: [UInt8]
    }

    /// The server's side.
    ///
    /// - Parameters:
    ///   - clientShare: the client's share.
    ///   - privateKey: the private key of X25519, 32 octets.
    ///   - randomness: m of ML-KEM, ``MLKEM768/randomnessSize`` octets.
    ///   - arithmetic: the implementation of X25519.
    /// - Throws: ``HybridKeyExchangeError`` if the share has another length, an encapsulation key that fails the check of FIPS 203
    ///   section 7.2, or a point of small order. TLS then sends illegal_parameter.
    public static func answer(
        to clientShare: [UInt8], privateKey: [UInt8], randomness: [UInt8], arithmetic: CurveArithmetic
    ) throws(HybridKeyExchangeError) -> Answer {
        guard clientShare.count == clientShareSize else {
            throw .wrongClientShareLength(count: clientShare.count, needed: clientShareSize)
        }
        let encapsulation: MLKEM768.Encapsulation
        do throws(MLKEMError) {
            let key = try MLKEM768.EncapsulationKey(octets: Array(clientShare.prefix(MLKEM768.encapsulationKeySize)))
            encapsulation = try key.encapsulate(randomness: randomness)
        } catch { throw .lattice(error) }
        let curve: KeyAgreementKey
        do throws(EllipticCurveError) {
            curve = try KeyAgreementKey(group: .x25519, privateKey: privateKey, arithmetic: arithmetic)
        } catch { throw .curve(error) }
        let fromCurve = try shared(curve, Array(clientShare.dropFirst(MLKEM768.encapsulationKeySize)))
        return Answer(
            share: encapsulation.ciphertext.octets + curve.publicKey,
            sharedSecret: encapsulation.sharedSecret + fromCurve, drawn: randomness + privateKey)
    }

    /// The server's side, with a private key and an m from `random`.
    ///
    /// - Throws: ``HybridKeyExchangeError``.
    public static func answer<R: RandomSource>(
        to clientShare: [UInt8], arithmetic: CurveArithmetic, using random: inout R
    ) throws(HybridKeyExchangeError) -> Answer {
        let randomness = random.octets(MLKEM768.randomnessSize)
        let privateKey = random.octets(KeyAgreementGroup.x25519.privateKeyLength)
        return try answer(to: clientShare, privateKey: privateKey, randomness: randomness, arithmetic: arithmetic)
    }

    private static func shared(
        _ key: KeyAgreementKey, _ peer: [UInt8]
    ) throws(HybridKeyExchangeError) -> [UInt8] {
        do throws(EllipticCurveError) {
            return try key.sharedSecret(with: peer)
        } catch { throw .curve(error) }
    }
}

/// Errors of a share or a key of ``X25519MLKEM768``.
public enum HybridKeyExchangeError: Error, Hashable, Sendable {
    /// The client's share is not ``X25519MLKEM768/clientShareSize`` octets long.
    case wrongClientShareLength(count: Int, needed: Int)
    /// The server's share is not ``X25519MLKEM768/serverShareSize`` octets long.
    case wrongServerShareLength(count: Int, needed: Int)
    /// The error is in the half of ML-KEM.
    case lattice(MLKEMError)
    /// The error is in the half of X25519.
    case curve(EllipticCurveError)
}

extension HybridKeyExchangeError: CustomStringConvertible {
    /// The rule that was broken.
    public var description: String {
        switch self {
        case .wrongClientShareLength(let count, let needed):
            "client's share of \(count) octets where \(needed) are needed"
        case .wrongServerShareLength(let count, let needed):
            "server's share of \(count) octets where \(needed) are needed"
        case .lattice(let error): "ML-KEM-768: \(error)"
        case .curve(let error): "X25519: \(error)"
        }
    }
}
