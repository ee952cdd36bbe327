import Render
import Trace

extension Counterexample {
    /// The question, and what is wrong with the TCP that is compared with the real one.
    package var opening: Report {
        Report([
            .text(self), .space,
            .marked("WRONG", .bad, "\(variant.rawValue): \(variant.sentence(in: .english))"),
            .marked("real", .good, Variant.standard),
        ])
    }
}

extension Comparison {
    /// One trial: its title, and a verdict for each run.
    ///
    /// - Parameter style: the style of a terminal, where the runs stand between the title and the verdicts; nil for a page, which shows
    ///   the runs itself.
    package func report(number: Int, of count: Int, style: PageStyle? = nil) -> Report {
        let about = trial.sentence(in: .english)
        return Report(
            [.title(count == 1 ? about : "\(number) of \(count): \(about)")]
                + (style.map { [.space, .lines([table($0)])] } ?? [])
                + [
                    .marked(trial.label, trial.label == "WRONG" ? .bad : .good, trial.mistake.cited), .space,
                    .marked("real", .good, trial.answer.cited),
                ])
    }

    /// The lines of both runs, side by side if the terminal is wide enough, without the last line feed.
    private func table(_ style: PageStyle) -> String {
        let beside = table(style, page: .max)
        // If the runs stand above each other, a label stands before each row and takes some of its columns.
        let isNarrow = beside.columnsForTwo > style.columns
        return String((isNarrow ? table(style, page: style.columns - SideBySide.labels) : beside).text().dropLast())
    }

    private func table(_ style: PageStyle, page: Int) -> SideBySide {
        SideBySide(
            left: trial.label, right: "real", heads: heads(page: page),
            steps: lines(page: page).map { SideBySide.Step($0.caption, left: $0.wrong, right: $0.real) }, style: style)
    }
}

extension Counterexample.Verdict {
    fileprivate var cited: Words { Words(english: "\(english) (\(cites.map(\.description).joined(separator: ", ")))") }
}
