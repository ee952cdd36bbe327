import Crypto
import PKI
import Simulator
import TLSSim
import Trace
import TrustLab

/// Lesson 7: names and anchors.
extension Exercise {
    static let names: [Exercise] = [
        Exercise(lesson: 7, number: 1, answer: .letters(through: "d")) { seed in
            let accepting = try TrustEvidence.scenario("other-site-same-ca", seed).letters(ofThoseWhoAccept: [
                "default handling", "no host name", "AFSecurityPolicy certificate",
                "AFSecurityPolicy certificate, no validatesDomainName",
            ])
            return Solution(
                .letters(accepting), because: NameHint.nameDecides, hint: .whoComparesTheName,
                slips: [(.letters([]), .pinIsOfTheAuthority)])
        },
        Exercise(lesson: 7, number: 2, answer: .letters(through: "e")) { seed in
            let fitting = try namesThatFit(seed)
            return Solution(
                .letters(fitting), because: NameHint.oneLabel, hint: .labelByLabel,
                slips: [
                    (.letters(fitting.union(["b"])), .starIsOneLabel),
                    (.letters(fitting.union(["c"])), .starIsOneLabel),
                    (.letters(fitting.union(["d"])), .commonNameIsIgnored),
                ])
        },
        Exercise(lesson: 7, number: 3, answer: .letters(through: "d")) { seed in
            let trials: [(PresentedChain, ChecksMade)] = [
                (.wrongHost, .full), (.wrongHost, .anyName), (.expired, .anyName), (.selfSigned, .none),
            ]
            let served = try Exercise.letters(of: trials) { chain, checksMade in
                let journal = try Visit.journal(seed) { ($0.serverChain, $0.checksMade) = (chain, checksMade) }
                return Ledger(journal).holds(.client, Knowledge.applicationData)
            }
            return Solution(
                .letters(served), because: NameHint.whatWasLeftOut, hint: .oneCheckAtATime,
                slips: [(.letters(served.union(["c"])), .datesAreStillChecked)])
        },
        Exercise(lesson: 7, number: 4, answer: .letters(through: "c")) { seed in
            let evidence = try TrustEvidence.scenario("installed-root", seed)
            let accepts = [
                try evidence.decision(of: "default handling").accepts,
                evidence.transportJudgement()?.result == .loads,
                try evidence.decision(of: "TrustKit").accepts,
            ]
            let refusing = Exercise.letters(of: accepts) { !$0 }
            return Solution(
                .letters(refusing), because: NameHint.onlyAPin, hint: .proxyIsTrusted,
                slips: [(.letters([]), .oneOfThemHasAList)])
        },
    ]

    /// The letters of the names that a certificate for *.example.com and 192.0.2.1 covers. Its common name is one that
    /// it does not cover.
    private static func namesThatFit(_ seed: UInt64) throws -> Set<Character> {
        var random = SeededRandomSource(seed: seed)
        let pki = try Visit.Cast(Visit.Options(seed: seed)).pki
        var profile = CertificateProfile.server(hostName: "*.example.com", at: Visit.epoch)
        profile.commonName = "www.example.org"
        profile.ipAddresses = [[192, 0, 2, 1]]
        let leaf = try pki.intermediate.issue(profile, to: pki.identity.privateKey.publicKey, using: &random)
        let evaluator = Evaluator(store: pki.trustStore)
        let asked = ["shop.example.com", "a.b.example.com", "example.com", "www.example.org", "192.0.2.1"]
        return letters(of: asked) { name in
            evaluator.evaluate(
                chain: [leaf, pki.intermediate.certificate],
                question: PKI.Question(hostName: name, time: Visit.epoch)
            ).isTrusted
        }
    }
}
