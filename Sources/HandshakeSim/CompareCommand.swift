import ArgumentParser
import LiveIO
import Render
import Simulator
import Trace

/// The command that compares visits.
struct CompareCommand: AsyncParsableCommand, PageCommand {
    static let words = "'compare'"

    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Put visits side by side: what changes from one handshake to the next, and why.",
        discussion: """
            Each visit is run with the same seed. The figures of the table are counted in the runs: round trips, messages, octets, what \
            an onlooker reads, secrets, and what a thief opens later. Then come the differences between each visit and the next, with \
            the reason and the rule for each. On a wide terminal each visit has a column, on a narrow one they stand one under the other.

            The visits are \(names(ofTLS13: false)) (TLS 1.2) and \(names(ofTLS13: true)) (TLS 1.3). tls13-psk begins with a ticket. \
            tls13-0rtt begins with a ticket, too, and sends the request as early data. 'HandshakeSim --dh --rsa' means 'HandshakeSim compare rsa dhe'.

            --json writes one document with the figures, the differences and the journal of each run (docs/compare.md). --html writes one \
            page of all, in which neighbours stand step beside step. --pcap writes a capture for each run: run.pcapng becomes \
            run-rsa.pcapng and so on. --detail messages and bytes add the ladders.

            EXAMPLES
              HandshakeSim compare rsa dhe tls13 --seed 7
              HandshakeSim compare dhe tls13 --html compare.html
            """)

    @Argument(help: .text("Two visits or more. Default: rsa dhe tls13.", for: "visit"))
    var visits: [ComparedVisit] = []

    @Option(help: "The number from which everything random follows, 0 to 2^64 - 1.")
    var seed: UInt64 = 1

    @Option(
        help: .text(
            "The server asks for a client certificate: good, none, wrong-ca or copied, as in 'HandshakeSim run'.",
            for: "good|none|wrong-ca|copied"))
    var clientCert: ClientCertificate?

    @Option(
        help: .text("Protocols that the client offers to speak inside (ALPN), as in 'HandshakeSim run'.", for: "name,…")
    )
    var alpn: String?

    @Option(help: .text("Print one part alone.", for: "table|changes"))
    var only: VisitComparison.Part?

    @OptionGroup var output: OutputOptions
    @OptionGroup var page: PageOptions

    private static func names(ofTLS13 isTLS13: Bool) -> String {
        listed(ComparedVisit.allCases.filter { ($0.options(seed: 0).tls13 != nil) == isTLS13 }.map(\.name))
    }

    func validate() throws {
        guard visits.count != 1 else {
            throw ValidationError("compare needs two visits or more, such as: compare rsa dhe.")
        }
        _ = try alpn.map { try TLSOptions.protocols($0) }
        if let twice = visits.enumerated().first(where: { visits[..<$0.offset].contains($0.element) })?.element {
            throw ValidationError("compare: \(twice.name) stands there twice. Name two different visits.")
        }
    }

    func run() async throws {
        let comparison = try await comparison()
        let set = runs(of: comparison)
        try output.write(set, in: page.spoken) { comparison.json() }
        try page.show(comparison.report(only: only), only == nil ? output.ladders(of: set, style: page.style) : "")
    }

    func runs(while goesOn: (Int) -> Bool) async throws -> RunSet { runs(of: try await comparison()) }

    private func comparison() async throws -> VisitComparison {
        let protocols = try alpn.map { try TLSOptions.protocols($0) } ?? []
        var made: [(visit: ComparedVisit, journal: Journal)] = []
        for visit in visits.isEmpty ? [.rsa, .dhe, .tls13] : visits {
            let options = visit.options(seed: seed, clientCertificate: clientCert, applicationProtocols: protocols)
            made.append((visit, Visit.run(options, try await Visit.Cast(options).consultingLibrary()).journal))
        }
        return VisitComparison(seed: seed, clientCertificate: clientCert, applicationProtocols: protocols, made)
    }

    private func runs(of comparison: VisitComparison) -> RunSet {
        let names = comparison.runs.map(\.visit.name)
        let telling = comparison.telling
        return RunSet(
            comparison.runs.map {
                WebDocument.Run(
                    $0.visit.name, label: Words(same: $0.visit.name), $0.journal, command: $0.arguments,
                    telling: telling)
            }, pairs: Array(zip(names, names.dropFirst())))
    }
}

extension ComparedVisit: ExpressibleByArgument {
    /// The visit with this name. "dh" is the visit of the option --dh.
    package init?(argument: String) {
        self.init(rawValue: argument == "dh" ? Self.dhe.rawValue : argument)
    }
}

extension VisitComparison.Part: ExpressibleByArgument {}
