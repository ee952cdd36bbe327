import Render
import Simulator
import Trace

extension SequenceNumberGuess {
    /// The usual number of trials.
    package static let usual = 1_000

    /// Trials with each generator, in a table.
    package static func table(trials: Int = usual, seed: UInt64) -> Report {
        report(SequenceNumberGenerator.allCases.map { run($0, trials: trials, seed: seed) })
    }

    /// A table of the results, and for each generator a trial and what its numbers tell an outsider.
    static func report(_ results: [SequenceNumberGuess]) -> Report {
        let rows = results.map {
            [$0.generator.rawValue, "\($0.exact) of \($0.trials)", "\($0.near) of \($0.trials)"]
        }
        return Report([
            .heading(SequenceNumberGuessRemark.question), .text(SequenceNumberGuessRemark.story), .space,
            .table(
                ["", "first guess right", "in \(counted(burst, "guess"))"], rows,
                [.left(12), .right(17), .right(18)]),
        ])
            + Report(
                results.flatMap { result -> [Report.Part] in
                    let example = SequenceNumberGuessRemark.example(result.example).sentence(in: .english)
                    return [
                        .space, .outcome(result.generator.rawValue),
                        .text(example + " " + result.generator.sentence(in: .english), indent: 2),
                    ]
                })
    }
}

/// The sentences of the report.
enum SequenceNumberGuessRemark: Wording {
    case question
    case story
    case example(SequenceNumberGuess.Trial)

    var english: String {
        switch self {
        case .question: "Whose first sequence number can be guessed?"
        case .story:
            """
            An outsider opens a connection of its own to a server and sees the server's first number. Then the outsider sends a SYN in \
            the name of a host that the server trusts. The answer goes to that host, so the outsider has to guess the server's next \
            number to acknowledge it. The outsider knows the time between the two SYNs to a millisecond. A right guess opens a \
            connection in another's name; the outsider may also send many guesses.
            """
        case .example(let trial):
            """
            Seen \(trial.seen); the next connection opens \(trial.later.words) later. Guessed \(trial.guess), and it is \
            \(trial.actual): \(trial.distance == 0 ? "right" : "wrong by \(trial.distance)").
            """
        }
    }
}
