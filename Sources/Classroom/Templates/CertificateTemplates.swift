import Crypto
import PKI
import TLSSim
import Trace
import TrustLab

/// Questions about certificates, names and pins, and about the identity of client and server.
extension Template {
    static let certificates: [Template] = [
        Template(
            "x509.serial", .hex, credit: 2, run: "--dh", distinct: true, step: "tls.certificate",
            cites: [.rfc(5280, "4.1.2.2")],
            english: .init(
                goal: "You can read a certificate.",
                ask:
                    "Here are the certificates that a server sends, in PEM. What is the serial number of the server's own certificate: the contents of the INTEGER in DER, in hexadecimal?",
                hint:
                    "Decode the base 64. In the DER the serial number follows the version: tag 02, a length, the contents. openssl x509 -serial shows it too.",
                because:
                    "The server's own certificate comes first. Its serial number is the first INTEGER behind the version."
            )
        ) { run, key in
            let chain = try run.chain
            key.right = [.octets(Array(chain[0].serialNumber))]
            key["issuers-number", .octets(Array(chain[1].serialNumber))] = Words(
                english: "This is the serial number of the second certificate. Look at the order: the server's own "
                    + "certificate comes first.")
            key.shown = [chain.text]
        },
        Template(
            "x509.issuer", .choice, run: "--dh", step: "tls.certificate", cites: [.rfc(5280, "4.1.2.4")],
            english: .init(
                goal: "You can say who has signed a certificate.",
                ask:
                    "A server sends certificates with the subjects that are shown. Each is followed by the one that signs it. Which name stands as the issuer in the first certificate?",
                hint:
                    "Subject says whose certificate it is, issuer says who has signed it. The next certificate belongs to the signer.",
                because: "The issuer of a certificate is the subject of the next one.")
        ) { run, key in
            let chain = try run.chain
            key.right = [.choice(chain[0].issuer.label)]
            key["the-root-signs-all", .choice(chain[1].issuer.label)] = Words(
                english: "You expect that the root signs each certificate. It signs the authority in between. Look "
                    + "at the subject of the second certificate.")
            key["its-own-name", .choice(chain[0].subject.label)] = Words(
                english: "This is the subject of the certificate: its owner. Look at the field issuer.")
            key[nobody, .choice(selfSigned)] = Words(
                english: "A certificate that is signed by its own key has one name in both fields. Look at whether a "
                    + "second certificate follows.")
            key.shown = [
                .text(
                    Words(english: "Subjects of the certificates that the server sends, in its order"),
                    chain.map(\.subject.label).joined(separator: "\n"))
            ]
            key.choices[selfSigned] = Words(english: "no other name: it is self-signed")
        },
        Template(
            "x509.spki-pin", .hex, credit: 3, run: "--dh", distinct: true, step: "tls.certificate",
            cites: [.rfc(7469, "2.4")],
            english: .init(
                goal: "You can compute a pin.",
                ask:
                    "Here are the certificates that a server sends, in PEM. Compute the pin of the server's own key: SHA-256 of the SubjectPublicKeyInfo in DER, in hexadecimal.",
                hint:
                    "Take the public key out of the first certificate, in DER, and hash it. openssl x509 -pubkey, openssl pkey -outform der, openssl dgst -sha256.",
                because:
                    "The pin covers the key with its algorithm, and nothing that changes when the certificate is renewed with the same key."
            )
        ) { run, key in
            let chain = try run.chain
            let hash = HashAlgorithm.sha256
            key.right = [.octets(hash.hash(chain[0].publicKeyInfo))]
            key["whole-certificate", .octets(hash.hash(chain[0].der))] = Words(
                english: "This is the hash of the whole certificate. Such a pin breaks with each renewal. Look at "
                    + "which part the pin covers.")
            key["intermediates-key", .octets(hash.hash(chain[1].publicKeyInfo))] = Words(
                english: "This is the pin of the second certificate's key. Look at the order: the server's own "
                    + "certificate comes first.")
            key.shown = [chain.text]
        },
        Template(
            "x509.chain-length", .number, run: "--dh", step: "tls.certificate", cites: [.rfc(5246, "7.4.2")],
            english: .init(
                goal: "You know which certificates a server sends.",
                ask:
                    "The path from a server's certificate to the root that the client trusts has the names that are shown. How many certificates does the server send?",
                hint: "Ask which of them the client has already.",
                because: "The client has the root already. The server sends its own certificate and those between.")
        ) { run, key in
            let chain = try run.chain
            let names = chain.map(\.subject.label) + chain.suffix(1).map(\.issuer.label)
            key.right = [.number(chain.count)]
            key["root-is-sent", .number(chain.count + 1)] = Words(
                english: "You have counted the root. The client has it, and would not trust one because it was sent. "
                    + "Look at the list in the message Certificate.")
            key["only-the-leaf", .number(1)] = Words(
                english: "The client does not know the authority in between. Look at the list in the message "
                    + "Certificate.")
            key.shown = [
                .text(
                    Words(
                        english: "Names on the path from the server's certificate to the root that the client trusts"),
                    names.joined(separator: "\n"))
            ]
        },
        Template(
            alert: "trust.wrong-host-alert", run: "--dh --server-chain wrong-host",
            cites: [.rfc(9525, "6.1"), .rfc(5246, "7.2.2")],
            english: .init(
                goal: "You know what a certificate for another name leads to.",
                ask:
                    "A client asks for www.example.com. The server shows a good certificate of a known authority, for another name. Which alert does the client send?",
                hint:
                    "The authority is known, the dates are right, the signature is good. Ask what is left to complain about, and look at the list of alerts in RFC 5246 section 7.2.2.",
                because: "The certificate is good for another name. TLS 1.2 has no alert of its own for names.")
        ) { key in
            key["blames-the-authority", .choice("unknown_ca")] = Words(
                english: "The authority is known to the client. Look at which check of the client fails.")
            key["blames-the-date", .choice("certificate_expired")] = Words(
                english: "The dates are right. Look at which check of the client fails.")
            key["no-suite", .choice("handshake_failure")] = Words(
                english: "This alert comes when the two sides have no suite in common. Here they have agreed "
                    + "already. Look at ServerHello.")
        },
        Template(
            alert: "trust.unknown-ca-alert", run: "--dh --server-chain unknown-ca", cites: [.rfc(5246, "7.2.2")],
            english: .init(
                goal: "You know what an unknown authority leads to.",
                ask:
                    "A server shows a certificate for the right name, in date. An authority has signed it that the client does not know. Which alert does the client send?",
                hint: "Name, dates and signatures are right. Ask what the client lacks.",
                because: "The path ends at a root that the client does not trust.")
        ) { key in
            key["self-signed-is-bad", .choice("bad_certificate")] = Words(
                english: "The certificate is well formed and its signature is good. Look at where the path ends.")
            key["blames-the-date", .choice("certificate_expired")] = Words(
                english: "The dates are right. Look at where the path ends.")
            key["blames-the-signature", .choice("decrypt_error")] = Words(
                english: "Each signature on the path verifies. Look at where the path ends.")
        },
        Template(
            alert: "trust.copied-chain", credit: 2, run: "--dh --server-chain copied-chain",
            cites: [.rfc(5246, "7.4.3")],
            english: .init(
                goal: "You know what a copied certificate is worth.",
                ask:
                    "An attacker shows the certificates of the real server, which are public, and does not have its private key. The key exchange is ephemeral Diffie-Hellman. Which alert does the client send?",
                hint: "Go through the checks in their order: first the path, then the signature over the parameters.",
                because: "The certificates are genuine and pass. The signature in ServerKeyExchange is of another key.")
        ) { key in
            key["copy-is-noticed", .choice("bad_certificate")] = Words(
                english: "You expect that a copy looks different. It has the same octets, and passes each check of "
                    + "the path. Look at the check after it.")
            key["unknown-authority", .choice("unknown_ca")] = Words(
                english: "The copied certificates are of a known authority. Look at the check that comes after the "
                    + "path.")
            key["accepted", .choice(accepted)] = Words(
                english: "The certificate is right, and it proves nothing alone. Look at what ServerKeyExchange "
                    + "holds beside the parameters.")
        },
        Template(
            alert: "mutual.copied-alert", credit: 2, run: "--dh --client-cert copied", cites: [.rfc(5246, "7.4.8")],
            english: .init(
                goal: "You know what proves a client.",
                ask:
                    "A server asks for a client certificate. The client shows one that it has copied, without the private key. Which alert does the server send?",
                hint: "The certificate passes. Ask which message of the client proves that it has the key.",
                because: "The certificate is genuine. CertificateVerify is a signature, and it is of another key.")
        ) { key in
            key["certificate-proves", .choice(accepted)] = Words(
                english: "You expect that the certificate proves the client. It is public. Look at the message that "
                    + "follows ClientKeyExchange.")
            key["certificate-is-refused", .choice("bad_certificate")] = Words(
                english: "The certificate is good, and the server has no reason to refuse it. Look at the message "
                    + "that follows ClientKeyExchange.")
            key["unknown-authority", .choice("unknown_ca")] = Words(
                english: "The certificate is of an authority that the server knows. Look at the message that follows "
                    + "ClientKeyExchange.")
        },
        Template(
            "trust.renewal", .several, credit: 2, run: "trust matrix --clock", needsJournals: false, step: "",
            cites: [.rfc(7469, "2.6")],
            english: .init(
                goal: "You know which pins survive a renewal.",
                ask:
                    "Four apps pin public keys of the first chain: each has one of these sets of pins. Later the server renews its certificate with a spare key, which it had made before. The authority stays the same. Which apps cannot connect any more?",
                hint: "Ask of each set whether one of its keys is on the new path. One is enough.",
                because:
                    "The new path has the spare key, the same intermediate and the same root. One set names none of them."
            )
        ) { run, key in
            let story = try StoryDay("renewed with the spare key", run.seed)
            let locked = try story.bundles.filter { try !story.decision(of: "TrustKit", $0.pins).accepts }
            key.right = [.letters(Set(locked.map(\.name)))]
            key.offered = story.bundles.map(\.name)
            key["a-key-never-changes", .letters([])] = Words(
                english: "A pin of a key survives a renewal with the same key. Here the key is another one. Look at "
                    + "what each set pins.")
            key["each-renewal-locks-out", .letters(["the leaf", "the leaf and a spare key"])] = Words(
                english: "The spare key was made before and pinned. Look at which key the new certificate has.")
            key["the-chain-changes-too", .letters(Set(story.bundles.map(\.name)))] = Words(
                english: "The authority has issued the new certificate with the same key of its own. Look at the new "
                    + "path from end to end.")
        },
        Template(
            "ats.verdict", .choice, topic: "trust", run: "", needsJournals: false, step: "", cites: [],
            english: .init(
                goal: "You know which cipher suites App Transport Security lets an app use.",
                ask:
                    "An iOS app loads https://www.example.com/ with URLSession. The server speaks TLS 1.2 and no other version, and accepts the cipher suite that is shown and no other. Its certificates are in order. The app is under App Transport Security (ATS). Does the connection come about?",
                hint:
                    "ATS goes by lists of suites. Find the key exchange in the name of this one, and ask whether the app offers it, without an exception and with one.",
                because:
                    "In TLS 1.2 the app offers suites with ECDHE alone where there is no exception. NSExceptionRequiresForwardSecrecy = NO adds suites with RSA key transport. No exception adds DHE."
            )
        ) { run, key in
            let suites: [CipherSuite] = [
                .dheRSAAES128GCM, .dheRSAAES256GCM, .ecdheRSAAES128GCM, .ecdheRSAAES256GCM, .rsaAES128GCM,
                .rsaAES256GCM,
            ]
            var source = SeededRandomSource(seed: run.seed).fork("ats.verdict")
            let suite = suites[source.place(among: suites.count)]
            let (host, server) = (try ATSHost.ofVisit, try ATSServer.ofVisit(run.seed, suite))
            let isLoaded = ATSPolicy.ofVisit.judge(server, by: ATSDictionary().rules(forHost: host)).result == .loads
            let isHelped = ATSPolicy.ofVisit.remedy(for: server, scheme: .https, host: host) != nil
            key.right = [.choice(isLoaded ? "loads" : isHelped ? "exception" : "refused")]
            key["forward-secrecy-is-enough", .choice("loads")] = Words(
                english: "You expect that TLS 1.2 with good certificates is enough, or that any forward secrecy is. "
                    + "Look for the key exchange of this suite in the list that ATS has.")
            key["an-exception-lifts-all", .choice("exception")] = Words(
                english: "You expect that this suite needs an exception, and that there is one. Look at what the app "
                    + "offers without an exception, and at what an exception adds.")
            key["never-offered", .choice("refused")] = Words(
                english: "You expect that an app never offers this suite. Look at the list of ATS, and at what "
                    + "NSExceptionRequiresForwardSecrecy = NO adds to it.")
            key.shown = [.text(Words(english: "cipher suite"), suite.name)]
            key.choices["loads"] = Words(english: "yes, without an exception in the app's Info.plist")
            key.choices["exception"] = Words(english: "only with an exception in the app's Info.plist")
            key.choices["refused"] = Words(english: "no, with an exception or without")
        },
    ]

    /// The name of the wrong answer "none of them": no side finishes first, or no other key signed the certificate.
    static let nobody = "nobody"
    /// The program's word for the choice that the certificate is signed by its own key.
    static let selfSigned = nobody + ": it is self-signed"
    /// The choice that no alert is sent.
    static let accepted = "no alert: it is accepted"

    /// A question about the alert that ends a handshake.
    ///
    /// - Parameters:
    ///   - name: the name of the run, if the command makes several.
    ///   - slips: says what leads to each wrong choice.
    init(
        alert id: String, credit: Int = 1, run: String, named name: String? = nil, cites: [Citation],
        english: QuestionWords.English, slips: @escaping @Sendable (inout Solution) -> Void
    ) {
        self.init(
            id, .choice, credit: credit, run: run, step: "tls.alert", cites: cites, english: english
        ) { run, key in
            key.right = [.choice(try run.only(name).alert ?? Template.accepted)]
            slips(&key)
        }
    }
}

extension QuestionRun {
    /// The certificates that the server sends, its own first; at least two.
    fileprivate var chain: [CertificateStructure] {
        get throws { try certificates.map { try CertificateStructure($0) } }
    }
}

extension [CertificateStructure] {
    /// The certificates in PEM, to be shown with a question.
    fileprivate var text: Solution.Shown {
        .text(Words(english: "Certificates that the server sends, in its order"), CertificatePEM.encode(map(\.der)))
    }
}
