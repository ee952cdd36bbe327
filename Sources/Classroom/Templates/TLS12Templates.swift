import Crypto
import TLSSim
import Trace

/// Questions about TLS 1.2: randoms, the PRF, and Finished.
extension Template {
    static let tls12: [Template] = [
        Template(
            "tls.randoms-known", .several, run: "--rsa", step: "tls.server_hello", cites: [.rfc(5246, "7.4.1.2")],
            english: .init(
                goal: "You know which inputs of the keys an onlooker reads.",
                ask:
                    "A client and a server speak TLS 1.2 with RSA key transport. Which of these quantities stand in clear in what they send?",
                hint: "Ask of each: in which message does it go, and is that message encrypted?",
                because:
                    "The two randoms stand in the hellos, which are in clear. The premaster secret goes encrypted, and the master secret is never sent."
            )
        ) { run, key in
            let secrets = [
                Knowledge.clientRandom, Knowledge.serverRandom, Knowledge.premasterSecret, Knowledge.masterSecret,
            ]
            let clear = try Set(secrets.filter { try run.carriesInClear(run.value($0)) }.map(\.name))
            key.right = [.letters(clear)]
            key.offered = secrets.map(\.name)
            key["randoms-are-secret", .letters([])] = Words(
                english: "You expect that randoms are secret. They make each connection different, and they hide "
                    + "nothing. Look at the two hellos.")
            key["only-the-clients", .letters([Knowledge.clientRandom.name])] = Words(
                english: "Both sides send their random in the same way. Look at the second message of the handshake.")
            key["encrypted-is-sent", .letters(clear.union([Knowledge.premasterSecret.name]))] = Words(
                english: "The premaster secret goes over the wire encrypted to the server's key. What is sent is "
                    + "another number. Look at ClientKeyExchange.")
        },
        Template(
            "tls.premaster-head", .hex, run: "--rsa", step: "tls.calc.premaster_secret", cites: [.rfc(5246, "7.4.7.1")],
            english: .init(
                goal: "You know what a premaster secret of RSA key transport is made of.",
                ask:
                    "A client makes the premaster secret for RSA key transport. It has sent the ClientHello that is shown. Which two octets does the premaster secret begin with, in hexadecimal?",
                hint: "The premaster secret has a part that is not random. Ask what it protects against.",
                because:
                    "The first two octets are the version that the client has offered. They guard against a rollback.")
        ) { run, key in
            let premaster = try run.value(Knowledge.premasterSecret)
            key.right = [.octets(Array(premaster.prefix(2)))]
            key["all-random", .octets(Array(premaster.dropFirst(2).prefix(2)))] = Words(
                english: "You expect that the whole secret is random. Its beginning is a number that both sides "
                    + "know. Look at the structure of PreMasterSecret.")
            key["record-version", .octets([3, 1])] = Words(
                english: "Many clients write this version into the header of their first record, whatever they "
                    + "offer. Look at the version inside the message, behind the header of the message.")
            try key.shown = [
                .octets(
                    Words(english: "ClientHello: the whole TLS record"),
                    run.journal.message("tls.client_hello", of: .client).record)
            ]
        },
        Template(
            "tls.master-head", .hex, credit: 3, run: "--rsa", distinct: true, step: "tls.calc.master_secret",
            cites: [.rfc(5246, "8.1")],
            english: .init(
                goal: "You can compute a master secret.",
                ask:
                    "Here are the premaster secret and the two randoms of a connection of TLS 1.2 whose PRF uses SHA-256. What are the first eight octets of the master secret, in hexadecimal?",
                hint:
                    "master_secret = PRF(pre_master_secret, \"master secret\", ClientHello.random + ServerHello.random). PRF is P_SHA256 over label and seed.",
                because:
                    "The master secret is the output of the PRF under the premaster secret, with the label and the client's random before the server's."
            )
        ) { run, key in
            let premaster = try run.value(Knowledge.premasterSecret)
            let (client, server) = try run.randoms
            func head(_ label: String, _ seed: [UInt8]) -> [UInt8] { prf(premaster, label, seed, count: 8) }
            key.right = [.octets(head("master secret", client + server))]
            key["servers-first", .octets(head("master secret", server + client))] = Words(
                english: "You have put the server's random first. That is the order for the key block. Look at the "
                    + "formula of the master secret.")
            key["no-prf", .octets(Array(premaster.prefix(8)))] = Words(
                english: "These are octets of the premaster secret itself. The PRF mixes it with label and randoms. "
                    + "Look at the calculation of the master secret.")
            key["wrong-label", .octets(head("key expansion", client + server))] = Words(
                english: "You have used the label of the key block. Look at the label in the formula of the master "
                    + "secret.")
            key.shown = try run.shown(Knowledge.premasterSecret, Knowledge.clientRandom, Knowledge.serverRandom)
        },
        Template(
            "tls.key-block-length", .number, run: "--rsa --cipher TLS_RSA_WITH_AES_256_GCM_SHA384",
            step: "tls.calc.key_block", cites: [.rfc(5246, "6.3"), .rfc(5288, "3")],
            english: .init(
                goal: "You know what a key block is cut into.",
                ask: "How many octets of the key block does this cipher suite use?",
                hint:
                    "AEAD suites need no MAC keys. Count for both directions: a key and the fixed part of the nonce, which has four octets.",
                because: "Both directions need a key and the fixed part of a nonce, and no MAC key.")
        ) { run, key in
            let count = try run.journal.keyBlockLength
            key.right = [.number(count)]
            key["smaller-cipher", .number(40)] = Words(
                english: "This is the length for a key of 128 bits. Look at the name of the suite.")
            key["everything-doubles", .number(80)] = Words(
                english: "You have doubled the lengths of the smaller suite. The key grows, and the fixed part of "
                    + "the nonce does not. Look at the four parts.")
            key["bits", .number(8 * count)] = Words(
                english: "This is the number of bits. Look at the question: it asks for octets.")
            key["one-key", .number(32)] = Words(
                english: "This is one key. The key block serves both directions and has the fixed parts of the "
                    + "nonces too. Look at the four parts.")
            key.shown = [.text(Words(english: "cipher suite"), "TLS_RSA_WITH_AES_256_GCM_SHA384")]
        },
        Template(
            "tls.server-iv", .hex, credit: 3, run: "--rsa", distinct: true, step: "tls.calc.key_block",
            cites: [.rfc(5246, "6.3"), .rfc(5288, "3")],
            english: .init(
                goal: "You can cut a key block.",
                ask:
                    "Here are the master secret and the two randoms of a connection with TLS_RSA_WITH_AES_128_GCM_SHA256. Which four octets are server_write_IV, in hexadecimal?",
                hint:
                    "key_block = PRF(master_secret, \"key expansion\", server_random + client_random). It is cut into two keys of 16 octets and two IVs of four, the client's first each time.",
                because:
                    "The server's IV is the last of the four parts. In the key expansion the server's random comes first."
            )
        ) { run, key in
            let master = try run.value(Knowledge.masterSecret)
            let (client, server) = try run.randoms
            let block = prf(master, "key expansion", server + client, count: 40)
            key.right = [.octets(Array(block.dropFirst(36)))]
            key["clients-iv", .octets(Array(block.dropFirst(32).prefix(4)))] = Words(
                english: "These octets are the client's IV. Look at the order in which the key block is cut.")
            key[
                "clients-random-first",
                .octets(Array(prf(master, "key expansion", client + server, count: 40).dropFirst(36)))] = Words(
                    english: "You have put the client's random first. That is the order for the master secret. Look at "
                        + "the formula of the key block.")
            key.shown = try run.shown(Knowledge.masterSecret, Knowledge.clientRandom, Knowledge.serverRandom)
        },
        Template(
            "tls.client-verify", .hex, credit: 3, run: "--dh", distinct: true, step: "tls.calc.client_verify_data",
            cites: [.rfc(5246, "7.4.9")],
            english: .init(
                goal: "You can compute what Finished says.",
                ask:
                    "Here are the master secret of a connection of TLS 1.2 and the hash of its handshake messages before the client's Finished. What is the client's verify_data, twelve octets in hexadecimal?",
                hint:
                    "verify_data = PRF(master_secret, finished_label, Hash(handshake_messages)). The label says whose Finished it is.",
                because:
                    "The PRF under the master secret covers the label of the client and the hash of all handshake messages so far."
            )
        ) { run, key in
            let messages = try run.messages.map(\.message).filter { !$0.encrypted && $0.record.first == 22 }
            let hash = HashAlgorithm.sha256.hash(messages.flatMap { $0.record.dropFirst(5) })
            let master = try run.value(Knowledge.masterSecret)
            key.right = [.octets(prf(master, "client finished", hash, count: 12))]
            key["servers-label", .octets(prf(master, "server finished", hash, count: 12))] = Words(
                english: "You have used the label of the other side. Each side has its own. Look at the label in the "
                    + "formula.")
            key["hash-alone", .octets(Array(hash.prefix(12)))] = Words(
                english: "This is the hash itself. An attacker could compute it too: the secret is missing. Look at "
                    + "the first input of the PRF.")
            try key.shown =
                run.shown(Knowledge.masterSecret) + [.octets(Words(english: "SHA-256(handshake_messages)"), hash)]
        },
        Template(
            "tls.first-finished", .choice, run: "--dh --resume id", step: "tls.finished", cites: [.rfc(5246, "7.3")],
            english: .init(
                goal: "You know who finishes first when a session is resumed.",
                ask:
                    "A client offers the id of an earlier session, and the server accepts it. Which side writes its Finished first?",
                hint: "Ask which side has everything that it needs for the keys first.",
                because:
                    "The server has the old master secret and both randoms when it has read ClientHello. So it sends its Finished in its first flight."
            )
        ) { run, key in
            let first = try run.messages.first { $0.message.label == "Finished" }
            key.right = [.choice(first?.who == .server ? "server" : "client")]
            key["always-the-client", .choice("client")] = Words(
                english: "This is the order of a full handshake. In the short one no ClientKeyExchange has to come "
                    + "first. Look at what follows ServerHello.")
            key["both-at-once", .choice("both")] = Words(
                english: "The second Finished covers the first one. Look at which of them comes with the other "
                    + "side's first flight.")
            key[nobody, .choice("neither")] = Words(
                english: "A resumed session is proved with Finished too. Look at what follows ChangeCipherSpec.")
            key.choices["client"] = Words(english: "the client")
            key.choices["server"] = Words(english: "the server")
            key.choices["both"] = Words(english: "both at the same time")
            key.choices["neither"] = Words(english: "neither: there is no Finished")
        },
        Template(
            "tls.cke-length", .number, run: "--rsa", step: "tls.client_key_exchange", cites: [.rfc(5246, "7.4.7.1")],
            english: .init(
                goal: "You know how long a number is that RSA has encrypted.",
                ask:
                    "A client encrypts the premaster secret to the public key that is shown. How many octets has the EncryptedPreMasterSecret, without its length field?",
                hint: "A result of RSA is a number modulo n, and it is written with as many octets as n.",
                because: "The result of RSA is as long as the modulus, whatever goes in.")
        ) { run, key in
            // The header of the record has 5 octets, that of the message 4, and the length of the vector 2.
            let count = try run.journal.message("tls.client_key_exchange", of: .client).record.count - 11
            key.right = [.number(count)]
            key["length-of-the-secret", .number(48)] = Words(
                english: "This is the length of the premaster secret. RSA turns it into a number modulo n. Look at "
                    + "the length of ClientKeyExchange.")
            key["without-version", .number(46)] = Words(
                english: "This counts the random octets of the premaster secret. RSA turns the whole into a number "
                    + "modulo n. Look at the length of ClientKeyExchange.")
            key["bits", .number(8 * count)] = Words(
                english: "This is the number of bits. Look at the question: it asks for octets.")
            key.shown = [.text(Words(english: "Public key in the server's certificate"), "RSA, n < 2^\(8 * count)")]
        },
        Template(
            "tls.flight-order", .order, credit: 2, run: "--dh", step: "tls.client_hello", cites: [.rfc(5246, "7.3")],
            english: .init(
                goal: "You know the order of the messages in a full handshake.",
                ask:
                    "Here are the messages of a full handshake with ephemeral Diffie-Hellman in TLS 1.2, up to the first Finished, shuffled. Put them into their order.",
                hint:
                    "The server says all it has to say in one flight. The client's keys come before its ChangeCipherSpec.",
                because:
                    "The hellos agree, the server shows certificate and parameters, the client answers, and ChangeCipherSpec stands right before Finished."
            )
        ) { run, key in
            let handshake = try run.messages.map(\.message).filter { [20, 22].contains($0.record.first) }
            key.right = [.order(handshake.prefix(8).map(\.label))]
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
