import Crypto
import Measurement
import SwiftCrypto
import TLSSim

/// An operation that a handshake cannot do without, as the library below has it: no padding, no blinding, no check of the result.
enum PublicKeyOperation: CaseIterable {
    /// mᵉ modulo n for a modulus of 2048 bits and e = 65537 (GMP).
    case rsaPublic
    /// The two powers modulo p and q, by the function of GMP that is meant for secrets.
    case rsaPrivate
    /// A power in ffdhe2048, with the exponent of 225 bits that RFC 7919 allows, by the same function.
    case finiteFieldPower
    /// The public value of an X25519 key (swift-crypto).
    case x25519Generation
    /// The shared secret of X25519 (swift-crypto).
    case x25519Agreement
    /// A key of ML-KEM-768 (this program's own: the library's cannot be given its random numbers).
    case latticeGeneration
    /// The secret for such a key, encrypted to it.
    case latticeEncapsulation
    /// The same secret, decrypted.
    case latticeDecapsulation
    /// A signature on P-256 (swift-crypto).
    case ecdsaSignature
    /// The verification of such a signature (swift-crypto).
    case ecdsaVerification

    var name: String {
        switch self {
        case .rsaPublic: "RSA-2048, public"
        case .rsaPrivate: "RSA-2048, private"
        case .finiteFieldPower: "ffdhe2048, power with 225 bits"
        case .x25519Generation: "X25519, generation"
        case .x25519Agreement: "X25519, agreement"
        case .latticeGeneration: "ML-KEM-768, generation"
        case .latticeEncapsulation: "ML-KEM-768, encapsulation"
        case .latticeDecapsulation: "ML-KEM-768, decapsulation"
        case .ecdsaSignature: "ECDSA on P-256, signature"
        case .ecdsaVerification: "ECDSA on P-256, verification"
        }
    }

    /// What both sides together do in a handshake of that key exchange, and how often. The certificates are not among it.
    static func contained(in keyExchange: KeyExchangeKind) -> [(operation: PublicKeyOperation, times: Int)] {
        switch keyExchange {
        case .rsa: [(.rsaPublic, 1), (.rsaPrivate, 1)]
        case .dheRSA: [(.rsaPrivate, 1), (.rsaPublic, 1), (.finiteFieldPower, 4)]
        case .dhAnon: [(.finiteFieldPower, 4)]
        case .ecdheRSA: [(.rsaPrivate, 1), (.rsaPublic, 1), (.x25519Generation, 2), (.x25519Agreement, 2)]
        case .ecdheECDSA:
            [(.ecdsaSignature, 1), (.ecdsaVerification, 1), (.x25519Generation, 2), (.x25519Agreement, 2)]
        }
    }

    /// What an RSA private operation needs besides so that neither its time nor a fault of the machine gives the key away: a blinding
    /// factor raised to the public power, and the result put back into the public function.
    static func precautions(in keyExchange: KeyExchangeKind) -> [(operation: PublicKeyOperation, times: Int)] {
        keyExchange.certifiedAlgorithm == .rsa ? [(.rsaPublic, 2)] : []
    }

    /// The seconds that one of it takes.
    func cost(_ world: World) throws -> Double {
        let (times, operation) = (50, try prepared(world))
        return try seconds { for _ in 0..<times { try operation() } } / Double(times)
    }

    /// The operation, with everything that it needs at hand.
    func prepared(_ world: World) throws -> () throws -> Void {
        let operation = try checked(world)
        return {
            let succeeded = try operation()
            precondition(succeeded, "\(name) has failed")
        }
    }

    private func checked(_ world: World) throws -> () throws -> Bool {
        let key = world.rsaKey
        var random = SeededRandomSource(seed: 2)
        switch self {
        case .rsaPublic:
            let message = random.integer(below: key.n)
            return { message.power(key.e, modulo: key.n) != nil }
        case .rsaPrivate:
            let message = random.integer(below: key.n)
            let (m1, m2) = (message.modulo(key.p), message.modulo(key.q))
            return { m1.secretPower(key.dP, modulo: key.p) != nil && m2.secretPower(key.dQ, modulo: key.q) != nil }
        case .finiteFieldPower:
            let group = FiniteFieldGroup.ffdhe2048
            let keys = (0..<2).map { _ in DiffieHellmanKey.generate(in: group, using: &random) }
            return { keys[0].publicValue.secretPower(keys[1].privateExponent, modulo: group.p) != nil }
        case .x25519Generation:
            let octets = random.octets(32)
            return {
                let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: octets)
                return key.publicKey.rawRepresentation.count == 32
            }
        case .x25519Agreement:
            let key = Curve25519.KeyAgreement.PrivateKey()
            let peer = Curve25519.KeyAgreement.PrivateKey().publicKey
            return { try key.sharedSecretFromKeyAgreement(with: peer).withUnsafeBytes { $0.count } == 32 }
        case .latticeGeneration:
            let seed = random.octets(MLKEM768.seedSize)
            return { try MLKEM768.DecapsulationKey(seed: seed).encapsulationKey.octets.isEmpty == false }
        case .latticeEncapsulation:
            let octets = MLKEM768.DecapsulationKey.generate(using: &random).encapsulationKey.octets
            let randomness = random.octets(MLKEM768.randomnessSize)
            return {
                // A server reads the key that it encrypts to.
                let key = try MLKEM768.EncapsulationKey(octets: octets)
                return try key.encapsulate(randomness: randomness).sharedSecret.count == MLKEM768.sharedSecretSize
            }
        case .latticeDecapsulation:
            let key = MLKEM768.DecapsulationKey.generate(using: &random)
            let sealed = try key.encapsulationKey.encapsulate(randomness: random.octets(MLKEM768.randomnessSize))
            return { key.decapsulate(sealed.ciphertext) == sealed.sharedSecret }
        case .ecdsaSignature:
            let key = P256.Signing.PrivateKey()
            let digest = SHA256.hash(data: [1])
            return { try key.signature(for: digest).rawRepresentation.count == 64 }
        case .ecdsaVerification:
            let key = P256.Signing.PrivateKey()
            let digest = SHA256.hash(data: [1])
            let signature = try key.signature(for: digest)
            return { key.publicKey.isValidSignature(signature, for: digest) }
        }
    }
}
