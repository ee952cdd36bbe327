import Trace

extension Claim {
    /// Claims about certificates and the man in the middle.
    static let ofCertificates: [Claim] = [
        Claim(
            34, about: .certificates, verdict: .onlyIf, saidIn: [.article, .course],
            rules: [.rfc(5246, "F.1.1"), .rfc(5246, "F.1.1.1")],
            runs: Run(
                "attack mitm --seed 7 --policy none --attacker self-signed",
                shows: "the three randoms and Finished alone do not stop an interceptor",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker self-signed", shows: "✘ NOTHING LEARNED")),
            Run("attack mitm --table", shows: "self-signed unknown_ca unknown_ca unknown_ca unknown_ca EVERYTHING"),
            english:
                "With Diffie–Hellman, three randoms and Finished a man in the middle has hardly a chance.",
            "She has none, if the client also checks the certificate and its name, and trusts no authority that certifies her.",
            "All of it rests on that check. The client without checks loses everything, with Diffie–Hellman, three randoms and Finished."
        ),
        Claim(
            35, about: .certificates, verdict: .isFalse, saidIn: [.interview],
            rules: [.rfc(5246, "F.1.1.1"), .rfc(5280, "6.1.1")],
            runs: Run(
                "attack mitm --seed 7 --policy full --attacker installed-ca", shows: "✔ INTERCEPTED",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker self-signed", shows: "✘ NOTHING LEARNED")),
            english:
                "HTTPS traffic can be captured, but never read.",
            "A capture alone gives no content.",
            "An authority that was installed on the device reads it all, and the client finds every record intact."),
        Claim(
            36, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [.rfc(5246, "7.4.3"), .rfc(5246, "7.4.7.1")],
            runs: Run(
                "--seed 7 --server-chain copied-chain --only tls.failed", shows: "ServerKeyExchange: invalid signature",
                unlike: Counterpart(
                    "attack unsigned-dh --seed 7 --defence off", shows: "They have two master secrets, and she has both"
                )),
            english:
                "A phishing site can send the real certificate, and it gets nowhere.",
            "A certificate is public. Without its private key the phishing site gets nowhere with a client that verifies the signature.",
            "It cannot sign ServerKeyExchange, and with RSA key transport it cannot decrypt the premaster secret. A client that does not verify the signature goes on all the same."
        ),
        Claim(
            37, about: .certificates, verdict: .isFalse, saidIn: [.interview], rules: [.rfc(9525, "6")],
            runs: Run(
                "--dh --seed 7 --server-chain wrong-host --only tls.alert",
                shows: "The certificate is for another host",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check.verdict", shows: "The key in the leaf belongs to www.example.com")),
            .exhibit(
                "dns-hijack", shows: "The chain is good, and the client asks no more",
                defended: "The client compares the names"),
            english:
                "If the certificate is valid, it is the right server.",
            "It is the server of a name that stands in the certificate.",
            "The name is a check of its own. This chain is valid, and it belongs to another host."),
        Claim(
            38, about: .certificates, verdict: .isTrue, saidIn: [.article],
            rules: [.rfc(9525, "6"), .rfc(5280, "6.1")],
            runs: Run(
                "attack mitm --seed 7 --policy no-hostname --attacker same-public-ca", shows: "✔ INTERCEPTED",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker same-public-ca", shows: "✘ NOTHING LEARNED")),
            english:
                "Without the check of the name, the client trusts other certificates of the same authority.",
            "Such a certificate is not forged: it is genuine, and for another name.",
            "The attacker gets a certificate for a name of her own, and the client takes it for the server's."),
        Claim(
            39, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(9525, "6")],
            runs: Run(
                "attack mitm --seed 7 --policy no-hostname --attacker same-public-ca", shows: "✔ INTERCEPTED",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker same-public-ca", shows: "✘ NOTHING LEARNED")),
            english:
                "A policy without the name validates everything that counts; only the name is left out.",
            "It checks the signatures, the dates and the authority.",
            "The name is what keeps every other customer of every authority out. Without it they all pass."),
        Claim(
            40, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "F.1.1.1")],
            runs: Run(
                "attack mitm --seed 7 --policy none --attacker self-signed", shows: "✔ INTERCEPTED",
                unlike: Counterpart(
                    "attack mitm --seed 7 --policy full --attacker self-signed", shows: "✘ NOTHING LEARNED")),
            english:
                "A client that trusts anything verifies the server with the server's own certificate, so it always passes.",
            "Each certificate passes.",
            "Nothing is verified. So the attacker's own certificate passes as well, and she reads everything."),
        Claim(
            41, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5246, "F.1.1.1")],
            runs: Run(
                "attack mitm --seed 7 --policy none --attacker own-ca", shows: "✔ INTERCEPTED",
                unlike: Counterpart("attack mitm --seed 7 --policy full --attacker own-ca", shows: "✘ NOTHING LEARNED")),
            english:
                "A container for browsing may trust everything, as it shows pages of others.",
            "It cannot have pins for pages that it does not know.",
            "Then no page in it has the authentication of TLS. Checks with the system's authorities need no pins."),
        Claim(
            42, about: .certificates, verdict: .isFalse, saidIn: [.textbook],
            rules: [.rfc(5280, "6.1.4"), .rfc(5280, "4.2.1.9")],
            runs: Run(
                "--dh --seed 7 --server-chain not-a-ca --only tls.alert", shows: "it does not belong to an authority",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check", shows: "belongs to an authority, which may issue certificates")),
            .exhibit(
                "leaf-as-ca", shows: "All signatures verify, the name fits, and the last issuer is trusted",
                defended: "that it does not belong to an authority"),
            english:
                "If all signatures of a chain are right, the chain is good.",
            "A chain with a wrong signature is bad.",
            "Each issuer has to be allowed to issue. A leaf can sign, too, and must not."),
        Claim(
            43, about: .certificates, verdict: .isFalse, saidIn: [.article], rules: [.rfc(5280, "6.1.1")],
            runs: Run(
                "--dh --seed 7 --server-chain unknown-ca --only tls.alert", shows: "the client does not trust it",
                unlike: Counterpart(
                    "--dh --seed 7 --only tls.check",
                    shows: "The path ends at HandshakeSim Root CA, which the client trusts")),
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
                shows: "! AFSecurityPolicy certificate, no validatesDomainName accepts",
                unlike: Counterpart(
                    "trust matrix --scenario genuine --policy", "AFSecurityPolicy certificate, no validatesDomainName",
                    shows: "+ AFSecurityPolicy certificate, no validatesDomainName accepts")),
            english:
                "To pin the root is to pin one's server.",
            "It keeps other authorities out.",
            "Every certificate under that root is inside the pin. Only the check of the name keeps those of other sites out."
        ),
        Claim(
            45, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(7469, "2.4"), .rfc(7469, "4.1")],
            runs: Run(
                "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy certificate",
                shows: "x AFSecurityPolicy certificate refuses",
                unlike: Counterpart(
                    "trust matrix --scenario renewed-same-key --policy", "AFSecurityPolicy publicKey",
                    shows: "+ AFSecurityPolicy publicKey accepts")),
            Run("trust matrix --clock", shows: "2026-12-26 renewed, same key + + x x + +"),
            english:
                "A pin on the server's certificate survives its renewal.",
            "A pin on the key survives it, if the new certificate has the same key.",
            "A renewed certificate is another certificate: the pin on the old one locks the app out."),
        Claim(
            46, about: .certificates, verdict: .isFalse, saidIn: [.article, .interview, .course],
            rules: [.rfc(5246, "7.4.8"), .rfc(5246, "7.4.6")],
            runs: Run(
                "--dh --seed 7 --client-cert copied --only tls.failed", shows: "CertificateVerify: invalid signature",
                unlike: Counterpart(
                    "--dh --seed 7 --client-cert good --only tls.certificate_verify",
                    shows: "Only the certified key can make it")),
            english:
                "The client's certificate proves who the client is.",
            "It says whose key it is.",
            "Anyone can copy a certificate. CertificateVerify, a signature over the handshake, proves that the client has the key."
        ),
        Claim(
            47, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5280, "4.2.1.6"), .rfc(5890, "2.3.1")],
            runs: .exhibit(
                "null-prefix", shows: "The client's comparison ends at the zero",
                defended: "The client compares the whole name, and it differs"),
            english:
                "Host names are strings, as programs have them.",
            "They are shown as strings.",
            "In a certificate they are octets with a length, and one of the octets may be 0. A program whose strings end at 0 reads another name."
        ),
        Claim(
            48, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(6797, "14.6"), .rfc(6797, "7.2")],
            runs: .exhibit(
                "ssl-strip", shows: "In the page she replaces https:// by http://",
                defended: "The browser knows that this host wants TLS"),
            english:
                "The server redirects from http to https, so we are safe.",
            "After the redirection the connection is protected.",
            "The first request and the redirection are in clear. An attacker on the path answers them herself."),
        Claim(
            49, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5246, "7.3"), .rfc(5246, "7.4")],
            runs: .exhibit(
                "skip-messages", shows: "as application data in clear", defended: "The client awaits ServerKeyExchange"),
            english:
                "The lock in the browser means that something was encrypted.",
            "It should mean that.",
            "It means that the client's program has reached the end of its handshake. A program that lets messages be left out reaches it without any key."
        ),
        Claim(
            50, about: .certificates, verdict: .isFalse, saidIn: [.work],
            rules: [.rfc(5246, "7.4.2"), .rfc(8446, "4.4.2")],
            runs: Run(
                "--seed 7 --only tls.certificate", shows: "TLS Certificate 1802 B]",
                unlike: Counterpart(
                    "--tls13 --seed 7 --only tls.certificate", shows: "TLS Certificate 1824 B, encrypted]")),
            english:
                "TLS 1.2 hides the certificates.",
            "TLS 1.3 hides them from an onlooker.",
            "In TLS 1.2 certificates are sent in clear, in a handshake that has no keys yet. In TLS 1.3 encryption begins before them."
        ),
        Claim(
            88, about: .certificates, verdict: .onlyIf, saidIn: [.article],
            rules: [.rfc(5280, "6.1"), .rfc(5280, "4.2.1.9")],
            runs: Run(
                "--seed 7 --only tls.check", shows: "The key of HandshakeSim Intermediate CA verifies the",
                alone: Words(english: "Each genuine chain of a visit has an authority in between.")),
            english:
                "The server's certificate is signed directly by the top authority.",
            "The rules allow it, and a small authority of a company may do so.",
            "Usually an authority in between signs it, and the key of the root stays offline. Then the server has to send the certificate in between, too."
        ),
        Claim(
            89, about: .certificates, verdict: .isFalse, saidIn: [.article],
            rules: [.rfc(5280, "4.1.1.3"), .rfc(5280, "4.1.1.1")],
            runs: Run(
                "trust matrix --why --scenario tampered-name --policy", "default handling",
                shows: "does not verify the signature on the leaf",
                unlike: Counterpart(
                    "trust matrix --scenario genuine --policy", "default handling", shows: "+ default handling accepts")
            ),
            english:
                "The signature of a certificate is made over a digest of the public key.",
            "The public key is a part of what is signed.",
            "The digest is over the whole inner part: names, dates, key and extensions. In this run the key is the same and the name was changed: the signature does not fit."
        ),
        Claim(
            102, about: .certificates, verdict: .isFalse, saidIn: [.course], rules: [.rfc(5246, "7.4.3")],
            runs: Run(
                "--seed 7 --server-chain copied-chain --only tls.failed", shows: "decrypt_error",
                unlike: Counterpart(
                    "--seed 7 --only tls.check.params_signature",
                    shows: "So the parameters come from the owner of the certificate")),
            english:
                "An attacker who copies the server's certificate is the server.",
            "Copying it is easy: it is sent in clear.",
            "The handshake goes on only with the private key, which is not in the certificate."),
        Claim(
            103, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(5246, "7.4.2"), .rfc(5280, "6.1")],
            runs: Run(
                "--seed 7 --only tls.certificate,tls.check",
                shows: "The path ends at HandshakeSim Root CA, which the client trusts",
                unlike: Counterpart(
                    "--seed 7 --server-chain unknown-ca --only tls.alert", shows: "the client does not trust it")),
            english:
                "The server has to send the root.",
            "It may send it.",
            "A client that trusts the root has it already: here the server has sent two certificates, without the root. A client that does not trust the root does not begin to because the server sends it."
        ),
        Claim(
            104, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(9525, "2"), .rfc(5280, "4.2.1.6")],
            runs: Run(
                "trust matrix --why --scenario common-name-only --policy", "default handling",
                shows: "only subjectAltName counts",
                unlike: Counterpart(
                    "trust matrix --why --scenario genuine --policy", "default handling", shows: "it accepts the chain")
            ),
            english:
                "The common name is the name of the host.",
            "It was so for many years, and many certificates still repeat the name there.",
            "Only the extension subjectAltName counts."),
        Claim(
            105, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [.rfc(5280, "4.2.1.9"), .rfc(5280, "6.1.4")],
            runs: Run(
                "--seed 7 --only tls.check", shows: "allows at most 0 further authorities below it; there are none",
                unlike: Counterpart(
                    "trust matrix --why --scenario path-length-exceeded --policy", "default handling",
                    shows: "allows at most 0 further authorities below it, but there is 1")),
            english:
                "pathLenConstraint counts all certificates below.",
            "It limits how long a path may be.",
            "It counts authorities. The leaf does not count, so an authority with 0 still issues leaves."),
        Claim(
            106, about: .certificates, verdict: .onlyIf, saidIn: [.course],
            rules: [.rfc(5246, "7.4.2"), .rfc(8446, "4.4.2")],
            runs: Run(
                "trust matrix --scenario reversed-chain --policy", "default handling",
                shows: "wrong the order, which TLS 1.2 prescribes",
                unlike: Counterpart(
                    "trust matrix --scenario four-certificates --policy", "default handling",
                    shows: "Two intermediates are sent in the right order")),
            english:
                "The order of the certificates in the message does not matter.",
            "A client that sorts the certificates behind the leaf accepts them in another order, as SecTrust of iOS does in this run.",
            "By the rule of TLS 1.2 the leaf comes first, and each certificate has to certify the one before it. A client that does not sort them may refuse another order. In TLS 1.3 the leaf has to be the first, and the others should be in this order."
        ),
        Claim(
            107, about: .certificates, verdict: .isFalse, saidIn: [.course],
            rules: [Citation("Apple", "NSAppTransportSecurity")],
            runs: Run(
                "trust ats --host www.example.com --tls 1.2 --suite TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
                shows: "is on no list of ATS",
                unlike: Counterpart(
                    "trust ats --host www.example.com --tls 1.2 --suite TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                    shows: "One of the ECDHE suites that ATS offers. It has forward secrecy")),
            english:
                "DHE is forward secret, so App Transport Security takes it.",
            "DHE is forward secret, and ATS asks for forward secrecy.",
            "ATS has a list of suites. In TLS 1.2 those with forward secrecy on it are ECDHE suites."),
    ]
}
