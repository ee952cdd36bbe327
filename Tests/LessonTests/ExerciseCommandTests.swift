import Classroom
import Foundation
import Render
import TestSupport
import Testing
import Trace

/// `lesson N --exercise` and `--check`, as a learner types them, and the runs that learners are told to make.
@Suite struct ExerciseCommandTests {
    /// The class whose answers the guide for teachers checks has them right.
    @Test func theSampleAnswersOfTheGuideAreRight() async throws {
        let guide = try #require(Document("docs/teaching.md"))
        let rows = guide.lines.map { $0.split(separator: " ").map(String.init) }.filter { row in
            row.count >= 4 && row.prefix(3).allSatisfy { Int($0) != nil }
        }
        #expect(rows.count == 3)
        for row in rows {
            let answer = row.dropFirst(3).joined(separator: " ")
            let result = try await BuiltProgram.run(
                ["lesson", row[1], "--check", row[2], answer, "--seed", row[0]])
            #expect(result.status == 0, "\(row): \(result.standardOutput)")
        }
    }

    private func check(_ lesson: Int, _ number: Int, _ answer: String, seed: UInt64) async throws -> Tool.Result {
        try await BuiltProgram.run(["lesson", "\(lesson)", "--check", "\(number)", answer, "--seed", "\(seed)"])
    }

    @Test func theStatusSaysWhetherAnAnswerIsRight() async throws {
        let syn = try await journal(["--dh", "--seed", "42"]).packet("tcp.syn")
        let right = try await check(1, 1, String(syn.sequence + 1), seed: 42)
        #expect(right.status == 0)
        #expect(right.standardOutput.hasPrefix("Right. "))
        let own = try await check(1, 1, String(syn.sequence), seed: 42)
        #expect(own.status == 3)
        #expect(own.standardOutput.hasPrefix("Not right. That is the number of the SYN itself."))
        let unreadable = try await check(1, 1, "a lot", seed: 42)
        #expect(unreadable.status == 64)
        #expect(unreadable.standardError.contains("\"a lot\" cannot be read as an answer. The answer is a number"))
    }

    @Test func anExerciseComesWithTheSeedThatIsAskedFor() async throws {
        for option in ["--exercise", "--check"] {
            let result = try await BuiltProgram.run(["lesson", "1", option, "1", "--seed", "42"])
            #expect(result.status == 0)
            #expect(result.standardOutput.contains("HandshakeSim --dh --seed 42 --only tcp.syn"))
            #expect(result.standardOutput.contains("HandshakeSim lesson 1 --check 1 ANSWER --seed 42"))
            #expect(result.standardOutput.contains("The answer is a number"))
            #expect(!result.standardOutput.contains("--seed 8"))
        }
    }

    @Test func withoutASeedTheLessonsOwnIsMeant() async throws {
        let lesson = try Document.lessons[0].lesson
        let seed = try #require(lesson.tasks[0].seed)
        let key = try #require(Exercise.numbered(1, ofLesson: 1)?.solution(seed: seed).right.first)
        #expect(try await BuiltProgram.run(["lesson", "1", "--check", "1", key.text]).status == 0)
    }

    @Test(arguments: [
        ["lesson", "--check", "1", "--seed", "2"], ["lesson", "1", "--check", "9", "5"],
        ["lesson", "1", "--exercise", "0"], ["lesson", "1", "--check", "1", "--exercise", "1"],
        ["lesson", "1", "--seed", "2"], ["lesson", "1", "5"], ["lesson", "1", "--answers", "--exercise", "1"],
        ["lesson", "--answers"], ["lesson", "--glossary", "--answers"], ["lesson", "--term", "ACK", "--check", "1"],
        ["quiz", "--list", "--json", "-"], ["quiz", "--list", "--count", "3"],
    ])
    func whatMakesNoSenseIsRefused(_ arguments: [String]) async throws {
        let result = try await BuiltProgram.run(arguments)
        #expect(result.status == 64)
        #expect(result.standardOutput.isEmpty && result.standardError.hasPrefix("Error: "))
    }

    // MARK: The key is what the run shows

    @Test(arguments: [11, 12] as [UInt64])
    func theKeysOfTheFirstLessonsAreInTheRunsThatTheyAskFor(_ seed: UInt64) async throws {
        let visit = ["--dh", "--seed", "\(seed)"]
        let run = try await journal(visit)
        let syn = try run.packet("tcp.syn")
        try expect(1, 1, seed, "\(syn.sequence + 1)")
        try expect(1, 4, seed, run.packet("tcp.syn_ack").octets(28..<32))
        let fin = try run.packet("tcp.fin", of: "client")
        try expect(2, 1, seed, "\(fin.sequence + 1)")
        try expect(2, 1, seed, "\(fin.sequence + 1 - syn.sequence)")
        let sent = try run.packet("tcp.fin", of: "server").sequence - run.packet("tcp.syn_ack").sequence - 1
        try expect(2, 2, seed, "\(sent)")

        let slow = try await journal(visit + ["--latency", "40ms", "--jitter", "30ms"])
        let start = try slow.moment { $0.step == "tcp.syn_received" && $0.who == "server" }
        let end = try slow.moment { $0.step == "tcp.established" && $0.who == "server" }
        try expect(1, 3, seed, "\(Double(end - start) / 1000)")

        let jitter = visit + ["--jitter", "30ms"]
        let last = try await journal(jitter).packet("tcp.fin_ack", of: "client").number
        let broken = try await journal(jitter + ["--rule", "drop frame \(last)"])
        try expect(2, 3, seed, "\(Double(try broken.moment { $0.step == "tcp.time_wait_over" }) / 1000)")
    }

    @Test(arguments: [11, 12] as [UInt64])
    func theKeysAboutSecretsAreInTheRunsThatTheyAskFor(_ seed: UInt64) async throws {
        let toy = try await journal(["--dh", "--group", "toy-23", "--seed", "\(seed)"])
        try expect(4, 1, seed, "0x" + toy.result("tls.calc.premaster_secret"))
        let own = try #require(UInt64(toy.result("tls.calc.dh_Ys"), radix: 16))
        let exponents = (1..<23).filter { exponent in (0..<exponent).reduce(1) { power, _ in power * 5 % 23 } == own }
        for exponent in exponents { try expect(5, 3, seed, "\(exponent)") }
        #expect(!exponents.isEmpty)

        let rsa = try await journal(["--rsa", "--seed", "\(seed)"])
        try expect(3, 1, seed, String(rsa.result("tls.calc.premaster_secret").prefix(4)))
        let large = ["--rsa", "--cipher", "TLS_RSA_WITH_AES_256_GCM_SHA384", "--seed", "\(seed)"]
        try expect(3, 2, seed, "\(try await journal(large).results("tls.calc.key_block").joined().count / 2)")
    }

    @Test(arguments: [11, 12] as [UInt64])
    func theKeysAboutAlertsAndPinsAreInTheRunsThatTheyAskFor(_ seed: UInt64) async throws {
        let expired = try await journal(["--seed", "\(seed)", "--server-chain", "expired"])
        try expect(6, 2, seed, expired.label("tls.alert"))
        let copied = try await journal([
            "--cipher", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "--seed", "\(seed)", "--client-cert", "copied",
        ])
        try expect(10, 3, seed, copied.label("tls.alert"))

        try await TemporaryDirectory.use { folder in
            _ = try await BuiltProgram.run([
                "--seed", "\(seed)", "--server-certs", folder.path(of: "chain.pem"), "--only", "tls.check.verdict",
            ])
            func shell(_ command: String) async throws -> String {
                try await Tool.output("sh", ["-c", "cd \"$0\" && " + command, folder.path])
            }
            let pin =
                "openssl x509 -in chain.pem -pubkey -noout | openssl pkey -pubin -outform der | "
                + "openssl dgst -sha256 -binary | openssl base64"
            try expect(8, 3, seed, try await shell(pin))
            try expect(6, 1, seed, try await shell("openssl x509 -in chain.pem -outform der | wc -c"))
            let date = "python3 -c 'import ssl, sys; print(ssl.cert_time_to_seconds(sys.stdin.read().strip()[9:]))'"
            try expect(6, 3, seed, try await shell("openssl x509 -in chain.pem -noout -enddate | " + date))
        }
    }

    /// The answer is right under the seed.
    private func expect(
        _ lesson: Int, _ number: Int, _ seed: UInt64, _ answer: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let exercise = try #require(Exercise.numbered(number, ofLesson: lesson))
        let isRight = try exercise.solution(seed: seed).assess(exercise.form.read(answer)).isRight
        #expect(isRight, "\(answer) in \(lesson).\(number), seed \(seed)", sourceLocation: sourceLocation)
    }

    /// The JSON of the run that these arguments make.
    private func journal(_ arguments: [String]) async throws -> RunJSON {
        try await TemporaryDirectory.use { folder in
            let path = folder.path(of: "run.json")
            let result = try await BuiltProgram.run(arguments + ["--json", path])
            #expect(result.status == 0, "\(result.standardError)")
            return try JSONDecoder().decode(RunJSON.self, from: Data(contentsOf: URL(filePath: path)))
        }
    }
}
