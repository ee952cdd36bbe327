import ArgumentParser
import Attacks

/// What forward secrecy is not.
struct StolenStateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: AttackName.stolenState.rawValue,
        abstract: "What does the state of a random generator give away, and is that forward secrecy?",
        discussion: """
            Three generators draw four outputs each, and between the second and the third their state is stolen. What can be \
            computed from it is computed. Then the difference to forward secrecy is told, which is about stolen long-term keys.

            EXAMPLE
              HandshakeSim attack stolen-state --seed 7
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var page: PageOptions

    func run() throws {
        try page.show(StolenState.report(StolenState.Generator.allCases.map { StolenState.run($0, seed: seed) }))
    }
}
