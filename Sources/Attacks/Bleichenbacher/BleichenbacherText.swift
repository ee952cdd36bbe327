import Render
import Trace

extension AttackText {
    /// Lines of progress that are shown.
    private static let lines = 12

    /// The attack on one server, step by step, with how it ended.
    public func bleichenbacher(_ result: BleichenbacherAttack.Result) -> String {
        let isDefended = result.target == .defended
        var page = heading(isDefended ? "A random premaster secret instead" : "A server that says what was wrong")
        for (index, step) in result.steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            page += paragraph(step.finding.sentence(in: .english), indent: "    ", first: number)
            page += quantities(step.quantities)
        }
        let list = result.answers.map { "\($0.count) × \($0.alert)" }.joined(separator: ", ")
        page += "\n" + paragraph("\(counted(result.queries, "query")), each in a connection of its own: \(list).")
        guard result.premaster != nil else { return page + strong("✘ NOTHING LEARNED") + "\n" }
        return page + table(result.progress) + strong("✔ DECRYPTED") + "\n"
    }

    /// How few bits of the plaintext stay open, at some of the moments.
    private func table(_ progress: [BleichenbacherAttack.Progress]) -> String {
        let step = max(1, progress.count / Self.lines)
        let shown = progress.indices.filter { $0.isMultiple(of: step) || $0 == progress.count - 1 }
        return shown.map { index in
            let moment = progress[index]
            return "     after \(Text.pad(counted(moment.queries, "query"), to: 14, side: .right)): "
                + "\(Text.pad("\(moment.openBits)", to: 3, side: .right)) bits open, "
                + counted(moment.intervals, "interval")
                + (moment.blindings == 0 ? "\n" : ", begun anew\n")
        }.joined()
    }
}
