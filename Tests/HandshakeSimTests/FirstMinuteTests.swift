import Foundation
import TestSupport
import Testing
import TrustLab

@testable import HandshakeSim

/// A newcomer with one question, and a word in place of a command.
@Suite struct FirstMinuteTests {
    /// The way from the help to an answer: the words in the help that name the first command, the two commands, and words of the answer.
    struct Way: CustomTestStringConvertible {
        let question: String
        /// A line of the help, and a line of the first command's output in which the second stands.
        let steps: [[String]]
        let answer: String
        var testDescription: String { question }
    }

    private static let ways = [
        Way(
            question: "What is TIME-WAIT for?", steps: [["TIME-WAIT"], ["tcp", "why-2msl"]],
            answer: "TIME-WAIT"),
        Way(
            question: "Why does my app not trust my server?",
            steps: [["doctor", "--capture", "CAPTURE", "--anchors", "ROOT", "--time", "2026-01-15T00:00:00Z"]],
            answer: "expired"),
        Way(
            question: "What is in this capture?", steps: [["explain", "CAPTURE"]], answer: "10.0.0.2:443"),
        Way(
            question: "Show me a man in the middle.", steps: [["attack", "mitm"]],
            answer: "man in the middle"),
        Way(
            question: "I teach ninety minutes tomorrow.", steps: [["class", "plan", "90", "--lesson", "1,2"]],
            answer: "A plan for 90 minutes"),
    ]

    /// Each question reaches its answer in two steps from the help alone.
    @Test func fiveQuestionsReachTheirAnswerInTwoSteps() async throws {
        let help = try await BuiltProgram.run(["--help"]).standardOutput
        let questions = try #require(help.range(of: "ONE QUESTION"))
        let named = help[questions.upperBound...]
        try await TemporaryDirectory.use { folder in
            let (capture, root) = (folder.path(of: "trace.pcapng"), folder.path(of: "root.pem"))
            let visit = try await BuiltProgram.run([
                "--dh", "--server-chain", "expired", "--seed", "7", "--pcap", capture, "--root", root, "--only",
                "tls.client_hello",
            ])
            #expect(visit.status == 0, "\(visit.standardError)")
            for way in Self.ways {
                #expect(way.steps.count <= 2)
                var page = String(named)
                for step in way.steps {
                    // The page before names the command: its words up to the first file or option.
                    let words = step.prefix { !$0.hasPrefix("-") && $0 != "CAPTURE" }.joined(separator: " ")
                    #expect(page.contains("HandshakeSim \(words)"), "\(way.question): \(words)")
                    let arguments = step.map { ["CAPTURE": capture, "ROOT": root][$0] ?? $0 }
                    let result = try await BuiltProgram.run(arguments, environment: ["COLUMNS": "120"])
                    #expect([0, 3].contains(result.status), "\(way.question): \(result.standardError)")
                    page = result.standardOutput
                }
                #expect(page.contains(way.answer), "\(way.question)")
            }
        }
    }

    /// A word, and the commands that are named for it.
    @Test(arguments: [
        ("TIME-WAIT", ["lesson --term TIME-WAIT", "lesson 2", "tcp why-2msl"]),
        ("time_wait", ["lesson --term TIME-WAIT"]),
        ("heartbleed", ["attack heartbleed"]), ("why-2msl", ["tcp why-2msl"]), ("matrix", ["trust matrix"]),
        ("-1202", ["doctor HOST:443"]), ("errSecHostNameMismatch", ["doctor HOST:443"]),
        ("-9807", ["doctor HOST:443"]), ("help -9802", ["doctor HOST:443"]), ("9843", ["doctor HOST:443"]),
        ("errSSLXCertChainInvalid", ["doctor HOST:443"]), ("kCFURLErrorTimedOut", ["doctor HOST:443"]),
        ("NSURLErrorServerCertificateUntrusted", ["doctor HOST:443"]),
        ("NSURLErrorDomain Code=-1202", ["doctor HOST:443"]), ("NSURLErrorDomain -1200", ["doctor HOST:443"]),
        ("CVE-2014-0160", ["attack heartbleed"]),
        ("dh", ["--dh"]), ("expired", ["trust matrix --scenario expired --why"]),
        ("ATS", ["lesson --term 'App Transport Security'"]),
        ("what is TIME-WAIT for?", ["lesson --term TIME-WAIT"]),
        ("man in the middle", ["lesson --term 'man in the middle'", "attack mitm"]),
        ("help TIME-WAIT", ["lesson --term TIME-WAIT"]),
        ("前向保密 --language zh", ["lesson --term 'forward secrecy'"]),
        ("什么是预主密钥？", ["lesson --term 'premaster secret'"]),
    ])
    func aWordIsFound(line: String, commands: [String]) async throws {
        let arguments = line.split(separator: " ").map { String($0) }
        let result = try await BuiltProgram.run(arguments, environment: ["COLUMNS": "120"])
        #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
        for command in commands {
            #expect(result.standardOutput.contains("  HandshakeSim \(command) "), "\(result.standardOutput)")
        }
    }

    /// An error with another one below it, as a log shows it: both are told.
    @Test func eachErrorOfALogIsTold() {
        let text = "Error Domain=NSURLErrorDomain Code=-1202 UserInfo={_kCFStreamErrorCodeKey=-9813}"
        let told = WordSearch.named([text]).map(\.words).joined()
        #expect(told.contains("NSURLErrorServerCertificateUntrusted (-1202) of NSURLErrorDomain"))
        #expect(told.contains("errSSLNoRootCert (-9813) of Secure Transport: the chain does not lead to a root."))
    }

    /// No number has two names.
    @Test func eachNumberOfAppleHasOneName() {
        let numbers = AppleError.allCases.map(\.rawValue) + NamedAppleError.all.map(\.number)
        let names = AppleError.allCases.map(\.name) + NamedAppleError.all.map(\.name)
        #expect(Set(numbers).count == numbers.count && Set(names).count == names.count)
        #expect(NamedAppleError.all.map(\.number) == NamedAppleError.all.map(\.number).sorted(by: >))
    }

    /// What is named for a word can be entered.
    @Test(arguments: ["TIME-WAIT", "random", "certificate", "pinning", "record", "reset"])
    func whatIsNamedCanBeEntered(word: String) async throws {
        let hits = WordSearch.named([word]) + WordSearch.mentioned([word])
        #expect(!hits.isEmpty)
        for hit in hits {
            let words = try #require(ShellWords.words(of: hit.command)).dropFirst()
            #expect(await HandshakeSim.command(of: HandshakeSim.completed(Array(words))) != nil, "\(hit.command)")
        }
    }

    @Test(arguments: ["nonsense", "frobnicate the bar", "x"]) func aWordThatIsNowhereIsNotFound(line: String) {
        let words = line.split(separator: " ").map { String($0) }
        #expect(WordSearch.named(words).isEmpty && WordSearch.mentioned(words).isEmpty)
    }
}
