import PKI
import Simulator
import Trace

/// Lesson 6: certificates and chains.
extension Exercise {
    static let certificates: [Exercise] = [
        Exercise(lesson: 6, number: 1, answer: .number) { seed in
            let whole = UInt64(try leaf(seed).count)
            return Solution(
                .number(whole), because: CertificateHint.wholeFile(octets: whole), hint: .lengthOctets,
                slips: [(.number(whole - 4), .withoutHeader)])
        },
        Exercise(lesson: 6, number: 2, answer: .name) { seed in
            let journal = try Visit.journal(seed) { $0.serverChain = .expired }
            let alert = try journal.alert(of: .client)
            return Solution(
                .named(alert), because: CertificateHint.alertSent(alert), hint: .alertForDates,
                slips: [
                    (.named("bad_certificate"), .nothingIsCorrupt),
                    (.named("unknown_ca"), .authorityIsKnown),
                    (.named("decrypt_error"), .nothingIsCorrupt),
                ])
        },
        Exercise(lesson: 6, number: 3, answer: .number) { seed in
            let end = try CertificateStructure(leaf(seed)).notAfter
            guard let last = UInt64(exactly: end) else { throw ExerciseError.noStep("notAfter") }
            return Solution(
                .number(last), because: CertificateHint.lastSecond(end), hint: .searchByHalves,
                slips: [
                    (.number(last + 1), .oneSecondLate),
                    (.number(last - 1), .oneSecondEarly),
                ])
        },
        Exercise(lesson: 6, number: 4, answer: .letters(through: "d")) { seed in
            let journal = try Visit.journal(seed) { $0.serverChain = .notAnAuthority }
            let passed = journal.verdicts(of: .client)
            let checks = ["signature", "dates", "host name", "basic constraints"]
            let failed = Exercise.letters(of: checks) { passed[$0] == false }
            return Solution(
                .letters(failed), because: CertificateHint.plumber, hint: .whatNobodySaid,
                slips: [(.letters(["a"]), .signaturesAreGood)])
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
