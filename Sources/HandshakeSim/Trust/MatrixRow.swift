import TrustSim

/// One chain before every policy.
struct MatrixRow {
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
    init(name: String?, scenario: TrustScenario?, evidence: TrustEvidence) {
        self.name = name
        self.scenario = scenario
        self.evidence = evidence
        var decisions: [TrustDecision?] = []
        for column in PolicyColumn.all { decisions.append(column.decision(on: evidence)) }
        self.decisions = decisions
        transport = evidence.transportJudgement()
    }

    /// Makes a scenario, and asks every policy.
    init(_ scenario: TrustScenario, in world: ScenarioWorld) throws {
        self.init(name: scenario.name, scenario: scenario, evidence: try scenario.evidence(in: world))
    }

    /// Whether an app should connect: what the scenario says; of a chain of the user's, what the platform thinks.
    var deservesTrust: Bool { scenario?.deservesTrust ?? decisions.first??.accepts ?? false }
}

/// A storyline before every policy that somebody could have shipped.
struct MatrixClock {
    /// A policy with what was bundled.
    struct App {
        let policy: PolicyColumn
        let bundle: Storyline.Bundle?
    }

    let story: Storyline
    let apps: [App]
    /// By moment, then by app.
    let decisions: [[TrustDecision?]]

    /// The policies for which it makes a difference what was bundled, and those for which it makes none.
    private static let pinning = [
        "AFSecurityPolicy certificate", "AFSecurityPolicy publicKey", "TrustKit", "Alamofire public keys",
    ]

    init(_ story: Storyline) {
        let plain = ["default handling", "trust anything"].compactMap(PolicyColumn.named).map {
            App(policy: $0, bundle: nil)
        }
        let pinned = MatrixClock.pinning.compactMap(PolicyColumn.named).flatMap { policy in
            story.bundles.map { App(policy: policy, bundle: $0) }
        }
        self.story = story
        apps = plain + pinned
        var decisions: [[TrustDecision?]] = []
        for moment in story.moments {
            var row: [TrustDecision?] = []
            for app in apps {
                var evidence = moment.evidence
                evidence.pins = app.bundle?.pins ?? []
                row.append(app.policy.decision(on: evidence))
            }
            decisions.append(row)
        }
        self.decisions = decisions
    }
}
