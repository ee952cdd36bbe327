import Foundation
import TestSupport
import Testing

@Suite struct TrustMatrixCommandTests {
    private func run(_ arguments: [String]) async throws -> Tool.Result {
        try await BuiltProgram.run(["trust", "matrix"] + arguments)
    }

    /// What authorities count as decides about rules, and both reports decide alike.
    @Test(arguments: ["system", "app", "user"]) func theMatrixAndEvaluateAgree(kind: String) async throws {
        try await TemporaryDirectory.use { folder in
            let (chain, root) = (folder.path(of: "chain.pem"), folder.path(of: "root.pem"))
            let verdict = folder.path(of: "verdict.json")
            _ = try await BuiltProgram.run(
                ["--dh", "--seed", "7", "--only", "tcp.syn", "--server-certs", chain, "--root", root])
            for host in ["www.example.com", "www.example.org"] {
                let about = [
                    "--anchors", root, "--anchor-kind", kind, "--host", host, "--time", "2026-01-15T00:00:00Z",
                ]
                _ = try await BuiltProgram.run(["trust", "evaluate", chain, "--json", verdict] + about)
                let data = try Data(contentsOf: URL(filePath: verdict))
                let evaluated = try JSONSerialization.jsonObject(with: data) as? [String: Any]
                let table = try await run(["--chain", chain, "--json"] + about)
                let matrix = try JSONSerialization.jsonObject(with: Data(table.standardOutputBytes)) as? [String: Any]
                let row = (matrix?["policies"] as? [[String: Any]])?.first {
                    $0["policy"] as? String == "default handling"
                }
                let result = try #require(evaluated?["secTrustResult"] as? String)
                #expect(row?["secTrustResult"] as? String == result, "\(kind) \(host)")
                #expect(
                    result
                        == (host.hasSuffix("org") || kind == "system"
                            ? "recoverableTrustFailure" : kind == "user" ? "proceed" : "unspecified"))
            }
        }
    }

    @Test func theListNamesEveryScenario() async throws {
        let text = try await run(["--list"])
        #expect(text.status == 0 && text.standardError.isEmpty)
        let json = try await run(["--list", "--json"])
        let scenarios = try #require(
            JSONSerialization.jsonObject(with: Data(json.standardOutputBytes)) as? [[String: Any]])
        for scenario in scenarios {
            let name = try #require(scenario["name"] as? String)
            #expect(text.lines.contains(name), "\(name)")
        }
        #expect(text.lines.last == "\(scenarios.count) scenarios")
        #expect(text.lines.allSatisfy { $0.count <= 100 })
    }

    @Test func oneScenarioIsToldInFull() async throws {
        let arguments = ["--scenario", "other-site-same-ca", "--why"]
        let result = try await run(arguments)
        #expect(result.status == 0)
        #expect(result.lines.first == "other-site-same-ca")
        #expect(result.lines.contains { $0.hasPrefix(". default handling ") && $0.contains("refuses") })
        #expect(result.lines.contains { $0.hasPrefix("! no host name ") && $0.contains("accepts") })
        #expect(result.standardOutput.contains("AFSecurityPolicy.m:"))
        #expect(result.lines.allSatisfy { $0.count <= 100 })
        #expect(try await run(arguments).standardOutputBytes == result.standardOutputBytes)
    }

    @Test func theTableHasARowForEachScenario() async throws {
        let result = try await run(["--from", "AFSecurityPolicy"])
        #expect(result.status == 0)
        // A letter for each of 26 policies, and a mark for each.
        let row = try #require(result.lines.first { $0.hasPrefix("genuine ") })
        #expect(row.split(separator: " ").dropFirst().count == 26)
        #expect(result.lines.filter { $0.split(separator: " ").count == 27 }.count == 11)
        let json = try await run(["--from", "AFSecurityPolicy", "--json"])
        let rows = try #require(JSONSerialization.jsonObject(with: Data(json.standardOutputBytes)) as? [[String: Any]])
        #expect(rows.count == 11)
        #expect(rows.allSatisfy { ($0["policies"] as? [Any])?.count == 25 })
    }

    @Test func theClockTellsWhoIsLockedOut() async throws {
        let result = try await run(["--clock"])
        #expect(result.status == 0)
        #expect(result.lines.contains { $0.contains("renewed, same key") && $0.contains("x") })
        #expect(result.lines.contains { $0.contains("an attacker") && $0.contains("!") })
        let json = try await run(["--clock", "--json"])
        let moments = try #require(
            JSONSerialization.jsonObject(with: Data(json.standardOutputBytes)) as? [[String: Any]])
        #expect(moments.count == 9)
    }

    @Test func aChainOfOnesOwn() async throws {
        try await TemporaryDirectory.use { directory in
            let (key, certificate) = (directory.path(of: "key.pem"), directory.path(of: "cert.pem"))
            _ = try await Tool.output(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
                    "-out", certificate, "-subj", "/CN=own.example", "-addext", "subjectAltName=DNS:own.example",
                    "-addext", "extendedKeyUsage=serverAuth", "-days", "30",
                ])
            let other = directory.path(of: "other.der")
            _ = try await Tool.output("openssl", ["x509", "-in", certificate, "-outform", "DER", "-out", other])

            let trusted = try await run(
                ["--chain", certificate, "--host", "own.example", "--anchors", certificate, "--pin", other])
            #expect(trusted.status == 0, "\(trusted.standardError)")
            #expect(trusted.lines.contains { $0.hasPrefix("+ default handling ") })
            #expect(trusted.lines.contains { $0.hasPrefix("+ AFSecurityPolicy certificate ") })

            let wrong = try await run(
                ["--chain", certificate, "--host", "other.example", "--anchors", certificate, "--why"])
            #expect(wrong.lines.contains { $0.hasPrefix(". default handling ") })
            #expect(wrong.lines.contains { $0.hasPrefix("! no host name ") })

            let late = try await run([
                "--chain", other, "--host", "own.example", "--anchors", certificate, "--time", "2090-01-01T00:00:00Z",
            ])
            #expect(late.lines.contains { $0.hasPrefix(". default handling ") })

            let noFile = try await run(["--chain", directory.path(of: "none.pem"), "--host", "own.example"])
            #expect(noFile.status != 0 && noFile.standardError.contains("none.pem"))
            let noCertificate = try await run(["--chain", key, "--host", "own.example"])
            #expect(noCertificate.status != 0 && noCertificate.standardError.contains("this is a private key"))
        }
    }

    @Test(arguments: [
        (["--scenario", "no-such"], "--list"), (["--list", "--clock"], "exclude"),
        (["--host", "a.example"], "--chain"),
        (["--chain", "x.pem"], "--host"), (["--why"], "--scenario"), (["--from", "nowhere"], "--list"),
        (["--chain", "x.pem", "--host", "a.example", "--time", "noon"], "--time"),
    ]) func whatMakesNoSense(arguments: [String], word: String) async throws {
        let result = try await run(arguments)
        #expect(result.status == 64)
        #expect(result.standardOutput.isEmpty)
        #expect(result.standardError.contains(word), "\(result.standardError)")
    }
}
