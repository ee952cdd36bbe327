import Foundation
import TestSupport
import Testing

/// `trust evaluate` for people.
@Suite struct TrustEvaluateTextTests {
    private func run(_ arguments: [String]) async throws -> Tool.Result {
        try await Tool.run(BuiltProgram.path(), ["trust", "evaluate"] + arguments)
    }

    @Test func aGoodChainIsTrustedWithEveryCheck() async throws {
        try await withChain { chain, root, time in
            let arguments = [chain, "--host", "www.example.com", "--anchors", root, "--time", time]
            let short = try await run(arguments)
            #expect(short.status == 0, "\(short.standardOutput)")
            #expect(short.lines.first == "✔       Trusted. SecTrust would say unspecified.")
            #expect(short.standardOutput.contains("anchor: The path ends at Lab Root, which the client trusts."))
            #expect(short.lines.allSatisfy { $0.count <= 100 })
            let all = try await run(arguments + ["--all"])
            #expect(all.standardOutput.contains("serial number: "))
            #expect(all.standardOutput.contains("Evidence: "))
            #expect(try await run(arguments + ["--all"]).standardOutputBytes == all.standardOutputBytes)
        }
    }

    @Test func aRefusalSaysWhyAndWhatFor() async throws {
        try await withChain { chain, root, time in
            let result = try await run([chain, "--host", "bank.example.com", "--anchors", root, "--time", time])
            #expect(result.status == 3)
            #expect(result.lines.first == "✘       Refused. SecTrust would say recoverableTrustFailure.")
            #expect(result.standardOutput.contains("The certificate is for another host."))
            #expect(result.standardOutput.contains("Why it is checked: Without this check any certificate"))
            let unnamed = try await run(
                [chain, "--host", "bank.example.com", "--anchors", root, "--time", time, "--policy", "basicX509"])
            #expect(unnamed.status == 0)
        }
    }

    /// A private chain has no timestamps of logs. What SecTrust would say depends on whose the anchor is. A server could send timestamps
    /// beside its chain: files do not tell that.
    @Test func whatSecTrustWouldSayDependsOnWhoseTheAnchorIs() async throws {
        try await withChain { chain, root, time in
            let arguments = [chain, "--host", "www.example.com", "--anchors", root, "--time", time]
            for (kind, line) in [
                ("app", "✔       Trusted. SecTrust would say unspecified."),
                ("user", "✔       Trusted. SecTrust would say proceed."),
                ("system", "?       Cannot tell. The timestamps of logs that were seen are not enough"),
            ] {
                let result = try await run(arguments + ["--anchor-kind", kind])
                #expect(result.lines.first?.hasPrefix(line) == true, "\(result.standardOutput)")
            }
            // By the rules of the Web PKI, or with a staple demanded, SecTrust is not asked.
            for others in [["--profile", "web-pki"], ["--must-staple"]] {
                let other = try await run(arguments + ["--anchor-kind", "system"] + others)
                #expect(["✔       Trusted.", "✘       Refused."].contains(other.lines.first))
                #expect(!other.standardOutput.contains("An app sees"))
            }
            let logs = try await run(arguments + ["--logs", chain])
            #expect(logs.status == 1)
            #expect(logs.standardError.contains("neither a key nor a list of logs"), "\(logs.standardError)")
        }
    }

    @Test(arguments: [
        ([], "Name the files"), (["no-such-file"], "no-such-file"), (["x", "--time", "tomorrow"], "--time"),
        (["x", "--policy", "none"], "--policy"), (["x", "--profile", "lax"], "--profile"),
        (["x", "--batch"], "Name the files"),
    ])
    func whatCannotBeDoneIsSaid(arguments: [String], words: String) async throws {
        let result = try await run(arguments)
        #expect(result.status != 0 && result.status != 3)
        #expect(result.standardOutput.isEmpty)
        #expect(result.standardError.contains(words), "\(result.standardError)")
    }

    /// A root and a server under it, and a moment within the dates of both, made by OpenSSL.
    private func withChain(
        _ body: (_ chain: String, _ root: String, _ time: String) async throws -> Void
    ) async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            let (key, root) = (directory.path(of: "root.key"), directory.path(of: "root.pem"))
            var request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
            let rootOptions = ["-keyout", key, "-out", root, "-subj", "/CN=Lab Root", "-days", "3650"]
            _ = try await Tool.output("openssl", request + rootOptions + ["-addext", "keyUsage=critical,keyCertSign"])
            let chain = directory.path(of: "chain.pem")
            request += ["-keyout", directory.path(of: "leaf.key"), "-out", chain, "-CA", root, "-CAkey", key]
            request += ["-subj", "/CN=www.example.com", "-days", "80", "-addext", "basicConstraints=CA:FALSE"]
            request += ["-addext", "subjectAltName=DNS:www.example.com", "-addext", "extendedKeyUsage=serverAuth"]
            _ = try await Tool.output("openssl", request)
            let dates = try await Tool.output(
                "openssl", ["x509", "-in", chain, "-noout", "-enddate", "-dateopt", "iso_8601"])
            let end = dates.split(separator: "=").last.map(String.init) ?? ""
            let time = end.trimmingCharacters(in: .whitespacesAndNewlines).replacing(" ", with: "T")
            try await body(chain, root, time)
        }
    }
}
