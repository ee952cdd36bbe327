import ArgumentParser
import JSONLines
import LiveIO

/// The group of commands for TLS 1.3 alone.
struct TLS13Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tls13", abstract: "Only TLS 1.3: a recorded connection, read with one side's private values.",
        subcommands: [Replay.self])

    /// The command that reads a recorded connection with one side's private values.
    struct Replay: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay",
            abstract: "Read a recorded connection with one side's private values: records in, secrets out.",
            discussion: """
                Each line of standard input is one JSON object with "op": start, private (group, value), psk (value, external), public \
                (of, kind, then n and e or point) or record (from, octets). The answer to each is a list of events: secret, keys, \
                message, content, check and failed. The last event is {"ev":"done"}. If a side has to refuse what it reads, "failed" \
                names the alert, and later records are passed over. The end of the input ends the program.

                EXAMPLE
                  echo '{"op":"record","from":"client","octets":"1603010005…"}' | HandshakeSim tls13 replay
                """)

        @OptionGroup var page: PageOptions

        func run() {
            var replay = TLS13Replay()
            // All lines of an answer are written at once. So a program that reads "done" has read all lines before it.
            StandardInput.answerLines { replay.handle(line: $0.utf8).joined(separator: "\n") }
        }
    }
}
