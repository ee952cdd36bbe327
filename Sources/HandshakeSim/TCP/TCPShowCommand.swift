import ArgumentParser
import LiveIO
import Render
import Simulator
import Trace

extension TCPCommand {
    /// A figure that runs, or a counterexample.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Run a figure of RFC 9293, or another scenario, by its name.",
            discussion: """
                The connections are real; only the network follows a script. First comes the run in the line form of the RFC: --> and \
                <-- are departure and arrival, ... is a segment that is still in the network, and the states are those after the \
                segment. Then comes the same run as a ladder, with the reasons.

                The names that begin with "why" ask what a rule of TCP is for. A TCP without the rule runs beside the real TCP, step by \
                step, and fails. If the terminal is wide enough, the two stand in columns. --detail messages and bytes add the ladders. \
                --json and --pcap write every run into a file of its own: run.json becomes run-1-wrong.json, run-1-real.json and so \
                on. --html writes one page of all.

                EXAMPLES
                  HandshakeSim tcp figure-8
                  HandshakeSim tcp why-three
                """)

        @Argument(help: "The name of a scenario. Without it: the list.")
        var name: String?

        @Flag(help: "List the scenarios.")
        var list = false

        @Option(
            help: ArgumentHelp(
                "The maximum segment lifetime, 0 to 600, in a scenario with a TIME-WAIT, which lasts twice as long. Default: the "
                    + "RFC's 120.",
                valueName: "seconds"))
        var msl: Double?

        @Option(help: .hidden)
        var isn: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var page: PageOptions

        func validate() throws {
            if isn != nil {
                throw ValidationError(
                    "--isn: the numbers of a scenario are those of its figure. 'HandshakeSim --isn clock' makes a visit with other "
                        + "ones, 'tcp why-isn' and 'attack guess-isn' compare them.")
            }
            if let msl, !(0...600).contains(msl) { throw ValidationError("--msl: 0 to 600 seconds.") }
        }

        /// The run with the user's maximum segment lifetime, where it makes a difference.
        private func run(_ scenario: Scenario) throws -> ScenarioRun {
            guard let msl else { return ScenarioRun(scenario) }
            if scenario.tellsTimes {
                throw ValidationError("--msl: the script of \(scenario.name) says itself when time passes.")
            }
            let run = ScenarioRun(scenario, msl: .microseconds(Int64(msl * 1_000_000)))
            guard run.reachesTimeWait else {
                throw ValidationError(
                    "--msl: no side of \(scenario.name) comes to TIME-WAIT, so it makes no difference. Try figure-12.")
            }
            return run
        }

        func run() throws {
            guard let name, !list else { return try self.page.show(Self.list(style: self.page.style)) }
            if let scenario = Scenario.named(name) {
                try show(run(scenario))
            } else if let example = Counterexample.named(name) {
                if msl != nil {
                    throw ValidationError("--msl: the two TCPs of \(name) follow one script with times of its own.")
                }
                try show(example)
            } else {
                let known = Self.names.map(\.name).joined(separator: ", ")
                throw ValidationError("No scenario is named \(name). Known: \(known).")
            }
        }

        private func show(_ run: ScenarioRun) throws {
            try output.write(run.journal)
            try self.page.show(
                run.figure(columns: self.page.style.columns).joined(separator: "\n") + "\n\n"
                    + output.ladder(run.journal, style: self.page.style, hasPicture: false).text)
        }

        private func show(_ example: Counterexample) throws {
            let comparisons = example.run()
            try output.write(
                comparisons.enumerated().flatMap { index, comparison in
                    let telling = CounterexampleText.telling(example, comparison)
                    return [
                        OutputOptions.Run(
                            part: "\(index + 1)-wrong", label: "\(index + 1): WRONG", journal: comparison.wrong.journal,
                            telling: telling),
                        OutputOptions.Run(
                            part: "\(index + 1)-real", label: "\(index + 1): real", journal: comparison.real.journal,
                            telling: telling),
                    ]
                }, pairs: comparisons.indices.map { ("\($0 + 1)-wrong", "\($0 + 1)-real") })
            let text = CounterexampleText(style: self.page.style)
            var page = text.head(example) + "\n"
            for (index, comparison) in comparisons.enumerated() {
                page += text.trial(comparison, number: index + 1, of: comparisons.count)
                if index + 1 < comparisons.count { page += "\n" }
                guard output.detail == .messages || output.detail == .bytes else { continue }
                for run in [comparison.wrong, comparison.real] {
                    page += "\n" + output.ladder(run.journal, style: self.page.style).text
                }
            }
            try self.page.show(page)
        }

        /// What can be shown, in the order of the list.
        private static var names: [(name: String, title: String)] {
            Scenario.all.map { ($0.name, $0.title) } + Counterexample.all.map { ($0.name, $0.title) }
        }

        /// The names, each with its title.
        static func list(style: PageStyle) -> String {
            NamedList(names.map { [$0.name, $0.title] }).text(style: style)
        }
    }

    /// The names of the scenarios.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the figures and scenarios that can be run.")

        @OptionGroup var page: PageOptions

        func run() throws { try page.show(Show.list(style: page.style)) }
    }
}
