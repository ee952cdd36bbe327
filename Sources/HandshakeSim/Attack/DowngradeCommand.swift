import ArgumentParser
import Museum

/// The command for the attack that takes TLS 1.3 out of a ClientHello.
struct DowngradeCommand: ListedCasesCommand {
    static let attack = AttackName.versionDowngrade
    static let configuration = CommandConfiguration(
        commandName: attack.rawValue,
        abstract: attack.abstract,
        discussion: """
            A client and a server both speak TLS 1.2 and 1.3, from one hello. Mallory stands on the path. She takes supported_versions, \
            key_share and psk_key_exchange_modes out of the hello, and the server answers with TLS 1.2. Three locks stand in her way: \
            the sign in the server's random, the signature over this random, and Finished. The command runs every case and says at \
            which message it ends. With --exchange, --changed or --client it tells the stories of those that the options choose.

            TLS 1.2 WITH
              ecdhe       ephemeral Diffie–Hellman on a curve
              weak-group  ephemeral Diffie–Hellman in a toy group; Mallory finds the exponent in time
              rsa         RSA key transport
              stolen-key  RSA key transport, and Mallory has a copy of the server's private key

            CHANGED
              nothing  Mallory passes everything on; both sides speak TLS 1.3
              hello    the ClientHello
              random   the ClientHello, and the sign in the server's random

            CLIENT
              checks     it looks for the sign, as RFC 8446 section 4.1.3 demands
              unchecked  it does not look

            Of cases --html and --pcap write the two connections of each story that is told: the one between the client and Mallory, and the one \
            between Mallory and the server. On the page the two stand beside each other. --json writes the findings of all runs, and \
            these connections.

            \(attack.exhibitHelp(without: "--exchange, --changed and --client"))

            \(Card.exitStatusOfCases)

            EXAMPLE
              HandshakeSim attack version-downgrade --seed 7
              HandshakeSim attack version-downgrade --exchange weak-group --changed hello --client all
              HandshakeSim attack version-downgrade --exchange weak-group --client unchecked --html downgrade.html
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(help: .text("The exchange of TLS 1.2 whose story is told.", for: "ecdhe|weak-group|rsa|stolen-key|all"))
    var exchange: Choice<DowngradeAttack.Exchange>?

    @Option(help: .text("The change whose story is told.", for: "nothing|hello|random|all"))
    var changed: Choice<DowngradeAttack.Change>?

    @Option(help: .text("The client whose story is told.", for: "checks|unchecked|all"))
    var client: Choice<DowngradeAttack.Victim>?

    @OptionGroup var exhibit: ExhibitOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    var choices: KeyValuePairs<String, Bool> {
        ["--exchange": exchange != nil, "--changed": changed != nil, "--client": client != nil]
    }

    /// The cases whose stories are told. Where an option is missing, its default is that of the attack that succeeds: weak-group, hello.
    func told(of all: [DowngradeAttack]) throws -> [DowngradeAttack] {
        let exchanges = exchange?.values ?? [.weakGroup]
        let changes = changed?.values ?? [.hello]
        let clients = client?.values ?? DowngradeAttack.Victim.allCases
        // Where Mallory changes nothing, neither the exchange of TLS 1.2 nor the sign plays a part.
        let untouched =
            changes.contains(.nothing)
            ? [try DowngradeAttack.run(seed: seed, .ecdhe, changing: .nothing, against: .checks)] : []
        return untouched
            + all.filter {
                exchanges.contains($0.exchange) && changes.contains($0.change) && clients.contains($0.victim)
            }
    }
}
