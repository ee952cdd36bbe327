import Crypto
import Simulator
import TLSSim
import Trace

/// Questions about TLS 1.3.
extension Template {
    static let tls13: [Template] = [
        Template(
            "tls13.encrypted", .several, credit: 2, run: "--tls13", step: "tls.encrypted_extensions",
            cites: [.rfc(8446, "2")],
            english: .init(
                goal: "You know where encryption begins in TLS 1.3.",
                ask: "Which of these messages of a server does TLS 1.3 send encrypted?",
                hint: "Ask from which message on both sides have a shared secret.",
                because: "Both sides can compute keys when the hellos are there. All that follows is encrypted.")
        ) { run, key in
            let names = ["ServerHello", "EncryptedExtensions", "Certificate", "CertificateVerify", "Finished"]
            let hidden = try run.messages.filter { $0.who == .server && $0.message.record.first == 23 }
            key.right = [.letters(Set(hidden.map(\.message.label)).intersection(names))]
            key.offered = names
            key["nothing-before-finished", .letters([])] = Words(
                english: "This is so in TLS 1.2. Here the shares stand in the hellos, so there are keys earlier. "
                    + "Look at the types of the records.")
            key["certificate-in-clear", .letters(["EncryptedExtensions", "CertificateVerify", "Finished"])] = Words(
                english: "You expect that a certificate has to be readable before there is a key. It is not needed "
                    + "for the keys. Look at the type of its record.")
            key["hello-too", .letters(Set(names))] = Words(
                english: "The client needs the share in ServerHello before it has a key. Look at the type of its "
                    + "record.")
        },
        Template(
            "tls13.order", .order, credit: 2, run: "--tls13", step: "tls.client_hello", cites: [.rfc(8446, "2")],
            english: .init(
                goal: "You know the order of the messages in TLS 1.3.",
                ask:
                    "Here are the messages of a handshake of TLS 1.3 up to the server's Finished, shuffled. Put them into their order.",
                hint: "The signature covers the certificate, and Finished covers all before it.",
                because:
                    "After the hellos come the extensions, the certificate, the proof that its key is there, and Finished over all."
            )
        ) { run, key in
            let labels = try run.messages.map(\.message.label)
            let handshake = labels.filter {
                $0 != "ChangeCipherSpec" && $0 != "application data" && !$0.hasPrefix("Alert")
            }
            key.right = [.order(Array(handshake.prefix(6)))]
        },
        Template(
            "tls13.round-trips", .number, run: "--tls13", step: "chapter.application_data", cites: [.rfc(8446, "2")],
            english: .init(
                goal: "You know how long a handshake of TLS 1.3 takes.",
                ask:
                    "A connection of TCP is open. How many round trips pass from there until the client sends its request, with TLS 1.3?",
                hint: "Count what the client has to wait for before it has keys and has checked the server.",
                because:
                    "The server's whole flight answers the ClientHello. Then the client can send Finished and its request together."
            )
        ) { run, key in
            let request = try run.journal.event("chapter.application_data", of: .client).at
            let start = try run.entry(of: .client, into: "ESTABLISHED")
            let roundTrip = Wire().latency * 2
            func trips(_ span: TimeSpan) -> Int { Int(span.microseconds / roundTrip.microseconds) }
            key.right = [.number(trips(request - start))]
            key["with-tcp", .number(trips(request - .zero))] = Words(
                english: "You have counted the opening of TCP as well. Look at where the question begins.")
            key["as-in-1.2", .number(2)] = Words(
                english: "This is so in TLS 1.2, where the client's key comes with its second flight. Look at where "
                    + "the shares stand.")
            key.shown = [.text(Words(english: "TLS"), "1.3")]
        },
        Template(
            "tls13.handshake-secret", .hex, credit: 3, run: "--tls13", distinct: true,
            step: "tls.calc.handshake_secret", cites: [.rfc(8446, "7.1")],
            english: .init(
                goal: "You can compute the handshake secret.",
                ask:
                    "Here is the shared secret of a handshake of TLS 1.3 without PSK, whose hash is SHA-256. What are the first eight octets of the handshake secret, in hexadecimal?",
                hint:
                    "Early Secret = HKDF-Extract(0, 0). Handshake Secret = HKDF-Extract(Derive-Secret(Early Secret, \"derived\", \"\"), shared secret).",
                because: "Each step extracts with a secret derived from the one before as the salt.")
        ) { run, key in
            let shared = try run.value(Knowledge.sharedSecret)
            let hash = HashAlgorithm.sha256
            let zeros = [UInt8](repeating: 0, count: hash.outputLength)
            let early = HKDF.extract(hash: hash, salt: zeros, inputKeyingMaterial: zeros)
            let salt = try HKDF.deriveSecret(
                HMAC(key: early, hash: hash), label: "derived", transcriptHash: hash.hash([]))
            func head(_ salt: [UInt8]) -> [UInt8] {
                Array(HKDF.extract(hash: hash, salt: salt, inputKeyingMaterial: shared).prefix(8))
            }
            key.right = [.octets(head(salt))]
            key["shared-is-the-key", .octets(Array(shared.prefix(8)))] = Words(
                english: "These are octets of the shared secret itself. It is input to HKDF-Extract. Look at the key "
                    + "schedule.")
            key["no-derived-step", .octets(head(early))] = Words(
                english: "You have used the early secret itself as the salt. There is a step between. Look at what "
                    + "stands between two extractions in the key schedule.")
            key["early-secret", .octets(Array(early.prefix(8)))] = Words(
                english: "This is the early secret, which is the same in each handshake without PSK. Look at the "
                    + "second extraction.")
            key.shown = try run.shown(Knowledge.sharedSecret)
        },
        Template(
            "tls13.server-key", .hex, credit: 3, run: "--tls13", distinct: true,
            step: "tls.calc.handshake_keys_of_server", cites: [.rfc(8446, "7.3")],
            english: .init(
                goal: "You can compute a traffic key.",
                ask:
                    "Here are two secrets of a handshake with TLS_AES_128_GCM_SHA256. What is the key with which the server protects its handshake messages: 16 octets in hexadecimal?",
                hint: "key = HKDF-Expand-Label(Secret, \"key\", \"\", 16). Each side writes with its own secret.",
                because: "The server writes with a key that is expanded from its own traffic secret.")
        ) { run, key in
            let secrets = ["server", "client"].map { SecretID("\($0)_handshake_traffic_secret") }
            let keys = try secrets.map {
                try HKDF.expandLabel(hash: .sha256, secret: run.value($0), label: "key", count: 16)
            }
            key.right = [.octets(keys[0])]
            key["clients-key", .octets(keys[1])] = Words(
                english: "This is the key of the client. Look at which secret belongs to the side that writes.")
            try key["secret-is-the-key", .octets(Array(run.value(secrets[0]).prefix(16)))] = Words(
                english: "These are octets of the secret itself. Key and IV are expanded from it. Look at the labels.")
            try key.shown = run.shown(secrets[0], secrets[1])
        },
        Template(
            "tls13.retry-random", .hex, run: "--tls13 --hrr", step: "tls.hello_retry_request",
            cites: [.rfc(8446, "4.1.3")],
            english: .init(
                goal: "You know how a client recognizes a HelloRetryRequest.",
                ask:
                    "A server asks for another share with a HelloRetryRequest, which has the form of a ServerHello. Which eight octets does its random begin with, in hexadecimal? The randoms of the two hellos are shown; RFC 8446 section 4.1.3 and a hash function help.",
                hint: "The random of this message is not drawn. It is the SHA-256 of a name.",
                because: "The random is SHA-256 of \"HelloRetryRequest\", the same in each connection.")
        ) { run, key in
            let retry = try run.journal.message("tls.hello_retry_request", of: .server).random
            let server = try run.journal.message("tls.server_hello", of: .server).random
            let client = try run.journal.message("tls.client_hello", of: .client).random
            key.right = [.octets(Array(retry.prefix(8)))]
            key["servers-own", .octets(Array(server.prefix(8)))] = Words(
                english: "This is the random of the real ServerHello, which comes later. The client has to tell the "
                    + "two apart. Look at RFC 8446 section 4.1.3.")
            key["clients", .octets(Array(client.prefix(8)))] = Words(
                english: "This is the client's random. Look at RFC 8446 section 4.1.3.")
            key.shown = [
                .octets(Words(english: "ClientHello.random"), client),
                .octets(Words(english: "ServerHello.random"), server),
            ]
        },
        Template(
            "tls13.share-octets", .number, run: "--tls13 --group X25519MLKEM768", step: "tls.server_hello",
            cites: [.rfc(8446, "4.2.8")],
            english: .init(
                goal: "You know what a hybrid share is made of.",
                ask:
                    "Client and server agree on the group X25519MLKEM768. How many octets has the share of the server?",
                hint: "The server answers with a ciphertext of ML-KEM and with a public value of X25519.",
                because: "The server's share is the ciphertext of ML-KEM-768 followed by the public value of X25519.")
        ) { run, key in
            let hello = try run.journal.message("tls.server_hello", of: .server)
            let name = "tls.handshake.extensions_key_share_key_exchange_length"
            let length = try (hello.panes.first?.fields.first(named: name)?.number).orThrow(.noStep(name))
            let sizes = ["X25519 32", "ML-KEM-768 encapsulation key 1184", "ML-KEM-768 ciphertext 1088"]
            key.right = [.number(length)]
            key["clients-share", .number(1216)] = Words(
                english: "This is the length of the client's share, with the encapsulation key. Look at which side "
                    + "sends the ciphertext.")
            key["x25519-alone", .number(32)] = Words(
                english: "This is the part of X25519. The group is a hybrid. Look at the other part.")
            key["lattice-alone", .number(1088)] = Words(
                english: "This is the part of ML-KEM. The group is a hybrid. Look at the other part.")
            key.shown = [.text(Words(english: "Lengths in octets"), sizes.joined(separator: "\n"))]
        },
        Template(
            "tls13.early-thief", .several, credit: 2, run: "--tls13 --resume early", step: "end.reach",
            cites: [.rfc(8446, "2.3")],
            english: .init(
                goal: "You know what protects early data.",
                ask:
                    "A client resumes with a ticket and sends early data. A thief has recorded this, and later steals the server's private key and the key of its tickets. Which of these can the thief find?",
                hint: "Ask from which secrets each key is made, and whether a share of this connection enters it.",
                because:
                    "Early data are protected with a key from the ticket's secret alone. All later keys need the exchange of this connection too."
            )
        ) { run, key in
            let sought = [Knowledge.earlyData, Knowledge.applicationData, SecretID("handshake_secret")]
            key.right = [.letters(try run.loot(of: sought))]
            key.offered = sought.map(\.name)
            key["forward-secret-too", .letters([])] = Words(
                english: "You expect forward secrecy for all data. The client sends early data before the server has "
                    + "said anything. Look at what enters their key.")
            key["opens-all", .letters(Set(sought.map(\.name)))] = Words(
                english: "The exchange of this connection enters all later keys, and the thief lacks it. Look at the "
                    + "second extraction of the key schedule.")
        },
        Template(
            "compare.round-trips", .number, topic: "tls13", run: "compare dhe tls13", step: "",
            cites: [.rfc(8446, "2")],
            english: .init(
                goal: "You can say what TLS 1.3 saves.",
                ask:
                    "A client opens a connection and sends a request, once with TLS 1.2 and once with TLS 1.3, in full handshakes. How many round trips earlier does the request leave with TLS 1.3?",
                hint: "Count the round trips before the request in both versions, and subtract.",
                because: "In TLS 1.3 the shares stand in the hellos, so that the client has keys one flight earlier.")
        ) { run, key in
            let trips = run.runs.compactMap { VisitFigures($0.journal, breaking: []).trips?.withTCP }
            guard trips.count == 2 else { throw ExerciseError.noStep("two runs") }
            key.right = [.number(trips[0] - trips[1])]
            key["whole-way", .number(trips[1])] = Words(
                english: "This is the count of all round trips before the request. Look at the difference between "
                    + "the two.")
            key["both-alike", .number(0)] = Words(
                english: "The two differ in where the client's public value stands. Look at the flights before the "
                    + "request.")
            key.shown = [
                .text(Words(english: "TLS"), "1.2, TLS_DHE_RSA_WITH_AES_128_GCM_SHA256\n1.3, TLS_AES_128_GCM_SHA256")
            ]
        },
    ]
}
