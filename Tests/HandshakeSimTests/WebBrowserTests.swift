import Foundation
import TestSupport
import Testing

/// The page's own tests: its modules under Node.js, and a page that the program has just written in a real browser.
///
/// Where Node.js or Chromium is missing, these tests are skipped and say so. In CI, which installs both, they are not.
@Suite(.serialized) struct WebBrowserTests {
    private static let isDemanded = ProcessInfo.processInfo.environment["CI"] == "true"
    private static let web = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "web/test")

    /// Whether a test that needs these programs is to run.
    private static func has(_ programs: String...) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return isDemanded
            || programs.allSatisfy { program in
                folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
            }
    }

    /// Has a function take pages that the program writes. The first is a visit that loses packets, with enough of them for the plots.
    /// The others have pictures in which names are close together: without losses, and with a third host.
    private func withPages(_ body: ([String]) async throws -> Void) async throws {
        try await TemporaryDirectory.use { directory in
            let commands = [
                ["--dh", "--mss", "200", "--bandwidth", "256k", "--loss", "0.08", "--seed", "4"], ["--dh"], ["--tls13"],
                ["--client-cert", "good"], ["attack", "rst-injection"], ["attack", "bleichenbacher"],
            ]
            var paths: [String] = []
            for (index, command) in commands.enumerated() {
                paths.append(directory.path(of: "\(index).html"))
                let result = try await BuiltProgram.run(command + ["--html", paths[index]])
                #expect(result.status == 0)
            }
            try await body(paths)
        }
    }

    @Test(.enabled(if: has("node"), "needs Node.js: Debian's package nodejs"))
    func theModulesHoldUnderNode() async throws {
        let tests = try FileManager.default.contentsOfDirectory(atPath: Self.web.path)
            .filter { $0.hasSuffix(".test.js") }.sorted().map { Self.web.appending(path: $0).path }
        #expect(tests.count > 3)
        let result = try await Tool.run("node", ["--test"] + tests)
        #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
    }

    /// What each party has learned by each step is in the ledger: no view of its seat may show more.
    @Test(.enabled(if: has("node"), "needs Node.js: Debian's package nodejs"))
    func noSeatShowsWhatItsPartyHasNotLearned() async throws {
        try await TemporaryDirectory.use { directory in
            let commands = [
                ["--dh", "--loss", "0.2", "--seed", "3"], ["--rsa", "--seed", "7"], ["--tls13", "--seed", "7"],
                ["attack", "mitm", "--policy", "full", "--attacker", "installed-ca"],
                ["--dh", "--attacker", "downgrade", "--seed", "7"],
            ]
            var paths: [String] = []
            for (index, command) in commands.enumerated() {
                paths.append(directory.path(of: "\(index).html"))
                let result = try await BuiltProgram.run(command + ["--html", paths[index]])
                #expect(result.status == 0)
            }
            let test = Self.web.appending(path: "seats.test.js").path
            let result = try await Tool.run(
                "env", ["HS_JOURNALS=\(paths.joined(separator: ":"))", "node", "--test", test], deadline: .seconds(900))
            #expect(result.status == 0, "\(result.standardOutput)\(result.standardError)")
            #expect(result.standardOutput.contains("# pass 10"))
        }
    }

    @Test(
        .enabled(
            if: has("chromium", "chromedriver", "python3"), "needs Chromium: Debian's chromium and chromium-driver"))
    func pagesHoldInABrowser() async throws {
        try await withPages { paths in
            // A few seconds of processor time, but a busy machine stretches them.
            let result = try await Tool.run(
                "python3", [Self.web.appending(path: "browser.py").path] + paths, deadline: .seconds(900))
            #expect(result.status == 0, "\(result.standardError)")
        }
    }
}
