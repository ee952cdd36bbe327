import Testing

@testable import Crypto

@Suite struct PKCS1v15Tests {
    @Test(arguments: 0..<32) func whatIsEncryptedIsDecrypted(seed: UInt64) throws {
        let key = try #require(TestKeys.rsa1024)
        var random = SeededRandomSource(seed: seed)
        let message = random.octets(Int(seed) * 117 / 31)
        let ciphertext = try PKCS1v15.encrypt(message, to: key.publicKey, using: &random)
        #expect(ciphertext.count == 128)
        #expect(try PKCS1v15.decrypt(ciphertext, with: key, blindedBy: &random) == message)
        let again = try PKCS1v15.encrypt(message, to: key.publicKey, using: &random)
        #expect(again != ciphertext)

        let block = try PKCS1v15.encodedMessage(ciphertext, with: key, blindedBy: &random)
        #expect(block.count == 128 && block.starts(with: [0, 2]))
        #expect(block.suffix(message.count) == message[...])
        #expect(block[128 - message.count - 1] == 0)
        #expect(!block[2..<128 - message.count - 1].contains(0))
    }

    @Test func messageTooLong() throws {
        let key = try #require(TestKeys.rsa1024)
        var random = SeededRandomSource(seed: 1)
        #expect(throws: RSAError.messageTooLong(count: 118, limit: 117)) {
            try PKCS1v15.encrypt([UInt8](repeating: 1, count: 118), to: key.publicKey, using: &random)
        }
        let toy = try RSATests.textbookKey()
        #expect(throws: RSAError.messageTooLong(count: 0, limit: 0)) {
            try PKCS1v15.encrypt([], to: toy.publicKey, using: &random)
        }
    }

    /// Blocks that are not an encrypted message, each encrypted bare: all have the one error.
    @Test func decryptionError() throws {
        let key = try #require(TestKeys.rsa1024)
        let good = [0, 2] + [UInt8](repeating: 7, count: 100) + [0] + [UInt8](repeating: 5, count: 25)
        let flawed: [String: [UInt8]] = [
            "first octet": [1] + good.dropFirst(),
            "block type 1": [0, 1] + good.dropFirst(2),
            "block type 0": [0, 0] + good.dropFirst(2),
            "no zero": [0, 2] + [UInt8](repeating: 7, count: 126),
            "seven octets of padding": [0, 2, 7, 7, 7, 7, 7, 7, 7, 0] + [UInt8](repeating: 5, count: 118),
            "no padding": [0, 2, 0] + [UInt8](repeating: 5, count: 125),
            "all zero": [UInt8](repeating: 0, count: 128),
        ]
        for (name, block) in flawed.sorted(by: { $0.key < $1.key }) {
            var random = SeededRandomSource(seed: 1)
            let ciphertext = try #require(try key.publicKey.rsaep(Integer(bigEndian: block)).bigEndian(count: 128))
            #expect(throws: RSAError.decryptionError, "\(name)") {
                try PKCS1v15.decrypt(ciphertext, with: key, blindedBy: &random)
            }
            #expect(try PKCS1v15.encodedMessage(ciphertext, with: key, blindedBy: &random) == block, "\(name)")
        }
        var random = SeededRandomSource(seed: 1)
        let eight = [0, 2] + [UInt8](repeating: 7, count: 8) + [0] + [UInt8](repeating: 5, count: 117)
        let ciphertext = try #require(try key.publicKey.rsaep(Integer(bigEndian: eight)).bigEndian(count: 128))
        #expect(try PKCS1v15.decrypt(ciphertext, with: key, blindedBy: &random).count == 117)
    }

    @Test func ciphertextsOfTheWrongLengthOrRange() throws {
        let key = try #require(TestKeys.rsa1024)
        var random = SeededRandomSource(seed: 1)
        let modulus = key.n.bigEndian
        let highest = [UInt8](repeating: 0xff, count: 128)
        for ciphertext in [[], [1], [UInt8](repeating: 1, count: 127), [0] + modulus, modulus, highest] {
            #expect(throws: RSAError.decryptionError) {
                try PKCS1v15.decrypt(ciphertext, with: key, blindedBy: &random)
            }
            #expect(throws: RSAError.decryptionError) {
                try PKCS1v15.encodedMessage(ciphertext, with: key, blindedBy: &random)
            }
        }
        let toy = try RSATests.textbookKey()
        #expect(throws: RSAError.decryptionError) { try PKCS1v15.decrypt([0, 1], with: toy, blindedBy: &random) }
    }

    @Test(arguments: HashAlgorithm.allCases)
    func signaturesVerifyAndForgeriesDoNot(hash: HashAlgorithm) throws {
        let key = try #require(TestKeys.rsa1024)
        var random = SeededRandomSource(seed: 3)
        let message = Array("to be signed".utf8)
        let signature = try PKCS1v15.sign(message, hash: hash, with: key, blindedBy: &random)
        try PKCS1v15.verify(signature, of: message, hash: hash, by: key.publicKey)

        var forged = signature
        forged[64] ^= 1
        let otherHash = HashAlgorithm.allCases.first { $0 != hash } ?? hash
        let attempts: [([UInt8], [UInt8], HashAlgorithm)] = [
            (forged, message, hash), (signature, message + [0], hash), (signature, message, otherHash),
            ([], message, hash), (Array(signature.dropLast()), message, hash), ([0] + signature, message, hash),
            ([UInt8](repeating: 0xff, count: 128), message, hash), ([UInt8](repeating: 0, count: 128), message, hash),
        ]
        for (signature, message, hash) in attempts {
            #expect(throws: RSAError.invalidSignature) {
                try PKCS1v15.verify(signature, of: message, hash: hash, by: key.publicKey)
            }
        }
        #expect(throws: RSAError.wrongDigestLength(count: 3, needed: hash.outputLength)) {
            try PKCS1v15.encode([1, 2, 3], hash: .common(hash), count: 128)
        }
    }

    /// Encodings that a verifier which takes the block apart has been known to accept.
    @Test func encodingsThatAreNotTheEncoding() throws {
        let key = try #require(TestKeys.rsa1024)
        var random = SeededRandomSource(seed: 4)
        let message = [UInt8](1...9)
        let right = try PKCS1v15.encode(HashAlgorithm.sha256.hash(message), hash: .common(.sha256), count: 128)
        let info = Array(right.suffix(51))
        let withoutNull = [0x30, 0x2f, 0x30, 0x0b] + info[4..<15] + info[17...]
        let blocks: [[UInt8]] = [
            // Little padding and octets after the digest: Bleichenbacher's forgery of 2006.
            [0, 1] + [UInt8](repeating: 0xff, count: 8) + [0] + info + [UInt8](repeating: 0, count: 66),
            [0, 2] + right.dropFirst(2),
            [0, 1, 0xfe] + right.dropFirst(3),
            [0, 1] + [UInt8](repeating: 0xff, count: 128 - withoutNull.count - 3) + [0] + withoutNull,
        ]
        for block in blocks {
            #expect(block.count == 128)
            let signature = try key.rsasp1(Integer(bigEndian: block), blindedBy: &random)
            #expect(throws: RSAError.invalidSignature) {
                try PKCS1v15.verify(
                    #require(signature.bigEndian(count: 128)), of: message, hash: .sha256, by: key.publicKey)
            }
        }
        let genuine = try key.rsasp1(Integer(bigEndian: right), blindedBy: &random)
        try PKCS1v15.verify(#require(genuine.bigEndian(count: 128)), of: message, hash: .sha256, by: key.publicKey)
    }

    @Test func keysTooShortForADigest() throws {
        var random = SeededRandomSource(seed: 5)
        let key = try RSAPrivateKey.generateToy(bits: 488, using: &random)  // 61 octets; SHA-256 needs 62
        #expect(throws: RSAError.rsaModulusTooShort(count: 61, needed: 62)) {
            try PKCS1v15.sign([], hash: .sha256, with: key, blindedBy: &random)
        }
        #expect(throws: RSAError.rsaModulusTooShort(count: 61, needed: 62)) {
            try PKCS1v15.verify([UInt8](repeating: 0, count: 61), of: [], hash: .sha256, by: key.publicKey)
        }
        #expect(throws: RSAError.intendedEncodedMessageLengthTooShort(count: 61, needed: 62)) {
            try PKCS1v15.encode(HashAlgorithm.sha256.hash([]), hash: .common(.sha256), count: 61)
        }
        let enough = try RSAPrivateKey.generateToy(bits: 489, using: &random)
        let signature = try PKCS1v15.sign([], hash: .sha256, with: enough, blindedBy: &random)
        try PKCS1v15.verify(signature, of: [], hash: .sha256, by: enough.publicKey)
    }

    @Test func errorsAreNamedAsTheRFCNamesThem() {
        #expect("\(RSAError.messageTooLong(count: 2, limit: 1))".hasPrefix("message too long"))
        #expect("\(RSAError.decryptionError)" == "decryption error")
        #expect("\(RSAError.messageRepresentativeOutOfRange)" == "message representative out of range")
        #expect("\(RSAError.ciphertextRepresentativeOutOfRange)" == "ciphertext representative out of range")
        #expect("\(RSAError.signatureRepresentativeOutOfRange)" == "signature representative out of range")
        #expect(
            "\(RSAError.intendedEncodedMessageLengthTooShort(count: 1, needed: 2))"
                .hasPrefix("intended encoded message length too short"))
        #expect("\(RSAError.rsaModulusTooShort(count: 1, needed: 2))".hasPrefix("RSA modulus too short"))
        #expect("\(RSAError.invalidSignature)" == "invalid signature")
    }
}

@Suite struct ConstantTimeTests {
    @Test func masksAndChoices() {
        for a in UInt8.min...UInt8.max {
            #expect(ConstantTime.mask(isZero: a) == (a == 0 ? 0xff : 0))
            for b: UInt8 in [0, 1, 2, 127, 128, 255] {
                #expect(ConstantTime.mask(a, equals: b) == (a == b ? 0xff : 0))
            }
        }
        #expect(ConstantTime.select(0xff, [1, 2], else: [3, 4]) == [1, 2])
        #expect(ConstantTime.select(0x00, [1, 2], else: [3, 4]) == [3, 4])
        #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 2]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [0, 2, 3]))
        #expect(!ConstantTime.areEqual([1], [1, 2]))
        #expect(ConstantTime.areEqual([], []))
    }
}
