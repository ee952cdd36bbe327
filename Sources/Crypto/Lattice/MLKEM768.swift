/// ML-KEM-768, a key encapsulation mechanism on lattices, which a quantum computer is not known to break (FIPS 203).
///
/// **What a KEM does.** The receiver makes a pair of keys and sends the encapsulation key. The sender makes of that key a secret and a
/// ciphertext, and sends the ciphertext. The receiver makes the same secret of the ciphertext. So it does what a Diffie-Hellman
/// exchange does, with the difference that the sender can answer only after it has seen the key.
///
/// **How.** The secret and all the randomness of the encryption are hashes of one random message m. The receiver decrypts m, encrypts
/// it again, and compares: a ciphertext that anyone has tampered with comes out different. Then the secret is a hash of the ciphertext
/// and of z, which the receiver alone knows: *implicit rejection*. A forger sees no error, and learns nothing (Fujisaki and Okamoto
/// 1999).
///
/// **Randomness is an argument** in all of it, so that a run can be repeated. Given the seed, the keys follow; given m, the ciphertext.
///
/// **Time.** No branch and no index depends on a secret; the comparison and the choice at the end are ``ConstantTime``'s, with the same
/// reservation.
public enum MLKEM768 {
    /// The octets of a seed of keys, d ‖ z.
    public static let seedSize = 2 * KPKE.seedSize
    /// The octets of m, the randomness of an encapsulation.
    public static let randomnessSize = KPKE.seedSize
    /// The octets of an encapsulation key: 1,184.
    public static let encapsulationKeySize = KPKE.encryptionKeySize
    /// The octets of a decapsulation key that is written out: 2,400.
    public static let decapsulationKeySize = KPKE.vectorSize + KPKE.encryptionKeySize + 2 * KPKE.seedSize
    /// The octets of a ciphertext: 1,088.
    public static let ciphertextSize = KPKE.ciphertextSize
    /// The octets of a shared secret.
    public static let sharedSecretSize = KPKE.seedSize

    /// H (FIPS 203 section 4.1, formula 4.4).
    private static func h(_ octets: [UInt8]) -> [UInt8] { SHA3.bits256.hash(octets) }

    /// J (FIPS 203 section 4.1, formula 4.4).
    private static func j(_ octets: [UInt8]) -> [UInt8] {
        var function = SHAKE(.shake256, octets)
        return function.squeeze(sharedSecretSize)
    }

    // MARK: The sender's side

    /// The key that the receiver sends, and that the sender encapsulates to.
    public struct EncapsulationKey: Sendable {
        /// ek, ``encapsulationKeySize`` octets.
        public let octets: [UInt8]
        /// H(ek), which goes into every secret: the same m gives unrelated secrets for different keys.
        fileprivate let hash: [UInt8]
        fileprivate let encryption: KPKE.EncryptionKey

        fileprivate init(_ encryption: KPKE.EncryptionKey) {
            self.encryption = encryption
            octets = encryption.octets
            hash = h(octets)
        }

        /// Reads a key and checks it (FIPS 203 section 7.2, encapsulation key check).
        ///
        /// - Throws: ``MLKEMError/wrongEncapsulationKeyLength(count:needed:)``,
        ///   ``MLKEMError/coefficientOutOfRange(index:value:)``.
        public init(octets: [UInt8]) throws(MLKEMError) {
            guard octets.count == encapsulationKeySize else {
                throw .wrongEncapsulationKeyLength(count: octets.count, needed: encapsulationKeySize)
            }
            // FIPS 203 decodes, encodes and compares. They differ exactly where a number is not below q. A key is public: it is no
            // harm to stop at the first.
            let numbers = PolynomialEncoding.decode(octets.prefix(KPKE.vectorSize), bits: 12)
            if let index = numbers.firstIndex(where: { $0 >= Residue.q }) {
                throw .coefficientOutOfRange(index: index, value: Int(numbers[index]))
            }
            self.octets = octets
            encryption = KPKE.EncryptionKey(octets: octets)
            hash = h(octets)
        }

        /// ML-KEM.Encaps_internal (FIPS 203 algorithm 17): the secret and the ciphertext that m gives.
        ///
        /// - Parameter m: ``randomnessSize`` octets, never used before and known to the sender alone.
        /// - Throws: ``MLKEMError/wrongSeedLength(count:needed:)``.
        public func encapsulate(randomness m: [UInt8]) throws(MLKEMError) -> Encapsulation {
            guard m.count == randomnessSize else { throw .wrongSeedLength(count: m.count, needed: randomnessSize) }
            return encapsulation(of: m)
        }

        /// ML-KEM.Encaps (FIPS 203 algorithm 20): the same with an m that is drawn.
        public func encapsulate<R: RandomSource>(using random: inout R) -> Encapsulation {
            encapsulation(of: random.octets(randomnessSize))
        }

        private func encapsulation(of m: [UInt8]) -> Encapsulation {
            let (secret, r) = KPKE.g(m + hash)
            return Encapsulation(
                sharedSecret: secret, ciphertext: Ciphertext(encryption.encrypt(m, randomness: r)))
        }
    }

    /// The result of an encapsulation.
    public struct Encapsulation: Hashable, Sendable {
        /// K, the secret that both sides have then: ``sharedSecretSize`` octets.
        public let sharedSecret: [UInt8]
        /// c, the ciphertext as it is sent.
        public let ciphertext: Ciphertext
    }

    /// The ciphertext that the sender sends.
    public struct Ciphertext: Hashable, Sendable {
        /// c, ``ciphertextSize`` octets.
        public let octets: [UInt8]

        fileprivate init(_ octets: [UInt8]) { self.octets = octets }

        /// Reads a ciphertext: any octets are one if they are as many as they have to be (FIPS 203 section 7.3, ciphertext type
        /// check).
        ///
        /// - Throws: ``MLKEMError/wrongCiphertextLength(count:needed:)``.
        public init(octets: [UInt8]) throws(MLKEMError) {
            guard octets.count == ciphertextSize else {
                throw .wrongCiphertextLength(count: octets.count, needed: ciphertextSize)
            }
            self.octets = octets
        }
    }

    // MARK: The receiver's side

    /// The key that the receiver keeps.
    public struct DecapsulationKey: Sendable {
        /// The key that is sent.
        public let encapsulationKey: EncapsulationKey
        /// d ‖ z, the random octets that the key was made of; nil for a key that was read.
        public let seed: [UInt8]?
        private let decryption: KPKE.DecryptionKey
        /// z, from which the secret of a damaged ciphertext is made.
        private let z: [UInt8]

        /// ML-KEM.KeyGen_internal (FIPS 203 algorithm 16).
        ///
        /// - Parameter seed: d ‖ z, ``seedSize`` octets.
        /// - Throws: ``MLKEMError/wrongSeedLength(count:needed:)``.
        public init(seed: [UInt8]) throws(MLKEMError) {
            guard seed.count == seedSize else { throw .wrongSeedLength(count: seed.count, needed: seedSize) }
            self.init(wholeSeed: seed)
        }

        private init(wholeSeed seed: [UInt8]) {
            let (encryption, decryption) = KPKE.generate(from: Array(seed.prefix(KPKE.seedSize)))
            encapsulationKey = EncapsulationKey(encryption)
            self.decryption = decryption
            z = Array(seed.dropFirst(KPKE.seedSize))
            self.seed = seed
        }

        /// ML-KEM.KeyGen (FIPS 203 algorithm 19): the keys of a seed that is drawn.
        public static func generate<R: RandomSource>(using random: inout R) -> DecapsulationKey {
            DecapsulationKey(wholeSeed: random.octets(seedSize))
        }

        /// Reads a key that is written out, dk, and checks it (FIPS 203 section 7.3, decapsulation input check).
        ///
        /// - Parameter octets: ``decapsulationKeySize`` of them: ŝ, ek, H(ek) and z.
        /// - Throws: ``MLKEMError/wrongDecapsulationKeyLength(count:needed:)``, ``MLKEMError/hashDoesNotMatch``, and what
        ///   ``EncapsulationKey/init(octets:)`` throws.
        public init(octets: [UInt8]) throws(MLKEMError) {
            guard octets.count == decapsulationKeySize else {
                throw .wrongDecapsulationKeyLength(count: octets.count, needed: decapsulationKeySize)
            }
            let rest = octets.dropFirst(KPKE.vectorSize)
            let key = try EncapsulationKey(octets: Array(rest.prefix(encapsulationKeySize)))
            let hashes = rest.dropFirst(encapsulationKeySize)
            guard ConstantTime.areEqual(Array(hashes.prefix(KPKE.seedSize)), key.hash) else { throw .hashDoesNotMatch }
            encapsulationKey = key
            decryption = KPKE.DecryptionKey(octets: octets.prefix(KPKE.vectorSize))
            z = Array(hashes.dropFirst(KPKE.seedSize))
            seed = nil
        }

        /// dk: the key written out, ``decapsulationKeySize`` octets.
        public var octets: [UInt8] { decryption.octets + encapsulationKey.octets + encapsulationKey.hash + z }

        /// ML-KEM.Decaps (FIPS 203 algorithms 18 and 21): the secret of a ciphertext, ``sharedSecretSize`` octets.
        ///
        /// A ciphertext that was not made by an encapsulation to this key gives a secret all the same: J(z ‖ c), which the sender
        /// cannot know.
        public func decapsulate(_ ciphertext: Ciphertext) -> [UInt8] {
            let m = decryption.decrypt(ciphertext.octets)
            let (secret, r) = KPKE.g(m + encapsulationKey.hash)
            let rejection = j(z + ciphertext.octets)
            let again = encapsulationKey.encryption.encrypt(m, randomness: r)
            return ConstantTime.select(
                ConstantTime.mask(ifEqual: ciphertext.octets, again), secret, else: rejection)
        }
    }
}

extension MLKEM768.EncapsulationKey: Hashable {
    /// Two are equal when their octets are; the rest follows from these.
    public static func == (a: Self, b: Self) -> Bool { a.octets == b.octets }

    /// The octets enter the hash, as they decide whether two keys are equal.
    public func hash(into hasher: inout Hasher) { hasher.combine(octets) }
}

extension MLKEM768.DecapsulationKey: Hashable {
    /// Two are equal when they are the same octets written out. They are compared in constant time.
    public static func == (a: Self, b: Self) -> Bool { ConstantTime.areEqual(a.octets, b.octets) }

    /// The public key alone enters the hash: a hash may be printed, and a secret must not be.
    public func hash(into hasher: inout Hasher) { hasher.combine(encapsulationKey) }
}

// MARK: - Secrets stay out of messages

extension MLKEM768.DecapsulationKey: CustomStringConvertible {
    /// The kind of the value, without the secret. Debuggers and failing tests print this text.
    public var description: String { "ML-KEM-768 decapsulation key" }
}
