import ArgumentParser
import Attacks

/// A server whose alerts are enough to decrypt, and one whose alerts are not.
struct BleichenbacherCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bleichenbacher",
        abstract: "What does it cost when a server says that an encrypted premaster secret was not well formed?",
        discussion: """
            Carries out Bleichenbacher's attack (1998) on RSA key transport, twice: against a server that has an alert of its \
            own for a plaintext that does not begin with 00 02, and against this program's own. The attacker has a recording \
            and the public key, of 505 bits here so that it takes seconds; of the undefended server he gets the premaster \
            secret.

            EXAMPLE
              HandshakeSim attack bleichenbacher --seed 7
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @OptionGroup var colour: ColourOptions

    func run() throws {
        let text = AttackText(style: colour.style)
        for target in BleichenbacherAttack.Target.allCases {
            print(text.bleichenbacher(try BleichenbacherAttack.run(seed: seed, against: target)))
        }
    }
}
