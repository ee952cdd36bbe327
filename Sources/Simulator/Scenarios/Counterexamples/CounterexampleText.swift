import Render
import Trace

/// A counterexample as text: both runs in step, and a verdict on each.
package struct CounterexampleText: Sendable {
    private let style: PageStyle

    /// Texts in that style: the runs stand beside each other where its columns allow it.
    package init(style: PageStyle) { self.style = style }

    /// What is asked, and what is wrong with the TCP that is compared.
    package func head(_ example: Counterexample) -> String {
        let real = LabelledParagraph("real", .good, Variant.standard.sentence(in: .english)).text(style: style)
        let mistake = example.variant.mistake(in: .english) ?? ""
        return example.sentence(in: .english) + "\n\n"
            + LabelledParagraph("WRONG", .bad, "\(example.variant.rawValue): \(mistake)").text(style: style) + real
    }

    /// One trial: the runs, and a verdict for each.
    package func trial(_ comparison: Comparison, number: Int, of count: Int) -> String {
        let trial = comparison.trial
        let beside = table(comparison)
        // Above each other, the rows have the page without the labels.
        let table =
            beside.columnsForTwo <= style.columns
            ? beside : table(comparison, page: style.columns - SideBySide.labels)
        let about = trial.sentence(in: .english)
        let title = count == 1 ? about : "\(number) of \(count): \(about)"
        return Heading(title).text(style: style) + "\n" + table.text()
            + verdict(trial.label, trial.label == "WRONG" ? .bad : .good, trial.mistake) + "\n"
            + verdict("real", .good, trial.answer)
    }

    /// What is asked, what is wrong with the TCP that is compared, and a verdict for each run of a trial, for a page.
    package static func telling(_ example: Counterexample, _ comparison: Comparison) -> Report {
        let trial = comparison.trial
        let mistake = example.variant.mistake(in: .english) ?? ""
        return Report([
            .heading(example),
            .text(
                Words(
                    english: "WRONG is \(example.variant.rawValue): \(mistake) The other one is "
                        + "\(Variant.standard.english) \(trial.english).")),
            .table(["", ""], [[trial.label, words(trial.mistake)], ["real", words(trial.answer)]]),
        ])
    }

    private static func words(_ verdict: Counterexample.Verdict) -> String {
        "\(verdict.sentence(in: .english)) (\(verdict.cites.map(\.description).joined(separator: ", ")))"
    }

    private func table(_ comparison: Comparison, page: Int = .max) -> SideBySide {
        SideBySide(
            left: comparison.trial.label, right: "real", heads: comparison.heads(page: page),
            steps: comparison.lines(page: page).map { SideBySide.Step($0.caption, left: $0.wrong, right: $0.real) },
            style: style)
    }

    private func verdict(
        _ label: String, _ mood: LabelledParagraph.Mood, _ verdict: Counterexample.Verdict
    ) -> String {
        LabelledParagraph(label, mood, Self.words(verdict)).text(style: style)
    }
}
