import TCPSim
import Trace

/// Why TCP has a rule: a TCP without the rule, step by step beside a TCP that has it.
///
/// Both run the same script. The machines decide what they send and what follows.
package struct Counterexample: Wording {
    /// Its name on the command line, such as "why-three".
    package let name: String
    /// The question that it answers.
    package let english: String
    package let chinese: String
    /// The TCP that lacks the rule.
    package let variant: Variant
    /// The scripts that both TCPs run.
    package let trials: [Trial]

    /// One script, and what it shows.
    package struct Trial: Wording {
        /// The title.
        package let english: String
        package let chinese: String
        /// The label of the TCP without the rule, beside the real one: "WRONG", unless nothing goes wrong in this trial.
        package var label = "WRONG"
        /// How A and B choose their initial sequence numbers, unless the variant prescribes them.
        let a: InitialSequenceNumber
        let b: InitialSequenceNumber
        /// The steps before the first numbered line.
        var before: [Scenario.Step] = []
        /// The numbered lines.
        let moments: [Moment]
        /// What goes wrong without the rule.
        package let mistake: Verdict
        /// Why the real TCP is not fooled.
        package let answer: Verdict
    }

    /// What a run has shown.
    package struct Verdict: Wording {
        /// The reasoning. It names lines of the run by their numbers.
        package let english: String
        package let chinese: String
        /// The sources of the rule.
        package let cites: [Citation]

        init(english: String, chinese: String, _ cites: Citation...) {
            self.english = english
            self.chinese = chinese
            self.cites = cites
        }
    }

    /// A numbered line: what happens, in words, and its steps in the script.
    struct Moment: Wording {
        let english: String
        let chinese: String
        let steps: [Scenario.Step]

        init(english: String, chinese: String, _ steps: Scenario.Step...) {
            self.english = english
            self.chinese = chinese
            self.steps = steps
        }
    }

    /// All counterexamples.
    package static let all: [Counterexample] = [whyThree, whyFour, whyFINNumber, why2MSL, whyISN]

    /// The counterexample of that name; nil if there is none.
    package static func named(_ name: String) -> Counterexample? { all.first { $0.name == name } }

    /// Runs every trial with both TCPs.
    package func run() -> [Comparison] {
        trials.enumerated().map { index, trial in
            let scenario = Scenario(
                name: trials.count == 1 ? name : "\(name), trial \(index + 1)",
                chineseName: trials.count == 1 ? nil : "\(name)，第 \(index + 1) 次试验", englishTitle: trial.english,
                chineseTitle: trial.chinese,
                english: trial.moments.enumerated().map { "\($0 + 1). \($1.english)" }.joined(separator: "\n"),
                chinese: trial.moments.enumerated().map { "\($0 + 1). \($1.chinese)" }.joined(separator: "\n"),
                a: trial.a, b: trial.b, before: trial.before, lines: trial.moments.map(\.steps))
            return Comparison(
                trial: trial, wrong: ScenarioRun(scenario, variant: variant, isTelling: true),
                real: ScenarioRun(scenario, variant: .standard, isTelling: true))
        }
    }
}

/// One script, run by a TCP that lacks a rule and by the real one.
package struct Comparison: Sendable {
    /// The script, and what it shows.
    package let trial: Counterexample.Trial
    /// The run of the TCP that lacks the rule.
    package let wrong: ScenarioRun
    /// The run of the real TCP.
    package let real: ScenarioRun

    /// A numbered line of both runs.
    package struct Line: Sendable {
        /// What happens, in words.
        package let caption: Words
        /// The rows of the TCP that lacks the rule: a segment with its arrows between the states, or what a user is told.
        package let wrong: [String]
        /// The rows of the real TCP.
        package let real: [String]
    }

    /// The columns that fit both runs.
    private func columns(page: Int, language: Language) -> ScenarioFigure.Columns {
        ScenarioFigure.Columns(wrong.drawing.rows + real.drawing.rows, page: page, language: language)
    }

    /// The names of the peers, over their columns.
    package func heads(page: Int = .max, language: Language = .english) -> String {
        columns(page: page, language: language).heads
    }

    /// The lines in order, in rows of at most `page` columns. The first line has the number 1.
    package func lines(page: Int = .max, language: Language = .english) -> [Line] {
        let columns = columns(page: page, language: language)
        func rows(_ run: ScenarioRun, _ line: Int) -> [String] {
            run.drawing.rows.filter { $0.line == line }.flatMap(columns.lines)
        }
        return trial.moments.enumerated().map { index, moment in
            Line(caption: Words(moment), wrong: rows(wrong, index + 1), real: rows(real, index + 1))
        }
    }
}
