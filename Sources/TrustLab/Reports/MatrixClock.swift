/// The decisions of several policies at each moment of a storyline, for every bundle that an app could have.
package struct MatrixClock {
    /// A policy with the bundle of the app. The bundle is nil for a policy that has no pins.
    struct App {
        let policy: PolicyColumn
        let bundle: Storyline.Bundle?
    }

    let story: Storyline
    let apps: [App]
    /// The decisions by moment, then by app.
    let decisions: [[TrustDecision?]]

    /// The names of the policies whose decision depends on the bundle.
    private static let pinning = [
        "AFSecurityPolicy certificate", "AFSecurityPolicy publicKey", "TrustKit", "Alamofire public keys",
    ]

    /// Asks every app at each moment of the story.
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
        decisions = story.moments.map { moment in
            TrustMemory.during {
                apps.map { app in
                    var evidence = moment.evidence
                    evidence.pins = app.bundle?.pins ?? []
                    return app.policy.decision(on: evidence)
                }
            }
        }
    }
}
