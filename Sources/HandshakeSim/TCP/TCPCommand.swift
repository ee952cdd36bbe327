import ArgumentParser
import JSONLines
import LiveIO

/// The group of commands for TCP alone.
struct TCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tcp",
        abstract: "Only TCP: figures that run, a machine that a program drives, and a TCP on a network device.",
        subcommands: [Show.self, List.self, Drive.self, Tun.self],
        defaultSubcommand: Show.self)

    /// The command that runs one host's TCP in virtual time, with JSON objects as input and output.
    struct Drive: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drive",
            abstract:
                "One host's TCP in virtual time: commands and datagrams in, events and datagrams out, as JSON lines.",
            discussion: """
                Each line of standard input is one JSON object with "op" and "at", the time in microseconds. The operations are config, \
                advance, packet, listen, accept, connect, write, read, shutdown, close, abort, setopt and status. The answer to each is \
                a list of events. The last event is {"ev":"done","next":T}; T is the time at which the next timer is due. The clock \
                moves only with the input, so the same input gives the same output. The end of the input ends the program.

                EXAMPLE
                  echo '{"op":"connect","at":0,"sock":3,"port":0,"to":"192.0.2.1:80"}' | HandshakeSim tcp drive
                """)

        @OptionGroup var page: PageOptions

        func run() {
            var host = TCPDrive()
            // All lines of an answer are written at once. So a program that reads "done" has read all lines before it.
            StandardInput.answerLines { host.handle(line: $0.utf8).joined(separator: "\n") }
        }
    }
}
