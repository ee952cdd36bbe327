import ArgumentParser
import LiveIO
import Render
import Simulator

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
                on.

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
                "The width of a comparison, at least 100. Default: the width of the terminal.", valueName: "n"))
        var columns: Int?

        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard let columns else { return }
            guard (Text.columns...1_000).contains(columns) else {
                throw ValidationError("--columns is \(columns); it must be from \(Text.columns) to 1000.")
            }
            guard name.flatMap({ Counterexample.named($0) }) != nil else {
                throw ValidationError("--columns belongs to the names that begin with \"why\".")
            }
        }

        func run() throws {
            guard let name, !list else { return print(Self.list) }
            if let scenario = Scenario.named(name) {
                try show(ScenarioRun(scenario))
            } else if let example = Counterexample.named(name) {
                try show(example)
            } else {
                let known = Self.names.map(\.name).joined(separator: ", ")
                throw ValidationError("No scenario is named \(name). Known: \(known).")
            }
        }

        private func show(_ run: ScenarioRun) throws {
            try output.write(run.journal)
            print(run.figure.joined(separator: "\n") + "\n")
            print(output.ladder(run.journal).text, terminator: "")
        }

        private func show(_ example: Counterexample) throws {
            let comparisons = example.run()
            for (index, comparison) in comparisons.enumerated() {
                try output.write(comparison.wrong.journal, part: "\(index + 1)-wrong")
                try output.write(comparison.real.journal, part: "\(index + 1)-real")
            }
            let text = CounterexampleText(
                style: output.colour.style, columns: max(Text.columns, columns ?? Terminal.standard.width ?? 0))
            print(text.head(example))
            for (index, comparison) in comparisons.enumerated() {
                print(
                    text.trial(comparison, number: index + 1, of: comparisons.count),
                    terminator: index + 1 < comparisons.count ? "\n" : "")
                guard output.detail != .story else { continue }
                for run in [comparison.wrong, comparison.real] {
                    print("\n" + output.ladder(run.journal).text, terminator: "")
                }
            }
        }

        /// What can be shown, in the order of the list.
        private static var names: [(name: String, title: String)] {
            Scenario.all.map { ($0.name, $0.title) } + Counterexample.all.map { ($0.name, $0.title) }
        }

        /// The names, a scenario a line.
        static var list: String {
            let width = (names.map(\.name.count).max() ?? 0) + 2
            return names.map { $0.name + String(repeating: " ", count: width - $0.name.count) + $0.title }
                .joined(separator: "\n")
        }
    }

    /// The names of the scenarios.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the figures and scenarios that can be run.")

        @OptionGroup var colour: ColourOptions

        func run() { print(Show.list) }
    }
}
