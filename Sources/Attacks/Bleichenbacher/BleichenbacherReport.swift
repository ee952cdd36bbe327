import Render
import Trace

extension BleichenbacherAttack.Result {
    /// Lines of progress that are shown.
    private static let lines = 12

    /// The attack on one server, step by step, with how it ended.
    package var report: Report {
        let heading = target == .defended ? "A random premaster secret instead" : "A server that says what was wrong"
        let report = Report(heading, steps: steps) + .answers(answers, queries: queries)
        guard premaster != nil else { return report + Report([.outcome("✘ NOTHING LEARNED")]) }
        return report + Report([.lines(table), .outcome("✔ DECRYPTED")])
    }

    /// How few bits of the plaintext stay open, at some of the moments.
    private var table: [String] {
        let step = max(1, progress.count / Self.lines)
        let shown = progress.indices.filter { $0.isMultiple(of: step) || $0 == progress.count - 1 }
        return shown.map { index in
            let moment = progress[index]
            return "     after \(Text.pad(counted(moment.queries, "query"), to: 14, side: .right)): "
                + "\(Text.pad("\(moment.openBits)", to: 3, side: .right)) bits open, "
                + counted(moment.intervals, "interval") + (moment.blindings == 0 ? "" : ", begun anew")
        }
    }
}
