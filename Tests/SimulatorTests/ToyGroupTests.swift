import Crypto
import Render
import TLSSim
import TestVisit
import Testing
import Trace

@testable import Simulator

/// What is said of a group whose exponents anyone can find: a toy protects nothing, and no sentence may say that it does.
@Suite struct ToyGroupTests {
    private static let secrets = [Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.applicationData]
    private static let promise = "Secured, with forward secrecy"

    private func sentence(_ journal: Journal, of step: String) -> String {
        journal.events.filter { $0.step == step }.compactMap { $0.remark?.sentence(in: .english) }
            .joined(separator: "\n")
    }

    @Test(arguments: FiniteFieldGroup.all.filter(\.isToy), [false, true])
    func anEavesdropperComputesEverythingInAToyGroup(group: FiniteFieldGroup, extended: Bool) throws {
        let journal = try SharedVisit.run(Visit.Options(seed: 7, group: group, extendedMasterSecret: extended)).journal
        let ledger = Ledger(journal)
        for secret in Self.secrets { #expect(ledger.holds(.eavesdropper, secret), "\(secret)") }
        #expect(ledger.reasons(.eavesdropper, Knowledge.premasterSecret).contains { $0.english.contains("search") })
        let words = sentence(journal, of: "tls.established")
        #expect(!words.contains(Self.promise) && words.contains(group.name))
        #expect(sentence(journal, of: "chapter.tls_handshake").contains("eavesdropper computes every key"))
        #expect(sentence(journal, of: "chapter.theft").contains("eavesdropper computes every key"))
        #expect(!Ladder(journal).text.contains(Self.promise))
    }

    @Test(arguments: [false, true])
    func anEavesdropperComputesNothingInAGroupOfRFC7919(extended: Bool) throws {
        let journal = try SharedVisit.run(Visit.Options(seed: 7, extendedMasterSecret: extended)).journal
        let ledger = Ledger(journal)
        for principal in [Principal.eavesdropper, .thief] {
            for secret in Self.secrets { #expect(!ledger.holds(principal, secret), "\(secret)") }
        }
        let words = sentence(journal, of: "tls.established")
        #expect(words.contains(Self.promise) && words.contains("Only an attacker who breaks the group can decrypt it"))
        #expect(!sentence(journal, of: "chapter.tls_handshake").contains("toy"))
    }

    /// On a curve a point is multiplied by a number; nothing is raised to an exponent (RFC 7748 section 5, RFC 8422 section 5.10).
    @Test(arguments: [CipherSuite.ecdheRSAAES128GCM, .ecdheECDSAAES128GCM])
    func onACurvePointsAreMultipliedAndNoExponentIsNamed(suite: CipherSuite) throws {
        let journal = try SharedVisit.run(Visit.Options(seed: 7, suite: suite)).journal
        let words = sentence(journal, of: "tls.calc.premaster_secret")
        #expect(words.contains("multiplies the other side's point"))
        let all = journal.events.compactMap { $0.remark?.text(in: .english) }.joined(separator: "\n")
        #expect(!all.contains("exponent") && !all.contains("raises"))
        // A search on a curve ends; none that is known ends in time.
        #expect(all.contains("Pollard's rho") && !all.contains("a way that ends"))
    }
}
