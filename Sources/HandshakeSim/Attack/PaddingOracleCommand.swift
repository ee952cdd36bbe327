import ArgumentParser
import Attacks
import Render

/// A server that tells too much, and one that does not.
struct PaddingOracleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: AttackName.paddingOracle.rawValue,
        abstract: "What does it cost when a server says that the padding was wrong?",
        discussion: """
            Carries out the attack of Vaudenay (2002) on a CBC suite of TLS, twice. The first server answers a wrong padding and a wrong \
            MAC with different alerts, like TLS 1.0. The second is a server of today. The attacker has no key. He changes one record in \
            each connection and learns the answer. From the first server he reads a cookie, octet by octet.

            At that time alerts are encrypted and have one length, so he cannot read them. Real attackers measured the time of the \
            answer (Canvel and others 2003, Lucky Thirteen 2013). This run measures nothing: it gives the attacker the answer that he \
            would get from the time.

            EXAMPLE
              HandshakeSim attack padding-oracle --seed 7
            """)

    @Option(help: "The number from which everything random follows, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var page: PageOptions

    func run() throws {
        let results = PaddingOracleAttack.Target.allCases.map { PaddingOracleAttack.run(seed: seed, against: $0) }
        try page.show(Report(apart: results.map(\.report)) + Report([.space]))
    }
}
