import PKI

/// A chain, judged by every policy.
package struct MatrixRow {
    /// The scenario's name; nil for a chain of the user's.
    let name: String?
    /// The same for a reader.
    var label: String { name ?? "your chain" }
    /// The scenario; nil for a chain of the user's.
    let scenario: TrustScenario?
    let evidence: TrustEvidence
    /// The decision of each policy, in the order of ``PolicyColumn/all``; nil for a policy that does not decide.
    let decisions: [TrustDecision?]
    /// The judgement of App Transport Security.
    let transport: ATSJudgement?
    /// The agreement of a server that answers; nil for certificates alone.
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
