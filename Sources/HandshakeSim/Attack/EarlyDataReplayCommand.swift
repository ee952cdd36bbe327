import ArgumentParser
import Attacks
import LiveIO
import TLSSim
import Trace

/// Early data that is sent a second time.
struct EarlyDataReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "early-data-replay",
        abstract: "What happens when the first flight of a client, with its early data, is copied?",
        discussion: """
            A client of TLS 1.3 comes back with a ticket and sends an order as early data. An attacker copies the flight and sends it \
            again. She has no key. The command tries seven situations against three servers: one that remembers nothing (none), one \
            where a ticket buys early data once (single-use), and one that remembers hellos for ten seconds (window).

            SITUATIONS
              soon            the copy comes to the same server, one second later
              late            the copy comes to the same server, half a minute later
              other-server    the copy comes to another server with the same ticket key
              shared-memory   the same, and both servers ask one register
              restarted       the server has lost its memory meanwhile
              held-up         no copy; the original is eleven seconds late
              client-repeats  the attacker drops the answer, and the client asks again

            EXIT STATUS
              0  the attack has been carried out, whatever came of it

            EXAMPLE
              HandshakeSim attack early-data-replay --seed 7
              HandshakeSim attack early-data-replay --scene other-server --anti-replay window
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The situation whose story is told. Default: soon.",
            valueName: "soon|late|other-server|shared-memory|restarted|held-up|client-repeats|all"))
    var scene: Choice<EarlyDataReplay.Scene> = .one(.soon)

    @Option(
        help: ArgumentHelp(
            "The server whose story is told. Default: none, then single-use.", valueName: "none|single-use|window|all"))
    var antiReplay: Choice<TLS13.ReplayRegister.Method>?

    @Option(help: ArgumentHelp("Write all runs as JSON.", valueName: "file"))
    var json: String?

    @OptionGroup var page: PageOptions

    func run() throws {
        let text = AttackText(style: page.style)
        let runs = try EarlyDataReplay.all(seed: seed)
        let told = runs.filter { run in
            scene.values.contains(run.scene) && (antiReplay?.values ?? [.none, .singleUse]).contains(run.defence)
        }
        try page.show(
            text.earlyDataReplays(runs) + "\n" + told.map { text.earlyDataReplay($0) }.joined(separator: "\n"))
        if let json {
            try OutputFile.write(Array(EarlyDataReplay.json(runs, seed: seed).text.utf8), to: json)
        }
    }
}
