import ArgumentParser
import Doors
import Foundation
import LiveIO
import PKI
import Render
import SecondVerifier
import Trace
import TrustLab

/// Judges chains.
struct TrustEvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Judge a chain, and give every reason; or many, one a line.",
        discussion: """
            A path from the leaf to an anchor is looked for among the certificates, with bounded work, and every rule is examined for             every certificate of it: what was found, on which octets, which document asks for it, and what somebody could do to             those who leave the check out. At the end stands what the verifier of swift-certificates says.

            --profile platform judges as operating systems do and notes what authorities should have done better; web-pki refuses             that too. The exit status is 0 for a chain that is trusted and 3 for one that is refused.

            With --batch each line of standard input is one request, a JSON object, and is answered by a line: docs/trust-evaluate.md.

            EXAMPLES
              HandshakeSim trust evaluate chain.pem --host www.example.com --anchors root.pem
                  would a client that trusts this root believe this chain?
              HandshakeSim trust evaluate chain.pem --host www.example.com --time 2030-01-01T00:00:00Z
                  and in 2030, by the roots of this system?
            """)

    /// How strict the judge is.
    enum Strictness: String, CaseIterable, ExpressibleByArgument {
        case platform
        case webPKI = "web-pki"
    }

    @Argument(help: "The chain, the leaf first: PEM or DER, one or many a file.")
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "The name or address that the leaf has to be for; none is compared unless given.", valueName: "name"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "Certificates that are trusted, and no others; the system's unless given.", valueName: "file"))
    var anchors: [String] = []

    @Option(help: ArgumentHelp("The moment, such as 2026-03-01T12:00:00Z; now unless given.", valueName: "time"))
    var time: String?

    @Option(
        help: ArgumentHelp(
            "An OCSP response (DER) that the server stapled: a revocation that it proves refuses the chain.",
            valueName: "file"))
    var ocsp: String?

    @Option(help: "Whose rules: platform or web-pki.")
    var profile: Strictness = .platform

    @Option(help: "ssl, or basicX509, which looks at neither name nor extended key usage.")
    var policy = Question.Purpose.ssl.rawValue

    @Flag(help: "Tell of every check what it is for and what it rests on, passed or not.")
    var all = false

    @Flag(help: "Read requests from standard input, a JSON object a line.")
    var batch = false

    @Flag(help: "With --batch: answer with every check, passed or not, and its evidence.")
    var findings = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard batch == files.isEmpty else {
            throw ValidationError("Name the files of a chain, or say --batch and give requests on standard input.")
        }
        guard Question.Purpose(rawValue: policy) != nil else {
            throw ValidationError("--policy is \"\(policy)\"; it must be ssl or basicX509.")
        }
        if let time, CivilTime.seconds(rfc3339: time) == nil {
            throw ValidationError("--time is \"\(time)\"; it must be like 2026-03-01T12:00:00Z.")
        }
    }

    func run() async throws {
        guard !batch else { return answerBatch() }
        let chain = try files.flatMap { try CertificateFiles.certificates($0) }
        let store =
            anchors.isEmpty
            ? try CertificateFiles.store(nil)
            : TrustStore(anchors: try anchors.flatMap { try CertificateFiles.certificates($0) })
        let moment = time.flatMap(CivilTime.seconds(rfc3339:)) ?? WallClock.microseconds / 1_000_000
        var question = Question(host.map { .server(hostName: $0) } ?? .anyServer, time: moment)
        question.purpose = Question.Purpose(rawValue: policy) ?? .ssl
        question.stapledResponse = try ocsp.map { try InputFile.read($0, limit: 1 << 16) }
        question.profile = profile == .webPKI ? .webPKI : .platform
        let verdict = await Evaluator(store: store).evaluate(chain: chain, question: question)
            .withSecondOpinion(on: question)
        let text = EvaluateText(style: colour.style, tellsAll: all)
        try StreamedFile.standardOutput().append(Array(text.page(verdict, asked: question.text).utf8))
        if !verdict.isTrusted { throw ExitCode(3) }
    }

    private func answerBatch() {
        while let line = readLine() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            print(EvaluateBatch.answer(line, withFindings: findings))
            // A program that drives this one waits for each answer.
            fflush(nil)
        }
    }
}
