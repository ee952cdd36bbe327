import ArgumentParser
import LiveIO
import Museum
import Trace

/// The command that runs four ways to agree on keys against seven attackers. Three of them also meet victims with a further mistake.
struct AlgorithmsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: AttackName.algorithms.rawValue,
        abstract: "One random, three randoms, Diffie–Hellman: what does each of them stop?",
        discussion: """
            A popular history tells that first one random was encrypted with RSA, that three randoms were better, and that \
            Diffie–Hellman is best. The command asks each of these designs the same questions: it lets every attacker loose on every \
            design, with the TLS of this program, and prints what came of it. With --attacker or --design it runs a part of the table, and \
            says of each cell why it is so.

            DESIGNS
              one-random     RSA key transport, and the randoms of both hellos are constants
              three-randoms  RSA key transport, as in TLS 1.2
              unsigned-dh    ephemeral Diffie–Hellman, and the client does not verify the signature
              signed-dhe     ephemeral Diffie–Hellman, signed and verified

            ATTACKERS
              listens           she has what passes on the wire
              replays-client    she sends a recorded client to the server again
              replays-server    she answers a client with a recorded server, and then with values of her own
              repeated-secret   the same, and the client draws the same secret again
              middle            she stands in the middle, with keys of her own
              unchecked-middle  the same, and the client does not check the certificate
              thief             she has a recording, and steals the server's key later
              weak-client       she has a recording, and the client's generator has a seed of 15 bits
              weak-server       she has a recording, and the server's generator has a seed of 15 bits
              repeated-seed     the server's generator has had the same seed twice, and she replays

            EXIT STATUS
              0  the attacks have been carried out, whatever came of them

            EXAMPLES
              HandshakeSim attack algorithms --seed 7
              HandshakeSim attack algorithms --attacker replays-client
              HandshakeSim attack algorithms --attacker middle --design unsigned-dh
            """)

    /// The title of its page.
    static let title = Words(
        english: "Four designs of a handshake, and every attacker on each", chinese: "握手的四种设计，每种都面对每个攻击者")

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(
        help: .text(
            "The attacker.",
            for:
                "listens|replays-client|replays-server|repeated-secret|middle|unchecked-middle|thief|weak-client|weak-server|"
                + "repeated-seed|all"))
    var attacker = Choice<DesignAttacker>.all

    @Option(help: .text("The design.", for: "one-random|three-randoms|unsigned-dh|signed-dhe|all"))
    var design = Choice<Design.Name>.all

    @Option(help: .text("Write the table as JSON.", for: "file"))
    var json: FilePath?

    @Option(help: .text("Write the table as a page to look at in a browser.", for: "file"))
    var html: FilePath?

    @OptionGroup var page: PageOptions

    func validate() throws { for file in [json, html] { try file?.check() } }

    func run() throws {
        let table = try ProgressLine.during("attack algorithms") {
            try DesignTable(seed: seed, designs: design.values.map { Design($0) }, attackers: attacker.values)
        }
        if let html { try html.write(page: table.report, title: Self.title, in: page.spoken) }
        if let json {
            try json.write(table.json)
            if json.isStandardOutput { return }
        }
        try page.show(table.report)
    }
}
