import ArgumentParser
import LiveIO
import Render
import Simulator
import Trace

extension TCPCommand {
    /// The command that runs a scenario or a counterexample.
    struct Show: ParsableCommand, PageCommand {
        static let words = "'tcp' with a scenario"

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
            help: .text(
                "The maximum segment lifetime, 0 to 600, in a scenario with a TIME-WAIT, which lasts twice as long. Default: the "
                    + "RFC's 120.", for: "seconds"))
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

        /// Runs a scenario with the maximum segment lifetime of `--msl`.
        ///
        /// - Throws: `ValidationError` if the option makes no difference in this scenario.
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
            guard let play = try play() else { return try page.show(Self.list(style: page.style)) }
            try output.write(runs(of: play), in: page.spoken)
            try page.show(text(of: play))
        }

        func runs(while goesOn: (Int) -> Bool) throws -> RunSet { try play().map { runs(of: $0) } ?? .none }

        /// The result of the named scenario or counterexample.
        private enum Play {
            case figure(ScenarioRun)
            case trials(Counterexample, [Comparison])
        }

        /// Runs the named scenario or counterexample; nil if the arguments ask for the list.
        ///
        /// - Throws: `ValidationError` if the name is not known, or if `--msl` makes no difference.
        private func play() throws -> Play? {
            guard let name, !list else { return nil }
            if let scenario = Scenario.named(name) { return .figure(try run(scenario)) }
            guard let example = Counterexample.named(name) else {
                let known = Self.names.map(\.name).joined(separator: ", ")
                throw ValidationError("No scenario is named \(name). Known: \(known).")
            }
            if msl != nil {
                throw ValidationError("--msl: the two TCPs of \(name) follow one script with times of its own.")
            }
            return .trials(example, example.run())
        }

        private func runs(of play: Play) -> RunSet {
            switch play {
            case .figure(let run): RunSet(one: run.journal)
            case .trials(let example, let comparisons):
                RunSet(
                    stories: comparisons.enumerated().map { index, comparison in
                        let telling = example.opening + comparison.report(number: index + 1, of: comparisons.count)
                        let (wrong, real) = (
                            Words(english: "WRONG", chinese: "错误"), Words(english: "real", chinese: "真实")
                        )
                        return [("wrong", wrong, comparison.wrong), ("real", real, comparison.real)].map {
                            let label = Words(
                                english: "\(index + 1): \($0.1.english)", chinese: "\(index + 1)：\($0.1.chinese)")
                            return WebDocument.Run(
                                "\(index + 1)-\($0.0)", label: label, $0.2.journal, telling: telling)
                        }
                    })
            }
        }

        private func text(of play: Play) -> String {
            switch play {
            case .figure(let run):
                return run.figure(columns: page.style.columns, language: page.style.language).joined(separator: "\n")
                    + "\n\n"
                    + output.ladder(run.journal, style: page.style, hasPicture: false).text
            case .trials(let example, let comparisons):
                let style = page.style
                return example.opening.text(style: style) + "\n"
                    + comparisons.enumerated().map { index, comparison in
                        let legs = output.tellsRuns ? [comparison.wrong, comparison.real] : []
                        return comparison.report(number: index + 1, of: comparisons.count, style: style)
                            .text(style: style) + (index + 1 < comparisons.count ? "\n" : "")
                            + legs.map { "\n" + output.ladder($0.journal, style: style).text }.joined()
                    }.joined()
            }
        }

        /// The names and titles of all scenarios and counterexamples, in the order of the list.
        static var names: [(name: String, title: any Wording)] {
            Scenario.all.map { ($0.name, $0.title) } + Counterexample.all.map { ($0.name, $0) }
        }

        /// The list of the names with their titles, as text.
        static func list(style: PageStyle) -> String {
            NamedList(names.map { [$0.name, $0.title.sentence(in: style.language)] }).text(style: style)
        }
    }

    /// The command that lists the scenarios.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the figures and scenarios that can be run.")

        @OptionGroup var page: PageOptions

        func run() throws { try page.show(Show.list(style: page.style)) }
    }
}
