import PKI
import Simulator
import Trace

/// Lesson 6: certificates and chains.
extension Exercise {
    static let certificates: [Exercise] = [
        Exercise(lesson: 6, number: 1, answer: .number) { seed, key in
            let whole = UInt64(try leaf(seed).count)
            key.right = [.number(whole)]
            key.because = Words(english: "Four octets of header and the content make \(whole) octets.")
            key.hint = Words(
                english: "The second octet, 82, says that the length is in the two octets behind it. The header "
                    + "itself is not counted in that length.")
            key[.number(whole - 4)] = Words(
                english: "That is the length of the content. The file also holds the header, with its type and length.")
        },
        Exercise(lesson: 6, number: 2, answer: .name) { seed, key in
            let journal = try Visit.journal(seed) { $0.serverChain = .expired }
            let alert = try journal.alert(of: .client)
            key.right = [.named(alert)]
            key.because = Words(
                english: "The client sends \(alert). The signature is as good as ever; the issuer's promise is over.")
            key.hint = Words(
                english: "RFC 5246 section 7.2.2 has an alert for exactly this case: a certificate whose time is over.")
            let nothingIsCorrupt = Words(
                english: "Every octet of this certificate is as the authority signed it. Another alert fits better.")
            key[.named("bad_certificate")] = nothingIsCorrupt
            key[.named("unknown_ca")] = Words(
                english: "The client knows the authority. What is wrong is the leaf itself.")
            key[.named("decrypt_error")] = nothingIsCorrupt
        },
        Exercise(lesson: 6, number: 3, answer: .number) { seed, key in
            let end = try CertificateStructure(leaf(seed)).notAfter
            guard let last = UInt64(exactly: end) else { throw ExerciseError.noStep("notAfter") }
            key.right = [.number(last)]
            key.because = Words(
                english: "notAfter is \(CivilTime.text(end)), and this second still belongs to the certificate.")
            key.hint = Words(
                english: "Look up notAfter with trust show, turn it into seconds since 1970 (date -u +%s), and try "
                    + "the second before and the second after with openssl verify.")
            key[.number(last + 1)] = Words(
                english: "One second too many: at this second openssl verify says that the certificate has expired.")
            key[.number(last - 1)] = Words(
                english: "One second too few: at the next second the certificate is still valid.")
        },
        Exercise(lesson: 6, number: 4, answer: .letters(through: "d")) { seed, key in
            let journal = try Visit.journal(seed) { $0.serverChain = .notAnAuthority }
            let passed = journal.verdicts(of: .client)
            let checks = ["signature", "dates", "host name", "basic constraints"]
            let failed = Exercise.letters(of: checks) { passed[$0] == false }
            key.right = [.letters(failed)]
            key.because = Words(
                english: "Signatures, dates and name are good. The plumber's certificate has no basicConstraints "
                    + "that make its owner an authority (RFC 5280 4.2.1.9).")
            key.hint = Words(
                english: "Ask of each check what the plumber's certificate really says. One thing has never been "
                    + "said of plumbers.")
            key[.letters(["a"])] = Words(
                english: "The plumber has a key, and signs with it. Every signature of this chain verifies.")
        },
    ]

    /// The server's own certificate (the leaf), in DER, in the visit under `seed`.
    static func leaf(_ seed: UInt64) throws -> [UInt8] {
        guard let leaf = try Visit.Cast(Visit.Options(seed: seed)).server.chain.first else {
            throw ExerciseError.noStep("a certificate")
        }
        return leaf
    }
}

extension Journal {
    /// The name of the first alert that `who` sends, such as "certificate_expired".
    func alert(of who: Principal) throws(ExerciseError) -> String {
        String(try message("tls.alert", of: who).label.dropFirst("Alert ".count))
    }

    /// For each check, by name: whether it passed every time that `who` made it. It is made once for each certificate
    /// of the path.
    fileprivate func verdicts(of who: Principal) -> [String: Bool] {
        var verdicts: [String: Bool] = [:]
        for event in events where event.who == who {
            if case .checked(let what, let passed) = event.kind { verdicts[what] = passed && verdicts[what] ?? true }
        }
        return verdicts
    }
}
