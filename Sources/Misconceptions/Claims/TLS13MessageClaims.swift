import Trace

extension Claim {
    /// Claims about the messages, the records and the keys of TLS 1.3, and about what comes after it.
    static let ofTLS13Messages: [Claim] = [
        Claim(
            127, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "D.4"), .rfc(8446, "5")],
            runs: Run(
                "--tls13 --seed 7 --only tls.change_cipher_spec", shows: "The keys do not change here",
                unlike: Counterpart(
                    "--seed 7 --only tls.change_cipher_spec",
                    shows: "From the next record on, the client protects what it sends")),
            english:
                "In TLS 1.3 ChangeCipherSpec switches the keys.",
            "In TLS 1.2 it does.",
            "It is there for devices on the path. The receiver drops it, and the keys change at other messages."),
        Claim(
            128, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.2"), .rfc(8446, "4.1.3")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "tls.handshake.session_id cd93…2af9 (32 octets)",
                unlike: Counterpart(
                    "--rsa --resume id --seed 7 --only tls.server_hello", shows: "The session of that name goes on")),
            english:
                "In TLS 1.3 the session id resumes a session.",
            "The field is still there.",
            "The server sends back what the client has sent. Resumption works with a PSK."),
        Claim(
            129, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.2")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only chapter.tls_handshake",
                shows: "so all keys are new and forward secrecy begins again",
                unlike: Counterpart(
                    "--tls13 --resume psk-ke --seed 7 --only chapter.tls_handshake", shows: "and no exchange is made")),
            english:
                "A resumption of TLS 1.3 uses the old keys again.",
            "It uses a secret that follows from the old connection.",
            "All keys are new. With a fresh exchange, as in this run, forward secrecy begins again, too."),
        Claim(
            130, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.6.1")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only tls.new_session_ticket", shows: "for a later connection",
                alone: Words(english: "Each ticket is for a later connection.")),
            english:
                "A ticket is needed before the first data.",
            "It comes early in the connection.",
            "It is for a later connection."),
        Claim(
            131, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.6.1"), .rfc(8446, "4.2.11")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only tls.client_hello", shows: "only the server's ticket key opens it",
                alone: Words(english: "The server of a visit seals each ticket.")),
            english:
                "The ticket is the secret.",
            "The server finds the secret with its help.",
            "The ticket goes over the wire in clear in the next hello. Only the server's ticket key opens it."),
        Claim(
            132, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.11.2")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only tls.calc.binder:1", shows: "It encrypts nothing",
                alone: Words(english: "The binder is a MAC in each hello that has one.")),
            english:
                "The binder encrypts the ticket.",
            "It belongs to the ticket.",
            "It is a MAC over the hello: it proves that the client has the secret, and encrypts nothing."),
        Claim(
            133, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.4")],
            runs: Run(
                "--tls13 --hrr --seed 7 --only tls.hello_retry_request", shows: "This is no error",
                alone: Words(english: "The message means the same in each handshake that has it.")),
            english:
                "HelloRetryRequest is an error.",
            "It costs a round trip.",
            "The server asks for a public value in another group. The handshake goes on."),
        Claim(
            134, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.3"), .rfc(8446, "4.1.4")],
            runs: Run(
                "--tls13 --hrr --seed 7 --detail messages --only tls.hello_retry_request",
                shows: "tls.handshake.type 2",
                alone: Words(english: "The message has this form in each handshake that has it.")
            ),
            english:
                "HelloRetryRequest has a message type of its own.",
            "It has a meaning of its own.",
            "It is a ServerHello with a random that the RFC fixes."),
        Claim(
            135, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "4.4.4")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.client_verify_data:1", shows: "b89b…8aae (32 octets)",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.client_verify_data:1", shows: "fa41…d494 (12 octets)")),
            english:
                "Finished has 12 octets.",
            "In TLS 1.2 it has, with all suites of this program.",
            "In TLS 1.3 it is a whole HMAC: 32 octets with SHA-256."),
        Claim(
            136, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "7.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.application_keys_of_server:1",
                shows: "Each direction has one pair for the handshake and another one for data",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.key_block:1", shows: "server_write_key = 6abb…1208 (16 octets)")),
            english:
                "A connection has one key for each direction.",
            "In TLS 1.2 with GCM it has, as long as the two make no second handshake on it. A suite with CBC has a second key in each direction, for the MAC.",
            "In TLS 1.3 there are keys for the handshake and others for the data, and KeyUpdate makes more."),
        Claim(
            137, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.2"), .rfc(8446, "4.6.3")],
            runs: Run(
                "--tls13 --key-update --seed 7 --only tls.calc.client_application_traffic_secret_next:1",
                shows: "Nothing new enters",
                unlike: Counterpart("--tls13 --seed 7 --only tls.calc.handshake_secret:1", shows: "the exchange enters")
            ),
            english:
                "KeyUpdate agrees on new keys, with fresh randomness.",
            "The keys are new.",
            "They follow from the secret before. Nothing fresh goes in."),
        Claim(
            138, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.3"), .rfc(5288, "3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.record:6", shows: "nothing of it is on the wire",
                unlike: Counterpart(
                    "--rsa --seed 7 --detail messages --only tls.finished",
                    shows: "tls.record.nonce_explicit 0000000000000000")),
            english:
                "The number of the record is on the wire.",
            "In TLS 1.2 with GCM many programs send it as a part of the nonce, as this one does.",
            "In TLS 1.3 it is not sent. Both sides count, and the number goes into the nonce."),
        Claim(
            139, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.2")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.certificate", shows: "tls.record.inner_type handshake",
                unlike: Counterpart("--seed 7 --detail messages --only tls.finished:1", shows: "22 handshake")),
            english:
                "Content type 23 means application data.",
            "In TLS 1.2 it does.",
            "In TLS 1.3 every encrypted record says 23. The real type stands inside."),
        Claim(
            140, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.4"), .rfc(8446, "E.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.application_data", shows: "TLS application data 127 B, encrypted]",
                unlike: Counterpart(
                    "--tls13 --pad 512 --seed 7 --only tls.application_data",
                    shows: "TLS application data 533 B, encrypted]")),
            english:
                "Encryption in TLS 1.3 hides how long the data is.",
            "It does, if the two sides pad their records.",
            "Without padding it hides no length."),
        Claim(
            141, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "6")],
            runs: Run(
                "--tls13 --server-chain expired --alerts-as-warnings --seed 7 --only tls.alert",
                shows: "In TLS 1.3 the level means nothing",
                alone: Words(english: "The option is for TLS 1.3: in TLS 1.2 the level counts.")),
            english:
                "An alert at the level of a warning can be passed over.",
            "In TLS 1.2 some can. In TLS 1.3 close_notify and user_canceled are no errors.",
            "In TLS 1.3 the level means nothing: an alert of another kind ends the connection."),
        Claim(
            142, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.3"), .rfc(8446, "E.1")],
            runs: Run(
                "attack version-downgrade --seed 7 --exchange weak-group --client unchecked",
                shows: "Finished covers the versions, and still the downgrade has succeeded",
                unlike: Counterpart(
                    "attack version-downgrade --seed 7 --exchange weak-group --client checks",
                    shows: "STOPPED by the client at ServerHello")),
            english:
                "A downgrade is impossible, because Finished covers the versions.",
            "It does cover them.",
            "An attacker who breaks the exchange of the older version writes Finished herself. The sign in the server's random stops her."
        ),
        Claim(
            143, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.3"), .rfc(8446, "D.2")],
            runs: Run(
                "--dh --server-speaks-both --seed 7 --only tls.downgrade_sentinel",
                shows: "the server speaks TLS 1.3 too",
                alone: Words(
                    english: "The claim speaks of servers that speak both versions, and each of them serves both.")),
            english:
                "A server that speaks TLS 1.3 cannot serve old clients.",
            "The two versions have other messages.",
            "It answers an old hello with TLS 1.2, and says in its random that it can do more."),
        Claim(
            144, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "2.2"), .rfc(8446, "4.2.9")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only chapter.tls_handshake",
                shows: "A fresh exchange is made all the same",
                unlike: Counterpart(
                    "--tls13 --resume psk-ke --seed 7 --only chapter.tls_handshake", shows: "and no exchange is made")),
            english:
                "With a PSK there is no key exchange.",
            "In the mode psk_ke it is so.",
            "In the usual mode a fresh exchange is made, too."),
        Claim(
            145, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.7")],
            runs: Run(
                "--tls13 --group X25519MLKEM768 --seed 7 --detail messages --only tls.server_hello",
                shows: "43 supported_versions: 0x0304 (TLS 1.3)",
                alone: Words(english: "The hybrid groups are groups of TLS 1.3.")),
            english:
                "TLS against quantum computers is a new version.",
            "It needs new methods.",
            "It is a new group of TLS 1.3. The version stays."),
        Claim(
            146, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --group X25519MLKEM768 --seed 7 --only attack.reach",
                shows: "The half of ML-KEM is still missing",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only attack.reach",
                    shows: "A future quantum computer that breaks x25519 opens the recording")),
            english:
                "A hybrid exchange is as weak as its weaker half.",
            "It has two halves, and one may fall.",
            "Both secrets go into the keys. An attacker has to break both."),
        Claim(
            147, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "E.1")],
            runs: Run(
                "--tls13 --seed 7 --only attack.reach",
                shows: "The recording of today is what such a machine would read",
                unlike: Counterpart(
                    "--tls13 --group X25519MLKEM768 --seed 7 --only attack.reach",
                    shows: "The half of ML-KEM is still missing")),
            english:
                "Quantum computers come later, so the recordings of today are safe.",
            "No such machine is known today.",
            "The recording of today is what such a machine would read."),
    ]
}
