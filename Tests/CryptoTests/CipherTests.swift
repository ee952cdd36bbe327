import SwiftCrypto
import TestSupport
import Testing

@testable import Crypto

private func hex(_ octets: [UInt8]) -> String {
    octets.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

@Suite struct AESCBCTests {
    /// NIST SP 800-38A F.2.1, the first block of each.
    @Test func thePublishedVector() throws {
        let key = octets("2b7e151628aed2a6abf7158809cf4f3c")
        let iv = octets("000102030405060708090a0b0c0d0e0f")
        let plaintext = octets("6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51")
        let ciphertext = octets("7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2")
        #expect(try AESCBC.encrypt(plaintext, key: key, iv: iv) == ciphertext)
        #expect(try AESCBC.decrypt(ciphertext, key: key, iv: iv) == plaintext)
    }

    /// Every length around the ends of blocks, with each size of key, padded, against OpenSSL.
    @Test(arguments: [16, 24, 32]) func openSSLAgrees(size: Int) throws {
        var random = SplitMix64(seed: UInt64(size))
        let (key, iv) = (random.octets(size), random.octets(16))
        for count in [0, 1, 15, 16, 17, 31, 32, 33] {
            let message = random.octets(count)
            let ours = try AESCBC.encrypt(PKCS7Padding.pad(message), key: key, iv: iv)
            let theirs = try run(
                "openssl", "enc", "-aes-\(size * 8)-cbc", "-K", hex(key), "-iv", hex(iv), input: message)
            #expect(ours == theirs.output, "\(theirs.errors)")
            #expect(try PKCS7Padding.unpad(AESCBC.decrypt(theirs.output, key: key, iv: iv)) == message)
        }
    }

    /// Every last block whose padding is right is known: 1 to 16 times its own value. All other values of each octet fail.
    @Test func everyPaddingIsRightOrWrong() throws {
        for count in 1...16 {
            let good = [UInt8](repeating: 0xaa, count: 32 - count) + [UInt8](repeating: UInt8(count), count: count)
            #expect(try PKCS7Padding.unpad(good).count == 32 - count)
            for index in (32 - count)..<32 {
                for change: UInt8 in [1, 2, 0x10, 0x80, 0xff] {
                    var bad = good
                    bad[index] ^= change
                    // A change may make another padding that is right: judge by the definition.
                    let last = Int(bad[31])
                    let isRight = (1...16).contains(last) && bad.suffix(last).allSatisfy { Int($0) == last }
                    #expect(((try? PKCS7Padding.unpad(bad)) != nil) == isRight)
                }
            }
        }
        for bad in [[], [1], [UInt8](repeating: 0, count: 16), [UInt8](repeating: 17, count: 32)] {
            #expect(throws: AESCBCError.badPadding) { try PKCS7Padding.unpad(bad) }
        }
    }

    @Test func lengthsAreChecked() throws {
        let (key, iv) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
        #expect(try AESCBC.encrypt([], key: key, iv: iv) == [])
        #expect(try AESCBC.decrypt([], key: key, iv: iv) == [])
        #expect(throws: AESCBCError.notWholeBlocks(17)) {
            try AESCBC.decrypt([UInt8](repeating: 0, count: 17), key: key, iv: iv)
        }
        #expect(throws: AESCBCError.wrongIVLength(12)) { try AESCBC.encrypt([], key: key, iv: Array(iv.prefix(12))) }
        for count in [0, 15, 17, 33] {
            #expect(throws: AESCBCError.wrongKeyLength(count)) {
                try AESCBC.encrypt([], key: [UInt8](repeating: 1, count: count), iv: iv)
            }
        }
    }
}

@Suite struct GaloisCounterModeTests {
    /// McGrew and Viega, The Galois/Counter Mode of Operation, test cases 5 and 6: nonces of 8 and 60 octets.
    @Test(arguments: [
        (
            "cafebabefacedbad",
            """
            61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c7423
            73806900e49f24b22b097544d4896b424989b5e1ebac0f07c23f4598 3612d2e79e3b0785561be14aaca2fccb
            """
        ),
        (
            """
            9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728
            c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b
            """,
            """
            8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca7
            01e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca417034c34aee5 619cc5aefffe0bfa462af43c1699d050
            """
        ),
    ])
    func thePublishedVectors(nonce: String, sealed: String) throws {
        let key = octets("feffe9928665731c6d6a8f9467308308")
        let aad = octets("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let plaintext = octets(
            """
            d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
            1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
            """)
        let (nonce, sealed) = (octets(nonce), octets(sealed))
        #expect(try GaloisCounterMode.seal(plaintext, key: key, nonce: nonce, aad: aad) == sealed)
        #expect(try GaloisCounterMode.open(sealed, key: key, nonce: nonce, aad: aad) == plaintext)
    }

    /// What swift-crypto makes of it.
    private func reference(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]
    ) throws -> [UInt8] {
        let box = try AES.GCM.seal(
            plaintext, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce), authenticating: aad)
        return Array(box.ciphertext + box.tag)
    }

    /// Nonces of twelve octets and of more, as far as swift-crypto takes them.
    @Test func swiftCryptoAgrees() throws {
        forEachSeed(60) { seed, random in
            let key = random.octets([16, 24, 32][Int(seed % 3)])
            let nonce = random.octets(seed % 2 == 0 ? 12 : 12 + Int(seed % 30))
            let (aad, message) = (random.octets(Int(seed % 37)), random.octets(Int(seed * 3 % 71)))
            let sealed = try GaloisCounterMode.seal(message, key: key, nonce: nonce, aad: aad)
            #expect(try sealed == reference(message, key: key, nonce: nonce, aad: aad))
            #expect(try GaloisCounterMode.open(sealed, key: key, nonce: nonce, aad: aad) == message)
            if nonce.count == 12 { #expect(try AESGCM.open(sealed, key: key, nonce: nonce, aad: aad) == message) }
            var changed = sealed
            changed[Int(seed) % sealed.count] ^= 4
            #expect(throws: AEADError.authenticationFailed) {
                try GaloisCounterMode.open(changed, key: key, nonce: nonce, aad: aad)
            }
        }
    }

    /// inc₃₂: a counter that ends in ffffffff goes on with 00000000 and leaves the rest as it is. A nonce that hashes to such
    /// a counter is found by dividing by H, twice.
    @Test func theCounterTurnsOver() throws {
        let key = [UInt8](repeating: 7, count: 16)
        let zero = [UInt8](repeating: 0, count: 16)
        let h = try AESCBC.encrypt(zero, key: key, iv: zero).reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
        // H to the power 2¹²⁸ - 2 is its inverse: Fermat's theorem in a field of 2¹²⁸ elements.
        var (inverse, square) = (UInt128(1) << 127, h)
        for _ in 1..<128 {
            square = GaloisCounterMode.multiply(square, square)
            inverse = GaloisCounterMode.multiply(inverse, square)
        }
        #expect(GaloisCounterMode.multiply(inverse, h) == UInt128(1) << 127)
        let j0 = UInt128(0x0123_4567_89ab_cdef) << 64 | 0xffff_ffff_ffff_fffe
        let nonce = GaloisCounterMode.multiply(GaloisCounterMode.multiply(j0, inverse) ^ 128, inverse).octets
        let message = [UInt8](repeating: 0x55, count: 100)
        let sealed = try GaloisCounterMode.seal(message, key: key, nonce: nonce, aad: [])
        #expect(try sealed == reference(message, key: key, nonce: nonce, aad: []))
    }

    @Test func lengthsAreChecked() {
        let key = [UInt8](repeating: 1, count: 16)
        #expect(throws: AEADError.wrongNonceLength(0)) {
            try GaloisCounterMode.seal([], key: key, nonce: [], aad: [])
        }
        #expect(throws: AEADError.wrongKeyLength(20)) {
            try GaloisCounterMode.seal([], key: key + [1, 2, 3, 4], nonce: [1], aad: [])
        }
        #expect(throws: AEADError.tooShort(15)) {
            try GaloisCounterMode.open([UInt8](repeating: 0, count: 15), key: key, nonce: [1], aad: [])
        }
    }
}

@Suite struct ChaCha20Poly1305Tests {
    /// RFC 8439 section 2.8.2.
    @Test func theVectorOfRFC8439() throws {
        let key = (0x80...0x9f).map { UInt8($0) }
        let nonce = octets("070000004041424344454647")
        let aad = octets("50515253c0c1c2c3c4c5c6c7")
        let text = """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.
            """
        let sealed = octets(
            """
            d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b
            1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
            3ff4def08e4b7a9de576d26586cec64b6116 1ae10b594f09e26a7e902ecbd0600691
            """)
        #expect(try ChaCha20Poly1305.seal(Array(text.utf8), key: key, nonce: nonce, aad: aad) == sealed)
        #expect(try ChaCha20Poly1305.open(sealed, key: key, nonce: nonce, aad: aad) == Array(text.utf8))
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: AEADError.authenticationFailed) {
                try ChaCha20Poly1305.open(changed, key: key, nonce: nonce, aad: aad)
            }
        }
        #expect(throws: AEADError.authenticationFailed) {
            try ChaCha20Poly1305.open(sealed, key: key, nonce: nonce, aad: [])
        }
        #expect(throws: AEADError.wrongKeyLength(16)) {
            try ChaCha20Poly1305.seal([], key: Array(key.prefix(16)), nonce: nonce, aad: [])
        }
        #expect(throws: AEADError.wrongNonceLength(8)) {
            try ChaCha20Poly1305.seal([], key: key, nonce: Array(nonce.prefix(8)), aad: [])
        }
        #expect(throws: AEADError.tooShort(15)) {
            try ChaCha20Poly1305.open(Array(sealed.prefix(15)), key: key, nonce: nonce, aad: [])
        }
    }
}

@Suite struct KeyDerivationTests {
    /// A test case of RFC 5869 appendix A.
    struct Vector: Sendable {
        let hash: HashAlgorithm
        let ikm, salt, info: [UInt8]
        let prk, okm: String

        init(
            _ hash: HashAlgorithm, ikm: [UInt8], salt: [UInt8] = [], info: [UInt8] = [], prk: String, okm: String
        ) {
            (self.hash, self.ikm, self.salt, self.info, self.prk, self.okm) = (hash, ikm, salt, info, prk, okm)
        }
    }

    /// RFC 5869 appendices A.1 to A.7.
    @Test(arguments: [
        Vector(
            .sha256, ikm: [UInt8](repeating: 0x0b, count: 22), salt: [UInt8](0...12), info: [UInt8](0xf0...0xf9),
            prk: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            okm: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        Vector(
            .sha256, ikm: [UInt8](0..<80), salt: [UInt8](0x60..<0xb0), info: [UInt8](0xb0...0xff),
            prk: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            okm: """
                b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09
                da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
                """),
        Vector(
            .sha256, ikm: [UInt8](repeating: 0x0b, count: 22),
            prk: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            okm: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
        Vector(
            .sha1, ikm: [UInt8](repeating: 0x0b, count: 11), salt: [UInt8](0...12), info: [UInt8](0xf0...0xf9),
            prk: "9b6c18c432a7bf8f0e71c8eb88f4b30baa2ba243",
            okm: "085a01ea1b10f36933068b56efa5ad81a4f14b822f5b091568a9cdd4f155fda2c22e422478d305f3f896"),
        Vector(
            .sha1, ikm: [UInt8](0..<80), salt: [UInt8](0x60..<0xb0), info: [UInt8](0xb0...0xff),
            prk: "8adae09a2a307059478d309b26c4115a224cfaf6",
            okm: """
                0bd770a74d1160f7c9f12cd5912a06ebff6adcae899d92191fe4305673ba2ffe8fa3f1a4e5ad79f3f334b3b202b2173c
                486ea37ce3d397ed034c7f9dfeb15c5e927336d0441f4c4300e2cff0d0900b52d3b4
                """),
        Vector(
            .sha1, ikm: [UInt8](repeating: 0x0b, count: 22), prk: "da8c8a73c7fa77288ec6f5e7c297786aa0d32d01",
            okm: "0ac1af7002b3d761d1e55298da9d0506b9ae52057220a306e07b6b87e8df21d0ea00033de03984d34918"),
        Vector(
            .sha1, ikm: [UInt8](repeating: 0x0c, count: 22), prk: "2adccada18779e7c2077ad2eb19d3f3e731385dd",
            okm: "2c91117204d745f3500d636a62f64f0ab3bae548aa53d423b0d1f27ebba6f5e5673a081d70cce7acfc48"),
    ])
    func theVectorsOfRFC5869(vector: Vector) throws {
        let prk = HKDF.extract(hash: vector.hash, salt: vector.salt, inputKeyingMaterial: vector.ikm)
        #expect(prk == octets(vector.prk))
        let okm = octets(vector.okm)
        #expect(
            try HKDF.expand(hash: vector.hash, pseudorandomKey: prk, info: vector.info, count: okm.count) == okm)
        // No salt is a salt of zeros.
        if vector.salt.isEmpty {
            let zeros = [UInt8](repeating: 0, count: vector.hash.outputLength)
            #expect(HKDF.extract(hash: vector.hash, salt: zeros, inputKeyingMaterial: vector.ikm) == prk)
        }
    }

    @Test(arguments: HashAlgorithm.allCases) func openSSLDerivesTheSame(hash: HashAlgorithm) throws {
        let name = hash.name.filter { $0 != "-" }
        var random = SplitMix64(seed: 3)
        for count in [1, hash.outputLength, hash.outputLength + 1, 255 * hash.outputLength] {
            let (ikm, salt, info) = (random.octets(30), random.octets(20), random.octets(10))
            let key = HKDF.extract(hash: hash, salt: salt, inputKeyingMaterial: ikm)
            let theirs = try run(
                "openssl", "kdf", "-keylen", "\(count)", "-kdfopt", "digest:\(name)", "-kdfopt", "hexkey:\(hex(ikm))",
                "-kdfopt", "hexsalt:\(hex(salt))", "-kdfopt", "hexinfo:\(hex(info))", "-binary", "HKDF")
            #expect(
                try HKDF.expand(hash: hash, pseudorandomKey: key, info: info, count: count) == theirs.output,
                "\(theirs.errors)")
        }
        let limit = 255 * hash.outputLength
        for count in [-1, limit + 1, Int.max] {
            #expect(throws: HKDFError(count: count, limit: limit)) {
                try HKDF.expand(hash: hash, pseudorandomKey: [1], info: [], count: count)
            }
        }
        #expect(try HKDF.expand(hash: hash, pseudorandomKey: [1], info: [], count: 0) == [])
    }

    @Test(arguments: HashAlgorithm.allCases) func openSSLAuthenticatesTheSame(hash: HashAlgorithm) throws {
        let name = hash.name.filter { $0 != "-" }
        var random = SplitMix64(seed: 4)
        for count in [1, hash.blockLength - 1, hash.blockLength, hash.blockLength + 1] {
            let (key, message) = (random.octets(count), random.octets(count * 2))
            let theirs = try run(
                "openssl", "mac", "-digest", name, "-macopt", "hexkey:\(hex(key))", "-binary", "HMAC", input: message)
            #expect(HMAC.authenticate(message, key: key, hash: hash) == theirs.output, "\(theirs.errors)")
            #expect(HMAC.isValid(theirs.output, of: message, key: key, hash: hash))
            #expect(!HMAC.isValid(Array(theirs.output.dropLast()), of: message, key: key, hash: hash))
            #expect(!HMAC.isValid(theirs.output, of: message + [0], key: key, hash: hash))
        }
    }
}
