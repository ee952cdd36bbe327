/// ML-KEM-768, a key encapsulation mechanism (KEM) on lattices (FIPS 203). No known quantum algorithm breaks it.
///
/// **What a KEM does.** The receiver makes a pair of keys and sends the encapsulation key. The sender makes a secret and a ciphertext
/// from that key, and sends the ciphertext. The receiver makes the same secret from the ciphertext. So a KEM does what a Diffie-Hellman
/// exchange does, but the sender can answer only after it has seen the key.
///
/// **How.** The secret and all randomness of the encryption are hashes of one random message m. The receiver decrypts m, encrypts it
/// again, and compares. If someone has changed the ciphertext, the two differ. Then the secret is a hash of the ciphertext and of z,
/// which only the receiver knows: *implicit rejection*. A forger sees no error and learns nothing (Fujisaki and Okamoto 1999).
///
/// **Randomness is an argument** of every operation, so that a run can be repeated. The seed determines the keys, and m determines the
/// ciphertext.
///
/// **Time.** No branch and no index depends on a secret. The comparison and the selection at the end are those of ``ConstantTime``,
/// with the same limits.
public enum MLKEM768 {
    /// The length of d ‖ z, the seed of a pair of keys, in octets: 64.
    public static let seedSize = 2 * KPKE.seedSize
    /// The length of m, the randomness of an encapsulation, in octets: 32.
    public static let randomnessSize = KPKE.seedSize
    /// The length of an encapsulation key in octets: 1,184.
    public static let encapsulationKeySize = KPKE.encryptionKeySize
    /// The length of an encoded decapsulation key in octets: 2,400.
    public static let decapsulationKeySize = KPKE.vectorSize + KPKE.encryptionKeySize + 2 * KPKE.seedSize
    /// The length of a ciphertext in octets: 1,088.
    public static let ciphertextSize = KPKE.ciphertextSize
    /// The length of a shared secret in octets: 32.
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
            // FIPS 203 decodes, encodes and compares. The two strings differ exactly if a number is not below q. The key is public,
            // so the check may stop at the first such number.
            let numbers = PolynomialEncoding.decode(octets.prefix(KPKE.vectorSize), bits: 12)
            if let index = numbers.firstIndex(where: { $0 >= Residue.q }) {
                throw .coefficientOutOfRange(index: index, value: Int(numbers[index]))
            }
            self.octets = octets
            encryption = KPKE.EncryptionKey(octets: octets)
            hash = h(octets)
        }

        /// ML-KEM.Encaps_internal (FIPS 203 algorithm 17): the secret and the ciphertext that follow from m.
        ///
        /// - Parameter m: ``randomnessSize`` octets, never used before and known only to the sender.
        /// - Throws: ``MLKEMError/wrongSeedLength(count:needed:)``.
        public func encapsulate(randomness m: [UInt8]) throws(MLKEMError) -> Encapsulation {
            guard m.count == randomnessSize else { throw .wrongSeedLength(count: m.count, needed: randomnessSize) }
            return encapsulation(of: m)
        }

        /// ML-KEM.Encaps (FIPS 203 algorithm 20): the secret and the ciphertext for a random m.
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
        /// K, the secret that both sides share: ``sharedSecretSize`` octets.
        public let sharedSecret: [UInt8]
        /// c, the ciphertext as it is sent.
        public let ciphertext: Ciphertext
    }

    /// The ciphertext that the sender sends.
    public struct Ciphertext: Hashable, Sendable {
        /// c, ``ciphertextSize`` octets.
        public let octets: [UInt8]

        fileprivate init(_ octets: [UInt8]) { self.octets = octets }

        /// Reads a ciphertext. Only its length is checked (FIPS 203 section 7.3, ciphertext type check).
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
        /// d ‖ z, the random octets that the key was made from; nil for a key that was decoded.
        public let seed: [UInt8]?
        private let decryption: KPKE.DecryptionKey
        /// z, from which the secret for an invalid ciphertext is made.
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

        /// ML-KEM.KeyGen (FIPS 203 algorithm 19): the keys of a random seed.
        public static func generate<R: RandomSource>(using random: inout R) -> DecapsulationKey {
            DecapsulationKey(wholeSeed: random.octets(seedSize))
        }

        /// Reads an encoded key, dk, and checks it (FIPS 203 section 7.3, decapsulation input check).
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

        /// dk: the encoded key, ``decapsulationKeySize`` octets.
        public var octets: [UInt8] { decryption.octets + encapsulationKey.octets + encapsulationKey.hash + z }

        /// ML-KEM.Decaps (FIPS 203 algorithms 18 and 21): the secret of a ciphertext, ``sharedSecretSize`` octets.
        ///
        /// A ciphertext that was not made with this key's encapsulation key also gives a secret: J(z ‖ c), which the sender cannot
        /// know.
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
    /// Two keys are equal if their octets are, because the other properties follow from the octets.
    public static func == (a: Self, b: Self) -> Bool { a.octets == b.octets }

    /// Hashes what `==` compares: the octets.
    public func hash(into hasher: inout Hasher) { hasher.combine(octets) }
}

extension MLKEM768.DecapsulationKey: Hashable {
    /// Two keys are equal if their encodings are. The encodings are compared in constant time.
    public static func == (a: Self, b: Self) -> Bool { ConstantTime.areEqual(a.octets, b.octets) }

    /// Hashes only the public key: a hash may be printed, but it must not reveal anything of a secret.
    public func hash(into hasher: inout Hasher) { hasher.combine(encapsulationKey) }
}

// MARK: - Secrets stay out of messages

extension MLKEM768.DecapsulationKey: CustomStringConvertible {
    /// The kind of the value, without the secret. Debuggers and failing tests print this text.
    public var description: String { "ML-KEM-768 decapsulation key" }
}
