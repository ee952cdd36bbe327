import Crypto
import Testing

@Suite struct AESGCMTests {
    struct Vector: Sendable {
        let name: String
        let key: [UInt8]
        let nonce: [UInt8]
        let plaintext: [UInt8]
        let aad: [UInt8]
        let sealed: [UInt8]
    }

    private static let message = octets(
        """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
        """)

    /// Test cases 1, 4, 13 and 16 of McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B.
    static let vectors = [
        Vector(
            name: "1", key: octets("00000000000000000000000000000000"), nonce: octets("000000000000000000000000"),
            plaintext: [], aad: [], sealed: octets("58e2fccefa7e3061367f1d57a4e7455a")),
        Vector(
            name: "4", key: octets("feffe9928665731c6d6a8f9467308308"), nonce: octets("cafebabefacedbaddecaf888"),
            plaintext: message, aad: octets("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
            sealed: octets(
                """
                42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e
                21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091
                5bc94fbc3221a5db94fae95ae7121a47
                """)),
        Vector(
            name: "13", key: [UInt8](repeating: 0, count: 32), nonce: octets("000000000000000000000000"),
            plaintext: [], aad: [], sealed: octets("530f8afbc74536b9a963b4f1c4cb738b")),
        Vector(
            name: "16", key: octets("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"),
            nonce: octets("cafebabefacedbaddecaf888"), plaintext: message,
            aad: octets("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
            sealed: octets(
                """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
                8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
                76fc6ece0f4e1768cddf8853bb2d551b
                """)),
    ]

    @Test(arguments: vectors) func publishedVectors(vector: Vector) throws {
        #expect(
            try AESGCM.seal(vector.plaintext, key: vector.key, nonce: vector.nonce, aad: vector.aad) == vector.sealed)
        #expect(
            try AESGCM.open(vector.sealed, key: vector.key, nonce: vector.nonce, aad: vector.aad) == vector.plaintext)
    }

    @Test func everyChangeIsNoticed() throws {
        let vector = AESGCMTests.vectors[1]
        for index in vector.sealed.indices {
            var changed = vector.sealed
            changed[index] ^= 0x10
            #expect(throws: AEADError.authenticationFailed) {
                try AESGCM.open(changed, key: vector.key, nonce: vector.nonce, aad: vector.aad)
            }
        }
        #expect(throws: AEADError.authenticationFailed) {
            try AESGCM.open(vector.sealed, key: vector.key, nonce: vector.nonce, aad: vector.aad + [0])
        }
        var nonce = vector.nonce
        nonce[11] ^= 1
        #expect(throws: AEADError.authenticationFailed) {
            try AESGCM.open(vector.sealed, key: vector.key, nonce: nonce, aad: vector.aad)
        }
        #expect(throws: AEADError.authenticationFailed) {
            try AESGCM.open(Array(vector.sealed.dropFirst()), key: vector.key, nonce: vector.nonce, aad: vector.aad)
        }
    }

    @Test func lengthsAreChecked() throws {
        let key = [UInt8](repeating: 1, count: 16)
        let nonce = [UInt8](repeating: 2, count: 12)
        for count in [0, 15, 17, 23, 31, 33] {
            #expect(throws: AEADError.wrongKeyLength(count)) {
                try AESGCM.seal([], key: [UInt8](repeating: 1, count: count), nonce: nonce, aad: [])
            }
        }
        for count in [0, 8, 11, 13, 16] {
            #expect(throws: AEADError.wrongNonceLength(count)) {
                try AESGCM.open(
                    [UInt8](repeating: 0, count: 16), key: key, nonce: [UInt8](repeating: 2, count: count), aad: [])
            }
        }
        for count in [0, 15] {
            #expect(throws: AEADError.tooShort(count)) {
                try AESGCM.open([UInt8](repeating: 0, count: count), key: key, nonce: nonce, aad: [])
            }
        }
    }
}
