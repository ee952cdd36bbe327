import Trace

extension Claim {
    /// Claims about certificates and the man in the middle.
    static let ofCertificates: [Claim] = [
        Claim(
            34, about: .certificates, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(5246, "F.1.1"), .rfc(5246, "F.1.1.1")],
            runs: Run(
                "attack mitm --table", shows: "self-signed unknown_ca unknown_ca unknown_ca unknown_ca EVERYTHING"),
            Run(
                "attack mitm --seed 7 --policy none --attacker self-signed",
                shows: "the three randoms and Finished alone do not stop an interceptor"),
            english:
                "With Diffie–Hellman, three randoms and Finished a man in the middle has hardly a chance.",
            "They stop an attacker who only listens, and one who changes messages of others.",
            "All of it rests on the check of the certificate. The client without checks loses everything."),
        Claim(
            35, about: .certificates, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(5246, "F.1.1.1"), .rfc(5280, "6.1.1")],
            runs: Run("attack mitm --attacker installed-ca --policy full --seed 7", shows: "✔ INTERCEPTED"),
            english:
                "HTTPS traffic can be captured, but never read.",
            "A capture alone gives no content.",
            "An authority that was installed on the device reads it all, and the client finds every record intact."),
        Claim(
            36, about: .certificates, verdict: .isTrue, saidIn: [.article],
            rules: [.rfc(5246, "7.4.3"), .rfc(5246, "7.4.7.1")],
            runs: Run("--seed 7 --server-chain copied-chain --only tls.failed", shows: "decrypt_error"),
            english:
                "A phishing site can send the real certificate, and it gets nowhere.",
            "All of it: a certificate is public.",
            "Without the private key it cannot sign ServerKeyExchange, and with RSA key transport it cannot decrypt the premaster secret. The client has to verify the signature, though."
        ),
        Claim(
            37, about: .certificates, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(9525, "6")],
            runs: Run(
                "--dh --seed 7 --server-chain wrong-host --only tls.alert",
                shows: "The certificate is for another host"), .exhibit("dns-hijack"),
            english:
                "If the certificate is valid, it is the right server.",
            "It is the server of a name that stands in the certificate.",
            "The name is a check of its own. This chain is valid, and it belongs to another host."),
        Claim(
            38, about: .certificates, verdict: .isTrue, saidIn: [.article],
            rules: [.rfc(9525, "6"), .rfc(5280, "6.1")],
            runs: Run("attack mitm --attacker same-public-ca --policy no-hostname --seed 7", shows: "✔ INTERCEPTED"),
            english:
                "Without the check of the name, the client trusts other certificates of the same authority.",
            "All of it, but such a certificate is not forged: it is genuine, and for another name.",
            "The attacker gets a certificate for a name of her own, and the client takes it for the server's."),
        Claim(
            39, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(9525, "6")],
            runs: Run(
                "attack mitm --table",
                shows: "same-public-ca bad_certificate bad_certificate bad_certificate EVERYTHING EVERYTHING"),
            english:
                "A policy without the name validates everything that counts; only the name is left out.",
            "It checks the signatures, the dates and the authority.",
            "The name is what keeps every other customer of every authority out. Without it they all pass."),
        Claim(
            40, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "F.1.1.1")],
            runs: Run("attack mitm --seed 7 --policy none --attacker self-signed", shows: "✔ INTERCEPTED"),
            english:
                "A client that trusts anything verifies the server with the server's own certificate, so it always passes.",
            "It always passes.",
            "Nothing is verified. The attacker's own certificate passes as well, and she reads everything."),
        Claim(
            41, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "F.1.1.1")],
            runs: Run("attack mitm --table", shows: "own-ca unknown_ca unknown_ca unknown_ca unknown_ca EVERYTHING"),
            english:
                "A container for browsing may trust everything, as it shows pages of others.",
            "It cannot have pins for pages that it does not know.",
            "Then no page in it has the authentication of TLS. Checks with the system's authorities need no pins."),
        Claim(
            42, about: .certificates, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(5280, "6.1.4"), .rfc(5280, "4.2.1.9")],
            runs: Run(
                "--dh --seed 7 --server-chain not-a-ca --only tls.alert", shows: "it does not belong to an authority"),
            .exhibit("leaf-as-ca"),
            english:
                "If all signatures of a chain are right, the chain is good.",
            "A chain with a wrong signature is bad.",
            "Each issuer has to be allowed to issue. A leaf can sign, too, and must not."),
        Claim(
            43, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "6.1.1")],
            runs: Run(
                "--dh --seed 7 --server-chain unknown-ca --only tls.alert", shows: "the client does not trust it"),
            english:
                "A chain fails because its root is self-signed.",
            "The root is self-signed.",
            "So are all roots. This one is not among the authorities that the client trusts."),
        Claim(
            44, about: .certificates, verdict: .isFalse, saidIn: [.article, .course],
            rules: [.rfc(7469, "2.4"), .rfc(9525, "6")],
            runs: Run(
                "trust matrix --scenario other-site-same-ca --policy",
                "AFSecurityPolicy certificate, no validatesDomainName",
                shows: "! AFSecurityPolicy certificate, no validatesDomainName accepts"),
            english:
                "To pin the root is to pin one's server.",
            "It keeps other authorities out.",
            "Every certificate under that root is inside the pin. Only the check of the name keeps those of other sites out."
        ),
        Claim(
            45, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [.rfc(7469, "2.4"), .rfc(7469, "4.1")],
            runs: Run("trust matrix --clock", shows: "2026-12-26 renewed, same key + + x x + +"),
            english:
                "A pin on the server's certificate survives its renewal.",
            "A pin on the key does, if the new certificate has the same key.",
            "A pin on the whole certificate does not: every renewal locks the app out."),
        Claim(
            46, about: .certificates, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "7.4.8"), .rfc(5246, "7.4.6")],
            runs: Run(
                "--dh --seed 7 --client-cert copied --only tls.failed", shows: "CertificateVerify: invalid signature"),
            english:
                "The client's certificate proves who the client is.",
            "It says whose key it is.",
            "Anyone can copy a certificate. CertificateVerify, a signature over the handshake, proves that the client has the key."
        ),
        Claim(
            47, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5280, "4.2.1.6"), .rfc(5890, "2.3.1")], runs: .exhibit("null-prefix"),
            english:
                "Host names are strings, as programs have them.",
            "They are shown as strings.",
            "In a certificate they are octets with a length, and one of the octets may be 0. A program whose strings end at 0 reads another name."
        ),
        Claim(
            48, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(6797, "14.6"), .rfc(6797, "7.2")], runs: .exhibit("ssl-strip"),
            english:
                "The server redirects from http to https, so we are safe.",
            "After the redirection the connection is protected.",
            "The first request and the redirection are in clear. An attacker on the path answers them herself."),
        Claim(
            49, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5246, "7.3"), .rfc(5246, "7.4")], runs: .exhibit("skip-messages"),
            english:
                "The lock in the browser means that something was encrypted.",
            "So it should be.",
            "It means that the client's program has reached the end of its handshake. A program that lets messages be left out reaches it without any key."
        ),
        Claim(
            50, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5246, "7.4.2"), .rfc(8446, "4.4.2")],
            runs: Run("compare dhe tls13 --seed 7 --only changes", shows: "The server's certificate is encrypted"),
            english:
                "TLS 1.2 hides the certificates.",
            "TLS 1.3 does.",
            "In TLS 1.2 certificates are sent in clear, in a handshake that has no keys yet. In TLS 1.3 encryption begins before them."
        ),
        Claim(
            88, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [.rfc(5280, "6.1"), .rfc(5280, "4.2.1.9")],
            runs: Run("--seed 7 --only tls.check", shows: "The key of HandshakeSim Intermediate CA verifies the"),
            english:
                "The server's certificate is signed directly by the top authority.",
            "The rules allow it, and a small authority of a company may do so.",
            "Usually an authority in between signs it, and the key of the root stays offline. Then the server has to send the certificate in between, too."
        ),
        Claim(
            89, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5280, "4.1.1.3"), .rfc(5280, "4.1.1.1")],
            runs: Run("--seed 7 --only tls.check", shows: "(sha256WithRSAEncryption). So no octet has"),
            english:
                "The signature of a certificate is made over a digest of the public key.",
            "The public key is a part of what is signed.",
            "The digest is over the whole inner part: names, dates, key and extensions. If it were over the key only, all the rest could be changed."
        ),
        Claim(
            102, about: .certificates, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "7.4.3")],
            runs: Run(
                "--seed 7 --only tls.certificate", shows: "Only the owner of the private key can continue the handshake"
            ),
            english:
                "An attacker who copies the server's certificate is the server.",
            "Copying it is easy: it is sent in clear.",
            "The handshake goes on only with the private key, which is not in the certificate."),
        Claim(
            103, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(5246, "7.4.2"), .rfc(5280, "6.1")],
            runs: Run("--seed 7 --only tls.certificate", shows: "The root may be left out"),
            english:
                "The server has to send the root.",
            "It may send it.",
            "A client that trusts the root has it already. One that does not trust it does not begin to because the server sends it."
        ),
        Claim(
            104, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(9525, "2"), .rfc(5280, "4.2.1.6")],
            runs: Run(
                "trust matrix --why --scenario common-name-only --policy", "default handling",
                shows: "only subjectAltName counts"),
            english:
                "The common name is the name of the host.",
            "It was so for many years, and many certificates still repeat the name there.",
            "Only the extension subjectAltName counts."),
        Claim(
            105, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(5280, "4.2.1.9"), .rfc(5280, "6.1.4")],
            runs: Run(
                "trust matrix --why --scenario path-length-exceeded --policy", "default handling",
                shows: "allows at most 0 further authorities below it"),
            english:
                "pathLenConstraint counts all certificates below.",
            "It limits how long a path may be.",
            "It counts authorities. The leaf does not count, so an authority with 0 still issues leaves."),
        Claim(
            106, about: .certificates, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "7.4.2")],
            runs: Run("--seed 7 --only tls.certificate", shows: "The next one has to certify the one before it"),
            english:
                "The order of the certificates in the message does not matter.",
            "Many clients sort them.",
            "In TLS 1.2 the leaf comes first, and each certificate has to certify the one before it."),
        Claim(
            107, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [Citation("Apple", "NSAppTransportSecurity")],
            runs: Run(
                "trust ats --host www.example.com --tls 1.2 --suite TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
                shows: "is on no list of ATS"),
            english:
                "DHE is forward secret, so App Transport Security takes it.",
            "DHE is forward secret, and ATS asks for forward secrecy.",
            "ATS has a list of suites. In TLS 1.2 those with forward secrecy on it are ECDHE suites."),
    ]
}
