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

    /// Asks every policy.
    package init(name: String?, scenario: TrustScenario?, evidence: TrustEvidence) {
        self.name = name
        self.scenario = scenario
        self.evidence = evidence
        (decisions, transport) = TrustMemory.during {
            (PolicyColumn.all.map { $0.decision(on: evidence) }, evidence.transportJudgement())
        }
    }

    /// Makes a scenario, and asks every policy.
    package init(_ scenario: TrustScenario, in world: ScenarioWorld) throws {
        self.init(name: scenario.name, scenario: scenario, evidence: try scenario.evidence(in: world))
    }

    /// Whether an app should connect: what the scenario says; of a chain of the user's, what the platform thinks.
    var deservesTrust: Bool { scenario?.deservesTrust ?? decisions.first??.accepts ?? false }
}
