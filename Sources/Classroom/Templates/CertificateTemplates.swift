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
            cites: [.rfc(5280, "4.1.2.2")], words: CertificateWords.serial
        ) { run in
            let chain = try run.chain
            return Working(
                .octets(Array(chain[0].serialNumber)), slips: [.octets("issuers-number", chain[1].serialNumber)],
                shown: [chain.text])
        },
        Template(
            "x509.issuer", .choice, run: "--dh", step: "tls.certificate", cites: [.rfc(5280, "4.1.2.4")],
            words: CertificateWords.issuer
        ) { run in
            let chain = try run.chain
            return .choice(
                chain[0].issuer.label,
                [
                    "the-root-signs-all": chain[1].issuer.label, "its-own-name": chain[0].subject.label,
                    nobody: selfSigned,
                ], shown: [.text(.subjects, chain.map(\.subject.label).joined(separator: "\n"))])
        },
        Template(
            "x509.spki-pin", .hex, credit: 3, run: "--dh", distinct: true, step: "tls.certificate",
            cites: [.rfc(7469, "2.4")], words: CertificateWords.pin
        ) { run in
            let chain = try run.chain
            let hash = HashAlgorithm.sha256
            return Working(
                .octets(hash.hash(chain[0].publicKeyInfo)),
                slips: [
                    .octets("whole-certificate", hash.hash(chain[0].der)),
                    .octets("intermediates-key", hash.hash(chain[1].publicKeyInfo)),
                ], shown: [chain.text])
        },
        Template(
            "x509.chain-length", .number, run: "--dh", step: "tls.certificate", cites: [.rfc(5246, "7.4.2")],
            words: CertificateWords.chainLength
        ) { run in
            let chain = try run.chain
            let names = chain.map(\.subject.label) + chain.suffix(1).map(\.issuer.label)
            return Working(
                .number(chain.count),
                slips: [.number("root-is-sent", chain.count + 1), .number("only-the-leaf", 1)],
                shown: [.text(.path, names.joined(separator: "\n"))])
        },
        Template(
            alert: "trust.wrong-host-alert", run: "--dh --server-chain wrong-host", words: CertificateWords.wrongHost,
            cites: [.rfc(9525, "6.1"), .rfc(5246, "7.2.2")],
            slips: [
                "blames-the-authority": "unknown_ca", "blames-the-date": "certificate_expired",
                "no-suite": "handshake_failure",
            ]),
        Template(
            alert: "trust.unknown-ca-alert", run: "--dh --server-chain unknown-ca",
            words: CertificateWords.unknownAuthority, cites: [.rfc(5246, "7.2.2")],
            slips: [
                "self-signed-is-bad": "bad_certificate", "blames-the-date": "certificate_expired",
                "blames-the-signature": "decrypt_error",
            ]),
        Template(
            alert: "trust.copied-chain", credit: 2, run: "--dh --server-chain copied-chain",
            words: CertificateWords.copiedChain, cites: [.rfc(5246, "7.4.3")],
            slips: ["copy-is-noticed": "bad_certificate", "unknown-authority": "unknown_ca", "accepted": accepted]),
        Template(
            alert: "mutual.copied-alert", credit: 2, run: "--dh --client-cert copied",
            words: CertificateWords.copiedClient, cites: [.rfc(5246, "7.4.8")],
            slips: [
                "certificate-proves": accepted, "certificate-is-refused": "bad_certificate",
                "unknown-authority": "unknown_ca",
            ]),
        Template(
            "trust.renewal", .several, credit: 2, run: "trust matrix --clock", needsJournals: false, step: "",
            cites: [.rfc(7469, "2.6")], words: CertificateWords.renewal
        ) { run in
            let story = try StoryDay("renewed with the spare key", run.seed)
            let locked = try story.bundles.filter { try !story.decision(of: "TrustKit", $0.pins).accepts }
            return Working(
                .several(Set(locked.map(\.name)), of: story.bundles.map(\.name)),
                slips: [
                    .several("a-key-never-changes", []),
                    .several("each-renewal-locks-out", ["the leaf", "the leaf and a spare key"]),
                    .several("the-chain-changes-too", Set(story.bundles.map(\.name))),
                ])
        },
        Template(
            "ats.verdict", .choice, topic: "trust", run: "", needsJournals: false, step: "", cites: [],
            words: CertificateWords.transportSecurity
        ) { run in
            let suites: [CipherSuite] = [
                .dheRSAAES128GCM, .dheRSAAES256GCM, .ecdheRSAAES128GCM, .ecdheRSAAES256GCM, .rsaAES128GCM,
                .rsaAES256GCM,
            ]
            var source = SeededRandomSource(seed: run.seed).fork("ats.verdict")
            let suite = suites[source.place(among: suites.count)]
            let (host, server) = (try ATSHost.ofVisit, try ATSServer.ofVisit(run.seed, suite))
            let isLoaded = ATSPolicy.ofVisit.judge(server, by: ATSDictionary().rules(forHost: host)).result == .loads
            let isHelped = ATSPolicy.ofVisit.remedy(for: server, scheme: .https, host: host) != nil
            return .choice(
                isLoaded ? "loads" : isHelped ? "exception" : "refused",
                [
                    "forward-secrecy-is-enough": "loads", "an-exception-lifts-all": "exception",
                    "never-offered": "refused",
                ], shown: [.text(.quantity("cipher suite"), suite.name)])
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
    ///   - slips: the name of a slip for each wrong choice.
    init(
        alert id: String, credit: Int = 1, run: String, named name: String? = nil, words: any QuestionTopic,
        cites: [Citation], slips: KeyValuePairs<String, String>
    ) {
        self.init(id, .choice, credit: credit, run: run, step: "tls.alert", cites: cites, words: words) { run in
            .choice(try run.only(name).alert ?? Template.accepted, slips)
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
    fileprivate var text: Working.Shown { .text(.certificates, CertificatePEM.encode(map(\.der))) }
}
