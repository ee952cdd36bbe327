import PKI
import Trace

/// A chain with the decisions of every policy.
package struct MatrixRow {
    /// The scenario's name. Nil for a chain of the user.
    let name: String?
    /// The name in a report.
    var label: Words { name.map { Words(same: $0) } ?? Words(MatrixNote.userChain) }
    /// The scenario. Nil for a chain of the user.
    let scenario: TrustScenario?
    let evidence: TrustEvidence
    /// The decision of each policy, in the order of ``PolicyColumn/all``. Nil for a policy that does not decide.
    let decisions: [TrustDecision?]
    /// The judgement of App Transport Security. Nil for a client.
    let transport: ATSJudgement?
    /// The connection that the server agreed to. Nil if no server was asked or none agreed.
    let agreed: ATSConnection?

    /// Asks every policy.
    ///
    /// - Parameter learned: the result of an interview with the server; nil if no server was asked.
    package init(
        name: String?, scenario: TrustScenario?, evidence: TrustEvidence, learned: ServerInterview.Learned? = nil
    ) {
        self.name = name
        self.scenario = scenario
        self.evidence = evidence
        let examination = learned.flatMap { learned in
            evidence.attempt.flatMap { $0.host }.flatMap { ATSHost($0) }.map {
                Examination(of: $0, learned, evidence: evidence)
            }
        }
        if case .server(let server)? = examination?.sight { agreed = server.anything } else { agreed = nil }
        (decisions, transport) = TrustMemory.during {
            (
                PolicyColumn.all.map { $0.decision(on: evidence) },
                examination?.transport() ?? evidence.transportJudgement()
            )
        }
    }

    /// Makes a scenario, and asks every policy.
    ///
    /// - Throws: ``TrustError`` where a certificate cannot be issued.
    package init(_ scenario: TrustScenario, in world: ScenarioWorld) throws {
        self.init(name: scenario.name, scenario: scenario, evidence: try scenario.evidence(in: world))
    }

    /// Whether an app should connect. For a chain of the user the platform's decision counts, and the handshake must not fail. Nil where
    /// the platform's decision is not known.
    var deservesTrust: Bool? {
        if let scenario { return scenario.deservesTrust }
        guard let accepts = decisions.first.flatMap({ $0?.isAccepted }) else { return nil }
        return accepts && agreed?.handshake?.failure == nil
    }
}
