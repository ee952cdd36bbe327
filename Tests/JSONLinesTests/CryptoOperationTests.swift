import Crypto
import PKI
import TestSupport
import Testing
import Trace

/// The operations on octets, each against a vector or a program from outside.
@Suite struct CryptoOperationTests {
    private let message = Array("a message".utf8)

    private func octets(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    private func rsaKey() throws -> RSAPrivateKey {
        var random = SeededRandomSource(seed: 2)
        return try RSAPrivateKey.generate(bits: 2048, using: &random)
    }

    private func isAccepted(
        _ operation: String, _ fields: KeyValuePairs<String, JSON>
    ) throws -> Bool {
        let answer = try answer(request(operation, fields))
        #expect(answer["ok"] == .bool(true) || answer["error"] != nil)
        return answer["ok"] == .bool(true)
    }

    // MARK: RSA

    @Test(arguments: [("sha1", 1), ("sha224", 2), ("sha256", 3), ("sha384", 4), ("sha512", 5)])
    func signaturesOfOpenSSLAreVerified(hash: String, seed: UInt64) async throws {
        let key = try rsaKey()
        let (n, e) = (JSON.string(key.n.hex), JSON.string(key.e.hex))
        let (d, p, q) = (
            JSON.string(key.d.hex), JSON.string(key.p.hex), JSON.string(key.q.hex)
        )
        let text = JSON.string(hex(message))
        try await TemporaryDirectory.use { folder in
            let file = try folder.write(text: key.pkcs8PEM, to: "key.pem")
            let plain = try await Tool.run("openssl", ["dgst", "-\(hash)", "-sign", file], input: message)
            let signature = plain.standardOutputBytes
            let signed = try answer(
                request(
                    "rsa_pkcs1_sign", ["n": n, "e": e, "d": d, "p": p, "q": q, "hash": .string(hash), "msg": text]))
            #expect(signed["sig"] == .string(hex(signature)))
            // The factors the other way round make no difference.
            let swapped = try answer(
                request(
                    "rsa_pkcs1_sign", ["n": n, "e": e, "d": d, "p": q, "q": p, "hash": .string(hash), "msg": text]))
            #expect(swapped["sig"] == .string(hex(signature)))

            func verify(_ signature: [UInt8], _ text: JSON, e: JSON) throws -> Bool {
                try isAccepted(
                    "rsa_pkcs1_verify",
                    ["n": n, "e": e, "hash": .string(hash), "msg": text, "sig": .string(hex(signature))])
            }
            #expect(try verify(signature, text, e: e))
            #expect(try !verify(signature, "00", e: e))
            #expect(try !verify(Array(signature.dropLast()), text, e: e))
            #expect(try !verify([0] + signature, text, e: e))
            #expect(try !verify(signature + [0], text, e: e))
            #expect(try !verify([], text, e: e))
            for exponent: JSON in ["0", "1", "2", "10000", "3", n] {
                #expect(try !verify(signature, text, e: exponent))
            }
            if let same = (Integer(bigEndian: signature) + key.n).bigEndian(count: 256) {
                #expect(try !verify(same, text, e: e))
            }

            let salted = try await Tool.run(
                "openssl",
                [
                    "dgst", "-\(hash)", "-sign", file, "-sigopt", "rsa_padding_mode:pss", "-sigopt",
                    "rsa_pss_saltlen:13",
                    "-sigopt", "rsa_mgf1_md:sha224",
                ], input: message)
            func verifySalted(_ salt: JSON, _ mask: JSON) throws -> Bool {
                try isAccepted(
                    "rsa_pss_verify",
                    [
                        "n": n, "e": e, "hash": .string(hash), "mgf_hash": mask, "salt_len": salt, "msg": text,
                        "sig": .string(hex(salted.standardOutputBytes)),
                    ])
            }
            #expect(try verifySalted(13, "sha224"))
            #expect(try !verifySalted(12, "sha224"))
            #expect(try !verifySalted(14, "sha224"))
            #expect(try !verifySalted(13, "sha256"))
            #expect(try !verifySalted(.integer(.max), "sha224"))
            #expect(try !verifySalted(-13, "sha224"))
        }
    }

    /// Blocks that a lenient verifier takes: all of them are signed correctly, none is the encoding.
    @Test func onlyTheEncodingIsAccepted() throws {
        let key = try rsaKey()
        var random = SeededRandomSource(seed: 3)
        let digest = HashAlgorithm.sha256.hash(message)
        let info = octets("3031300d060960864801650304020105000420") + digest
        func isAccepted(_ info: [UInt8], type: UInt8 = 1, filling: UInt8 = 0xff, tail: Int = 0) throws -> Bool {
            let end = info + [UInt8](repeating: 0, count: tail)
            let block =
                [0, type] + [UInt8](repeating: filling, count: 256 - 3 - end.count) + [0] + end
            let signature = try key.rsasp1(Integer(bigEndian: block), blindedBy: &random).bigEndian(count: 256) ?? []
            return try self.isAccepted(
                "rsa_pkcs1_verify",
                [
                    "n": .string(key.n.hex), "e": .string(key.e.hex), "hash": "sha256", "msg": .string(hex(message)),
                    "sig": .string(hex(signature)),
                ])
        }
        #expect(try isAccepted(info))
        #expect(try !isAccepted(info, tail: 1))
        #expect(try !isAccepted(info, tail: 190))
        #expect(try !isAccepted(info, type: 2))
        #expect(try !isAccepted(info, type: 0))
        #expect(try !isAccepted(info, filling: 0xfe))
        // Without the NULL; with a long length; with the bare digest.
        #expect(try !isAccepted(octets("302f300b0609608648016503040201 0420") + digest))
        #expect(try !isAccepted(octets("308131300d060960864801650304020105000420") + digest))
        #expect(try !isAccepted(digest))
    }

    @Test func onlyWellFormedPlaintextsAreDecrypted() async throws {
        let key = try rsaKey()
        try await TemporaryDirectory.use { folder in
            let file = try folder.write(text: key.publicKey.spkiPEM, to: "key.pem")
            let sent = try await Tool.run(
                "openssl", ["pkeyutl", "-encrypt", "-pubin", "-inkey", file], input: message)
            func decrypt(_ ciphertext: [UInt8], d: Integer) throws -> JSON {
                try answer(
                    request(
                        "rsa_pkcs1_decrypt",
                        [
                            "n": .string(key.n.hex), "e": .string(key.e.hex), "d": .string(d.hex),
                            "p": .string(key.p.hex), "q": .string(key.q.hex), "ct": .string(hex(ciphertext)),
                        ]))
            }
            #expect(try decrypt(sent.standardOutputBytes, d: key.d)["pt"] == .string(hex(message)))
            var changed = sent.standardOutputBytes
            changed[200] ^= 1
            for ciphertext in [changed, Array(changed.dropLast()), [], [UInt8](repeating: 0xff, count: 256)] {
                #expect(try decrypt(ciphertext, d: key.d)["error"] == "decryption error")
            }
            #expect(
                try decrypt(changed, d: key.d + 2)["error"]
                    == "inconsistent private key: e · d is not 1 modulo p - 1 and q - 1")
        }
    }

    // MARK: Keys from secrets

    @Test(arguments: ["sha1", "sha224", "sha256", "sha384", "sha512"]) func pythonAgrees(hash: String) async throws {
        try await Tool.require("python3")
        let program = """
            import hmac, sys
            h = sys.argv[1]
            key, salt, info = bytes(range(40)), bytes(range(7)), b'info'
            mac = lambda k, m: hmac.new(k, m, h).digest()
            print(mac(key, info).hex())
            seed = b'key expansion' + salt
            a, out = seed, b''
            while len(out) < 150:
                a = mac(key, a)
                out += mac(key, a + seed)
            print(out[:150].hex())
            prk, t, okm = mac(salt, key), b'', b''
            for i in range(1, 9):
                t = mac(prk, t + info + bytes([i]))
                okm += t
            print(okm[:150].hex())
            """
        let lines = try await Tool.run("python3", ["-c", program, hash]).lines
        try #require(lines.count == 3)
        let (key, salt, info): (JSON, JSON, JSON) = (
            .string(hex(0..<40)), .string(hex(0..<7)), .string(hex("info".utf8))
        )
        let name = JSON.string(hash)
        for count in [1, 16, lines[0].count / 2] {
            let mac = try answer(
                request("hmac", ["hash": name, "key": key, "msg": info, "len": .integer(Int64(count))]))
            #expect(mac["mac"] == .string(String(lines[0].prefix(count * 2))))
        }
        for count in [0, 1, 48, 150] {
            let length = JSON.integer(Int64(count))
            let out = try answer(
                request(
                    "prf12", ["hash": name, "secret": key, "label": "key expansion", "seed": salt, "len": length]))
            #expect(out["out"] == .string(String(lines[1].prefix(count * 2))))
            let okm = try answer(
                request("hkdf", ["hash": name, "ikm": key, "salt": salt, "info": info, "len": length]))
            #expect(okm["okm"] == .string(String(lines[2].prefix(count * 2))))
        }
        let limit = 255 * lines[0].count / 2
        for (count, isAllowed) in [(limit, true), (limit + 1, false)] {
            let okm = try answer(
                request(
                    "hkdf", ["hash": name, "ikm": key, "salt": "", "info": "", "len": .integer(Int64(count))]))
            #expect(okm["ok"] == .bool(isAllowed))
        }
    }

    // MARK: AES

    /// McGrew and Viega, test cases 4 to 6: nonces of 12, 8 and 60 octets.
    @Test(arguments: [
        (
            "cafebabefacedbaddecaf888",
            """
            42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e
            21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091
            """, "5bc94fbc3221a5db94fae95ae7121a47"
        ),
        (
            "cafebabefacedbad",
            """
            61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c7423
            73806900e49f24b22b097544d4896b424989b5e1ebac0f07c23f4598
            """, "3612d2e79e3b0785561be14aaca2fccb"
        ),
        (
            """
            9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728
            c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b
            """,
            """
            8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca7
            01e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca417034c34aee5
            """, "619cc5aefffe0bfa462af43c1699d050"
        ),
    ])
    func gcmOpensWhatItsVectorsSealed(nonce: String, ciphertext: String, tag: String) throws {
        func open(_ tag: String) throws -> JSON {
            try answer(
                request(
                    "aes_gcm_open",
                    [
                        "key": "feffe9928665731c6d6a8f9467308308", "iv": .string(hex(octets(nonce))),
                        "aad": "feedfacedeadbeeffeedfacedeadbeefabaddad2", "ct": .string(hex(octets(ciphertext))),
                        "tag": .string(tag),
                    ]))
        }
        #expect(
            try open(tag)["pt"]
                == .string(
                    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"))
        #expect(try open("00" + tag.dropFirst(2))["ok"] == .bool(false))
        #expect(try open(String(tag.dropLast(2)))["ok"] == .bool(false))
    }

    @Test(arguments: [16, 24, 32]) func cbcOpensWhatOpenSSLEncrypted(size: Int) async throws {
        var random = SplitMix64(seed: UInt64(size))
        let (key, iv) = (hex(random.octets(size)), hex(random.octets(16)))
        for count in [0, 1, 15, 16, 33] {
            let plaintext = random.octets(count)
            let sealed = try await Tool.run(
                "openssl", ["enc", "-aes-\(size * 8)-cbc", "-K", key, "-iv", iv], input: plaintext)
            func open(_ ciphertext: [UInt8]) throws -> JSON {
                try answer(
                    request(
                        "aes_cbc_pkcs5_open",
                        ["key": .string(key), "iv": .string(iv), "ct": .string(hex(ciphertext))]))
            }
            let ciphertext = sealed.standardOutputBytes
            #expect(try open(ciphertext)["pt"] == .string(hex(plaintext)))
            #expect(try open(Array(ciphertext.dropLast()))["ok"] == .bool(false))
        }
    }

    // MARK: Elliptic curves

    @Test func x25519AgreesWithRFC7748() throws {
        func agree(_ secret: String, _ peer: String) throws -> JSON {
            try answer(request("x25519", ["private": .string(secret), "public": .string(peer)]))
        }
        let secret = "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"
        #expect(
            try agree(secret, "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")["shared"]
                == "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552")
        #expect(
            try agree(secret, String(repeating: "00", count: 32))["error"]
                == "all-zero shared secret: the public key is a point of small order")
    }

    /// RFC 5903 section 8.1.
    @Test func ecdhAgreesWithRFC5903() throws {
        func agree(_ secret: String, _ peer: String) throws -> JSON {
            try answer(request("ecdh_p256", ["private": .string(secret), "public": .string(peer)]))
        }
        let secret = "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433"
        let peer =
            "04d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63"
            + "56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab"
        let shared: JSON = "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"
        #expect(try agree(secret, peer)["shared"] == shared)
        #expect(try agree("000" + secret, peer)["shared"] == shared)
        let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
        for (secret, peer) in [
            ("0", peer), (order, peer), (secret, "00"), (secret, ""), (secret, String(peer.dropLast(2))),
            (secret, "02" + peer.dropFirst(2)), (secret, String(peer.dropLast(2)) + "ac"), (secret, peer + "00"),
        ] {
            #expect(try agree(secret, peer)["ok"] == .bool(false))
        }
        // 1 · Q is Q: an x-coordinate, with its zeros.
        #expect(try agree("1", peer)["shared"] == .string(String(peer.dropFirst(2).prefix(64))))
    }

    /// RFC 6979 appendix A.2.5, with SHA-512, which is longer than the order.
    @Test func ecdsaVerifiesTheSignatureOfRFC6979() throws {
        let key =
            "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
            + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
        func isAccepted(_ signature: String, key: String, message: String = "sample") throws -> Bool {
            try self.isAccepted(
                "ecdsa_p256_verify",
                [
                    "public": .string(key), "hash": "sha512", "msg": .string(hex(message.utf8)),
                    "sig": .string(signature),
                ])
        }
        let signature =
            "30450221008496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00"
            + "02202362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe"
        #expect(try isAccepted(signature, key: key))
        #expect(try !isAccepted(signature, key: key, message: "Sample"))
        #expect(try !isAccepted(signature + "00", key: key))
        #expect(try !isAccepted("3044" + signature.dropFirst(4), key: key))
        #expect(try !isAccepted("308145" + signature.dropFirst(4), key: key))
        #expect(try !isAccepted("3006020100020100", key: key))
        #expect(try !isAccepted(signature, key: "00"))
        #expect(try !isAccepted(signature, key: String(key.dropLast(2)) + "98"))
    }
}
