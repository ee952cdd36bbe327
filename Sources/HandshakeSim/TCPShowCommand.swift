import ArgumentParser
import Capture
import LiveIO
import Render
import Simulator

extension TCPCommand {
    /// A figure that runs.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Run a figure of RFC 9293, or another scenario, by its name.",
            discussion: """
                The connections are real, only the network follows a script. First the run in the RFC's own line form: \
                --> and <-- are departure and arrival, ... is a segment still in the network, and the states are those after it. \
                Then the same as a ladder, with the reasons.

                EXAMPLE
                  HandshakeSim tcp figure-8
                """)

        @Argument(help: "The name of a scenario; none for the list.")
        var name: String?

        @Flag(help: "List the scenarios.")
        var list = false

        @Option(help: "How much to tell: story, messages or bytes.")
        var detail: Detail = .story

        @Option(help: ArgumentHelp("Write the run as JSON.", valueName: "file"))
        var json: String?

        @Option(help: ArgumentHelp("Write the run as a capture (pcapng).", valueName: "file"))
        var pcap: String?

        @Flag(help: "No colour. NO_COLOR in the environment does the same.")
        var noColor = false

        func run() throws {
            guard let name, !list else { return print(Self.list) }
            guard let scenario = Scenario.named(name) else {
                let known = Scenario.all.map(\.name).joined(separator: ", ")
                throw ValidationError("No scenario is named \(name). Known: \(known).")
            }
            let run = ScenarioRun(scenario)
            if let json { try OutputFile.write(Array(JSON.journal(run.journal).text.utf8), to: json) }
            if let pcap { try OutputFile.write(PcapNG.bytes(run.journal), to: pcap) }
            let style: Palette = Terminal.standard.usesColor() && !noColor ? .coloured : .plain
            print(run.figure.joined(separator: "\n") + "\n")
            print(Ladder(run.journal, detail: detail, style: style).text, terminator: "")
        }

        /// The names, a scenario a line.
        static var list: String {
            let width = (Scenario.all.map(\.name.count).max() ?? 0) + 2
            return Scenario.all.map { scenario in
                scenario.name + String(repeating: " ", count: width - scenario.name.count) + scenario.title
            }.joined(separator: "\n")
        }
    }

    /// The names of the scenarios.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the figures and scenarios that can be run.")

        func run() { print(Show.list) }
    }
}
