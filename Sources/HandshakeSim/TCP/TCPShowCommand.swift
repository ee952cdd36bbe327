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

        @OptionGroup var output: OutputOptions

        func run() throws {
            guard let name, !list else { return try output.page.show(Self.list(style: output.page.style)) }
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
            try output.page.show(
                run.figure(columns: output.page.style.columns).joined(separator: "\n") + "\n\n" + output.ladder(run.journal, hasPicture: false).text)
        }

        private func show(_ example: Counterexample) throws {
            let comparisons = example.run()
            for (index, comparison) in comparisons.enumerated() {
                try output.write(comparison.wrong.journal, part: "\(index + 1)-wrong")
                try output.write(comparison.real.journal, part: "\(index + 1)-real")
            }
            let text = CounterexampleText(style: output.page.style)
            var page = text.head(example) + "\n"
            for (index, comparison) in comparisons.enumerated() {
                page += text.trial(comparison, number: index + 1, of: comparisons.count)
                if index + 1 < comparisons.count { page += "\n" }
                guard output.detail == .messages || output.detail == .bytes else { continue }
                for run in [comparison.wrong, comparison.real] { page += "\n" + output.ladder(run.journal).text }
            }
            try output.page.show(page)
        }

        /// What can be shown, in the order of the list.
        private static var names: [(name: String, title: String)] {
            Scenario.all.map { ($0.name, $0.title) } + Counterexample.all.map { ($0.name, $0.title) }
        }

        /// The names, each with its title.
        static func list(style: PageStyle) -> String { NamedList(names.map { [$0.name, $0.title] }).text(style: style) }
    }

    /// The names of the scenarios.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the figures and scenarios that can be run.")

        @OptionGroup var page: PageOptions

        func run() throws { try page.show(Show.list(style: page.style)) }
    }
}
