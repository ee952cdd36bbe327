/// A storyline before every policy, with every bundle that could have been shipped.
package struct MatrixClock {
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

    /// Asks every policy at each moment of the story.
    package init(_ story: Storyline) {
        let plain = ["default handling", "trust anything"].compactMap(PolicyColumn.named).map {
            App(policy: $0, bundle: nil)
        }
        let pinned = MatrixClock.pinning.compactMap(PolicyColumn.named).flatMap { policy in
            story.bundles.map { App(policy: policy, bundle: $0) }
        }
        self.story = story
        let apps = plain + pinned
        self.apps = apps
        var decisions: [[TrustDecision?]] = []
        for moment in story.moments {
            let row = TrustMemory.during {
                apps.map { app in
                    var evidence = moment.evidence
                    evidence.pins = app.bundle?.pins ?? []
                    return app.policy.decision(on: evidence)
                }
            }
            decisions.append(row)
        }
        self.decisions = decisions
    }
}
