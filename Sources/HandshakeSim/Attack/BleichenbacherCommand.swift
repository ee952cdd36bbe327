import ArgumentParser
import Attacks
import Render

/// A server whose alerts are enough to decrypt, and one whose alerts are not.
struct BleichenbacherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: AttackName.bleichenbacher.rawValue,
        abstract: "What does it cost when a server says that an encrypted premaster secret was not well formed?",
        discussion: """
            Carries out Bleichenbacher's attack (1998) on RSA key transport, twice. The first server sends an alert of its own when the \
            plaintext does not begin with 00 02. The second is this program's own server. The attacker has a recording and the public \
            key. From the first server he learns the premaster secret.

            The key has 505 bits here, and the attack takes about 1,450 connections. For a key of 2,048 bits it takes tens of thousands, \
            and six times as many if the server checks the whole padding.

            EXAMPLE
              HandshakeSim attack bleichenbacher --seed 7
            """)

    @Option(help: "The number from which everything random follows, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var page: PageOptions

    func run() throws {
        let results = try BleichenbacherAttack.Target.allCases.map {
            try BleichenbacherAttack.run(seed: seed, against: $0)
        }
        try page.show(Report(apart: results.map(\.report)) + Report([.space]))
    }
}
