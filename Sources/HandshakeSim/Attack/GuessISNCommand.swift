import ArgumentParser
import Attacks
import Simulator

/// An outsider who guesses initial sequence numbers.
struct GuessISNCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: AttackName.sequenceNumberGuess.rawValue,
        abstract: "Can an outsider who has seen one initial sequence number guess the next?",
        discussion: """
            An outsider opens a connection to a server, sees the server's initial sequence number, and guesses that of the \
            connection which the server opens next, in another host's name. Four ways to choose the numbers are tried: that of \
            RFC 6528, a clock alone, one number for all, and the counter of 4.2BSD. 'HandshakeSim tcp why-isn' shows what a right \
            guess is good for, and 'HandshakeSim --isn clock' a visit with such numbers.

            EXAMPLE
              HandshakeSim attack guess-isn --seed 7 --trials 1000
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(help: .text("How often each is tried, 1 to 100000.", for: "n"))
    var trials = 1_000

    @OptionGroup var page: PageOptions

    func validate() throws {
        guard (1...100_000).contains(trials) else { throw ValidationError("--trials: 1 to 100000.") }
    }

    func run() throws {
        let results = SequenceNumberGenerator.allCases.map {
            SequenceNumberGuess.run($0, trials: trials, seed: seed)
        }
        try page.show(SequenceNumberGuess.report(results))
    }
}
