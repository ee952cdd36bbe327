import ArgumentParser
import Attacks
import LiveIO
import Render
import TLSSim
import Trace

/// Early data that is sent a second time.
struct EarlyDataReplayCommand: ParsableCommand, PageCommand {
    static let words = "'attack early-data-replay'"

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

            --html and --pcap write the connections of the stories that are told: original, then copy, or again where the client asks \
            again. On the page the two stand beside each other. --json writes the findings of all runs, and these connections.

            EXIT STATUS
              0  the attack has been carried out, whatever came of it

            EXAMPLE
              HandshakeSim attack early-data-replay --seed 7
              HandshakeSim attack early-data-replay --scene other-server --anti-replay window
              HandshakeSim attack early-data-replay --scene soon --anti-replay none --html replay.html
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

    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    func run() throws {
        let (all, told) = try attacks()
        let report = Report(apart: [EarlyDataReplay.table(all)] + told.map(\.report))
        var ladders = ""
        if output.asksForConnections {
            let set = try connections(of: told, among: all)
            try output.write(set) { EarlyDataReplay.json(all, seed: seed, connections: set.connections) }
            ladders = output.ladders(of: set, style: page.style)
        }
        try page.show(report, ladders)
    }

    func runs(while goesOn: (Int) -> Bool) throws -> RunSet {
        let (all, told) = try attacks()
        return try connections(of: told, among: all)
    }

    /// All attacks, and those whose story is told.
    private func attacks() throws -> (all: [EarlyDataReplay], told: [EarlyDataReplay]) {
        let all = try EarlyDataReplay.all(seed: seed)
        let servers = antiReplay?.values ?? [.none, .singleUse]
        return (all, all.filter { scene.values.contains($0.scene) && servers.contains($0.defence) })
    }

    private func connections(of told: [EarlyDataReplay], among all: [EarlyDataReplay]) throws -> RunSet {
        RunSet(
            stories: try told.map { run in
                let telling = run.report + EarlyDataReplay.table(all)
                return try EarlyDataReplay.connections(seed: seed, run.scene, against: run.defence).map {
                    Self.named($0, of: run, telling)
                }
            })
    }

    private static func named(
        _ connection: EarlyDataReplay.Connection, of run: EarlyDataReplay, _ telling: Report
    ) -> WebDocument.Run {
        WebDocument.Run(
            "\(run.scene.rawValue)-\(run.defence.rawValue)-\(connection.part.rawValue)",
            label: "\(connection.part.rawValue): \(run.scene.rawValue), \(run.defence.rawValue)",
            connection.journal, telling: telling)
    }
}
