import ArgumentParser
import Attacks
import Museum
import Render
import Simulator
import TLSSim

/// A recording that is sent again.
struct ReplayCommand: ElderCommand {
    static let shown = ExhibitName.replay

    static let configuration = CommandConfiguration(
        commandName: AttackName.replay.rawValue,
        abstract: "What is the server's random for, though it is sent in clear?",
        discussion: """
            A client's side of a whole connection, handshake and payment, is sent again to the same server, octet for octet. A \
            server that draws its random anew refuses it at Finished. Two made-up servers do not: one that repeats its random, and \
            one that draws nothing new at all. Each is tried with RSA key transport and with ephemeral Diffie–Hellman.

            EXIT STATUS
              0  the attack has been carried out, whatever came of it

            \(ExhibitOptions.elder(shown))

            EXAMPLES
              HandshakeSim attack replay --seed 7
              HandshakeSim attack replay --variant six-bits --pcap run.pcapng
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(
        help: .text(
            "The server whose story is told. Default: fresh with RSA, then the first that pays twice.",
            for: "fresh|same-random|nothing-fresh|all"))
    var server: Choice<ReplayAttack.Target>?

    @OptionGroup var exhibit: ExhibitOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    func runAsBefore() throws {
        var runs: [ReplayAttack] = []
        for suite in [CipherSuite.rsaAES128GCM, .dheRSAAES128GCM] {
            let options = Visit.Options(seed: seed, suite: suite)
            let cast = try Visit.Cast(options)
            runs += ReplayAttack.Target.allCases.map { ReplayAttack.run(options, cast, against: $0) }
        }
        let told =
            server.map { choice in runs.filter { choice.values.contains($0.target) } }
            ?? [runs.first, runs.first { $0.isAccepted }].compactMap { $0 }
        try page.show(Report(apart: [ReplayAttack.table(runs)] + told.map(\.report)))
    }
}
