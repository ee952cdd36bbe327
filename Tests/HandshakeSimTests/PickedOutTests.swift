import TestSupport
import Testing

/// Options that pick out a part of what is told, for lessons and for whoever looks for one thing.
@Suite struct PickedOutTests {
    @Test func aVisitWritesItsCertificatesAndOpenSSLVerifiesThem() async throws {
        try await TemporaryDirectory.use { folder in
            let chain = folder.path(of: "chain.pem")
            let root = folder.path(of: "root.pem")
            let files = ["--server-certs", chain, "--root", root]
            let run = try await BuiltProgram.run(["--seed", "7", "--only", "tls.certificate"] + files)
            #expect(run.status == 0)
            // The leaf is the first of the file, and the intermediate is picked out of the rest.
            let verify = ["verify", "-attime", "1767225600", "-CAfile", root, "-untrusted", chain, chain]
            #expect(try await Tool.output("openssl", verify) == "\(chain): OK\n")
            _ = try await BuiltProgram.run(["--seed", "7", "--server-chain", "not-a-ca"] + files)
            #expect(try await Tool.run("openssl", verify).status != 0)
        }
    }

    @Test func trustShowOnlyPicksOutThePartsWithAName() async throws {
        try await TemporaryDirectory.use { folder in
            let chain = folder.path(of: "chain.pem")
            _ = try await BuiltProgram.run(["--seed", "7", "--only", "tls.certificate", "--server-certs", chain])
            let show = ["trust", "show", chain]
            let whole = try await BuiltProgram.run(show)
            let part = try await BuiltProgram.run(show + ["--only", "basicConstraints,validity"])
            #expect(part.status == 0)
            let places = part.lines.filter { $0.contains(" hl=") }
            #expect(places.count == 10)
            #expect(places.allSatisfy(whole.lines.contains))
            let signatures = try await BuiltProgram.run(show + ["--only", "signatures"])
            #expect(signatures.lines.first == whole.lines.first { $0.contains("Who signed whom") })
            #expect(whole.standardOutput.hasSuffix(signatures.standardOutput))
            let brief = try await BuiltProgram.run(show + ["--only", "signatures", "--detail", "summary"])
            #expect(brief.lines.count < signatures.lines.count)
            let unknown = try await BuiltProgram.run(show + ["--only", "validity,shoeSize"])
            #expect(unknown.status == 64 && unknown.standardOutput.isEmpty)
            #expect(unknown.standardError.contains("no certificate here has a part with the name shoeSize"))
            #expect(try await BuiltProgram.run(show + ["--only", "validity", "--json"]).status == 64)
        }
    }

    @Test func trustMatrixPolicyPicksOutPoliciesByTheBeginningOfTheirNames() async throws {
        let matrix = ["trust", "matrix", "--scenario", "expired"]
        let whole = try await BuiltProgram.run(matrix)
        func marks(_ result: Tool.Result) -> [String] {
            result.lines.filter { $0.hasSuffix("  accepts") || $0.hasSuffix("  refuses") }
                .map { $0.split(separator: " ").joined(separator: " ") }
        }
        let some = try await BuiltProgram.run(matrix + ["--policy", "AFSecurityPolicy publicKey, allow"])
        #expect(marks(some).count == 2)
        #expect(marks(some).allSatisfy(marks(whole).contains))
        let one = try await BuiltProgram.run(
            matrix + ["--policy", "TrustKit", "--policy", "App Transport Security", "--why"])
        #expect(marks(one).map { $0.prefix(6) } == [". Trus", ". App "])
        let table = try await BuiltProgram.run(
            ["trust", "matrix", "--from", "AFSecurityPolicy", "--policy", "default handling"])
        #expect(table.lines.contains { $0.hasPrefix("installed-root ") && $0.hasSuffix(" !") })
        let unknown = try await BuiltProgram.run(matrix + ["--policy", "Nobody"])
        #expect(unknown.status == 64 && unknown.standardError.contains("No policy is called \"Nobody\""))
        #expect(try await BuiltProgram.run(["trust", "matrix", "--clock", "--policy", "TrustKit"]).status == 64)
    }

    @Test func theTableOfMitmAndTheBriefFormOfATSAndTheTimeOfPinAreAskedFor() async throws {
        let table = try await BuiltProgram.run(["attack", "mitm", "--attacker", "own-ca", "--table"])
        #expect(table.status == 0)
        #expect(table.lines.contains { $0.hasPrefix("own-ca ") && $0.hasSuffix("EVERYTHING") })
        #expect(!table.standardOutput.contains("Mallory with"))
        #expect(try await BuiltProgram.run(["attack", "mitm", "--table", "--leg", "victim"]).status == 64)

        try await TemporaryDirectory.use { folder in
            let chain = folder.path(of: "chain.pem")
            let root = folder.path(of: "root.pem")
            _ = try await BuiltProgram.run([
                "--seed", "7", "--only", "tls.certificate", "--server-certs", chain, "--root", root,
            ])
            let ats = [
                "trust", "ats", "--chain", chain, "--anchors", root, "--host", "www.example.com", "--time",
                "2026-01-15T00:00:00Z", "--suite", "TLS_RSA_WITH_AES_128_GCM_SHA256", "--brief",
            ]
            let brief = try await BuiltProgram.run(ats + ["--diagnose"])
            #expect(brief.status == 3 && brief.lines.count == 17)
            #expect(brief.lines.first == " 1  FAIL     ATS Default Connection (cipher suite)")
            #expect(brief.lines.contains(" 7  PASS     Disabling Perfect Forward Secrecy"))
            #expect(try await BuiltProgram.run(ats).status == 64)

            let early = try await BuiltProgram.run(["trust", "pin", chain, "--time", "2026-01-15T00:00:00Z"])
            #expect(early.standardOutput.contains("in 76 days"))
            #expect(early.lines.allSatisfy { $0.count <= 100 })
            let late = try await BuiltProgram.run(["trust", "pin", chain, "--time", "2026-05-01T00:00:00Z"])
            #expect(late.standardOutput.contains("It expired at 2026-04-01"))
            #expect(try await BuiltProgram.run(["trust", "pin", chain, "--time", "soon"]).status == 64)
        }
    }
}
