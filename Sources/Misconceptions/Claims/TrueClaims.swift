import Trace

extension Claim {
    /// Claims that sound wrong to many people, and are true.
    static let ofTruths: [Claim] = [
        Claim(
            172, about: .closing, verdict: .isTrue, saidIn: [.course], rules: [.rfc(9293, "3.6")],
            runs: Run(
                "tcp why-four",
                shows: "The FIN,ACK of line 3 closes B's direction and acknowledges A's FIN: three segments",
                unlike: Counterpart("tcp figure-12", shows: "7 packets: 4 from TCP Peer A, 3 from TCP Peer B")),
            english:
                "A connection can be closed in good order with three segments.",
            "Each direction is closed by a FIN, and each FIN is acknowledged.",
            "It is so: a side that has nothing more to send can put its FIN and its ACK into one segment."),
        Claim(
            173, about: .opening, verdict: .isTrue, saidIn: [.course], rules: [.rfc(9293, "3.5")],
            runs: Run(
                "tcp figure-7", shows: "· 4 packets: 2 from TCP Peer A, 2 from TCP Peer B",
                unlike: Counterpart(
                    "tcp figure-6", shows: "4. ESTABLISHED --> <SEQ=101><ACK=301><CTL=ACK> --> ESTABLISHED")),
            english:
                "Two hosts can both open the same connection, and neither of them listens.",
            "Each host sends a SYN, and each SYN is acknowledged.",
            "It is so: the SYNs cross, and the result is one connection."),
        Claim(
            174, about: .certificates, verdict: .isTrue, saidIn: [.course], rules: [.rfc(7469, "2.4")],
            runs: Run(
                "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy publicKey",
                shows: "+ AFSecurityPolicy publicKey accepts",
                unlike: Counterpart(
                    "trust matrix --scenario renewed-new-key --policy", "AFSecurityPolicy publicKey",
                    shows: "x AFSecurityPolicy publicKey refuses")),
            english:
                "A pin on the key of the server still fits when the certificate is renewed with the same key.",
            "The pin is over the key, and the key stays.",
            "It is so. With a new key the app is locked out."),
        Claim(
            175, about: .randoms, verdict: .isTrue, saidIn: [.course],
            rules: [.rfc(5246, "8.1"), .rfc(5246, "F.1.1.2")],
            runs: Run(
                "--rsa --seed 7 --only attack.theft,end.reach",
                shows: "thief ✔ master secret: PRF \"master secret\" of premaster secret, client_random, server_random",
                unlike: Counterpart(
                    "--dh --seed 7 --only attack.theft,end.reach", shows: "the client DH exponent is missing")),
            english:
                "With RSA key transport, a recording of today can be read by a thief of the private key in ten years.",
            "The premaster secret stands in the recording, encrypted to the server's key.",
            "It is so. With ephemeral Diffie–Hellman the same thief finds nothing to decrypt."),
        Claim(
            176, about: .certificates, verdict: .isTrue, saidIn: [.course],
            rules: [.rfc(5280, "6.1.4"), .rfc(5280, "4.2.1.9")],
            runs: .exhibit(
                "leaf-as-ca", shows: "All signatures verify, the name fits, and the last issuer is trusted",
                defended: "that it does not belong to an authority"),
            english:
                "A chain in which each signature is right and the name fits can still be a forgery.",
            "A signature says which key has signed. It does not say that the key may issue certificates.",
            "It is so: an owner of a leaf can sign with its key, and a client has to see that a leaf is no authority."),
        Claim(
            177, about: .tls13, verdict: .isTrue, saidIn: [.course], rules: [.rfc(8446, "8"), .rfc(8446, "2.3")],
            runs: Run(
                "attack early-data-replay --seed 7 --scene soon --anti-replay none", shows: "CARRIED OUT TWICE",
                unlike: Counterpart(
                    "attack early-data-replay --seed 7 --scene soon --anti-replay single-use", shows: "CARRIED OUT ONCE"
                )),
            english:
                "An attacker who can read nothing can have an order in early data carried out twice.",
            "The copy has the same keys as the original: nothing of the server is in them.",
            "It is so, if the server does not remember what it has seen."),
    ]
}
