import PKI

/// One chain before every policy.
package struct MatrixRow {
    /// What it is called; nil for a chain of the user's.
    let name: String?
    /// The scenario; nil for a chain of the user's.
    let scenario: TrustScenario?
    let evidence: TrustEvidence
    /// What each policy does, in the order of ``PolicyColumn/all``; nil where it has nothing to say.
    let decisions: [TrustDecision?]
    /// What App Transport Security does.
    let transport: ATSJudgement?
    /// What a server that answers agrees on; nil for certificates alone.
    let agreed: ATSConnection?

    /// Asks every policy.
    ///
    /// - Parameter learned: what was learned of a server that answers; nil for certificates alone.
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
    package init(_ scenario: TrustScenario, in world: ScenarioWorld) throws {
        self.init(name: scenario.name, scenario: scenario, evidence: try scenario.evidence(in: world))
    }

    /// Whether an app should connect: what the scenario says; of a chain of the user's, what the platform thinks.
    ///
    /// No app connects where the handshake fails.
    var deservesTrust: Bool {
        scenario?.deservesTrust ?? (decisions.first??.accepts == true && agreed?.handshake?.failure == nil)
    }
}
