import Trace

extension Claim {
    /// Claims about TLS 1.3.
    static let ofTLS13: [Claim] = [
        Claim(
            108, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "4.1.3"), .rfc(8446, "4.2.1")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "tls.handshake.version 0x0303 (TLS 1.2)"),
            Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "43 supported_versions: 0x0304 (TLS 1.3)",
                unlike: Counterpart(
                    "--seed 7 --detail messages --only tls.server_hello",
                    shows: "0x009e TLS_DHE_RSA_WITH_AES_128_GCM_SHA256")),
            english:
                "ServerHello of TLS 1.3 says 1.3 in its version field.",
            "It says which version is chosen.",
            "The field says 1.2 for ever. The extension supported_versions says 1.3."),
        Claim(
            109, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "5.1")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello",
                shows: "43 supported_versions: 0x0304 (TLS 1.3)",
                unlike: Counterpart(
                    "--seed 7 --detail messages --only tls.server_hello",
                    shows: "tls.record.version 0x0303 (TLS 1.2) tls.record.length 53")),
            english:
                "The version of the record tells the version of TLS.",
            "In TLS 1.2 it does, after the hellos.",
            "In TLS 1.3 every record says 1.2, but for that of a first hello, which may say 1.0."),
        Claim(
            110, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.client_handshake_traffic_secret:1",
                shows: "Derive-Secret(handshake_secret, \"c hs traffic\", ClientHello...ServerHello)",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.master_secret:1", shows: "ClientHello.random + ServerHello.random")),
            english:
                "In TLS 1.3 the two randoms are only for show.",
            "They stand in no formula of their own.",
            "They stand in the hellos, and every traffic secret depends on each octet of the hellos."),
        Claim(
            111, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "7.1")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.client_handshake_traffic_secret:1",
                shows: "Derive-Secret(handshake_secret, \"c hs traffic\", ClientHello...ServerHello)",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.master_secret:1", shows: "ClientHello.random + ServerHello.random")),
            english:
                "In TLS 1.3 the randoms go into the formula of the keys, as in TLS 1.2.",
            "The keys depend on them.",
            "They are part of the hellos, and the hash of the messages is the input."),
        Claim(
            112, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.4.2"), .rfc(8446, "1.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate", shows: "TLS Certificate 1824 B, encrypted]",
                unlike: Counterpart("--seed 7 --only tls.certificate", shows: "TLS Certificate 1802 B]")),
            english:
                "TLS 1.3 sends the certificate in clear, as TLS 1.2 does.",
            "TLS 1.2 sends it in clear.",
            "In TLS 1.3 it is encrypted: both sides have keys after the two hellos."),
        Claim(
            113, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.1.2")],
            runs: Run(
                "compare dhe tls13 --seed 7 --only changes",
                shows: "The name of the host (www.example.com) is still in clear",
                alone: Words(english: "The client of a visit has no Encrypted ClientHello.")),
            english:
                "With TLS 1.3 an onlooker does not know where I go.",
            "He reads no certificate.",
            "In this run the name of the host stands in ClientHello, in clear. With Encrypted ClientHello, an extension, the address of the server is still in each packet."
        ),
        Claim(
            114, about: .tls13, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(8446, "E.1.2"), .rfc(8446, "4.4.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate", shows: "An attacker who acts as the client can read it",
                unlike: Counterpart(
                    "--tls13 --client-cert good --seed 7 --only tls.certificate:2",
                    shows: "an attacker who acts as the server, without a key that the client trusts, never gets it")),
            english:
                "What comes after ServerHello is encrypted to the genuine server, so only it can read it.",
            "It is encrypted.",
            "The keys are agreed before the server has proved its name. An attacker who acts as the client reads the server's certificate."
        ),
        Claim(
            115, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.3"), .rfc(8446, "E.1.3")],
            runs: Run(
                "attack forward-secrecy --tls13 --resume early --steal ticket-key --seed 7",
                shows: "OPENED: the early data",
                unlike: Counterpart(
                    "attack forward-secrecy --tls13 --resume psk --steal ticket-key --seed 7",
                    shows: "CLOSED: forward secrecy")),
            english:
                "TLS 1.3 always has forward secrecy.",
            "A full handshake and its data have it.",
            "Early data has none: a thief of the ticket key reads it."),
        Claim(
            116, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate", shows: "in frames 6–7",
                unlike: Counterpart("--tls13 --resume psk --seed 7 --only tls.server_hello", shows: "in frame 6")),
            english:
                "One round trip means one packet each way.",
            "The messages go out in one flight each way.",
            "A flight can have several packets: the certificate alone fills more than one."),
        Claim(
            117, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2")],
            runs: Run(
                "compare dhe tls13 --seed 7 --only changes",
                shows: "With TCP's own round trip that makes 2 in place of 3",
                unlike: Counterpart(
                    "compare tls13-psk tls13-0rtt --seed 7 --only changes",
                    shows: "With TCP's own round trip that makes 1 in place of 2")),
            english:
                "TLS 1.3 is twice as fast.",
            "The handshake of TLS needs one round trip in place of two.",
            "TCP's own round trip stays: two in place of three. What follows takes as long as before."),
        Claim(
            118, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.3")],
            runs: Run(
                "compare tls13-psk tls13-0rtt --seed 7 --only changes", shows: "The whole handshake still takes place",
                alone: Words(english: "With each early data there is a handshake.")),
            english:
                "0-RTT means that there is no handshake.",
            "The first data does not wait for it.",
            "The whole handshake still takes place, beside the early data and after it."),
        Claim(
            119, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "8"), .rfc(8446, "2.3")],
            runs: Run(
                "attack early-data-replay --seed 7 --scene soon --anti-replay none", shows: "CARRIED OUT TWICE",
                unlike: Counterpart(
                    "attack early-data-replay --seed 7 --scene soon --anti-replay single-use", shows: "CARRIED OUT ONCE"
                )),
            english:
                "TLS itself protects early data against replay.",
            "It protects all other data.",
            "A server that keeps no list of what it has seen carries the order out twice."),
        Claim(
            120, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "8")],
            runs: Run(
                "attack early-data-replay --seed 7 --scene soon --anti-replay none",
                shows: "sequence numbers do not help: they belong to one connection, and the copy comes in another",
                unlike: Counterpart(
                    "attack early-data-replay --seed 7 --scene soon --anti-replay single-use",
                    shows: "A ticket buys early data once")),
            english:
                "TCP protects early data against replay, as it sorts out what comes twice.",
            "It sorts out copies within one connection.",
            "The copy comes in a connection of its own."),
        Claim(
            121, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "2.3"), .rfc(8446, "7.1")],
            runs: Run(
                "attack forward-secrecy --tls13 --resume early --steal ticket-key --seed 7",
                shows: "OPENED: the early data",
                unlike: Counterpart(
                    "attack forward-secrecy --tls13 --resume psk --steal ticket-key --seed 7",
                    shows: "CLOSED: forward secrecy")),
            Run(
                "--tls13 --resume early --seed 7 --only tls.calc.client_early_traffic_secret:1",
                shows: "There is no Diffie–Hellman in it, so there is no forward secrecy"),
            english:
                "Early data is encrypted like all other data.",
            "It has the same cipher.",
            "Its key comes from the ticket's secret alone, so it has no forward secrecy."),
        Claim(
            122, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "B.4"), .rfc(8446, "1.2")],
            runs: Run(
                "--tls13 --seed 7 --detail messages --only tls.server_hello", shows: "0x1301 TLS_AES_128_GCM_SHA256",
                unlike: Counterpart(
                    "--seed 7 --detail messages --only tls.server_hello",
                    shows: "0x009e TLS_DHE_RSA_WITH_AES_128_GCM_SHA256")),
            english:
                "The name of the suite tells key exchange and signature.",
            "In TLS 1.2 it does.",
            "In TLS 1.3 it names a cipher and a hash. The rest is chosen by extensions."),
        Claim(
            123, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.8")],
            runs: Run(
                "--tls13 --seed 7 --only tls.server_hello", shows: "answers with its own share of x25519",
                unlike: Counterpart("--tls13 --resume psk-ke --seed 7 --only tls.server_hello", shows: "sends no share")
            ),
            english:
                "TLS 1.3 has no Diffie–Hellman any more.",
            "No suite has it in its name.",
            "Both hellos carry a public value of it. Without a PSK there is no other way."),
        Claim(
            124, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.2.3"), .rfc(8446, "1.2")],
            runs: Run(
                "--tls13 --seed 7 --only tls.calc.transcript_signature", shows: "rsa_pss_rsae_sha256",
                unlike: Counterpart("--seed 7 --only tls.calc.params_signature", shows: "rsa_pkcs1_sha256")),
            english:
                "TLS 1.3 has no RSA any more.",
            "RSA key transport is gone.",
            "A server with an RSA key still signs with it, in the form of PSS."),
        Claim(
            125, about: .tls13, verdict: .isFalse, saidIn: [.course], rules: [.rfc(8446, "4.4.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.check.transcript_signature", shows: "over the transcript verifies",
                unlike: Counterpart(
                    "--seed 7 --only tls.check.params_signature",
                    shows: "over client_random + server_random + parameters verifies")),
            english:
                "TLS 1.3 signs the parameters of Diffie–Hellman, as TLS 1.2 does.",
            "They are part of what is signed.",
            "The whole handshake so far is signed."),
        Claim(
            126, about: .tls13, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(8446, "4.4.3")],
            runs: Run(
                "--tls13 --seed 7 --only tls.certificate_verify", shows: "◀═[TLS CertificateVerify 286 B, encrypted]",
                unlike: Counterpart(
                    "--client-cert good --seed 7 --only tls.certificate_verify", shows: "[TLS CertificateVerify 269 B]")
            ),
            english:
                "Only a client sends CertificateVerify.",
            "In TLS 1.2 it is so.",
            "In TLS 1.3 the server sends one as well."),
    ]
}
