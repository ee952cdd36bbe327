import Foundation
import TestSupport
import Testing

/// The program as a user runs it.
@Suite struct CommandTests {
    @Test func withoutFlagsItRunsDHE() async throws {
        let plain = try await BuiltProgram.run(["--seed", "7"])
        let dh = try await BuiltProgram.run(["--dh", "--seed", "7"])
        let rsa = try await BuiltProgram.run(["--rsa", "--seed", "7"])
        #expect(plain.status == 0 && dh.status == 0 && rsa.status == 0)
        #expect(plain.standardOutputBytes == dh.standardOutputBytes)
        #expect(plain.standardOutput.contains("TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"))
        #expect(rsa.standardOutput.contains("TLS_RSA_WITH_AES_128_GCM_SHA256"))
        #expect(!rsa.standardOutput.contains("ServerKeyExchange"))
    }

    /// Of the eight segments around the end of a visit, the four of the close stand out.
    @Test func theFourSegmentsOfTheCloseAreNumbered() async throws {
        let lines = try await BuiltProgram.run(["--rsa", "--seed", "7", "--columns", "80"]).lines
        let marks = lines.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("CLOSE ") }.map { $0.prefix(12) }
        #expect(marks == ["CLOSE 1 OF 4", "CLOSE 2 OF 4", "CLOSE 3 OF 4", "CLOSE 4 OF 4"])
        for (line, mark) in zip(lines, lines.dropFirst()) where mark.contains("CLOSE ") {
            let isClosing = line.contains("CTL=FIN,ACK") || line.contains("CTL=ACK>")
            #expect(isClosing, "\(line)")
        }
    }

    /// In the picture of the whole run the names stand over the states of their sides.
    @Test(arguments: [80, 120])
    func theNamesStandOverTheStates(columns: Int) async throws {
        let lines = try await BuiltProgram.run(
            ["--rsa", "--seed", "7", "--detail", "overview", "--columns", "\(columns)"]
        ).lines
        let names = try #require(lines.first { $0.contains("CLIENT") && $0.contains("SERVER") })
        let states = try #require(lines.first { $0.contains("CLOSED") && $0.contains("LISTEN") })
        for (name, state) in [("CLIENT", "CLOSED"), ("SERVER", "LISTEN")] {
            let places = [names.firstRange(of: name), states.firstRange(of: state)].map { $0?.lowerBound }
            #expect(places[0].map { names[..<$0].count } == places[1].map { states[..<$0].count })
        }
    }

    @Test(arguments: ["--dh", "--rsa"])
    func theSameSeedGivesTheSameBytesInEveryRendering(kind: String) async throws {
        try await TemporaryDirectory.use { directory in
            var runs: [[Data]] = []
            for name in ["a", "b"] {
                let files = ["json", "pcapng", "keys", "pem"].map { directory.path(of: "\(name).\($0)") }
                let result = try await BuiltProgram.run([
                    kind, "--seed", "7", "--detail", "bytes", "--json", files[0], "--pcap", files[1], "--keylog",
                    files[2], "--server-key", files[3],
                ])
                #expect(result.status == 0 && result.standardError.isEmpty)
                let contents = try files.map { try Data(contentsOf: URL(filePath: $0)) }
                #expect(contents.allSatisfy { !$0.isEmpty })
                runs.append([Data(result.standardOutputBytes)] + contents)
            }
            #expect((runs[0] == runs[1]) as Bool)
        }
    }

    @Test(arguments: ["story", "messages", "bytes"])
    func noLineIsWiderThan100ColumnsAndNoColourGoesIntoAPipe(detail: String) async throws {
        for arguments in [["--dh"], ["--rsa", "--ems"], ["--dh", "--group", "toy-23"]] {
            let result = try await BuiltProgram.run(arguments + ["--detail", detail])
            #expect(result.status == 0)
            #expect(!result.standardOutput.contains("\u{1b}"))
            // Commands to copy into a shell are broken with a backslash at the end of the line, which fits as well.
            for line in result.standardOutput.split(separator: "\n") where line.count > 100 {
                Issue.record("\(line.count) columns: \(line)")
            }
        }
    }

    @Test func stepWithoutATerminalTellsTheWholeStoryWithoutWaiting() async throws {
        let whole = try await BuiltProgram.run(["--seed", "7"])
        let stepped = try await BuiltProgram.run(["--seed", "7", "--step"])
        #expect(stepped.status == 0)
        #expect(stepped.standardOutput == whole.standardOutput)
    }

    @Test func theExtendedMasterSecretIsASwitch() async throws {
        func story(_ arguments: [String]) async throws -> String {
            let text = try await BuiltProgram.run(["--seed", "7"] + arguments).standardOutput
            return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let plain = try await story([])
        let extended = try await story(["--ems"])
        #expect(plain.contains("\"master secret\", ClientHello.random + ServerHello.random"))
        #expect(extended.contains("\"extended master secret\", session_hash"))
    }

    @Test func whatIsUnknownIsAnsweredWithWhatIsKnownOnStandardError() async throws {
        let cases: [([String], [String])] = [
            (["--group", "ffdhe1024"], ["ffdhe2048", "toy-23"]),
            (["--cipher", "TLS_NULL"], ["TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384"]),
            (["--detail", "everything"], ["story", "messages", "bytes"]),
            (["--rsa", "--group", "ffdhe2048"], ["--group"]),
            (["--rsa", "--cipher", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"], ["contradicts"]),
            (["--seed", "seven"], ["--seed"]),
            (["--seed", "-1"], ["--seed"]),
            (["--seed", "18446744073709551616"], ["--seed"]),
            (["--no-such-option"], ["--no-such-option"]),
            (["lesson", "99"], ["1"]),
            (["attack", "no-such-attack"], ["no-such-attack"]),
        ]
        for (arguments, words) in cases {
            let result = try await BuiltProgram.run(arguments)
            #expect(result.status != 0, "\(arguments)")
            #expect(result.standardOutput.isEmpty, "\(arguments)")
            for word in words { #expect(result.standardError.contains(word), "\(arguments): \(result.standardError)") }
        }
    }

    @Test func aFileThatCannotBeWrittenSaysWhy() async throws {
        try await TemporaryDirectory.use { directory in
            for option in ["--json", "--pcap", "--keylog", "--server-key"] {
                let missing = try await BuiltProgram.run([option, directory.path(of: "no/such/folder/file")])
                #expect(missing.status != 0)
                #expect(missing.standardError.contains("no directory"), "\(missing.standardError)")
                let folder = try await BuiltProgram.run([option, directory.path(of: ".")])
                #expect(folder.status != 0)
                #expect(folder.standardError.contains("directory"), "\(folder.standardError)")
            }
        }
    }

    @Test(arguments: [[], ["run"], ["attack", "forward-secrecy"], ["lesson"]])
    func everyOptionHasItsWordsInHelpWithAnExample(command: [String]) async throws {
        let result = try await BuiltProgram.run(command + ["--help"])
        #expect(result.status == 0)
        #expect(result.standardOutput.contains("EXAMPLE"))
        #expect(result.standardOutput.contains("USAGE"))
    }

    @Test func thePrivateKeyIsReadableByItsOwnerAloneAndByOpenSSL() async throws {
        try await TemporaryDirectory.use { directory in
            let path = directory.path(of: "key.pem")
            _ = try await BuiltProgram.run(["--rsa", "--server-key", path])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let check = try await Tool.output("openssl", ["pkey", "-in", path, "-check", "-noout"])
            #expect(check.contains("valid"))
        }
    }
}
