import Render
import Trace

extension AttackText {
    /// The attack on one server, step by step, with how it ended.
    public func paddingOracle(_ result: PaddingOracleAttack.Result) -> String {
        let isDefended = result.target == .defended
        var page = heading(isDefended ? "One answer for both" : "A server that says what was wrong")
        for (index, step) in result.steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            page += paragraph(step.finding.sentence(in: .english), indent: "    ", first: number)
            page += quantities(step.quantities)
        }
        page += "\n" + answers(result)
        guard let secret = result.secret else { return page + strong("✘ NOTHING LEARNED") + "\n" }
        return page + table(result) + strong("✔ READ: \(String(decoding: secret, as: UTF8.self))") + "\n"
    }

    private func answers(_ result: PaddingOracleAttack.Result) -> String {
        let list = result.answers.map { "\($0.count) × \($0.alert)" }.joined(separator: ", ")
        return paragraph("\(counted(result.queries, "query")), each in a connection of its own: \(list).")
    }

    /// What each octet took, in the order in which they were found.
    private func table(_ result: PaddingOracleAttack.Result) -> String {
        result.finds.map { find in
            let character = String(decoding: [find.octet], as: UTF8.self)
            let place = Text.pad("\(find.place + 1)", to: 2, side: .right)
            return "     octet \(place): \(Hex.string([find.octet])) \(Text.legible(character)) "
                + "after \(Text.pad("\(find.queries)", to: 3, side: .right)) queries\n"
        }.joined()
    }
}
