import ArgumentParser
import Foundation
import Render

/// Judges chains.
struct TrustEvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Judge chains, one a line, and say why.",
        discussion: """
            Each line of standard input is one JSON object: "trusted_certs" (PEM, the anchors; nothing else is trusted), \
            "untrusted_intermediates" (PEM, in any order), "peer_certificate" (PEM), "peer_name" ({"kind":"DNS" or "IP", \
            "value":…} or null), "validation_time", "eku", "max_chain_depth" and "policy" ("ssl" or "basicX509"). Each is \
            answered by one line with its "id": the verdict, the reason, and what SecTrust would call the result. A path is \
            looked for with bounded work, and judged by RFC 5280, RFC 9525 and the rules of the Web PKI.

            A request that cannot be used is answered by a rejection that says why, and the next one is read: the exit status \
            is 0. All keys: docs/trust-evaluate.md.
            """)

    @Flag(help: "Read requests from standard input, a JSON object a line.")
    var batch = false

    @Flag(help: "Answer with every check, passed or not, and its evidence.")
    var findings = false

    func validate() throws {
        guard batch else { throw ValidationError("Say --batch, and give the requests on standard input.") }
    }

    func run() async throws {
        while let line = readLine() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            print(EvaluateBatch.answer(line, withFindings: findings).line)
            // A program that drives this one waits for each answer.
            fflush(nil)
        }
    }
}
