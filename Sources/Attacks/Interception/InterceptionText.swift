import Render
import Simulator

extension AttackText {
    /// Columns of the table: what she has got, and each policy.
    private static let columns = (attacker: 16, policy: 17)

    /// What Mallory holds, by her certificate and the victim's policy.
    public func interceptions(_ runs: [[Interception]]) -> String {
        var page = heading("What Mallory gets")
        let policies = runs.first?.map(\.policy) ?? []
        let isNarrow = Self.columns.attacker + policies.count * Self.columns.policy > columns + 4
        var rows: [[String]] = []
        for run in runs {
            let name = run.first?.attacker.rawValue ?? ""
            let gains = run.map { $0.loot != nil ? "EVERYTHING" : $0.alert?.description ?? "nothing" }
            guard isNarrow else {
                rows.append([name] + gains)
                continue
            }
            for (index, cell) in zip(policies, gains).enumerated() {
                rows.append([index == 0 ? name : "", cell.0, cell.1])
            }
        }
        page += table(
            ["she shows"] + (isNarrow ? ["victim checks", "she gets"] : policies), rows,
            widths: [Self.columns.attacker] + policies.map { _ in Self.columns.policy }, indent: "")
        return page + "\n"
            + paragraph(
                "EVERYTHING: both master secrets and the request with cookie and password; and the victim reads an answer that she has "
                    + "changed. In the other cells she gets nothing: they show the alert with which the victim refused her certificate."
            )
    }

    /// The story of one, step by step.
    public func interception(_ told: Interception) -> String {
        var page = heading("Mallory with \(told.attacker.rawValue) against \(told.policy), \(told.suite.name)")
        for (index, step) in told.steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            page += paragraph(step.finding.sentence(in: .english), indent: "    ", first: number)
            page += quantities(step.quantities)
            page += step.reasons.map { paragraph($0, indent: "       ", first: "     · ") }.joined()
            guard let loot = told.loot else { continue }
            switch step.finding {
            case .reads: page += said("Mallory reads", loot.request)
            case .alters: page += said("The server answered", loot.answer) + said("The victim reads", loot.altered)
            default: break
            }
        }
        guard told.loot != nil else { return page + strong("✘ NOTHING LEARNED") + "\n" }
        return page + strong("✔ INTERCEPTED: both secrets, the request, and a changed answer") + "\n"
    }
}
