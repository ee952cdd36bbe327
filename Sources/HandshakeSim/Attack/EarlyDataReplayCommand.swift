import ArgumentParser
import Museum
import TLSSim
import Trace

/// The command for the attack that sends early data a second time.
struct EarlyDataReplayCommand: ListedCasesCommand {
    static let attack = AttackName.earlyDataReplay
    static let configuration = CommandConfiguration(
        commandName: attack.rawValue,
        abstract: attack.abstract,
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

            Of cases --html and --pcap write the connections of the stories that are told: original, then copy, or again where the client asks \
            again. On the page the two stand beside each other. --json writes the findings of all runs, and these connections.

            \(attack.exhibitHelp(without: "--scene and --anti-replay"))

            \(Card.exitStatusOfCases)

            EXAMPLE
              HandshakeSim attack early-data-replay --seed 7
              HandshakeSim attack early-data-replay --scene other-server --anti-replay window
              HandshakeSim attack early-data-replay --scene soon --anti-replay none --html replay.html
              HandshakeSim attack early-data-replay --defence both --seed 7
            """)

    @Option(help: "The number that everything random follows from, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(
        help: .text(
            "The situation whose story is told. Default with --anti-replay: soon.",
            for: "soon|late|other-server|shared-memory|restarted|held-up|client-repeats|all"))
    var scene: Choice<EarlyDataReplay.Scene>?

    @Option(
        help: .text(
            "The server whose story is told. Default with --scene: none, then single-use.",
            for: "none|single-use|window|all"))
    var antiReplay: Choice<TLS13.ReplayRegister.Method>?

    @OptionGroup var exhibit: ExhibitOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    var choices: KeyValuePairs<String, Bool> { ["--scene": scene != nil, "--anti-replay": antiReplay != nil] }

    func told(of all: [EarlyDataReplay]) -> [EarlyDataReplay] {
        let servers = antiReplay?.values ?? [.none, .singleUse]
        let scenes = scene?.values ?? [.soon]
        return all.filter { scenes.contains($0.scene) && servers.contains($0.defence) }
    }

    func facts(of all: [EarlyDataReplay]) -> [(String, JSON?)] { EarlyDataReplay.facts(of: all) }
}
