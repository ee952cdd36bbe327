import Crypto
import TestSupport
import Testing
import Trace

/// The command itself: a line in, a line out, whatever the line.
@Suite struct CryptoCheckProgramTests {
    /// A valid request for each operation.
    private static func examples() throws -> [String] {
        var random = SeededRandomSource(seed: 6)
        let key = try RSAPrivateKey.generateToy(bits: 512, using: &random)
        let (n, e): (JSON, JSON) = (.string(key.n.hex), .string(key.e.hex))
        let (d, p, q): (JSON, JSON, JSON) = (
            .string(key.d.hex), .string(key.p.hex), .string(key.q.hex)
        )
        let signature = try PKCS1v15.sign([0xab], hash: .sha256, with: key, blindedBy: &random)
        let salted = try PSS.sign([0xab], hash: .sha1, salt: [1, 2], with: key, blindedBy: &random)
        let ciphertext = try PKCS1v15.encrypt([0xcd], to: key.publicKey, using: &random)
        let curve = try EllipticCurvePrivateKey(77)
        let block: JSON = "000102030405060708090a0b0c0d0e0f"
        let sealed = try AESGCM.seal(
            [1, 2, 3], key: Array(0..<16), nonce: [UInt8](repeating: 0, count: 12), aad: [])
        let blocks = try AESCBC.encrypt(PKCS7Padding.pad([1]), key: Array(0..<16), iv: Array(0..<16))
        return [
            request(1, "modexp", ["b": "3", "e": "10001", "m": n]), request(2, "is_prime", ["n": p]),
            request(
                3, "rsa_pkcs1_verify", ["n": n, "e": e, "hash": "sha256", "msg": "ab", "sig": .string(hex(signature))]),
            request(
                4, "rsa_pss_verify",
                [
                    "n": n, "e": e, "hash": "sha1", "mgf_hash": "sha1", "salt_len": 2, "msg": "ab",
                    "sig": .string(hex(salted)),
                ]),
            request(
                5, "rsa_pkcs1_sign", ["n": n, "e": e, "d": d, "p": p, "q": q, "hash": "sha256", "msg": "ab"]),
            request(
                6, "rsa_pkcs1_decrypt", ["n": n, "e": e, "d": d, "p": p, "q": q, "ct": .string(hex(ciphertext))]),
            request(7, "ffdhe_group", ["name": "ffdhe2048"]),
            request(8, "dh_agree", ["group": "ffdhe2048", "x": "5", "y": "2"]),
            request(9, "prf12", ["hash": "sha256", "secret": "01", "label": "l\u{e9}", "seed": "02", "len": 40]),
            request(10, "hmac", ["hash": "sha384", "key": "01", "msg": "02", "len": 20]),
            request(11, "hkdf", ["hash": "sha512", "ikm": "01", "salt": "", "info": "", "len": 65]),
            request(
                12, "aes_gcm_open",
                [
                    "key": block, "iv": "000000000000000000000000", "aad": "", "ct": .string(hex(sealed.prefix(3))),
                    "tag": .string(hex(sealed.suffix(16))),
                ]),
            request(13, "aes_cbc_pkcs5_open", ["key": block, "iv": block, "ct": .string(hex(blocks))]),
            request(
                14, "x25519",
                [
                    "private": .string(String(repeating: "01", count: 32)),
                    "public": .string("09" + String(repeating: "00", count: 31)),
                ]),
            request(15, "ecdh_p256", ["private": "3", "public": .string(hex(curve.publicKey.octets))]),
            request(
                16, "ecdsa_p256_verify",
                [
                    "public": .string(hex(curve.publicKey.octets)), "hash": "sha256", "msg": "ab",
                    "sig": .string(hex(ECDSA.sign([0xab], hash: .sha256, with: curve).der)),
                ]),
        ] + (try latticeExamples()) + (try tls13Examples())
    }

    /// The same for what TLS 1.3 has besides.
    private static func latticeExamples() throws -> [String] {
        let (seed, secret) = ([UInt8](repeating: 1, count: 64), [UInt8](repeating: 2, count: 32))
        let client = try X25519MLKEM768.ClientKey(seed: seed, privateKey: secret, arithmetic: .live)
        let server = try X25519MLKEM768.answer(
            to: client.share, privateKey: secret, randomness: secret, arithmetic: .live)
        let (key, value): (JSON, JSON) = (.string(hex(seed)), .string(hex(secret)))
        return [
            request(17, "hkdf_extract", ["hash": "sha256", "salt": "", "ikm": "01"]),
            request(
                18, "hkdf_expand_label",
                ["hash": "sha384", "secret": value, "label": "key", "context": "", "len": 16]),
            request(
                19, "derive_secret", ["hash": "sha256", "secret": value, "label": "derived", "messages": ""]),
            request(20, "mlkem768_keygen", ["seed": key]),
            request(21, "mlkem768_encapsulate", ["ek": .string(hex(client.lattice.encapsulationKey.octets))]),
            request(22, "mlkem768_decapsulate", ["seed": key, "ct": .string(hex(server.share.prefix(1088)))]),
            request(23, "x25519mlkem768_share", ["seed": key, "private": value]),
            request(
                24, "x25519mlkem768_secret", ["seed": key, "private": value, "answer": .string(hex(server.share))]),
        ]
    }

    /// The same for keys, proofs and records of TLS 1.3.
    private static func tls13Examples() throws -> [String] {
        let secret: JSON = .string(String(repeating: "07", count: 32))
        let suite: JSON = "TLS_CHACHA20_POLY1305_SHA256"
        let seal: KeyValuePairs<String, JSON> = [
            "suite": suite, "secret": secret, "seq": 0, "type": 21, "content": "0100", "padding": 0,
        ]
        let sealed = try answer(request("tls13_seal", seal))["record"] ?? .null
        return [
            request(25, "tls13_keys", ["suite": suite, "secret": secret]),
            request(26, "tls13_update", ["suite": suite, "secret": secret]),
            request(27, "tls13_finished", ["hash": "sha256", "base": secret, "messages": ""]),
            request(28, "tls13_binder", ["hash": "sha256", "psk": secret, "kind": "ext", "messages": "01"]),
            request(29, "tls13_ticket_psk", ["hash": "sha384", "resumption": secret, "nonce": "00"]),
            request(
                30, "tls13_exporter", ["hash": "sha256", "secret": secret, "label": "l", "context": "", "len": 9]),
            request(31, "tls13_hash", ["hash": "sha256", "messages": "01000000"]),
            request(32, "tls13_signed", ["side": "client", "hash": "sha256", "messages": ""]),
            request(33, "tls13_seal", seal),
            request(34, "tls13_open", ["suite": suite, "secret": secret, "seq": 0, "record": sealed]),
        ]
    }

    @Test func everyOperationHasAnExampleThatSucceeds() async throws {
        let lines = try CryptoCheckProgramTests.examples() + [#"{"id":35,"op":"no_such_operation"}"#]
        // The last line has no end.
        let result = try await BuiltProgram.run(["crypto", "check"], input: Array(lines.joined(separator: "\n").utf8))
        #expect(result.status == 0)
        #expect(result.standardError.isEmpty)
        let answers = try result.lines.map { try JSON($0.utf8, .flat) }
        #expect(answers.compactMap { $0["id"] } == (1...35).map { .integer($0) })
        for answer in answers.dropLast() { #expect(answer["ok"] == .bool(true), "\(answer.line)") }
        #expect(answers.last?.compact == #"{"id":35,"unsupported":true}"#)
    }

    /// Five thousand damaged lines: five thousand answers, in order, and the program goes on to the end.
    @Test func damagedLinesAreAnsweredOneForOne() async throws {
        let examples = try CryptoCheckProgramTests.examples().map { Array($0.utf8) }
        var random = SplitMix64(seed: 5000)
        var lines: [[UInt8]] = []
        for index in 0..<5000 {
            var line = examples[index % examples.count]
            for _ in 0..<Int.random(in: 1...3, using: &random) where !line.isEmpty {
                let place = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<7, using: &random) {
                case 0: line.remove(at: place)
                case 1: line.insert(line[place], at: place)
                case 2: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 3: line = Array(line[..<place])
                case 4: line[place] = UInt8.random(in: .min ... .max, using: &random)
                case 5: line[place] = "0f9-\"{}[]:,x\\".utf8.randomElement(using: &random) ?? 0
                default: line.insert(contentsOf: "99999999999999999999".utf8, at: place)
                }
            }
            // A line end would make two lines of it.
            lines.append(line.map { $0 == 0x0a ? 0x20 : $0 })
        }
        let marker = #"{"id":"the end","op":"modexp","b":"2","e":"2","m":"5"}"#
        let input = lines.joined(separator: [0x0a]) + [0x0a] + Array(marker.utf8) + [0x0a]
        let result = try await BuiltProgram.run(["crypto", "check"], input: Array(input))
        #expect(result.status == 0)
        #expect(result.lines.count == 5001)
        #expect(result.lines.last == #"{"id":"the end","ok":true,"r":"4"}"#)
        for line in result.lines {
            let answer = try JSON(line.utf8, .flat)
            #expect(answer["id"] != nil)
            #expect((answer["ok"] == .bool(false)) == (answer["error"] != nil), "\(line)")
            #expect(answer["ok"] != nil || answer["unsupported"] == .bool(true), "\(line)")
        }
        #expect(result.lines.filter { $0.contains(#""ok":true"#) }.count > 20)
    }
}
