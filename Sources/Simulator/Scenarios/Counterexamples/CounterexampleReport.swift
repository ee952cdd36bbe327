import Render
import Trace

extension Counterexample {
    /// The labels of the two TCPs.
    fileprivate static let wrong = Words(english: "WRONG", chinese: "错误")
    fileprivate static let real = Words(english: "real", chinese: "真实")

    /// The question, and what is wrong with the TCP that is compared with the real one.
    package var opening: Report {
        Report([
            .text(self), .space,
            .marked(
                Self.wrong, .bad,
                Words(
                    english: "\(variant.rawValue): \(variant.english)",
                    chinese: "\(variant.rawValue)：\(variant.chinese)")),
            .marked(Self.real, .good, Variant.standard),
        ])
    }
}

extension Comparison {
    /// One trial: its title, and a verdict for each run.
    ///
    /// - Parameter style: the style of a terminal, where the runs stand between the title and the verdicts; nil for a page, which shows
    ///   the runs itself.
    package func report(number: Int, of count: Int, style: PageStyle? = nil) -> Report {
        let about = Words(trial)
        return Report(
            [
                .title(
                    count == 1
                        ? about
                        : Words(
                            english: "\(number) of \(count): \(about.english)",
                            chinese: "\(number)/\(count)：\(about.chinese)"))
            ]
                + (style.map { [.space, .lines([Words(same: table($0))])] } ?? [])
                + [
                    .marked(Self.label(trial), trial.label == "WRONG" ? .bad : .good, trial.mistake.cited), .space,
                    .marked(Counterexample.real, .good, trial.answer.cited),
                ])
    }

    private static func label(_ trial: Counterexample.Trial) -> Words {
        trial.label == "WRONG" ? Counterexample.wrong : Words(english: "merged", chinese: "合并")
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
            left: Self.label(trial), right: Counterexample.real,
            heads: Words(same: heads(page: page, language: style.language)),
            steps: lines(page: page, language: style.language).map {
                SideBySide.Step($0.caption, left: $0.wrong, right: $0.real)
            }, style: style)
    }
}

extension Counterexample.Verdict {
    fileprivate var cited: Words {
        let sources = cites.map(\.description)
        return Words(
            english: "\(english) (\(sources.joined(separator: ", ")))",
            chinese: "\(chinese)（\(sources.joined(separator: "、"))）")
    }
}
