import PKI
import Render
import Simulator
import TLSSim
import Trace

/// An attacker completes one handshake with the client and one with the server, because the client leaves out a check of the certificate
/// (RFC 5280 section 6, RFC 9525 section 6).
enum MITM: Exhibit {
    static let card = Card(
        "mitm", in: .pki, from: .inPath, to: .read, variants: MissingCheck.allCases.map(\.rawValue), unit: .handshakes,
        year: 2012, cites: [.rfc(5280, "6.1"), .rfc(9525, "6"), .rfc(7469, "2.6")], legs: [.victim, .server],
        words: MITMCard.self)

    /// The check that the client leaves out; the raw value is the variant's name.
    enum MissingCheck: String, CaseIterable {
        case unchecked = "no-check"
        case anyName = "no-hostname"
        case unpinned = "installed-ca"

        /// The certificate that the attacker has.
        var attacker: Interception.Attacker {
            switch self {
            case .unchecked: .selfSigned
            case .anyName: .samePublicAuthority
            case .unpinned: .installedAuthority
            }
        }

        /// What the client checks without the rule, and with it.
        var policies: (missing: Interception.Policy, inPlace: Interception.Policy) {
            switch self {
            case .unchecked: (.none, .full)
            case .anyName: (.noHostName, .full)
            case .unpinned: (.full, .pinnedLeaf)
            }
        }
    }

    static func table(seed: UInt64) throws -> Report? { try Interception.table(seed: seed) }

    static func perform(_ show: Performance) throws -> Outcome {
        let check = MissingCheck(rawValue: show.variant) ?? .unchecked
        let trust = try InterceptionStage(seed: show.seed)
        let suite = CipherSuite.dheRSAAES128GCM
        let (victims, request) = (try Victims(show, suite), show.request)
        // Half of the rule: the client verifies the chain, and does not compare the name.
        let policy = show.isHalf ? .noHostName : show.isDefended ? check.policies.inPlace : check.policies.missing
        let stage = ManInTheMiddleStage(
            show, client: victims.client(says: [request], judge: trust.judge(policy, against: check.attacker)),
            server: victims.server(answers: { _ in .ends([Money.answer]) }))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.evidence = ManInTheMiddleStage.evidence
        outcome.tries = 1
        outcome.say(TLSManInTheMiddleNote.stands, cite: .rfc(5246, "F.1.1.1"))
        guard
            let both = TLSManInTheMiddle(
                show, stage, shown: trust.identity(of: check.attacker), [suite], judge: trust.attackerJudge),
            let victim = stage.victim
        else { return outcome }
        outcome.say(
            InterceptionFinding.shows(check.attacker), frames: both.frames, on: .victim, cite: .rfc(5246, "7.4.2"))
        outcome.reached = both.isThrough
        let finding = victim.verdict?.refusal
        if outcome.reached {
            outcome.say(MITMNote.accepted(check, checks: victim.verdict?.findings.count ?? 0))
            both.tell(&outcome, request: request, victim: victim)
            outcome.say(InterceptionFinding.remedy(check.attacker))
        } else {
            outcome.say(
                MITMNote.refused(finding, victim.alert), frames: stage.attacker.sighted(on: .victim), on: .victim,
                cite: check == .anyName ? .rfc(9525, "6") : check == .unpinned ? .rfc(7469, "2.6") : .rfc(5280, "6.1"))
            outcome.say(InterceptionFinding.defence(check.attacker, policy: policy.rawValue))
        }
        outcome.reproduce = ["VICTIM", "SERVER"].map { Impostor.chainCommand.replacing("FILE", with: $0) }
        if outcome.reached {
            outcome.reproduce.append("tshark -r VICTIM -Y http.request -T fields -e http.request.uri")
        }
        return outcome
    }
}
