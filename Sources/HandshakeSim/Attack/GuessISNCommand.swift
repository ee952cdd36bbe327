import ArgumentParser
import Museum

/// The command for the attack in which an outsider guesses initial sequence numbers.
struct GuessISNCommand: CasesCommand {
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

            \(attack.exhibitHelp(without: "--trials"))

            \(Card.exitStatusOfCases)

            EXAMPLE
              HandshakeSim attack guess-isn --seed 7
              HandshakeSim attack guess-isn --seed 7 --trials 1000
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(help: .text("The table alone: how often each is tried, 1 to 100000. Beside the story: 1000.", for: "n"))
    var trials: Int?

    @OptionGroup var exhibit: ExhibitOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    var choices: KeyValuePairs<String, Bool> { ["--trials": trials != nil] }

    func validate() throws {
        try exhibit.refuse(choices)
        guard let trials else { return }
        guard (1...100_000).contains(trials) else { throw ValidationError("--trials: 1 to 100000.") }
        if output.asksForConnections {
            throw ValidationError(
                "--trials shows no connection, so --json, --pcap, --html and --detail have nothing to show.")
        }
    }

    func run() throws {
        if let show { return try show.run() }
        try page.show(SequenceNumberGuess.table(trials: trials ?? SequenceNumberGuess.usual, seed: seed))
    }
}
