import PKI
import Testing

@testable import Crypto

/// Ed25519 against the vectors of RFC 8032, the examples of RFC 8410, swift-crypto and OpenSSL.
@Suite struct Ed25519Tests {
    /// A vector of RFC 8032 section 7.1.
    private struct Vector {
        let name: String
        let seed: String
        let key: String
        let message: String
        let signature: String
    }

    private static let vectors = [
        Vector(
            name: "TEST 1", seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
            signature: """
                e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155\
                5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
                """),
        Vector(
            name: "TEST 2", seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
            signature: """
                92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
                085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
                """),
        Vector(
            name: "TEST 3", seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
            signature: """
                6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
                18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
                """),
        Vector(
            name: "TEST SHA(abc)", seed: "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            key: "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            message: """
                ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
                """,
            signature: """
                dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589\
                09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704
                """),
    ]

    /// L, the order of the base point, the least significant octet first.
    private static let order = octets("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")

    @Test(arguments: vectors.indices) func everyVectorComesOut(index: Int) throws {
        let vector = Self.vectors[index]
        let key = try Ed25519PrivateKey(seed: octets(vector.seed))
        let (message, signature) = (octets(vector.message), octets(vector.signature))
        #expect(key.publicKey.octets == octets(vector.key), "\(vector.name)")
        #expect(Ed25519.sign(message, with: key) == signature, "\(vector.name)")
        try Ed25519.verify(signature, of: message, by: key.publicKey)
        #expect(Ed25519.Verification(signature, of: message, by: key.publicKey.octets).isValid)
    }

    /// Both implementations sign alike, and each verifies the other.
    @Test func theLibraryAgrees() throws {
        var random = SeededRandomSource(seed: 25519)
        for length in 0..<40 {
            let key = Ed25519PrivateKey.generate(using: &random)
            let message = random.octets(length * 7)
            let ours = Ed25519.sign(message, with: key)
            let theirs = try LiveEd25519.sign(message, with: key)
            #if os(Linux)
                #expect(ours == theirs)
            #endif
            for signature in [ours, theirs] {
                try Ed25519.verify(signature, of: message, by: key.publicKey)
                let work = Ed25519.Verification(signature, of: message, by: key.publicKey.octets)
                #expect(work.isValid && work.result == work.r)
            }
        }
    }

    /// A signature that does not verify has another result, and the computation here finds it.
    @Test func whatIsChangedDoesNotVerify() throws {
        var random = SeededRandomSource(seed: 1)
        let key = Ed25519PrivateKey.generate(using: &random)
        let other = Ed25519PrivateKey.generate(using: &random)
        let message = random.octets(100)
        let signature = Ed25519.sign(message, with: key)
        func isRefused(_ signature: [UInt8], _ message: [UInt8], _ key: Ed25519PublicKey) -> Bool {
            let work = Ed25519.Verification(signature, of: message, by: key.octets)
            return !work.isValid && work.result != work.r
                && (try? Ed25519.verify(signature, of: message, by: key)) == nil
        }
        #expect(isRefused(signature, message + [0], key.publicKey))
        #expect(isRefused(signature, message, other.publicKey))
        for place in stride(from: 0, to: 64, by: 5) {
            var changed = signature
            changed[place] ^= 1
            #expect(isRefused(changed, message, key.publicKey), "\(place)")
        }
        #expect(throws: EllipticCurveError.wrongSignatureLength(count: 63, needed: 64)) {
            try Ed25519.verify(Array(signature.dropLast()), of: message, by: key.publicKey)
        }
        #expect(throws: EllipticCurveError.wrongSignatureLength(count: 65, needed: 64)) {
            try Ed25519.verify(signature + [0], of: message, by: key.publicKey)
        }
    }

    /// S + L would give the same point. RFC 8032 section 5.1.7 wants S below L, so that no stranger makes a second signature of a first.
    @Test func sMustBeBelowTheOrder() throws {
        let key = try Ed25519PrivateKey(seed: octets(Self.vectors[0].seed))
        let signature = Ed25519.sign([], with: key)
        var carry = 0
        let sum = zip(signature.dropFirst(32), Self.order).map { s, l -> UInt8 in
            let digit = Int(s) + Int(l) + carry
            carry = digit >> 8
            return UInt8(digit & 0xff)
        }
        let second = Array(signature.prefix(32)) + sum
        let work = Ed25519.Verification(second, of: [], by: key.publicKey.octets)
        #expect(carry == 0 && !work.isValid && work.result == nil)
        #expect(throws: EllipticCurveError.invalidSignature) {
            try Ed25519.verify(second, of: [], by: key.publicKey)
        }
    }

    /// A public key is a point of the curve in its only encoding (RFC 8032 section 5.1.3).
    @Test func noKeyThatIsNoPointIsTaken() throws {
        func failure(_ octets: [UInt8]) -> EllipticCurveError? {
            do throws(EllipticCurveError) {
                _ = try Ed25519PublicKey(octets)
                return nil
            } catch { return error }
        }
        let ones = [UInt8](repeating: 0xff, count: 30)
        #expect(failure([]) == .wrongPublicKeyLength(count: 0, needed: 32))
        #expect(failure([UInt8](repeating: 1, count: 33)) == .wrongPublicKeyLength(count: 33, needed: 32))
        // y = p, which is 0 again, and y = p + 1, which is 1 again.
        #expect(failure([0xed] + ones + [0x7f]) == .coordinateOutOfRange)
        #expect(failure([0xee] + ones + [0x7f]) == .coordinateOutOfRange)
        #expect(failure([UInt8](repeating: 7, count: 32)) == .pointNotOnCurve)
        // (0, 1) is a point, but x = 0 has no sign.
        let zero = [UInt8](repeating: 0, count: 30)
        #expect(failure([1] + zero + [0]) == nil)
        #expect(failure([1] + zero + [0x80]) == .pointNotOnCurve)
        // Half of all numbers are the y of a point, and then the negative of the point has the same y.
        var random = SeededRandomSource(seed: 3)
        var points = 0
        for _ in 0..<200 {
            var octets = random.octets(32)
            octets[31] &= 0x3f
            let error = failure(octets)
            points += error == nil ? 1 : 0
            octets[31] |= 0x80
            #expect(failure(octets) == error)
        }
        #expect((60...140).contains(points))
    }

    // MARK: Files

    /// The private key of RFC 8410 section 10.3, in both versions of PKCS#8, and the public key of section 10.1.
    @Test func theExamplesOfRFC8410AreRead() throws {
        let plain = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
            -----END PRIVATE KEY-----

            """
        let whole = """
            -----BEGIN PRIVATE KEY-----
            MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
            oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
            Z9w7lshQhqowtrbLDFw4rXAxZuE=
            -----END PRIVATE KEY-----

            """
        let key = try Ed25519PrivateKey(pem: plain)
        #expect(key.pkcs8PEM == plain)
        #expect(try Ed25519PrivateKey(pem: whole) == key)
        #expect(try PrivateKey(pem: whole) == .ed25519(key))
        #expect(
            key.publicKey.octets
                == octets("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"))
        #expect(key.publicKey.spkiDER == octets("302a300506032b6570032100") + key.publicKey.octets)
        #expect(try PublicKey(spkiDER: key.publicKey.spkiDER) == .ed25519(key.publicKey))
    }

    @Test func openSSLWritesTheSame() throws {
        let pem = try run("openssl", "genpkey", "-algorithm", "ED25519")
        let key = try Ed25519PrivateKey(pem: pem.text)
        #expect(key.pkcs8PEM == pem.text)
        #expect(
            try run("openssl", "pkey", "-pubout", "-outform", "DER", input: pem.output).output
                == key.publicKey.spkiDER)
        let folder = try Scratch()
        let signed = try run(
            "openssl", "pkeyutl", "-sign", "-inkey", try folder.file("key.pem", pem.text), "-rawin", "-in",
            try folder.file("message", "steps"))
        #expect(signed.output == Ed25519.sign(Array("steps".utf8), with: key), "\(signed.errors)")
    }

    @Test func whatIsWrongInAFileIsNamed() throws {
        func failure(_ hex: String) -> KeyFileError? {
            do throws(KeyFileError) {
                _ = try Ed25519PrivateKey(pkcs8DER: octets(hex))
                return nil
            } catch { return error }
        }
        let seed = Self.vectors[0].seed
        let point = Self.vectors[0].key
        #expect(failure("302e020100300506032b657004220420\(seed)") == nil)
        #expect(failure("3051020101300506032b657004220420\(seed)812100\(point)") == nil)
        #expect(
            failure("3051020101300506032b657004220420\(seed)812100\(Self.vectors[1].key)")
                == .invalidCurveKey(.publicKeyDoesNotMatch))
        #expect(
            failure("3051020101300506032b657004220420\(seed)812101\(point)")
                == .malformed(field: "PrivateKeyInfo.publicKey"))
        #expect(
            failure("302e020102300506032b657004220420\(seed)") == .unsupportedVersion(field: "PrivateKeyInfo.version"))
        #expect(
            failure("3030020100300706032b6570050004220420\(seed)")
                == .unexpectedField(in: "PrivateKeyInfo.privateKeyAlgorithm"))
        #expect(failure("302c020100300506032b65700420\(seed)") == .malformed(field: "PrivateKeyInfo.privateKey"))
        #expect(
            failure("302d020100300506032b65700421041f\(seed.dropLast(2))")
                == .invalidCurveKey(.wrongPrivateKeyLength(count: 31, needed: 32)))
        #expect(
            failure("302e020100300506032b656e04220420\(seed)") == .otherAlgorithm("X25519", wanted: "Ed25519"))
        let rsa = try #require(TestKeys.rsa1024)
        #expect(throws: KeyFileError.otherAlgorithm("RSA", wanted: "Ed25519")) {
            try Ed25519PrivateKey(pem: rsa.pkcs8PEM)
        }
        let edwards = try run("openssl", "genpkey", "-algorithm", "ED448")
        #expect(throws: KeyFileError.otherAlgorithm("Ed448", wanted: PrivateKey.supported)) {
            try PrivateKey(pem: edwards.text)
        }
        #expect(throws: KeyFileError.invalidCurveKey(.pointNotOnCurve)) {
            try Ed25519PublicKey(
                spkiDER: octets("302a300506032b6570032100") + [UInt8](repeating: 7, count: 32))
        }
    }

    @Test func noSecretIsPrinted() throws {
        let key = try Ed25519PrivateKey(seed: octets(Self.vectors[0].seed))
        #expect("\(key)" == "private key for Ed25519")
    }
}
