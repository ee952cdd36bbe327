import Trace

extension Claim {
    /// Claims about randoms and keys.
    static let ofRandoms: [Claim] = [
        Claim(
            1, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "8.1"), .rfc(5246, "D.1")],
            runs: .exhibit(
                "weak-prng", shows: "The process number 7414 gives what was recorded",
                defended: "None of the 32768 process numbers gives what the client has sent"),
            english:
                "Three randoms are needed, because one pseudo-random number can be guessed.",
            "A bad generator breaks everything.",
            "Two of the three randoms are public. If the premaster secret can be guessed, all keys are known, with one random or with three."
        ),
        Claim(
            2, about: .randoms, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "F.1.4"), .rfc(5246, "8.1")],
            runs: Run("--rsa --seed 7 --only end.holdings", shows: "server_random ✔ 51 ✔ 39 ✔ 44 ✔ 44"),
            .exhibit(
                "replay", shows: "In connection 1 the server's random is the one of the recording",
                defended: "From another random follow other keys"),
            english:
                "The hello randoms are secret, and they make the session key harder to break.",
            "They are new in each connection, and they make its keys different.",
            "Both hello randoms are sent in clear. The eavesdropper has both, and still has no key. They stop a recording from being sent again."
        ),
        Claim(
            3, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "F.1.4")],
            runs: Run(
                "attack replay --seed 7 --defence on", shows: "From another random follow other keys",
                unlike: Counterpart("attack replay --seed 7 --defence off", shows: "order 2: 100 paid to bob")),
            english:
                "The hello randoms are useless, as they are sent in clear.",
            "They are sent in clear, and an attacker can read them.",
            "They need to be new, not secret. If the server repeats its random, an old order is carried out a second time."
        ),
        Claim(
            4, about: .randoms, verdict: .onlyIf, saidIn: [.article], rules: [.rfc(5246, "7.4.7.1")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.premaster_secret:1",
                shows: "The client alone makes the premaster secret",
                unlike: Counterpart("--dh --seed 7 --only tls.calc.premaster_secret:1", shows: "dh_Ys^x mod p")),
            Run("attack replay --seed 7 --defence off", shows: "The server has no part in it"),
            english:
                "With three randoms the key depends on neither side alone.",
            "With Diffie–Hellman it is so: each side has an exponent, and the secret is made from both.",
            "In RSA key transport the client alone makes the secret part. The server adds only a public number."),
        Claim(
            5, about: .randoms, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "8.1"), .rfc(5246, "6.3")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.key_block:1", shows: "client_write_key = ",
                alone: Words(english: "In each TLS connection a PRF or HKDF stands between the randoms and the keys.")),
            english:
                "The three randoms are the session key.",
            "They go into the keys. Without the extended master secret nothing else does.",
            "The PRF makes 48 octets of them, the master secret. The PRF again makes the key block, which is cut into the keys of both directions."
        ),
        Claim(
            6, about: .randoms, verdict: .isFalse, saidIn: [.textbook, .course], rules: [.rfc(5246, "7.4.7.1")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.premaster_secret:1",
                shows: "two octets of version, then 46 random octets",
                unlike: Counterpart("--dh --seed 7 --only tls.calc.premaster_secret:1", shows: "28b9…384e (256 octets)")
            ),
            english:
                "The premaster secret is 48 random octets.",
            "With RSA key transport it has 48 octets, and 46 of them are random.",
            "The first two are the version that the client has offered. So the server can notice a rollback."),
        Claim(
            7, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "D.1")],
            runs: Run(
                "attack weak-prng --seed 7 --defence on",
                shows: "None of the 32768 process numbers gives what the client has sent",
                unlike: Counterpart(
                    "attack weak-prng --seed 7 --defence off", shows: "The process number 7414 gives what was recorded")
            ),
            english:
                "An algorithm gives numbers that can be predicted, so \"pseudo-random\" cannot be safe.",
            "A party that knows the seed can predict all numbers.",
            "The seed has to be unknown and large. A seed of 15 bits is found by trying. A seed of 256 bits is not."),
        Claim(
            8, about: .randoms, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(5246, "F.1.1.2"), .rfc(5246, "D.1")],
            runs: Run(
                "--rsa --seed 7 --only attack.theft,end.reach",
                shows: "thief ✔ premaster secret: RSA decryption of EncryptedPreMasterSecret",
                unlike: Counterpart(
                    "--dh --seed 7 --only attack.theft,end.reach",
                    shows: "cannot compute it (dh_Ys^x mod p): the client DH exponent is missing")),
            Run("attack stolen-state --seed 7", shows: "This is another property"),
            english:
                "Forward secrecy means that from one random number the earlier ones cannot be computed.",
            "Such a property exists: it is one of random number generators.",
            "Forward secrecy is about a stolen key of the server, and about connections that were recorded before."),
        Claim(
            9, about: .randoms, verdict: .isFalse, saidIn: [.article], rules: [.rfc(8017, "3.1"), .rfc(3766, "2.2")],
            runs: .exhibit(
                "shared-primes --variant short", shows: "It is a prime of both moduli",
                defended: "The moduli of 6 certificates have no common factor"),
            english:
                "RSA can only be broken by trying all keys, and a strong computer needs 70 years.",
            "To factor a good modulus of 2048 bits is out of reach today.",
            "Factoring is faster than trying. Two keys that share a prime fall to one greatest common divisor, and a short key falls in hours."
        ),
        Claim(
            10, about: .randoms, verdict: .onlyIf, saidIn: [.article, .interview],
            rules: [.rfc(5246, "F.1.1.1"), .rfc(5246, "F.1.1.3")],
            runs: .exhibit(
                "unsigned-dh", shows: "They have two master secrets, and she has both",
                defended: "The client verifies the signature with the key of the certificate"),
            english:
                "Diffie–Hellman sends no secret, so it is safer than RSA.",
            "It is so where the server signs its value and the client verifies the signature: and both sides forget their exponents: then a key that is stolen later opens no recording.",
            "Without a verified signature an attacker in the middle puts in a value of her own. She needs one try."
        ),
        Claim(
            11, about: .randoms, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(7919, "A"), .rfc(5246, "F.1.1.3")],
            runs: Run(
                "--dh --group toy-5 --seed 7 --only tls.calc.dh_Yc", shows: "an exponent of 2 bits",
                unlike: Counterpart("--dh --seed 7 --only tls.calc.dh_Yc", shows: "an exponent of 225 bits")),
            english:
                "Diffie–Hellman works with numbers such as g = 7 and p = 5; g has to be prime.",
            "The arithmetic is right, and small numbers are good for a lesson.",
            "Modulo 5 the number 7 is the number 2, and there are four values: an attacker tries them all. p has to be large. g need not be prime."
        ),
        Claim(
            12, about: .randoms, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5246, "F.1.1.3"), .rfc(7919, "A.1")],
            runs: Run("attack forward-secrecy --no-measure", shows: "Eight bits more take sixteen times as many steps"),
            .exhibit(
                "logjam --variant 40-bits", shows: "The logarithms of the factors give x",
                defended: "The logarithms are of no use here"),
            english:
                "Diffie–Hellman rests on the difficulty of factoring.",
            "Both problems are hard for large numbers, and similar methods attack both.",
            "It rests on discrete logarithms. In this run logarithms are found, and nothing is factored."),
        Claim(
            13, about: .randoms, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5246, "7.4.3"), .rfc(5246, "7.4.7")],
            runs: Run(
                "--dh --seed 7 --only tls.server_key_exchange,tls.client_key_exchange", shows: "The RSA key only signs",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.client_key_exchange",
                    shows: "The premaster secret, encrypted to the key in the certificate")),
            english:
                "In HTTPS the client encrypts the premaster secret with RSA, and Diffie–Hellman is used as well.",
            "The name of a suite can have both, as DHE_RSA.",
            "They are alternatives. In DHE_RSA the RSA key signs the server's parameters and encrypts nothing."),
        Claim(
            14, about: .randoms, verdict: .isTrue, saidIn: [.article], rules: [.rfc(5246, "7.4.1.2")],
            runs: Run(
                "--dh --seed 7 --only tls.client_hello,tls.server_hello", shows: "The whole message is in clear",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.finished", shows: "The first encrypted record of the client")),
            english:
                "The hello randoms are sent in clear, because there are no keys yet.",
            "There are no keys before the hellos. Encryption begins behind ChangeCipherSpec in TLS 1.2, and behind ServerHello in TLS 1.3.",
            "It is so, and no harm: the randoms have to be new, and they need not be secret."),
        Claim(
            15, about: .randoms, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "7.4.9")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.client_verify_data:1",
                shows: "PRF(master_secret, \"client finished\", Hash(handshake_messages))",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only tls.calc.client_verify_data:1",
                    shows: "HMAC(finished_key, Hash(handshake_messages))")),
            english:
                "Finished is the hash of the handshake, encrypted with the session key.",
            "The hash of the handshake goes into it, and its record is encrypted.",
            "Its content is an output of the PRF: of the master secret, a label and the hash. In TLS 1.2 it has twelve octets."
        ),
        Claim(
            16, about: .randoms, verdict: .onlyIf, saidIn: [.article, .course], rules: [.rfc(5246, "7.3")],
            runs: Run(
                "--rsa --seed 7 --only tls.finished", shows: "In a full handshake the client's Finished comes first",
                unlike: Counterpart(
                    "--dh --resume id --seed 7 --only tls.finished",
                    shows: "The server's Finished comes first this time")),
            english:
                "The server's Finished comes first.",
            "When a session of TLS 1.2 is resumed it does, and in TLS 1.3.",
            "In a full handshake of TLS 1.2 the client's comes first. Both sides send one."),
        Claim(
            17, about: .randoms, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(5246, "F.1.3"), .rfc(5246, "7.4.9")],
            runs: Run(
                "attack downgrade --seed 7 --defence on",
                shows: "The server compares its verify_data, which is not what the server has computed",
                unlike: Counterpart(
                    "attack downgrade --seed 7 --defence off", shows: "Neither end compares verify_data")),
            english:
                "Finished only tests that both sides can decrypt.",
            "It is the first message under the new keys, so it tests that, too.",
            "It protects all that was negotiated: each side compares its own transcript with the one of the other side."
        ),
        Claim(
            18, about: .randoms, verdict: .onlyIf, saidIn: [.blog], rules: [.rfc(5246, "7.1"), .rfc(8446, "5")],
            runs: Run(
                "--seed 7 --only tls.change_cipher_spec",
                shows: "From the next record on, the client protects what it sends",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only tls.change_cipher_spec", shows: "The keys do not change here")),
            .exhibit(
                "ccs-injection", shows: "The keys of the records stay those of the empty master secret",
                defended: "is refused with the alert unexpected_message"),
            english:
                "ChangeCipherSpec is a formality.",
            "In TLS 1.3 it is one: the receiver drops it.",
            "In TLS 1.2 it may come at one moment only, and the keys change there. A program that takes it earlier computes keys from an empty secret."
        ),
        Claim(
            19, about: .randoms, verdict: .isFalse, saidIn: [.work], rules: [.rfc(7919, "8.8"), .rfc(5246, "F.1.1.3")],
            runs: Run(
                "--dh --group toy-23 --cipher TLS_DHE_RSA_WITH_AES_256_GCM_SHA384 --seed 7 --only end.reach",
                shows: "client DH exponent: search in the toy group",
                unlike: Counterpart(
                    "--dh --cipher TLS_DHE_RSA_WITH_AES_128_GCM_SHA256 --seed 7 --only end.reach",
                    shows: "the client DH exponent is missing")),
            english:
                "AES-256 in place of AES-128 makes the connection twice as safe.",
            "The key of the cipher is harder to guess.",
            "The weakest part decides. In this run the cipher has a key of 256 bits, and the small group gives the key away."
        ),
        Claim(
            20, about: .randoms, verdict: .isFalse, saidIn: [.blog], rules: [.rfc(5288, "3"), .rfc(5288, "6.1")],
            runs: Run(
                "attack gcm-nonce --seed 7 --defence on",
                shows: "no nonce came twice: each is the number of its record",
                unlike: Counterpart("attack gcm-nonce --seed 7 --defence off", shows: "has the nonce of an earlier one")
            ),
            english:
                "A nonce has to be random.",
            "A random nonce is often new.",
            "A nonce must not come twice under one key. A counter is best. Random nonces that are short repeat soon."),
        Claim(
            21, about: .randoms, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(5077, "5.5")],
            runs: Run(
                "--dh --resume ticket --seed 7 --only end.reach",
                shows: "session ticket key: stolen, from the server's memory",
                unlike: Counterpart("--dh --seed 7 --only end.reach", shows: "the client DH exponent is missing")),
            .exhibit(
                "ticket-key", shows: "The key's name is the one in the ticket, and the ticket opens",
                defended: "The recording stays closed"),
            english:
                "A resumed session is only faster, and as safe as the first one.",
            "It has the same cipher and new keys.",
            "With a ticket of TLS 1.2 it is as safe as the key of the tickets. A thief of that key reads it."),
        Claim(
            22, about: .randoms, verdict: .onlyIf, saidIn: [.work], rules: [.rfc(7627, "1"), .rfc(7627, "4")],
            runs: .exhibit(
                "triple-handshake", shows: "Both master secrets are equal", defended: "and so do the two master secrets"
            ),
            english:
                "Two connections with different certificates cannot have the same keys.",
            "With the extended master secret it is so: the certificates go into the keys.",
            "Without it an attacker between the two can make both master secrets the same."),
        Claim(
            90, about: .randoms, verdict: .onlyIf, saidIn: [.article, .textbook], rules: [.rfc(5246, "7.4.1.2")],
            runs: Run(
                "--seed 7 --detail bytes --only tls.client_hello",
                shows: "32 random octets. They shall be new in each handshake",
                alone: Words(english: "The client and the server of a visit draw all 32 octets at random.")),
            english:
                "A hello random has 28 random octets.",
            "Where an endpoint puts the time into the first four octets, as RFC 5246 has it, 28 random octets follow.",
            "The field has 32 octets, and all of them go into the keys. Most endpoints today draw all 32 at random."),
        Claim(
            98, about: .randoms, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "6.3"), .rfc(5246, "8.1")],
            runs: Run(
                "--rsa --seed 7 --only tls.calc.key_block:1", shows: "ServerHello.random + ClientHello.random",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.master_secret:1", shows: "ClientHello.random + ServerHello.random")),
            english:
                "Both derivations take the two randoms in the same order.",
            "Both take both randoms.",
            "The master secret has the client's random first. The key block has the server's random first."),
        Claim(
            99, about: .randoms, verdict: .onlyIf, saidIn: [.course], rules: [.rfc(5246, "8.1"), .rfc(7627, "4")],
            runs: Run(
                "--ems --seed 7 --only tls.calc.master_secret:1", shows: "\"extended master secret\", session_hash",
                unlike: Counterpart(
                    "--rsa --seed 7 --only tls.calc.master_secret:1", shows: "ClientHello.random + ServerHello.random")),
            english:
                "The master secret is made from the premaster secret and the two randoms.",
            "Where the extended master secret is not agreed it is, as RFC 5246 has it.",
            "With the extended master secret a hash of the whole handshake so far takes the place of the randoms."),
        Claim(
            100, about: .randoms, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "7.1")],
            runs: Run(
                "--seed 7 --detail messages --only tls.change_cipher_spec:1", shows: "20 change_cipher_spec",
                unlike: Counterpart("--seed 7 --detail messages --only tls.server_hello_done", shows: "22 handshake")),
            english:
                "ChangeCipherSpec is a handshake message.",
            "It is sent during the handshake.",
            "It has a content type of its own, and no transcript contains it."),
    ]
}
