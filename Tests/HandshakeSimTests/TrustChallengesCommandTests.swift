import Foundation
import TestSupport
import Testing

/// `trust challenges` and `trust loaders`.
@Suite struct TrustChallengesCommandTests {
    private func run(_ arguments: [String]) async throws -> Tool.Result {
        try await BuiltProgram.run(["trust"] + arguments)
    }

    @Test func rejectingTheProtectionSpaceLetsAnInterceptorPass() async throws {
        let result = try await run(["challenges", "--challenge", "interceptor"])
        #expect(result.status == 0, "\(result.standardError)")
        #expect(result.lines.contains { $0.hasPrefix("  ! rejectProtectionSpace") })
        #expect(result.lines.contains { $0.hasPrefix("  . cancelAuthenticationChallenge") })
        #expect(result.standardOutput.contains("NSURLErrorCancelled (-999)"))
        #expect(result.lines.contains { $0.hasPrefix("  . SecTrustSetAnchorCertificates  ") })
        let one = try await run(["challenges", "--disposition", "performDefaultHandling"])
        #expect(one.standardOutput.contains("NSURLErrorServerCertificateUntrusted (-1202)"))
        #expect(!one.standardOutput.contains("useCredential"))
        let unknown = try await run(["challenges", "--disposition", "accept"])
        #expect(unknown.status == 64)
    }

    @Test func challengesAreJSONToo() async throws {
        let result = try await run(["challenges", "--json"])
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8)) as? [[String: Any]])
        #expect(rows.count == 7)
        for row in rows { #expect((row["answers"] as? [[String: Any]])?.count == 4) }
    }

    @Test(
        arguments: [
            ([], 3, 1), (["--forgets", "none"], 0, 0), (["--remedy", "shared-policy"], 0, 0),
            (["--remedy", "nspinneddomains"], 0, 0), (["--server", "genuine-server"], 0, 0),
            (["--forgets", "web", "--remedy", "none"], 3, 1), (["--server", "impostor"], 0, 0),
        ] as [([String], Int, Int)])
    func aForgottenLoaderIsAnExitStatus(options: [String], status: Int, leaks: Int) async throws {
        let result = try await run(["loaders"] + options)
        #expect(result.status == status, "\(result.standardError)")
        #expect(result.lines.count { $0.hasPrefix("  ! ") } == leaks)
        #expect(result.standardOutput.contains("Mend it:") == (leaks > 0))
        let object = try await run(["loaders", "--json"] + options)
        #expect(object.status == status)
        let text = object.standardOutput
        #expect(text.components(separatedBy: "\"leaks\": true").count - 1 == leaks)
    }

    @Test func aChallengeToTheClientIsNoServer() async throws {
        let result = try await run(["loaders", "--server", "password"])
        #expect(result.status == 64 && result.standardError.contains("--server password"))
    }
}
