import Crypto
import TLSSim
import Trace

/// Questions about TLS 1.2: randoms, the PRF, and Finished.
extension Template {
    static let tls12: [Template] = [
        Template(
            "tls.randoms-known", .several, run: "--rsa", step: "tls.server_hello", cites: [.rfc(5246, "7.4.1.2")],
            words: TLS12Words.randomsKnown
        ) { run in
            let secrets = [
                Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.premasterSecret, Knowledge.masterSecret,
            ]
            let clear = try Set(secrets.filter { try run.carriesInClear(run.value($0)) }.map(\.name))
            return Working(
                .several(clear, of: secrets.map(\.name)),
                slips: [
                    .several("randoms-are-secret", []), .several("only-the-clients", [Knowledge.clientRandom.name]),
                    .several("encrypted-is-sent", clear.union([Knowledge.premasterSecret.name])),
                ])
        },
        Template(
            "tls.premaster-head", .hex, run: "--rsa", step: "tls.calc.premaster_secret",
            cites: [.rfc(5246, "7.4.7.1")], words: TLS12Words.premasterHead
        ) { run in
            let premaster = try run.value(Knowledge.premasterSecret)
            return try Working(
                .octets(Array(premaster.prefix(2))),
                slips: [
                    .octets("all-random", premaster.dropFirst(2).prefix(2)), .octets("record-version", [3, 1]),
                ],
                shown: [.octets(.record("ClientHello"), run.journal.message("tls.client_hello", of: .client).record)])
        },
        Template(
            "tls.master-head", .hex, credit: 3, run: "--rsa", distinct: true, step: "tls.calc.master_secret",
            cites: [.rfc(5246, "8.1")], words: TLS12Words.masterHead
        ) { run in
            let premaster = try run.value(Knowledge.premasterSecret)
            let (client, server) = try run.randoms
            func head(_ label: String, _ seed: [UInt8]) -> [UInt8] { prf(premaster, label, seed, count: 8) }
            return Working(
                .octets(head("master secret", client + server)),
                slips: [
                    .octets("servers-first", head("master secret", server + client)),
                    .octets("no-prf", premaster.prefix(8)),
                    .octets("wrong-label", head("key expansion", client + server)),
                ],
                shown: try run.shown(Knowledge.premasterSecret, Knowledge.clientRandom, Knowledge.serverRandom))
        },
        Template(
            "tls.key-block-length", .number, run: "--rsa --cipher TLS_RSA_WITH_AES_256_GCM_SHA384",
            step: "tls.calc.key_block", cites: [.rfc(5246, "6.3"), .rfc(5288, "3")], words: TLS12Words.keyBlockLength
        ) { run in
            let count = try run.journal.keyBlockLength
            return Working(
                .number(count),
                slips: [
                    .number("smaller-cipher", 40), .number("everything-doubles", 80), .number("bits", 8 * count),
                    .number("one-key", 32),
                ], shown: [.text(.quantity("cipher suite"), "TLS_RSA_WITH_AES_256_GCM_SHA384")])
        },
        Template(
            "tls.server-iv", .hex, credit: 3, run: "--rsa", distinct: true, step: "tls.calc.key_block",
            cites: [.rfc(5246, "6.3"), .rfc(5288, "3")], words: TLS12Words.serverIV
        ) { run in
            let master = try run.value(Knowledge.masterSecret)
            let (client, server) = try run.randoms
            let block = prf(master, "key expansion", server + client, count: 40)
            return Working(
                .octets(Array(block.dropFirst(36))),
                slips: [
                    .octets("clients-iv", block.dropFirst(32).prefix(4)),
                    .octets(
                        "clients-random-first",
                        prf(master, "key expansion", client + server, count: 40).dropFirst(36)),
                ], shown: try run.shown(Knowledge.masterSecret, Knowledge.clientRandom, Knowledge.serverRandom))
        },
        Template(
            "tls.client-verify", .hex, credit: 3, run: "--dh", distinct: true, step: "tls.calc.client_verify_data",
            cites: [.rfc(5246, "7.4.9")], words: TLS12Words.clientVerify
        ) { run in
            let messages = try run.messages.map(\.message).filter { !$0.encrypted && $0.record.first == 22 }
            let hash = HashAlgorithm.sha256.hash(messages.flatMap { $0.record.dropFirst(5) })
            let master = try run.value(Knowledge.masterSecret)
            return try Working(
                .octets(prf(master, "client finished", hash, count: 12)),
                slips: [
                    .octets("servers-label", prf(master, "server finished", hash, count: 12)),
                    .octets("hash-alone", hash.prefix(12)),
                ],
                shown: run.shown(Knowledge.masterSecret) + [.octets(.quantity("SHA-256(handshake_messages)"), hash)])
        },
        Template(
            "tls.first-finished", .choice, run: "--dh --resume id", step: "tls.finished", cites: [.rfc(5246, "7.3")],
            words: TLS12Words.firstFinished
        ) { run in
            let first = try run.messages.first { $0.message.label == "Finished" }
            return .choice(
                first?.who == .server ? "server" : "client",
                ["always-the-client": "client", "both-at-once": "both", nobody: "neither", "server": "server"])
        },
        Template(
            "tls.cke-length", .number, run: "--rsa", step: "tls.client_key_exchange", cites: [.rfc(5246, "7.4.7.1")],
            words: TLS12Words.encryptedLength
        ) { run in
            // The header of the record has 5 octets, that of the message 4, and the length of the vector 2.
            let count = try run.journal.message("tls.client_key_exchange", of: .client).record.count - 11
            return Working(
                .number(count),
                slips: [
                    .number("length-of-the-secret", 48), .number("without-version", 46), .number("bits", 8 * count),
                ], shown: [.text(.serverKey, "RSA, n < 2^\(8 * count)")])
        },
        Template(
            "tls.flight-order", .order, credit: 2, run: "--dh", step: "tls.client_hello", cites: [.rfc(5246, "7.3")],
            words: TLS12Words.flightOrder
        ) { run in
            let handshake = try run.messages.map(\.message).filter { [20, 22].contains($0.record.first) }
            return Working(.order(handshake.prefix(8).map(\.label)))
        },
    ]

    /// The first `count` octets of the output of the PRF with SHA-256 (RFC 5246 section 5).
    private static func prf(_ secret: [UInt8], _ label: String, _ seed: [UInt8], count: Int) -> [UInt8] {
        PRF.compute(hash: .sha256, secret: secret, label: label, seed: seed, count: count)
    }
}

extension QuestionRun {
    /// The two randoms, the client's first.
    fileprivate var randoms: (client: [UInt8], server: [UInt8]) {
        get throws(ExerciseError) { (try value(Knowledge.clientRandom), try value(Knowledge.serverRandom)) }
    }
}
