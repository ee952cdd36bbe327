import Crypto
import Testing

@Suite struct HashTests {
    /// FIPS 180-4's own examples: "abc", and the message of two blocks.
    @Test(arguments: [
        (HashAlgorithm.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            .sha512,
            """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
            2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
            """
        ),
    ])
    func digestOfABC(algorithm: HashAlgorithm, digest: String) {
        #expect(algorithm.hash(Array("abc".utf8)) == octets(digest))
        #expect(algorithm.outputLength == octets(digest).count)
    }

    /// Every length around the ends of blocks, against OpenSSL.
    @Test(arguments: HashAlgorithm.allCases)
    func digestsAgreeWithOpenSSL(algorithm: HashAlgorithm) throws {
        let name = algorithm.name.lowercased().filter { $0 != "-" }
        for count in [0, 1, 54, 55, 56, 57, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 1000] {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let openssl = try run("openssl", "dgst", "-" + name, "-binary", input: message)
            #expect(algorithm.hash(message) == openssl.output, "\(count) octets")
        }
    }

    @Test(arguments: HashAlgorithm.allCases)
    func piecesMakeNoDifference(algorithm: HashAlgorithm) {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        for piece in [1, 7, 63, 64, 65, 200] {
            var running = RunningHash(algorithm)
            for start in stride(from: 0, to: message.count, by: piece) {
                running.update(Array(message[start..<min(start + piece, message.count)]))
            }
            #expect(running.finalize() == algorithm.hash(message))
        }
    }

    @Test(arguments: HashAlgorithm.allCases)
    func aRunningHashIsAValue(algorithm: HashAlgorithm) {
        var first = RunningHash(algorithm)
        first.update([1])
        var second = first
        #expect(first == second)
        let before = first.finalize()
        second.update([2])
        #expect(first.finalize() == before)
        #expect(first != second)
        #expect(second.finalize() == algorithm.hash([1, 2]))
    }
}

@Suite struct HMACTests {
    /// Worked out by Python's hashlib.
    @Test func aKeyFromATextTakesItsRounds() {
        let key = PBKDF2.key(from: Array("password".utf8), salt: Array("salt".utf8), rounds: 4096, count: 32)
        #expect(key == octets("c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"))
    }

    /// RFC 4231 test cases 1 to 4, 6 and 7 for four hash functions, RFC 2202 cases for SHA-1.
    @Test func vectorsOfRFC4231() {
        let key131 = [UInt8](repeating: 0xaa, count: 131)
        let cases: [(key: [UInt8], data: [UInt8], hash: HashAlgorithm, mac: String)] = [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8), .sha224,
                "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22"
            ),
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8), .sha256,
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8), .sha384,
                "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8), .sha256,
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                key131, Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), .sha256,
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                key131, Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), .sha512,
                """
                80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352
                6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
                """
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8), .sha1,
                "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
            ),
        ]
        for item in cases {
            #expect(HMAC.authenticate(item.data, key: item.key, hash: item.hash) == octets(item.mac))
        }
    }

    /// Keys shorter than a block, exactly a block and longer, against OpenSSL.
    @Test(arguments: HashAlgorithm.allCases)
    func agreesWithOpenSSL(hash: HashAlgorithm) throws {
        let name = hash.name.lowercased().filter { $0 != "-" }
        for length in [1, 63, 64, 65, 127, 128, 129, 200] {
            let key = (0..<length).map { UInt8(truncatingIfNeeded: $0 + 1) }
            let hex = "hexkey:" + Integer(bigEndian: [1] + key).hex.dropFirst()
            let openssl = try run(
                "openssl", "dgst", "-" + name, "-mac", "HMAC", "-macopt", hex, "-binary", input: [1, 2, 3])
            #expect(HMAC.authenticate([1, 2, 3], key: key, hash: hash) == openssl.output)
        }
    }
}

@Suite struct PRFTests {
    /// The vectors that were published on the IETF's TLS mailing list for the PRF of TLS 1.2.
    @Test(arguments: [
        (
            HashAlgorithm.sha256, "9bbe436ba940f017b17652849a71db35", "a0ba9f936cda311827a6f796ffd5198c",
            """
            e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a
            6b301791e90d35c9c9a46b4e14baf9af0fa022f7077def17abfd3797c0564bab
            4fbc91666e9def9b97fce34f796789baa48082d122ee42c5a72e5a5110fff701
            87347b66
            """
        ),
        (
            .sha384, "b80b733d6ceefcdc71566ea48e5567df", "cd665cf6a8447dd6ff8b27555edb7465",
            """
            7b0c18e9ced410ed1804f2cfa34a336a1c14dffb4900bb5fd7942107e81c83cd
            e9ca0faa60be9fe34f82b1233c9146a0e534cb400fed2700884f9dc236f80edd
            8bfa961144c9e8d792eca722a7b32fc3d416d473ebc2c5fd4abfdad05d918425
            9b5bf8cd4d90fa0d31e2dec479e4f1a26066f2eea9a69236a3e52655c9e9aee6
            91c8f3a26854308d5eaa3be85e0990703d73e56f
            """
        ),
        (
            .sha512, "b0323523c1853599584d88568bbb05eb", "d4640e12e4bcdbfb437f03e6ae418ee5",
            """
            1261f588c798c5c201ff036e7a9cb5edcd7fe3f94c669a122a4638d7d508b283
            042df6789875c7147e906d868bc75c45e20eb40c1cf4a1713b27371f68432592
            f7dc8ea8ef223e12ea8507841311bf68653d0cfc4056d811f025c45ddfa6e6fe
            c702f054b409d6f28dd0a3233e498da41a3e75c5630eedbe22fe254e33a1b0e9
            f6b9826675bec7d01a845658dc9c397545401d40b9f46c7a400ee1b8f81ca0a6
            0d1a397a1028bff5d2ef5066126842fb8da4197632bdb54ff6633f86bbc836e6
            40d4d898
            """
        ),
    ])
    func publishedVectors(hash: HashAlgorithm, secret: String, seed: String, output: String) {
        let expected = octets(output)
        let computed = PRF.compute(
            hash: hash, secret: octets(secret), label: "test label", seed: octets(seed), count: expected.count)
        #expect(computed == expected)
    }

    @Test func aShorterOutputIsABeginningOfALongerOne() {
        let long = PRF.compute(hash: .sha256, secret: [1], label: "l", seed: [2], count: 200)
        for count in [-1, 0, 1, 31, 32, 33, 64, 199] {
            let short = PRF.compute(hash: .sha256, secret: [1], label: "l", seed: [2], count: count)
            #expect(short == Array(long.prefix(max(0, count))))
        }
    }

    @Test func theTraceIsTheComputation() {
        let steps = PRF.trace(hash: .sha384, secret: [1, 2], label: "key expansion", seed: [3], count: 100)
        #expect(steps.seed == Array("key expansion".utf8) + [3])
        #expect(steps.a.count == 3 && steps.blocks.count == 3 && steps.output.count == 100)
        var previous = steps.seed
        for (a, block) in zip(steps.a, steps.blocks) {
            #expect(a == HMAC.authenticate(previous, key: [1, 2], hash: .sha384))
            #expect(block == HMAC.authenticate(a + steps.seed, key: [1, 2], hash: .sha384))
            previous = a
        }
    }
}
