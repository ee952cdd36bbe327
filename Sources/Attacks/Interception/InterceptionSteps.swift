import PKI
import TLSSim
import Trace

package typealias InterceptionStep = AttackStep<InterceptionFinding>

extension Interception {
    /// The story of the run, step by step.
    package var steps: [InterceptionStep] {
        var steps = [
            InterceptionStep(finding: .place), InterceptionStep(finding: .shows(attacker)),
            InterceptionStep(finding: decision),
        ]
        guard let loot, let serverLeg else {
            steps.append(InterceptionStep(finding: .holdsNothing(lacking: lacking)))
            steps.append(InterceptionStep(finding: .defence(attacker, policy: policy)))
            return steps
        }
        let hers = Ledger(victimLeg)
        let others = Ledger(serverLeg)
        steps += [
            InterceptionStep(
                finding: .agreedWithVictim(suite.keyExchange),
                quantities: [.init("master secret with the victim", loot.victimSecret)],
                reasons: hers.reasons(.server, Knowledge.masterSecret)),
            InterceptionStep(
                finding: .agreedWithServer,
                quantities: [.init("master secret with the server", loot.serverSecret)],
                reasons: others.reasons(.client, Knowledge.masterSecret)),
            InterceptionStep(finding: .reads(octets: loot.request.count)),
            InterceptionStep(finding: .alters(octets: loot.altered.count)),
            InterceptionStep(finding: .finishedIsRight),
            InterceptionStep(finding: .forwardSecrecy(suite.keyExchange.isForwardSecret)),
            InterceptionStep(finding: .remedy(attacker)),
        ]
        return steps
    }

    /// The alert that the victim has sent; nil if it did not refuse Mallory.
    package var alert: AlertDescription? { refusal?.alert }

    private var decision: InterceptionFinding {
        if let verdict, verdict.chain == nil {
            return .refused(policy: policy, verdict.refusal, alert: alert)
        }
        guard let verdict, !verdict.findings.isEmpty else { return .unchecked(policy: policy) }
        return .passed(policy: policy, checks: verdict.findings.count)
    }

    /// The inputs of the premaster secret that Mallory does not have. In this connection she is the server.
    private var lacking: [SecretID] {
        let ledger = Ledger(victimLeg)
        let own = suite.keyExchange == .rsa ? Knowledge.serverPrivateKey : Knowledge.serverExponent
        let way = victimLeg.derivations.first {
            $0.conclusion == Knowledge.premasterSecret && $0.premises.contains(own)
        }
        return way?.premises.filter { !ledger.holds(.server, $0) } ?? []
    }
}
