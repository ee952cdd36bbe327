import Trace

extension Claim {
    /// Claims about forward secrecy, RSA and Diffie–Hellman.
    static let ofExchanges: [Claim] = [
        Claim(
            23, about: .exchanges, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(5246, "F.1.1.2"), .rfc(5246, "F.1.1.3")],
            runs: Run(
                "--rsa --seed 7 --only attack.theft,end.reach",
                shows: "thief ✔ premaster secret: RSA decryption of EncryptedPreMasterSecret",
                unlike: Counterpart(
                    "--dh --seed 7 --only attack.theft,end.reach", shows: "the client DH exponent is missing")),
            .exhibit(
                "shared-primes --variant short", shows: "It is a prime of both moduli",
                defended: "The moduli of 6 certificates have no common factor"),
            english:
                "An RSA key of 2048 bits keeps the premaster secret safe.",
            "It is safe from an attacker who has to compute the private key.",
            "It is not safe from theft, from a server that answers too much, or from keys that were made badly. Length gives no forward secrecy."
        ),
        Claim(
            24, about: .exchanges, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(5246, "F.1.1.3")],
            runs: Run(
                "--dh --seed 7 --only attack.theft,end.reach",
                shows: "both – cannot compute it (AES-GCM decryption): the key block is missing",
                unlike: Counterpart(
                    "--rsa --seed 7 --only attack.theft,end.reach",
                    shows: "thief ✔ application data: AES-GCM decryption of key block")),
            english:
                "A stolen key of the server opens everything, with Diffie–Hellman or without.",
            "With the key the thief can act as the server from now on.",
            "Recordings of ephemeral Diffie–Hellman stay closed: the exponents are gone."),
        Claim(
            25, about: .exchanges, verdict: .onlyIf, saidIn: [.blog], rules: [.rfc(7919, "8.8"), .rfc(5077, "5.5")],
            runs: .exhibit(
                "ticket-key", shows: "The key's name is the one in the ticket, and the ticket opens",
                defended: "The recording stays closed"),
            .exhibit(
                "small-subgroup --variant short", shows: "and so the remainders fix x",
                defended: "It never computes h^x"),
            english:
                "DHE is forward secret by itself.",
            "It is, if both sides forget the exponents and the secrets made from them.",
            "A server that uses an exponent again, or that keeps a ticket key for long, undoes it."),
        Claim(
            26, about: .exchanges, verdict: .isFalse, saidIn: [.blog], rules: [.rfc(7919, "8.5"), .rfc(7919, "1")],
            runs: .exhibit(
                "logjam --variant 40-bits", shows: "The logarithms of the factors give x",
                defended: "The logarithms are of no use here"),
            english:
                "Diffie–Hellman has to be broken anew for every connection.",
            "Each connection has exponents of its own.",
            "Most of the work depends only on the prime. It is done once for all connections in that group."),
        Claim(
            27, about: .exchanges, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(7919, "5.1"), .rfc(5246, "F.1.1.3")],
            runs: .exhibit(
                "small-subgroup --variant short", shows: "and so the remainders fix x",
                defended: "It never computes h^x"),
            english:
                "The server can take any dh_Yc, as it only computes with it.",
            "In a good group with a fresh exponent little is learned from it.",
            "A value of small order gives away the server's exponent modulo that order. Many such values give all of it, if the exponent is used again."
        ),
        Claim(
            28, about: .exchanges, verdict: .isFalse, saidIn: [.work], rules: [.rfc(8422, "5.11")],
            runs: .exhibit(
                "invalid-curve --variant short", shows: "d · G is the server's point",
                defended: "the coordinates do not satisfy the equation of P-256"),
            english:
                "A point is a point: the server can compute with what the client sends.",
            "The formulas give a result for every pair of numbers, and X25519 takes every string of 32 octets.",
            "The pair has to satisfy the equation of the curve. Points of other curves give the private key away, part by part."
        ),
        Claim(
            29, about: .exchanges, verdict: .isFalse, saidIn: [.textbook], rules: [.rfc(5246, "7.4.3")],
            runs: Run(
                "--seed 7 --only tls.check.params_signature",
                shows: "over client_random + server_random + parameters verifies",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only tls.check.transcript_signature", shows: "over the transcript verifies")),
            .exhibit(
                "logjam --variant 40-bits", shows: "The signature is right: it covers both randoms and the parameters",
                defended: "The client refuses the group"),
            english:
                "The signature in ServerKeyExchange covers the handshake.",
            "In TLS 1.3 the server signs the whole handshake so far.",
            "In TLS 1.2 it covers the two randoms and the parameters. It does not cover the suite, so it is right in another suite, too."
        ),
        Claim(
            30, about: .exchanges, verdict: .isFalse, saidIn: [.work, .course], rules: [.rfc(5246, "7.4.7.1")],
            runs: .exhibit("bleichenbacher", shows: "It took 1344 connections", defended: "All answers are alike"),
            english:
                "When the premaster secret cannot be decrypted, the server should tell the client why.",
            "It helps to find errors in programs.",
            "The answer helps an attacker: 1,344 of them give the premaster secret in this run. The server goes on with a random secret, and the handshake fails at Finished."
        ),
        Claim(
            31, about: .exchanges, verdict: .onlyIf, saidIn: [.textbook], rules: [.rfc(6979, "1"), .rfc(6979, "3")],
            runs: Run(
                "attack ecdsa-nonce --variant short --seed 7 --defence off", shows: "Two signatures have one nonce k",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check.params_signature", shows: "The signature (0x0401 rsa_pkcs1_sha256)")
            ),
            english:
                "To sign, one needs the private key and nothing else.",
            "It is so with RSA in the form of PKCS #1 version 1.5, and with ECDSA as RFC 6979 has it.",
            "ECDSA needs a nonce as well. If it is used twice, two signatures give the private key."),
        Claim(
            32, about: .exchanges, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(8017, "8.2.2"), .rfc(5246, "4.7")],
            runs: Run(
                "--cipher TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 --seed 7 --only tls.calc.params_verification",
                shows: "x-coordinate of (digest / s) * G + (r / s) * Q, mod n = r",
                unlike: Counterpart(
                    "--seed 7 --only tls.calc.params_verification",
                    shows: "signature^e mod n = 00 01 ff ... ff 00 + DigestInfo")),
            .exhibit(
                "e3-forgery", shows: "The client finds the digest where it looks for it",
                defended: "The client compares the whole block, and finds rubbish"),
            english:
                "To sign is to encrypt with the private key, and to verify is to decrypt.",
            "With RSA the two computations are of the same kind.",
            "With ECDSA nothing is decrypted. With RSA the verifier builds the whole padded block and compares. A verifier that only looks for the digest accepts a forgery."
        ),
        Claim(
            33, about: .exchanges, verdict: .isFalse, saidIn: [.work], rules: [.rfc(7525, "4.1"), .rfc(9325, "4.1")],
            runs: .exhibit(
                "logjam --variant 40-bits", shows: "The client takes the group",
                defended: "The client refuses the group"),
            english:
                "The export ciphers of the nineties are history.",
            "Current rules forbid them.",
            "In 2015 many servers still had them, and FREAK and Logjam used them. A program that still has them can be attacked in the same way."
        ),
        Claim(
            93, about: .exchanges, verdict: .isFalse, saidIn: [.article, .work],
            rules: [.rfc(5246, "6.2.3"), .rfc(5246, "F.2")],
            runs: Run(
                "--rsa --seed 7 --only end.holdings", shows: "key block ✔ 96 ✔ 122 –",
                alone: Words(english: "With each suite both sides have the keys of the records.")),
            english:
                "HTTPS gives non-repudiation: neither side can later deny what it has sent.",
            "The server signs in the handshake, and no third party can change a record.",
            "Records are protected by keys that both sides have. So each side could have made the records of the other one, and a recording proves nothing to a judge."
        ),
        Claim(
            101, about: .exchanges, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "7.4.3")],
            runs: Run(
                "--seed 7 --only tls.check",
                shows: "The certificate lets its key sign (digitalSignature), as a signed key exchange needs",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.check",
                    shows: "The certificate lets its key encipher keys (keyEncipherment), as RSA key transport needs")),
            english:
                "The key in the certificate decides between RSA key transport and Diffie–Hellman.",
            "It limits the suites: a key that may not sign is of no use for DHE.",
            "The suite decides. With an RSA key both are possible, and in DHE_RSA the key only signs."),
    ]
}
