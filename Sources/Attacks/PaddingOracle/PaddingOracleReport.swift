import Render
import Trace

extension PaddingOracleAttack.Result {
    /// The attack on one server, step by step, with how it ended.
    package var report: Report {
        let heading = target == .defended ? "One answer for both" : "A server that says what was wrong"
        let report = Report(heading, steps: steps) + .answers(answers, queries: queries)
        guard let secret else { return report + Report([.outcome("✘ NOTHING LEARNED")]) }
        return report + Report([.lines(table), .outcome("✔ READ: \(String(decoding: secret, as: UTF8.self))")])
    }

    /// What each octet took, in the order in which they were found.
    private var table: [String] {
        finds.map { find in
            let character = String(decoding: [find.octet], as: UTF8.self)
            let place = Text.pad("\(find.place + 1)", to: 2, side: .right)
            return "     octet \(place): \(Hex.string([find.octet])) \(Text.legible(character)) "
                + "after \(Text.pad("\(find.queries)", to: 3, side: .right)) queries"
        }
    }
}
