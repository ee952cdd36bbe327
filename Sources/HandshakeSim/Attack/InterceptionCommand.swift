import ArgumentParser
import LiveIO
import Museum
import Render
import SecondVerifier
import Simulator
import TLSSim
import Trace

/// The command for the machine in the middle, against clients that check more or less of her certificate.
struct InterceptionCommand: AsyncParsableCommand, CasesCommand {
    static let attack = AttackName.interception

    static let configuration = CommandConfiguration(
        commandName: attack.rawValue,
        abstract: attack.abstract,
        discussion: """
            Mallory accepts the victim's connection herself and opens another one to the server: two real handshakes, byte for byte. \
            What she gets depends only on her certificate and on what the victim checks. The program runs every cell of the table. \
            With an option that chooses cells it tells the story of one: the most careful policy that failed, or else the first.

            Policies: full, no-hostname and none as in 'HandshakeSim connect'. pin and pin-ca are full with a pin on the key of the \
            genuine leaf, or of the authority that issued it.

            With --libraries the victim is an app for iOS that decides as a library does. It has the key of the genuine leaf where it pins. \
            With --tls13 both connections speak TLS 1.3.

            \(attack.exhibitHelp(without: "--policy, --attacker, --dh, --rsa, --table and --leg"))

            \(Card.exitStatusOfCases)

            EXAMPLES
              HandshakeSim attack mitm
                  a client that leaves out a check, the same client with it, and the table
              HandshakeSim attack mitm --policy all
                  every attacker against every policy, then what an installed authority can do
              HandshakeSim attack mitm --table --libraries --tls13
                  every attacker against AFNetworking, TrustKit, Alamofire and NSPinnedDomains
              HandshakeSim attack mitm --policy no-hostname --attacker same-public-ca --pcap run.pcapng
                  the story of one, and its two connections as run-victim.pcapng and run-server.pcapng
            """)

    @Option(help: .text("What the victim checks.", for: "full|no-hostname|none|pin|pin-ca|all"))
    var policy: Choice<Interception.Policy>?

    @Option(help: .text("The certificate that Mallory has.", for: "own-ca|installed-ca|same-public-ca|self-signed|all"))
    var attacker: Choice<Interception.Attacker>?

    @Flag(help: "Agree on keys by ephemeral Diffie–Hellman, signed with RSA. The default.")
    var dh = false

    @Flag(help: "Agree on keys by RSA key transport.")
    var rsa = false

    @Option(help: "The number from which everything random follows, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Flag(help: "Only the table, without a story.")
    var table = false

    @Flag(help: "With --table: the victim decides as libraries for iOS do.")
    var libraries = false

    @Flag(help: "With --table: both connections speak TLS 1.3.")
    var tls13 = false

    @Option(help: .text("Also show one of the story's connections as a ladder.", for: "victim|server"))
    var leg: Leg?

    @OptionGroup var exhibit: ExhibitOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    /// One of the two connections.
    enum Leg: String, ExpressibleByArgument, OptionPurpose, CaseIterable {
        static let use = OptionUse.display
        case victim, server
    }

    var choices: KeyValuePairs<String, Bool> {
        [
            "--policy": policy != nil, "--attacker": attacker != nil, "--dh": dh, "--rsa": rsa, "--table": table,
            "--libraries": libraries, "--tls13": tls13, "--leg": leg != nil,
        ]
    }

    func validate() throws {
        try exhibit.refuse(choices)
        if dh && rsa { throw ValidationError("--dh and --rsa exclude each other: one handshake has one key exchange.") }
        if libraries || tls13, !table {
            throw ValidationError("--libraries and --tls13 go with --table: they have no story.")
        }
        if tls13, dh || rsa {
            throw ValidationError("--tls13 has no choice of key exchange: leave out \(rsa ? "--rsa" : "--dh").")
        }
        if libraries, case .one? = policy {
            throw ValidationError("--libraries and --policy exclude each other: each says how the victim decides.")
        }
        if table, leg != nil || output.pcap != nil || output.json != nil || output.html != nil {
            throw ValidationError(
                "--table shows no connection, so --leg, --pcap, --json and --html have nothing to write.")
        }
    }

    func run() async throws {
        if let show { return try show.run() }
        let all = try await interceptions()
        let overview = Interception.table(all, columns: page.style.columns, showsAlerts: !libraries)
        if table { return try page.show(overview) }
        guard let told = told(of: all) else { return }
        let set = RunSet(stories: [told.connections(among: all)])
        let shown = set.runs.first { $0.id == leg?.rawValue }.map { output.ladder($0.journal, style: page.style).text }
        let reports = (all.count > 1 ? [overview] : []) + [told.report]
        try page.show(Report(apart: reports) + Report([.space]), shown ?? "")
        try output.write(set, in: page.spoken)
        if leg == .server, told.serverLeg == nil {
            throw AttackFailure("--leg server: the victim refused Mallory, so she never connected to the server.")
        }
    }

    func runs(while goesOn: (Int) -> Bool) async throws -> RunSet {
        if let show { return try show.set(while: goesOn) }
        guard !table else { return .none }
        let all = try await interceptions()
        return RunSet(stories: told(of: all).map { [$0.connections(among: all)] } ?? [])
    }

    private var policies: [Interception.Policy] { policy?.values ?? Interception.Policy.allCases }

    /// For each attacker a case for each policy.
    private func interceptions() async throws -> [Interception] {
        var stage = try InterceptionStage(seed: seed)
        stage.attackerJudge = await stage.attackerJudge.consultingLibrary(about: stage.pki.identity.chain)
        var cases: [Interception] = []
        let progress = ProgressLine("attack mitm", unit: "interceptions")
        defer { progress.end() }
        for attacker in attacker?.values ?? Interception.Attacker.allCases {
            let judges =
                libraries
                ? LibraryJudge.all(on: stage, against: attacker)
                : policies.map { stage.judge($0, against: attacker) }
            for var judge in judges {
                if !libraries {
                    judge = await judge.consultingLibrary(about: stage.identity(of: attacker).chain)
                }
                cases.append(
                    Interception.run(
                        attacker, on: stage, judge: judge, suite: rsa ? .rsaAES128GCM : .dheRSAAES128GCM,
                        speaksTLS13: tls13))
                progress.advance()
            }
        }
        return cases
    }

    /// The case whose story is told: that of the most careful policy under which the attack succeeded, or else the first case.
    private func told(of all: [Interception]) -> Interception? {
        let fallen = policies.compactMap { policy in
            all.first { $0.policy == policy.rawValue && $0.loot != nil }
        }
        return fallen.first ?? all.first
    }
}
