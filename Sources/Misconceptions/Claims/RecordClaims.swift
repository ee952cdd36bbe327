import Trace

extension Claim {
    static let ofRecords: [Claim] = [
        Claim(
            51, about: .records, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(5246, "6.2.3.2"), .rfc(5288, "6.1")],
            runs: .exhibit(
                "gcm-nonce", shows: "The client's program reads \"price 94.20\"", defended: "no nonce came twice"),
            .exhibit(
                "poodle --variant short", shows: "is answered, and not with an alert",
                defended: "The server has refused all 3072 records"),
            english:
                "What is encrypted cannot be changed.",
            "A change of a record is found where records are authenticated well.",
            "With CBC and a careless check of the padding, blocks can be moved. With a nonce that comes twice, records can be forged."
        ),
        Claim(
            52, about: .records, verdict: .isFalse, saidIn: [.blog], rules: [.rfc(5246, "6.2.3.2")],
            runs: .exhibit(
                "padding-oracle --variant short",
                shows: "The guess 37 is answered after 10005 µs, and others after 10000 µs",
                defended: "All 256 guesses of the last octet are answered after the same time"),
            english:
                "A padding oracle reads the alert.",
            "In TLS 1.0 there was an alert for each of the two errors.",
            "Alerts are encrypted by then and look alike. What differs is the time until the answer."),
        Claim(
            53, about: .records, verdict: .isFalse, saidIn: [.blog], rules: [.rfc(5246, "6.2.3.2")],
            runs: .exhibit(
                "lucky13 --variant short", shows: "is answered after 10004 µs, sooner than others",
                defended: "All 256 pairs are answered after the same time"),
            english:
                "One alert for both errors, and the padding oracle is mended.",
            "One alert is necessary.",
            "The work has to be the same, too. Even with a MAC every time, a small difference remains that depends on the length."
        ),
        Claim(
            54, about: .records, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5246, "6.2.3.2")],
            runs: .exhibit(
                "poodle --variant short", shows: "is answered, and not with an alert",
                defended: "The server has refused all 3072 records"),
            english:
                "Padding carries nothing, so it needs no check.",
            "The receiver drops it.",
            "If its content is not checked, an attacker puts another block in its place, and learns an octet when the record is accepted: once in 256 tries."
        ),
        Claim(
            55, about: .records, verdict: .isFalse, saidIn: [.work, .course],
            rules: [.rfc(8446, "E.3"), .rfc(5246, "6")],
            runs: Run(
                "--tls13 --seed 7 --only tls.application_data", shows: "TLS application data 127 B, encrypted]",
                unlike: Counterpart(
                    "--tls13 --pad 512 --seed 7 --only tls.application_data",
                    shows: "TLS application data 533 B, encrypted]")),
            .exhibit("crime --variant short", shows: "437 for \"d\"", defended: "403 for \"d\""),
            english:
                "Encryption hides what I say.",
            "It hides the content.",
            "It does not hide how much is said. With compression before it, the length gives the content away, too."),
        Claim(
            56, about: .records, verdict: .isFalse, saidIn: [.textbook], rules: [.rfc(9325, "3.3")],
            runs: .exhibit("crime --variant short", shows: "437 for \"d\"", defended: "403 for \"d\""),
            english:
                "Compress first and encrypt then: that is smaller and safer.",
            "It is smaller.",
            "If an attacker can put text beside the secret, the length shows which text is like the secret."),
        Claim(
            57, about: .records, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(5246, "F.3"), .rfc(4346, "6.2.3.2"), .rfc(5288, "3")],
            runs: Run(
                "--cipher TLS_RSA_WITH_AES_128_CBC_SHA --seed 7 --only tls.calc.record",
                shows: "The IV is new for each record and stands in clear before the ciphertext",
                unlike: Counterpart(
                    "--rsa --seed 7 --detail messages --only tls.finished",
                    shows: "tls.record.nonce_explicit 0000000000000000")),
            english:
                "The IV is public, so it does not matter when it is known.",
            "With GCM it does not matter, for another reason: the nonce may be a counter that all can predict. It must only not come twice.",
            "That it is public says nothing about the time. With CBC it must not be known before the text is chosen. An attacker who knows it can test guesses."
        ),
        Claim(
            58, about: .records, verdict: .isFalse, saidIn: [.work], rules: [.rfc(5246, "6.2.3.1"), .rfc(5246, "F.2")],
            runs: .exhibit(
                "record-replay", shows: "reads \"pay 10\" for the second time",
                defended: "the tag does not fit this number"),
            english:
                "TCP removes duplicates, so TLS need not count.",
            "TCP removes duplicates of its own segments.",
            "A copy that an attacker sends with the next number is new data to TCP. The record's number in the MAC finds it."
        ),
        Claim(
            59, about: .records, verdict: .isFalse, saidIn: [.interview, .blog, .course], rules: [.rfc(5246, "7.2.1")],
            runs: Run(
                "--seed 7 --truncate --only tls.failed", shows: "the transport ended without close_notify",
                unlike: Counterpart(
                    "--seed 7 --only tls.close_notify", shows: "It proves that the data of this direction is complete")),
            .exhibit(
                "truncation", shows: "takes it for the whole answer",
                defended: "the transport ended without close_notify"),
            english:
                "When TCP is closed, TLS is closed.",
            "After the end of TCP no data of TLS can come.",
            "The end of TLS is close_notify, which an attacker cannot make. An end without it may be a truncation."),
        Claim(
            60, about: .records, verdict: .isFalse, saidIn: [.work], rules: [.rfc(9325, "4.1")],
            runs: .exhibit(
                "sweet32", shows: "a block of ciphertext came a second time",
                defended: "No two of 202500 blocks of 128 bits are equal"),
            english:
                "The length of the key is what counts in a cipher.",
            "A short key is found by trying.",
            "The length of a block counts, too: with blocks of 64 bits two ciphertexts are equal after about 2^32 blocks. In this run a block has 32 bits, and it takes some 80,000."
        ),
        Claim(
            61, about: .records, verdict: .isFalse, saidIn: [.work], rules: [.rfc(6520, "4")],
            runs: .exhibit(
                "heartbleed", shows: "octets of its memory that lie behind it", defended: "and no answer comes"),
            english:
                "Heartbleed was a flaw of TLS.",
            "It was in the code for an extension of TLS.",
            "The extension demands the check that the code left out. The protocol was not at fault."),
        Claim(
            94, about: .records, verdict: .isFalse, saidIn: [.interview, .work],
            rules: [.rfc(5246, "6.2.1"), .rfc(5246, "E.1")],
            runs: Run(
                "--seed 7 --detail bytes --only tls.client_hello",
                shows: "Around a ClientHello no version is agreed on yet, and a server accepts any 0x03xx",
                alone: Words(english: "The field is read in the same way around each ClientHello.")),
            english:
                "The record of the ClientHello says 1.0, so it is TLS 1.0.",
            "In later records of TLS 1.2 the field has the version that was agreed.",
            "Around a ClientHello the field says little. ServerHello decides, and in TLS 1.3 its extension supported_versions."
        ),
    ]
}
