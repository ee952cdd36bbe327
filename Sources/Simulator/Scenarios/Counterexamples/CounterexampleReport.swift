import Render
import Trace

extension Counterexample {
    /// What is asked, and what is wrong with the TCP that is compared.
    package var opening: Report {
        Report([
            .text(self), .space,
            .marked("WRONG", .bad, "\(variant.rawValue): \(variant.sentence(in: .english))"),
            .marked("real", .good, Variant.standard),
        ])
    }
}

extension Comparison {
    /// One trial: what it is about, and a verdict for each run.
    ///
    /// - Parameter style: that of a terminal, where the runs stand between; nil for a page, which shows them itself.
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

    /// The runs in step, beside each other where the columns allow it, without the last line feed.
    private func table(_ style: PageStyle) -> String {
        let beside = table(style, page: .max)
        // Above each other, the rows have the page without the labels.
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
