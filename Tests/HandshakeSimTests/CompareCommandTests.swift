import Foundation
import TestSupport
import Testing

/// `compare` as a user meets it.
@Suite struct CompareCommandTests {
    @Test func twoExchangesAtOnceMeanAComparison() async throws {
        let named = try await BuiltProgram.run(["compare", "rsa", "dhe", "--seed", "7", "--only", "table"])
        let flags = try await BuiltProgram.run(["--dh", "--rsa", "--seed", "7", "--only", "table"])
        #expect(named.status == 0 && named.standardOutput.contains("TLS_DHE_RSA"))
        #expect(flags.standardOutput == named.standardOutput)
    }

    @Test(
        arguments: [
            (["compare", "rsa"], "two visits or more"), (["compare", "rsa", "rsa"], "stands there twice"),
            (["compare", "rsa", "tls14"], "tls13"), (["compare", "dhe", "tls13", "--alpn", "h2,"], "1 to 255 octets"),
            (["--tls13", "--resume", "psk", "--alpn", "h2"], "does not offer http/1.1"),
        ] as [([String], String)])
    func whatCannotBeRunIsAnError(_ arguments: [String], _ words: String) async throws {
        let result = try await BuiltProgram.run(arguments)
        #expect(result.status == 64 && result.standardOutput.isEmpty)
        #expect(result.standardError.contains(words), "\(result.standardError)")
    }

    @Test func filesHaveAllRuns() async throws {
        try await TemporaryDirectory.use { folder in
            let result = try await BuiltProgram.run([
                "compare", "dhe", "tls13", "--seed", "7", "--only", "changes", "--json", folder.path(of: "run.json"),
                "--html", folder.path(of: "run.html"), "--pcap", folder.path(of: "run.pcapng"),
            ])
            #expect(result.status == 0, "\(result.standardError)")
            let page = try String(contentsOfFile: folder.path(of: "run.html"), encoding: .utf8)
            #expect(page.contains(#""pairs":[["dhe","tls13"]]"#))
            #expect(page.contains(#""command":["--tls13","--seed","7"]"#))
            let document = try String(contentsOfFile: folder.path(of: "run.json"), encoding: .utf8)
            #expect(document.contains(#""schema": "handshakesim.comparison""#))
            for part in ["dhe", "tls13"] {
                #expect(FileManager.default.fileExists(atPath: folder.path(of: "run-\(part).pcapng")))
            }
        }
    }
}
