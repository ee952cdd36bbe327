import Trace

extension Claim {
    /// Claims about TLS 1.3.
    static let ofTLS13: [Claim] = [
        Claim(
            108, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.3"), .rfc(8446, "4.2.1")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "43 supported_versions: 0x0304 (TLS 1.3)"),
            english:
                "ServerHello of TLS 1.3 says 1.3 in its version field.",
            "It says which version is chosen.",
            "The field says 1.2 for ever. The extension supported_versions says 1.3."),
        Claim(
            109, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "5.1")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.certificate",
                shows: "tls.record.version 0x0303 (TLS 1.2)"),
            english:
                "The version of the record tells the version of TLS.",
            "In TLS 1.2 it does, after the hellos.",
            "In TLS 1.3 every record says 1.2, but for that of a first hello, which may say 1.0."),
        Claim(
            110, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.client_handshake_traffic_secret:1",
                shows: "changes one octet of them, the two sides get different keys"),
            english:
                "In TLS 1.3 the two randoms are only for show.",
            "They stand in no formula of their own.",
            "They stand in the hellos, and every traffic secret depends on each octet of the hellos."),
        Claim(
            111, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "compare dhe tls13 --seed 7 --only changes", shows: "The two randoms are no longer inputs of a formula"),
            english:
                "In TLS 1.3 the randoms go into the formula of the keys, as in TLS 1.2.",
            "The keys depend on them.",
            "They are part of the hellos, and the hash of the messages is the input."),
        Claim(
            112, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.4.2"), .rfc(8446, "1.2")],
            runs: Run("compare dhe tls13 --seed 7 --only changes", shows: "The server's certificate is encrypted"),
            english:
                "TLS 1.3 sends the certificate in clear, as TLS 1.2 does.",
            "TLS 1.2 does.",
            "In TLS 1.3 it is encrypted: both sides have keys after the two hellos."),
        Claim(
            113, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.2")],
            runs: Run(
                "compare dhe tls13 --seed 7 --only changes",
                shows: "The name of the host (www.example.com) is still in clear"),
            english:
                "With TLS 1.3 an onlooker does not know where I go.",
            "He reads no certificate.",
            "The name of the host stands in ClientHello, in clear."),
        Claim(
            114, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "E.1.2"), .rfc(8446, "4.4.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate", shows: "An attacker who acts as the client can read it"),
            english:
                "What comes after ServerHello is encrypted to the genuine server, so only it can read it.",
            "It is encrypted.",
            "The keys are agreed before the server has proved its name. An attacker who acts as the client reads the server's certificate."
        ),
        Claim(
            115, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "2.3"), .rfc(8446, "E.1.3")],
            runs: Run(
                "attack forward-secrecy --tls13 --resume early --steal ticket-key --seed 7",
                shows: "OPENED: the early data. ✘ CLOSED: the rest"),
            english:
                "TLS 1.3 always has forward secrecy.",
            "A full handshake and its data have it.",
            "Early data has none: a thief of the ticket key reads it."),
        Claim(
            116, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2")],
            runs: Run("--tls13 --seed 7 --only tls.certificate", shows: "in frames 6–7"),
            english:
                "One round trip means one packet each way.",
            "The messages go out in one flight each way.",
            "A flight can have several packets: the certificate alone fills more than one."),
        Claim(
            117, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2")],
            runs: Run(
                "compare dhe tls13 --seed 7 --only changes",
                shows: "With TCP's own round trip that makes 2 in place of 3"),
            english:
                "TLS 1.3 is twice as fast.",
            "The handshake of TLS needs one round trip in place of two.",
            "TCP's own round trip stays: two in place of three. What follows takes as long as before."),
        Claim(
            118, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.3")],
            runs: Run(
                "compare tls13-psk tls13-0rtt --seed 7 --only changes", shows: "The whole handshake still takes place"),
            english:
                "0-RTT means that there is no handshake.",
            "The first data does not wait for it.",
            "The whole handshake still takes place, beside the early data and after it."),
        Claim(
            119, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "8"), .rfc(8446, "2.3")],
            runs: Run("attack early-data-replay --seed 7 --scene soon --anti-replay none", shows: "CARRIED OUT TWICE"),
            english:
                "TLS itself protects early data against replay.",
            "It protects all other data.",
            "A server that keeps no list of what it has seen carries the order out twice."),
        Claim(
            120, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "8")],
            runs: Run(
                "attack early-data-replay --seed 7 --scene soon --anti-replay none",
                shows:
                    "TCP's sequence numbers do not help: they belong to one connection, and the copy comes in another"),
            english:
                "TCP protects early data against replay, as it sorts out what comes twice.",
            "It sorts out copies within one connection.",
            "The copy comes in a connection of its own."),
        Claim(
            121, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.3"), .rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --resume early --seed 7 --only tls.calc.client_early_traffic_secret:1",
                shows: "There is no Diffie–Hellman in it, so there is no forward secrecy"),
            english:
                "Early data is encrypted like all other data.",
            "It has the same cipher.",
            "Its key comes from the ticket's secret alone, so it has no forward secrecy."),
        Claim(
            122, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "B.4"), .rfc(8446, "1.2")],
            runs: Run("compare dhe tls13 --seed 7 --only changes", shows: "names a cipher and a hash only"),
            english:
                "The name of the suite tells key exchange and signature.",
            "In TLS 1.2 it does.",
            "In TLS 1.3 it names a cipher and a hash. The rest is chosen by extensions."),
        Claim(
            123, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.8")],
            runs: Run("--tls13 --seed 7 --only tls.server_hello", shows: "answers with its own share of x25519"),
            english:
                "TLS 1.3 has no Diffie–Hellman any more.",
            "No suite has it in its name.",
            "Both hellos carry a public value of it. Without a PSK there is no other way."),
        Claim(
            124, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.3"), .rfc(8446, "1.2")],
            runs: Run("--tls13 --seed 7 --only tls.calc.transcript_signature", shows: "rsa_pss_rsae_sha256"),
            english:
                "TLS 1.3 has no RSA any more.",
            "RSA key transport is gone.",
            "Servers still sign with RSA, in the form of PSS."),
        Claim(
            125, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.4.3")],
            runs: Run(
                "compare dhe tls13 --seed 7 --only changes",
                shows: "The server signs the whole handshake so far, no longer its parameters alone"),
            english:
                "TLS 1.3 signs the parameters of Diffie–Hellman, as TLS 1.2 does.",
            "They are part of what is signed.",
            "The whole handshake so far is signed."),
        Claim(
            126, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.4.3")],
            runs: Run(
                "--tls13 --client-cert good --seed 7 --only tls.certificate_verify",
                shows: "In TLS 1.2 only clients sent a CertificateVerify"),
            english:
                "Only a client sends CertificateVerify.",
            "In TLS 1.2 it is so.",
            "In TLS 1.3 the server sends one as well."),
        Claim(
            127, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "D.4"), .rfc(8446, "5")],
            runs: Run("--tls13 --seed 7 --only tls.change_cipher_spec", shows: "The keys do not change here"),
            english:
                "In TLS 1.3 ChangeCipherSpec switches the keys.",
            "In TLS 1.2 it does.",
            "It is there for devices on the path. The receiver drops it, and the keys change at other messages."),
        Claim(
            128, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.2"), .rfc(8446, "4.1.3")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "tls.handshake.session_id cd93…2af9 (32 octets)"),
            english:
                "In TLS 1.3 the session id resumes a session.",
            "The field is still there.",
            "The server sends back what the client has sent. Resumption works with a PSK."),
        Claim(
            129, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.2")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only chapter.tls_handshake",
                shows: "so all keys are new and forward secrecy begins again"),
            english:
                "A resumption of TLS 1.3 uses the old keys again.",
            "It uses a secret that follows from the old connection.",
            "With a fresh exchange all keys are new, and forward secrecy begins again."),
        Claim(
            130, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.6.1")],
            runs: Run("--tls13 --resume psk --seed 7 --only tls.new_session_ticket", shows: "for a later connection"),
            english:
                "A ticket is needed before the first data.",
            "It comes early in the connection.",
            "It is for a later connection."),
        Claim(
            131, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.6.1"), .rfc(8446, "4.2.11")],
            runs: Run(
                "--tls13 --resume psk --seed 7 --only tls.client_hello", shows: "only the server's ticket key opens it"),
            english:
                "The ticket is the secret.",
            "The server finds the secret with its help.",
            "The ticket goes over the wire in clear in the next hello. Only the server's ticket key opens it."),
        Claim(
            132, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.11.2")],
            runs: Run("--tls13 --resume psk --seed 7 --only tls.calc.binder:1", shows: "It encrypts nothing"),
            english:
                "The binder encrypts the ticket.",
            "It belongs to the ticket.",
            "It is a MAC over the hello: it proves that the client has the secret, and encrypts nothing."),
        Claim(
            133, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.4")],
            runs: Run("--tls13 --hrr --seed 7 --only tls.hello_retry_request", shows: "This is no error"),
            english:
                "HelloRetryRequest is an error.",
            "It costs a round trip.",
            "The server asks for a public value in another group. The handshake goes on."),
        Claim(
            134, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.3"), .rfc(8446, "4.1.4")],
            runs: Run(
                "--tls13 --hrr --seed 7 --detail messages --only tls.hello_retry_request", shows: "tls.handshake.type 2"
            ),
            english:
                "HelloRetryRequest has a message type of its own.",
            "It has a meaning of its own.",
            "It is a ServerHello with a random that the RFC fixes."),
        Claim(
            135, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.4.4")],
            runs: Run("compare dhe tls13 --seed 7 --only changes", shows: "Finished has 32 octets in place of 12"),
            english:
                "Finished has 12 octets.",
            "In TLS 1.2 it has.",
            "In TLS 1.3 it is a whole HMAC: 32 octets with SHA-256."),
        Claim(
            136, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.handshake_keys_of_server:1",
                shows: "Each direction has one pair for the handshake and another one for data"),
            english:
                "A connection has one key for each direction.",
            "At each moment one key of a direction is in use.",
            "There are keys for the handshake and others for the data, and KeyUpdate makes more."),
        Claim(
            137, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.2"), .rfc(8446, "4.6.3")],
            runs: Run(
                "--tls13 --key-update --seed 7 --only tls.calc.client_application_traffic_secret_next:1",
                shows: "Nothing new enters"),
            english:
                "KeyUpdate agrees on new keys, with fresh randomness.",
            "The keys are new.",
            "They follow from the secret before. Nothing fresh goes in."),
        Claim(
            138, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "5.3")],
            runs: Run("--tls13 --seed 7 --only tls.calc.record:6", shows: "nothing of it is on the wire"),
            english:
                "The number of the record is on the wire.",
            "Both sides know it.",
            "Both sides count. The number goes into the nonce."),
        Claim(
            139, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "5.2")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.certificate", shows: "tls.record.inner_type handshake"),
            english:
                "Content type 23 means application data.",
            "In TLS 1.2 it does.",
            "In TLS 1.3 every encrypted record says 23. The real type stands inside."),
        Claim(
            140, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.4"), .rfc(8446, "E.3")],
            runs: Run(
                "--tls13 --pad 512 --seed 7 --only tls.application_data",
                shows: "Without padding, encryption hides no length"),
            english:
                "Encryption in TLS 1.3 hides how long the data is.",
            "It can: padding is a part of it.",
            "Without padding it hides no length."),
        Claim(
            141, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "6")],
            runs: Run(
                "--tls13 --server-chain expired --alerts-as-warnings --seed 7 --only tls.alert",
                shows: "In TLS 1.3 the level means nothing"),
            english:
                "An alert at the level of a warning can be passed over.",
            "In TLS 1.2 some can.",
            "In TLS 1.3 the level means nothing: but for two kinds, an alert ends the connection."),
        Claim(
            142, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.3"), .rfc(8446, "E.1")],
            runs: Run(
                "attack version-downgrade --seed 7 --exchange weak-group --client unchecked",
                shows: "Finished covers the versions, and still the downgrade has succeeded"),
            english:
                "A downgrade is impossible, because Finished covers the versions.",
            "It does cover them.",
            "An attacker who breaks the exchange of the older version writes Finished herself. The sign in the server's random stops her."
        ),
        Claim(
            143, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.3"), .rfc(8446, "D.2")],
            runs: Run(
                "--dh --server-speaks-both --seed 7 --only tls.downgrade_sentinel",
                shows: "the server speaks TLS 1.3 too"),
            english:
                "A server that speaks TLS 1.3 cannot serve old clients.",
            "The two versions have other messages.",
            "It answers an old hello with TLS 1.2, and says in its random that it can do more."),
        Claim(
            144, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "2.2"), .rfc(8446, "4.2.9")],
            runs: Run(
                "compare tls13 tls13-psk --seed 7 --only changes",
                shows: "A fresh exchange is made although both sides share the ticket's secret"),
            english:
                "With a PSK there is no key exchange.",
            "There is a mode without one.",
            "In the usual mode a fresh exchange is made, too."),
        Claim(
            145, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.7")],
            runs: Run(
                "--tls13 --group X25519MLKEM768 --seed 7 --detail messages --only tls.server_hello",
                shows: "43 supported_versions: 0x0304 (TLS 1.3)"),
            english:
                "TLS against quantum computers is a new version.",
            "It needs new methods.",
            "It is a new group of TLS 1.3. The version stays."),
        Claim(
            146, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --group X25519MLKEM768 --seed 7 --only attack.reach",
                shows: "The half of ML-KEM is still missing"),
            english:
                "A hybrid exchange is as weak as its weaker half.",
            "It has two halves, and one may fall.",
            "Both secrets go into the keys. An attacker has to break both."),
        Claim(
            147, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "E.1")],
            runs: Run(
                "--tls13 --seed 7 --only attack.reach",
                shows: "The recording of today is what such a machine would read"),
            english:
                "Quantum computers come later, so the recordings of today are safe.",
            "No such machine is known today.",
            "The recording of today is what such a machine would read."),
    ]
}
