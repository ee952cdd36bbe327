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
            and the public key; of the undefended server he gets the premaster secret.

            The key has 505 bits here, and the attack takes some 1,450 connections. It takes tens of thousands for a key of 2,048 \
            bits, and six times as many where the server checks the whole padding before it says that all is well.

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
