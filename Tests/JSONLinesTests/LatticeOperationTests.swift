import Crypto
import TestSupport
import Testing
import Trace

/// The operations that TLS 1.3 adds, each against a vector from outside or the module itself.
@Suite struct LatticeOperationTests {
    private let seed = [UInt8](0..<64)
    private let secret = [UInt8](100..<132)

    private func text(_ octets: some Sequence<UInt8>) -> JSON { .string(hex(octets)) }

    private func refusal(_ operation: String, _ fields: KeyValuePairs<String, JSON>) throws -> JSON? {
        let answer = try answer(request(operation, fields))
        #expect(answer["ok"] == .bool(false))
        return answer["error"]
    }

    // MARK: The key schedule

    /// RFC 8448 section 3: the secrets of the server, from nothing to the handshake's.
    @Test func theSecretsOfRFC8448() throws {
        let zeros = String(repeating: "0", count: 64)
        let early = "33ad0a1c607ec03b09e6cd9893680ce210adf300aa1f2660e1b22e10f170f92a"
        let derived = "6f2615a108c702c5678f54fc9dbab69716c076189c48250cebeac3576c3611ba"
        let handshake = "1dc826e93606aa6fdc0aadc12f741b01046aa6b99f691ed221a9f0ca043fbeac"
        func extract(_ salt: String, _ material: String) throws -> JSON? {
            try answer(
                request("hkdf_extract", ["hash": "sha256", "salt": .string(salt), "ikm": .string(material)]))["prk"]
        }
        #expect(try extract("", zeros) == .string(early))
        #expect(
            try extract(derived, "8bd4054fb55b9d63fdfbacf9f04b9f0d35e6d63f537563efd46272900f89492d")
                == .string(handshake))
        let none = try answer(
            request(
                "derive_secret", ["hash": "sha256", "secret": .string(early), "label": "derived", "messages": ""]))
        #expect(none["out"] == .string(derived))
        let traffic = try answer(
            request(
                "hkdf_expand_label",
                [
                    "hash": "sha256", "secret": .string(handshake), "label": "c hs traffic",
                    "context": "860c06edc07858ee8e78f0e7428c58edd6b43f2ca3e6e95f02ed063cf0e1cad8", "len": 32,
                ]))
        #expect(
            traffic["info"]
                == .string(
                    "002012746c7331332063206873207472616666696320"
                        + "860c06edc07858ee8e78f0e7428c58edd6b43f2ca3e6e95f02ed063cf0e1cad8"))
        #expect(traffic["out"] == "b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21")
    }

    /// The edges of the fields of HkdfLabel.
    @Test func labelsThatDoNotFitAreRefused() throws {
        func expand(label: Int, context: Int, count: Int) throws -> JSON {
            try answer(
                request(
                    "hkdf_expand_label",
                    [
                        "hash": "sha256", "secret": "01", "label": .string(String(repeating: "l", count: label)),
                        "context": .string(String(repeating: "00", count: context)), "len": .integer(Int64(count)),
                    ]))
        }
        for (label, context, count) in [(1, 0, 0), (249, 255, 255 * 32)] {
            let out = try expand(label: label, context: context, count: count)
            guard case .string(let octets)? = out["out"] else { Issue.record("\(out.line)"); return }
            #expect(octets.utf8.count == 2 * count)
        }
        #expect(
            try expand(label: 0, context: 0, count: 1)["error"] == "label of 0 octets, where HkdfLabel takes 1 to 249")
        #expect(
            try expand(label: 250, context: 0, count: 1)["error"]
                == "label of 250 octets, where HkdfLabel takes 1 to 249")
        #expect(
            try expand(label: 1, context: 256, count: 1)["error"]
                == "context of 256 octets, where HkdfLabel takes at most 255")
        #expect(try expand(label: 1, context: 0, count: 255 * 32 + 1)["error"] == "field len: more than 8160")
        #expect(try expand(label: 1, context: 0, count: -1)["error"] == "field len: negative")
        #expect(
            try refusal("derive_secret", ["hash": "sha256", "secret": "", "label": "", "messages": ""])
                == "label of 0 octets, where HkdfLabel takes 1 to 249")
    }

    // MARK: ML-KEM

    @Test func keysAreMadeAndSecretsShared() throws {
        let made = try answer(request("mlkem768_keygen", ["seed": text(seed)]))
        let key = try MLKEM768.DecapsulationKey(seed: seed)
        #expect(made["ek"] == text(key.encapsulationKey.octets))
        let sent = try answer(request("mlkem768_encapsulate", ["ek": made["ek"] ?? .null]))
        let received = try answer(
            request("mlkem768_decapsulate", ["seed": text(seed), "ct": sent["ct"] ?? .null]))
        guard case .string(let secret)? = sent["secret"] else { Issue.record("\(sent.line)"); return }
        #expect(secret.utf8.count == 64 && received["secret"] == .string(secret))
        // Implicit rejection: other octets give another secret.
        let zeros = try answer(
            request(
                "mlkem768_decapsulate",
                ["seed": text(seed), "ct": .string(String(repeating: "00", count: MLKEM768.ciphertextSize))]))
        var rejection = SHAKE(.shake256, seed.suffix(32) + [UInt8](repeating: 0, count: MLKEM768.ciphertextSize))
        #expect(zeros["secret"] == text(rejection.squeeze(32)))
    }

    @Test func unusableInputsOfMLKEMAreRefused() throws {
        #expect(try refusal("mlkem768_keygen", ["seed": "00"]) == "seed of 1 octets where 64 are needed")
        #expect(
            try refusal("mlkem768_encapsulate", ["ek": ""]) == "encapsulation key of 0 octets where 1184 are needed")
        #expect(
            try refusal("mlkem768_encapsulate", ["ek": .string(String(repeating: "ff", count: 1184))])
                == "encapsulation key with 4095 as its coefficient 0, which is not below 3329")
        #expect(
            try refusal(
                "mlkem768_decapsulate", ["seed": text(seed), "ct": .string(String(repeating: "00", count: 1087))])
                == "ciphertext of 1087 octets where 1088 are needed")
        #expect(
            try refusal("mlkem768_decapsulate", ["seed": "", "ct": .string(String(repeating: "00", count: 1088))])
                == "seed of 0 octets where 64 are needed")
    }

    // MARK: The hybrid exchange

    @Test func theHybridExchangeIsThatOfTheModule() throws {
        let client = try X25519MLKEM768.ClientKey(seed: seed, privateKey: secret, arithmetic: .live)
        let server = try X25519MLKEM768.answer(
            to: client.share, privateKey: [UInt8](repeating: 7, count: 32), randomness: secret, arithmetic: .live)
        let share = try answer(
            request("x25519mlkem768_share", ["seed": text(seed), "private": text(secret)]))
        #expect(share["share"] == text(client.share))
        func agree(_ answer: some Sequence<UInt8>) throws -> JSON {
            try JSONLinesTests.answer(
                request(
                    "x25519mlkem768_secret", ["seed": text(seed), "private": text(secret), "answer": text(answer)]))
        }
        #expect(try agree(server.share)["secret"] == text(server.sharedSecret))
        #expect(
            try agree(server.share.dropLast())["error"] == "server's share of 1119 octets where 1120 are needed")
        #expect(
            try agree(server.share.prefix(1088) + [UInt8](repeating: 0, count: 32))["error"]
                == "X25519: all-zero shared secret: the public key is a point of small order")
        #expect(
            try refusal("x25519mlkem768_share", ["seed": text(seed), "private": "00"])
                == "X25519: private key of 1 octets where 32 are needed")
        #expect(
            try refusal("x25519mlkem768_share", ["seed": "00", "private": text(secret)])
                == "ML-KEM-768: seed of 1 octets where 64 are needed")
    }
}
