import Crypto
import TestSupport
import Testing
import Trace

/// What `crypto check` knows of TLS 1.3, against the values of RFC 8448.
@Suite struct TLS13OperationTests {
    private let simple = RFC8448.section(3)
    private let resumed = RFC8448.section(4)
    private let suite: JSON = "TLS_AES_128_GCM_SHA256"

    private func text(_ octets: some Sequence<UInt8>) -> JSON { .string(hex(octets)) }

    private func refusal(_ operation: String, _ fields: KeyValuePairs<String, JSON>) throws -> String {
        let answer = try answer(request(operation, fields))
        #expect(answer["ok"] == .bool(false))
        guard case .string(let why)? = answer["error"] else { return "" }
        return why
    }

    /// The words of a line of the trace that begins with `words`.
    private func line(_ kind: String, _ name: String) -> [String] {
        simple.lines(kind).first { $0.words.first == name }?.words ?? []
    }

    @Test func keysComeFromATrafficSecret() throws {
        for (secret, keys) in [
            ("client_handshake_traffic_secret", "client_handshake"),
            ("server_handshake_traffic_secret", "server_handshake"),
            ("client_application_traffic_secret_0", "client_application"),
            ("server_application_traffic_secret_0", "server_application"),
        ] {
            let made = try answer(request("tls13_keys", ["suite": suite, "secret": text(simple.secret(secret))]))
            let expected = line("keys", keys)
            #expect(made["key"] == .string(expected[1]))
            #expect(made["iv"] == .string(expected[2]))
        }
        let long = try answer(
            request(
                "tls13_keys",
                ["suite": "TLS_AES_256_GCM_SHA384", "secret": text([UInt8](repeating: 1, count: 48))]))
        guard case .string(let key)? = long["key"], case .string(let iv)? = long["iv"] else {
            Issue.record("\(long.line)")
            return
        }
        #expect(key.count == 64 && iv.count == 24)
    }

    /// Every Finished of the RFC, from the messages before it.
    @Test(arguments: 3...7) func finishedIsThatOfTheRFC(section: Int) throws {
        let trace = RFC8448.section(section)
        var messages: [UInt8] = []
        var count = 0
        for (line, message) in zip(trace.lines("message"), trace.messages) where line.words[1] != "NewSessionTicket" {
            if line.words[1] == "Finished" {
                let base = "\(line.words[0])_handshake_traffic_secret"
                let made = try answer(
                    request(
                        "tls13_finished",
                        ["hash": "sha256", "base": text(trace.secret(base)), "messages": text(messages)]))
                #expect(made["verify_data"] == text(message.dropFirst(4)))
                count += 1
            }
            messages += message
        }
        #expect(count == 2)
    }

    /// After the HelloRetryRequest of section 5 the transcript begins with message_hash.
    @Test func theTranscriptHashIsThatOfTheRFC() throws {
        let hashes = [
            3: "860c06edc07858ee8e78f0e7428c58edd6b43f2ca3e6e95f02ed063cf0e1cad8",
            5: "8aa8e828ec2f8a884fec95a3139de01c15a3daa7ff5bfc3f4bfcc21b438d7bf8",
        ]
        for (section, hash) in hashes {
            let messages = RFC8448.section(section).messages.prefix(section == 5 ? 4 : 2).joined()
            let made = try answer(request("tls13_hash", ["hash": "sha256", "messages": text(messages)]))
            #expect(made["out"] == .string(hash))
        }
    }

    @Test func theBinderIsThatOfTheRFC() throws {
        let hello = resumed.messages[0]
        let psk = resumed.octets(resumed.lines("psk")[0].words[0])
        let made = try answer(
            request(
                "tls13_binder",
                ["hash": "sha256", "psk": text(psk), "kind": "res", "messages": text(hello.dropLast(35))]))
        #expect(made["binder"] == text(hello.suffix(32)))
        let external = try answer(
            request(
                "tls13_binder",
                ["hash": "sha256", "psk": text(psk), "kind": "ext", "messages": text(hello.dropLast(35))]))
        #expect(external["binder"] != made["binder"])
        #expect(
            try refusal("tls13_binder", ["hash": "sha256", "psk": "00", "kind": "other", "messages": ""])
                .contains("kind"))
    }

    @Test func aTicketsSecretIsThatOfTheRFC() throws {
        let made = try answer(
            request(
                "tls13_ticket_psk",
                ["hash": "sha256", "resumption": text(simple.secret("resumption_secret")), "nonce": "0000"]))
        #expect(made["psk"] == text(simple.secret("resumption_psk")))
    }

    /// RFC 8448 has neither an exporter nor a KeyUpdate: both are put together here of HKDF's own steps (RFC 8446 sections 7.2 and 7.5).
    @Test func exportersAndUpdatesAreTheirTwoFormulas() throws {
        let secret = simple.secret("exporter_secret")
        let derived = try HKDF.expand(
            hash: .sha256, pseudorandomKey: secret,
            info: [0, 32, 10] + Array("tls13 test".utf8) + [32] + HashAlgorithm.sha256.hash([]), count: 32)
        let exported = try HKDF.expand(
            hash: .sha256, pseudorandomKey: derived,
            info: [0, 40, 14] + Array("tls13 exporter".utf8) + [32] + HashAlgorithm.sha256.hash([7]), count: 40)
        let made = try answer(
            request(
                "tls13_exporter",
                ["hash": "sha256", "secret": text(secret), "label": "test", "context": "07", "len": 40]))
        #expect(made["out"] == text(exported))
        let next = try HKDF.expand(
            hash: .sha256, pseudorandomKey: secret, info: [0, 32, 17] + Array("tls13 traffic upd".utf8) + [0],
            count: 32)
        let updated = try answer(request("tls13_update", ["suite": suite, "secret": text(secret)]))
        #expect(updated["secret"] == text(next))
    }

    /// The server's signature of section 3 is over this.
    @Test func whatIsSignedBeginsWithSpaces() throws {
        let messages = simple.messages.prefix(4).joined()
        let made = try answer(
            request("tls13_signed", ["side": "server", "hash": "sha256", "messages": text(messages)]))
        let content =
            [UInt8](repeating: 0x20, count: 64) + Array("TLS 1.3, server CertificateVerify".utf8) + [0]
            + HashAlgorithm.sha256.hash(Array(messages))
        #expect(made["out"] == text(content))
        let key = try RSAPublicKey(
            modulus: Integer(bigEndian: simple.octets(simple.lines("public")[0].words[2])), exponent: 65_537)
        try PSS.verify(
            Array(simple.messages[4].dropFirst(8)), of: content, hash: .sha256, by: key)
    }

    // MARK: Records

    @Test func aRecordIsSealedAndOpenedAsInTheRFC() throws {
        // Records of section 3: 3 is the client's Finished, 5 its first data.
        let secret = text(simple.secret("client_application_traffic_secret_0"))
        let record = text(simple.records[5].octets)
        let opened = try answer(request("tls13_open", ["suite": suite, "secret": secret, "seq": 0, "record": record]))
        #expect(opened["type"] == 23)
        #expect(opened["padding"] == 0)
        #expect(opened["content"] == text(0..<50))
        let sealed = try answer(
            request(
                "tls13_seal",
                ["suite": suite, "secret": secret, "seq": 0, "type": 23, "content": text(0..<50), "padding": 0]))
        #expect(sealed["record"] == record)
        #expect(
            try refusal("tls13_open", ["suite": suite, "secret": secret, "seq": 1, "record": record])
                .hasPrefix("bad_record_mac"))
    }

    @Test(arguments: ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"])
    func paddingIsStrippedAndContentIsNot(suite: String) throws {
        let secret = text([UInt8](repeating: 5, count: 32))
        func seal(_ type: JSON, _ content: JSON, _ padding: JSON) throws -> JSON {
            try answer(
                request(
                    "tls13_seal",
                    [
                        "suite": .string(suite), "secret": secret, "seq": 77, "type": type, "content": content,
                        "padding": padding,
                    ]))["record"] ?? .null
        }
        func open(_ record: JSON) throws -> JSON {
            try answer(
                request(
                    "tls13_open", ["suite": .string(suite), "secret": secret, "seq": 77, "record": record]))
        }
        let padded = try open(seal(23, "010000", 9))
        #expect(padded["content"] == "010000" && padded["padding"] == 9 && padded["type"] == 23)
        for (type, content, alert): (JSON, JSON, String) in [
            (0, "0000", "unexpected_message"), (20, "01", "unexpected_message"), (99, "01", "unexpected_message"),
            (22, "", "unexpected_message"),
        ] {
            guard case .string(let why)? = try open(seal(type, content, 3))["error"] else {
                Issue.record("\(type) is accepted")
                continue
            }
            #expect(why.hasPrefix(alert))
        }
    }
}
