import ArgumentParser
import Crypto
import JSONLines
import LiveIO

/// The group of commands for the arithmetic alone.
struct CryptoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crypto", abstract: "Only the arithmetic, for test vectors.",
        subcommands: [Check.self])

    /// The command that computes test vectors, one operation a line.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Run test vectors: one operation per line in, its result out, as JSON lines.",
            discussion: """
                Each line of standard input is one JSON object with "op", an "id" of your own and the operation's fields. Octets and \
                numbers are hexadecimal. The answer to each is one line with the same id. If a request fails, the answer is "ok":false \
                with the reason, and the program reads the next request; the exit status is 0. All operations: docs/crypto-check.md.

                EXAMPLE
                  echo '{"id":1,"op":"modexp","b":"3","e":"5","m":"7"}' | HandshakeSim crypto check
                """)

        @OptionGroup var page: PageOptions

        func run() {
            var checker = CryptoCheck(blindedBy: SystemRandomSource())
            StandardInput.answerLines { checker.answer(line: $0.utf8) }
        }
    }
}
