import ArgumentParser
import Attacks

/// A server that tells too much, and one that does not.
struct PaddingOracleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "padding-oracle",
        abstract: "What does it cost when a server says that the padding was wrong?",
        discussion: """
            Carries out the attack of Vaudenay (2002) on a CBC suite of TLS, twice: against a server that tells wrong padding \
            from a wrong MAC, as TLS 1.0 had it, and against one of today. The attacker has no key. He changes one record in \
            each connection and learns how it was answered; of the undefended server he reads a cookie, octet by octet.

            Alerts are encrypted by then, and of one length, so that he cannot read them. Real attackers measured how long the \
            answer took (Canvel and others 2003, Lucky Thirteen 2013). The run measures nothing: it gives the attacker the \
            answer that a timing would give him.

            EXAMPLE
              HandshakeSim attack padding-oracle --seed 7
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var colour: ColourOptions

    func run() {
        let text = AttackText(style: colour.style)
        for target in PaddingOracleAttack.Target.allCases {
            let result = PaddingOracleAttack.run(seed: seed, against: target)
            print(text.paddingOracle(result))
        }
    }
}
