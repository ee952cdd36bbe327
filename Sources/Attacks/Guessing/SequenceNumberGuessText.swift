import Render
import Simulator
import TCPSim
import Trace

extension AttackText {
    /// A table of the generators, and what each says to an outsider.
    public func guesses(_ results: [SequenceNumberGuess]) -> String {
        var page = heading("Whose first sequence number can be guessed?")
        page += paragraph(SequenceNumberGuessRemark.story.sentence(in: .english)) + "\n"
        page += row("", "first guess right", "in \(counted(SequenceNumberGuess.burst, "guess"))")
        for result in results {
            page += row(
                result.generator.rawValue, "\(result.exact) of \(result.trials)", "\(result.near) of \(result.trials)")
        }
        for result in results {
            let trial = result.example
            page += "\n" + strong(result.generator.rawValue) + "\n"
            page += paragraph(
                SequenceNumberGuessRemark.example(trial).sentence(in: .english) + " "
                    + result.generator.forecast(in: .english), indent: "  ", first: "  ")
        }
        return page
    }

    private func row(_ name: String, _ exact: String, _ near: String) -> String {
        "  " + Text.pad(name, to: 12) + Text.pad(exact, to: 17, side: .right) + "  "
            + Text.pad(near, to: 16, side: .right) + "\n"
    }
}

/// What there is to say about guessing.
enum SequenceNumberGuessRemark: Remark {
    /// Who guesses, and what for.
    case story
    /// One attempt.
    case example(SequenceNumberGuess.Trial)

    var english: String {
        switch self {
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
