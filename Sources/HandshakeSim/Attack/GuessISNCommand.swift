import ArgumentParser
import Museum
import Simulator

/// The command for the attack in which an outsider guesses initial sequence numbers.
struct GuessISNCommand: OlderAttackCommand {
    static let words = "'attack guess-isn'"
    static let attack = AttackName.sequenceNumberGuess
    static let configuration = CommandConfiguration(
        commandName: attack.rawValue,
        abstract: "Can an outsider who has seen one initial sequence number guess the next?",
        discussion: """
            An outsider opens a connection to a server, sees the server's initial sequence number, and guesses that of the \
            connection which the server opens next, in another host's name. Four ways to choose the numbers are tried: that of \
            RFC 6528, a clock alone, one number for all, and the counter of 4.3BSD. 'HandshakeSim tcp why-isn' shows what a right \
            guess is good for, and 'HandshakeSim --isn clock' a visit with such numbers.

            \(attack.exhibitHelp)

            EXAMPLE
              HandshakeSim attack guess-isn --seed 7 --trials 1000
              HandshakeSim attack guess-isn --seed 7 --defence both
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(help: .text("How often each is tried, 1 to 100000.", for: "n"))
    var trials = 1_000

    @OptionGroup var exhibit: ExhibitOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    /// Whether the arguments ask for the exhibit. Only the exhibit writes files, so an option for a file asks for it, too.
    var asksForExhibit: Bool { exhibit.areUsed || output.asksForConnections }

    func validate() throws {
        try exhibit.refuse(["--trials": trials != 1_000])
        guard (1...100_000).contains(trials) else { throw ValidationError("--trials: 1 to 100000.") }
    }

    func run() throws {
        if let show { return try show.run() }
        let results = SequenceNumberGenerator.allCases.map {
            SequenceNumberGuess.run($0, trials: trials, seed: seed)
        }
        try page.show(SequenceNumberGuess.report(results))
    }
}
