import Crypto
import Simulator
import TLSSim
import Trace

/// Questions about TLS 1.3.
extension Template {
    static let tls13: [Template] = [
        Template(
            "tls13.encrypted", .several, credit: 2, run: "--tls13", step: "tls.encrypted_extensions",
            cites: [.rfc(8446, "2")], words: TLS13Words.encrypted
        ) { run in
            let names = ["ServerHello", "EncryptedExtensions", "Certificate", "CertificateVerify", "Finished"]
            let hidden = try run.messages.filter { $0.who == .server && $0.message.record.first == 23 }
            return Working(
                .several(Set(hidden.map(\.message.label)).intersection(names), of: names),
                slips: [
                    .several("nothing-before-finished", []),
                    .several("certificate-in-clear", ["EncryptedExtensions", "CertificateVerify", "Finished"]),
                    .several("hello-too", Set(names)),
                ])
        },
        Template(
            "tls13.order", .order, credit: 2, run: "--tls13", step: "tls.client_hello", cites: [.rfc(8446, "2")],
            words: TLS13Words.order
        ) { run in
            let labels = try run.messages.map(\.message.label)
            let handshake = labels.filter {
                $0 != "ChangeCipherSpec" && $0 != "application data" && !$0.hasPrefix("Alert")
            }
            return Working(.order(Array(handshake.prefix(6))))
        },
        Template(
            "tls13.round-trips", .number, run: "--tls13", step: "chapter.application_data", cites: [.rfc(8446, "2")],
            words: TLS13Words.roundTrips
        ) { run in
            let request = try run.journal.event("chapter.application_data", of: .client).at
            let start = try run.entry(of: .client, into: "ESTABLISHED")
            let roundTrip = Wire().latency * 2
            func trips(_ span: TimeSpan) -> Int { Int(span.microseconds / roundTrip.microseconds) }
            return Working(
                .number(trips(request - start)),
                slips: [.number("with-tcp", trips(request - .zero)), .number("as-in-1.2", 2)],
                shown: [.text(.quantity("TLS"), "1.3")])
        },
        Template(
            "tls13.handshake-secret", .hex, credit: 3, run: "--tls13", distinct: true,
            step: "tls.calc.handshake_secret", cites: [.rfc(8446, "7.1")], words: TLS13Words.handshakeSecret
        ) { run in
            let shared = try run.value(Knowledge.sharedSecret)
            let hash = HashAlgorithm.sha256
            let zeros = [UInt8](repeating: 0, count: hash.outputLength)
            let early = HKDF.extract(hash: hash, salt: zeros, inputKeyingMaterial: zeros)
            let salt = try HKDF.deriveSecret(
                HMAC(key: early, hash: hash), label: "derived", transcriptHash: hash.hash([]))
            func head(_ salt: [UInt8]) -> [UInt8] {
                Array(HKDF.extract(hash: hash, salt: salt, inputKeyingMaterial: shared).prefix(8))
            }
            return Working(
                .octets(head(salt)),
                slips: [
                    .octets("shared-is-the-key", shared.prefix(8)), .octets("no-derived-step", head(early)),
                    .octets("early-secret", early.prefix(8)),
                ], shown: try run.shown(Knowledge.sharedSecret))
        },
        Template(
            "tls13.server-key", .hex, credit: 3, run: "--tls13", distinct: true,
            step: "tls.calc.handshake_keys_of_server", cites: [.rfc(8446, "7.3")], words: TLS13Words.serverKey
        ) { run in
            let secrets = ["server", "client"].map { SecretID("\($0)_handshake_traffic_secret") }
            let keys = try secrets.map {
                try HKDF.expandLabel(hash: .sha256, secret: run.value($0), label: "key", count: 16)
            }
            return try Working(
                .octets(keys[0]),
                slips: [
                    .octets("clients-key", keys[1]), .octets("secret-is-the-key", run.value(secrets[0]).prefix(16)),
                ], shown: run.shown(secrets[0], secrets[1]))
        },
        Template(
            "tls13.retry-random", .hex, run: "--tls13 --hrr", step: "tls.hello_retry_request",
            cites: [.rfc(8446, "4.1.3")], words: TLS13Words.retryRandom
        ) { run in
            let retry = try run.journal.message("tls.hello_retry_request", of: .server).random
            let server = try run.journal.message("tls.server_hello", of: .server).random
            let client = try run.journal.message("tls.client_hello", of: .client).random
            return Working(
                .octets(Array(retry.prefix(8))),
                slips: [.octets("servers-own", server.prefix(8)), .octets("clients", client.prefix(8))],
                shown: [
                    .octets(.quantity("ClientHello.random"), client), .octets(.quantity("ServerHello.random"), server),
                ])
        },
        Template(
            "tls13.share-octets", .number, run: "--tls13 --group X25519MLKEM768", step: "tls.server_hello",
            cites: [.rfc(8446, "4.2.8")], words: TLS13Words.shareOctets
        ) { run in
            let hello = try run.journal.message("tls.server_hello", of: .server)
            let name = "tls.handshake.extensions_key_share_key_exchange_length"
            let length = try (hello.panes.first?.fields.first(named: name)?.number).orThrow(.noStep(name))
            let sizes = ["X25519 32", "ML-KEM-768 encapsulation key 1184", "ML-KEM-768 ciphertext 1088"]
            return Working(
                .number(length),
                slips: [
                    .number("clients-share", 1216), .number("x25519-alone", 32), .number("lattice-alone", 1088),
                ], shown: [.text(.sizes, sizes.joined(separator: "\n"))])
        },
        Template(
            "tls13.early-thief", .several, credit: 2, run: "--tls13 --resume early", step: "end.reach",
            cites: [.rfc(8446, "2.3")], words: TLS13Words.earlyThief
        ) { run in
            let sought = [Knowledge.earlyData, Knowledge.applicationData, SecretID("handshake_secret")]
            return Working(
                .several(try run.loot(of: sought), of: sought.map(\.name)),
                slips: [.several("forward-secret-too", []), .several("opens-all", Set(sought.map(\.name)))])
        },
        Template(
            "compare.round-trips", .number, topic: "tls13", run: "compare dhe tls13", step: "",
            cites: [.rfc(8446, "2")], words: TLS13Words.comparedTrips
        ) { run in
            let trips = run.runs.compactMap { VisitFigures($0.journal, breaking: []).trips?.withTCP }
            guard trips.count == 2 else { throw ExerciseError.noStep("two runs") }
            return Working(
                .number(trips[0] - trips[1]),
                slips: [.number("whole-way", trips[1]), .number("both-alike", 0)],
                shown: [
                    .text(.quantity("TLS"), "1.2, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256\n1.3, TLS_AES_128_GCM_SHA256")
                ])
        },
    ]
}
