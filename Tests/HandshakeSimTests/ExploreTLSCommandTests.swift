import Foundation
import TestSupport
import Testing

/// The explorer of TLS as a user runs it.
@Suite struct ExploreTLSCommandTests {
    @Test func bothVersionsAreExploredOneAfterTheOther() async throws {
        let result = try await BuiltProgram.run(["explore", "--tls", "--moves", "0"])
        #expect(result.status == 0)
        #expect(result.standardError.isEmpty)
        #expect(result.lines.filter { $0.hasPrefix("version ") } == ["version      TLS 1.2", "version      TLS 1.3"])
        #expect(result.lines.count { $0 == "no violation within these bounds" } == 2)
        #expect(result.lines.contains("edges        13 of 33: 1, 2, 6, 8, 10, 12, 13, 17, 22, 25, 26, 29, 30"))
    }

    @Test func anAttackIsPrintedAndWritten() async throws {
        try await TemporaryDirectory.use { folder in
            let json = folder.path(of: "run.json")
            let arguments = ["explore", "--tls", "1.2", "--variant", "early-ccs", "--moves", "1", "--json", json]
            let result = try await BuiltProgram.run(arguments)
            #expect(result.status == 3)
            #expect(result.standardOutput.hasPrefix("WRONG   on purpose: both ends take a ChangeCipherSpec"))
            #expect(
                result.standardOutput.contains(
                    "Broken with 1 move of the attacker, after 3 steps, and no fewer: a record is taken"))
            #expect(result.standardOutput.contains("the attacker puts in, at the server, a ChangeCipherSpec."))
            let written = try String(contentsOfFile: json, encoding: .utf8)
            #expect(written.contains("explore.move"))
        }
    }

    @Test func aLimitThatIsReachedIsNoProof() async throws {
        let result = try await BuiltProgram.run(["explore", "--tls", "1.3", "--moves", "1", "--limit", "100"])
        #expect(result.status == 4)
        #expect(result.standardOutput.hasSuffix("not finished: no violation in the states up to the limit\n"))
    }

    @Test(arguments: [
        (["--moves", "1"], "--moves is about TLS: add --tls."),
        (["--tls", "--loss", "0"], "--loss is about TCP: leave it out with --tls."),
        (["--tls", "--moves", "16"], "--moves is 16; it must be from 0 to 15."),
        (["--tls", "--variant", "two-way"], "--variant two-way is one of TCP: leave out --tls."),
        (["--variant", "data-early"], "--variant data-early is one of TLS: add --tls."),
        (["--tls", "1.3", "--variant", "early-ccs"], "--variant early-ccs is one of TLS 1.2: --tls 1.2."),
        (["--tls", "--excuse", "timer"], "--excuse timer: the rules of TLS are agreement, "),
    ])
    func whatDoesNotGoTogetherIsRefused(arguments: [String], message: String) async throws {
        let result = try await BuiltProgram.run(["explore"] + arguments)
        #expect(result.status == 64)
        #expect(result.standardError.contains(message))
    }
}
