import ArgumentParser
import Museum

/// The command for the attack with the stolen state of a random generator.
struct StolenStateCommand: OlderAttackCommand {
    static let words = "'attack stolen-state'"
    static let attack = AttackName.stolenState
    static let configuration = CommandConfiguration(
        commandName: attack.rawValue,
        abstract: "What does the state of a random generator give away, and is that forward secrecy?",
        discussion: """
            Three generators draw four outputs each, and between the second and the third their state is stolen. What can be \
            computed from it is computed. Then the difference to forward secrecy is told, which is about stolen long-term keys.

            \(attack.exhibitHelp)

            EXAMPLE
              HandshakeSim attack stolen-state --seed 7
              HandshakeSim attack stolen-state --seed 7 --defence both
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var exhibit: ExhibitOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    /// Whether the arguments ask for the exhibit. Only the exhibit writes files, so an option for a file asks for it, too.
    var asksForExhibit: Bool { exhibit.areUsed || output.asksForConnections }

    func run() throws {
        if let show { return try show.run() }
        try page.show(StolenStateTable.report(seed: seed))
    }
}
