import PKI
import TLSSim
import Trace

extension Interception {
    /// The story of the run, step by step.
    package var steps: [AttackStep] {
        var steps = [
            step(.place), step(.shows(attacker)),
            step(decision),
        ]
        guard let loot, let serverLeg else {
            steps.append(step(.holdsNothing(lacking: lacking)))
            steps.append(step(.defence(attacker, policy: policy)))
            return steps
        }
        let hers = Ledger(victimLeg)
        let others = Ledger(serverLeg)
        steps += [
            step(
                .agreedWithVictim(suite.keyExchange),
                [.init("master secret with the victim", loot.victimSecret)],
                hers.reasons(.server, Knowledge.masterSecret, victimLeg.glossary)),
            step(
                .agreedWithServer,
                [.init("master secret with the server", loot.serverSecret)],
                others.reasons(.client, Knowledge.masterSecret, serverLeg.glossary)),
            step(.reads(octets: loot.request.count), said: [(Words(InterceptionWords.malloryReads), loot.request)]),
            step(
                .alters(octets: loot.altered.count),
                said: [
                    (Words(InterceptionWords.serverAnswered), loot.answer),
                    (Words(InterceptionWords.victimReads), loot.altered),
                ]),
            step(.finishedIsRight),
            step(.forwardSecrecy(suite.keyExchange.isForwardSecret)),
            step(.remedy(attacker)),
        ]
        return steps
    }

    private func step(
        _ finding: InterceptionFinding, _ quantities: [Calculation.Quantity] = [], _ reasons: [Words] = [],
        said: [(title: Words, octets: [UInt8])] = []
    ) -> AttackStep {
        AttackStep(remark: finding, quantities: quantities, reasons: reasons, said: said)
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
