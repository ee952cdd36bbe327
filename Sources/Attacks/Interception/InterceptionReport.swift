import Render
import Simulator
import Trace

extension Interception {
    /// A table of what Mallory gets, by her certificate and by the victim's policy.
    ///
    /// - Parameters:
    ///   - runs: a row of runs for each certificate, each with one run for each policy.
    ///   - columns: the width of the page in characters. If the policies do not fit beside each other, each gets a row.
    ///   - showsAlerts: whether a cell shows the victim's alert if she gets nothing.
    package static func table(_ runs: [[Interception]], columns: Int = .max, showsAlerts: Bool = true) -> Report {
        let policies = runs.first?.map(\.policy) ?? []
        let widths = (attacker: 16, policy: max(17, (policies.map(\.count).max() ?? 0) + 2))
        let isNarrow = widths.attacker + policies.count * widths.policy - 4 > columns
        let rows = runs.flatMap { run in
            let name = run.first?.attacker.rawValue ?? ""
            let gains = run.map {
                $0.loot != nil ? "EVERYTHING" : (showsAlerts ? $0.alert?.description : nil) ?? "nothing"
            }
            guard isNarrow else { return [[name] + gains] }
            return zip(policies, gains).enumerated().map { [$0.offset == 0 ? name : "", $0.element.0, $0.element.1] }
        }
        return Report([
            .heading("What Mallory gets"),
            .table(
                ["she shows"] + (isNarrow ? ["victim checks", "she gets"] : policies), rows,
                [.left(widths.attacker)] + policies.map { _ in .left(widths.policy) }, indent: 0),
            .space,
            .text(InterceptionWords.legend(showsAlerts: showsAlerts)),
        ])
    }

    /// The story, step by step.
    package var report: Report {
        Report("Mallory with \(attacker.rawValue) against \(policy), \(suite.name)", steps: steps) { finding in
            switch (finding, loot) {
            case (.reads, let loot?): [.said("Mallory reads", loot.request)]
            case (.alters, let loot?):
                [.said("The server answered", loot.answer), .said("The victim reads", loot.altered)]
            default: []
            }
        }
            + Report([
                .outcome(
                    loot == nil
                        ? "✘ NOTHING LEARNED" : "✔ INTERCEPTED: both secrets, the request, and a changed answer")
            ])
    }
}
