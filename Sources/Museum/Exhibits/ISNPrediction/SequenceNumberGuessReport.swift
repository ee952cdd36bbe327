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
        func share(_ count: Int, of all: Int) -> Words {
            Words(english: "\(count) of \(all)", chinese: "\(count)/\(all)")
        }
        let rows = results.map { result -> [Words] in
            [
                "\(result.generator.rawValue)", share(result.exact, of: result.trials),
                share(result.near, of: result.trials),
            ]
        }
        return Report([
            .heading(SequenceNumberGuessRemark.question), .text(SequenceNumberGuessRemark.story), .space,
            .table(
                [
                    "", Words(english: "first guess right", chinese: "第一次就猜对"),
                    Words(english: "in \(counted(burst, "guess"))", chinese: "\(burst) 次以内猜对"),
                ], rows,
                [.left(12), .right(17), .right(18)]),
        ])
            + Report(
                results.flatMap { result -> [Report.Part] in
                    let (example, generator) = (SequenceNumberGuessRemark.example(result.example), result.generator)
                    return [
                        .space, .outcome(Words(same: generator.rawValue)),
                        .text(
                            Words(
                                english: "\(example.english) \(generator.english)",
                                chinese: example.chinese + generator.chinese), indent: 2),
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

    var chinese: String {
        switch self {
        case .question: "谁的第一个序号能猜出来？"
        case .story:
            """
            一个外人自己向服务器打开一个连接，看到服务器的第一个序号。然后这个外人以服务器信任的一台主机的名义发送 SYN。应答发往那台主机，\
            所以外人只有猜出服务器的下一个序号，才能确认它。外人知道两个 SYN 之间的时间，精确到一毫秒。\
            猜对了，就以别人的名义打开了一个连接；外人也可以一次发送许多个猜测。
            """
        case .example(let trial):
            """
            看到的是 \(trial.seen)；下一个连接在 \(trial.later.words) 之后打开。猜的是 \(trial.guess)，实际是 \
            \(trial.actual)：\(trial.distance == 0 ? "猜对了" : "相差 \(trial.distance)")。
            """
        }
    }
}
