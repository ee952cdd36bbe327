import Foundation
import TestSupport
import Testing

/// `trust pin` against OpenSSL.
struct TrustPinCommandTests {
    private static let keys = [
        "rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-256", "ec -pkeyopt ec_paramgen_curve:P-384", "ed25519",
        "ed448",
    ]

    /// For each kind of key a chain of a leaf with such a key and its authority, and their keys.
    private static let chains = Dictionary(
        uniqueKeysWithValues: keys.map { kind in
            let files = SharedFiles { directory in
                let path = directory.path
                let kindWords = kind.split(separator: " ").map(String.init)
                let leafKey = try await OpenSSLKey.options(kindWords, of: "leaf", in: "\(path)/key.pem")
                _ = try await Tool.output(
                    "openssl",
                    ["req", "-x509"] + leafKey + [
                        "-out", "\(path)/leaf.pem", "-days", "30", "-subj", "/CN=www.example.com", "-addext",
                        "subjectAltName=DNS:www.example.com",
                    ])
                let key = try await OpenSSLKey.options(of: "ca", in: "\(path)/ca.key")
                _ = try await Tool.output(
                    "openssl",
                    ["req", "-x509"] + key + ["-out", "\(path)/ca.pem", "-days", "30", "-subj", "/CN=Some CA"])
            }
            return (kind, files)
        })

    /// A chain of a leaf with such a key and its authority, in PEM.
    private func makeChain(_ kind: String, in directory: TemporaryDirectory) async throws -> [UInt8] {
        try await #require(Self.chains[kind]).copy(to: directory)
        return try directory.read("leaf.pem") + directory.read("ca.pem")
    }

    /// The commands that a page prints are run: each must print the digest that stands above it.
    private func check(_ page: Tool.Result, certificates: Int) async throws {
        #expect(page.status == 0, "\(page.standardError)")
        let digests = page.lines.filter { $0.hasPrefix("  certificate ") || $0.hasPrefix("  SPKI ") }
            .compactMap { $0.split(separator: " ").last.map(String.init) }
        // A long command goes on over several lines, as it would in a shell.
        let commands = page.standardOutput.replacing("\\\n", with: "").split(separator: "\n")
            .filter { $0.hasPrefix("  $ ") }.map { String($0.dropFirst(4)) }
        #expect(digests.count == 2 * certificates)
        #expect(commands.count == digests.count)
        for (command, digest) in zip(commands, digests) {
            #expect(!command.contains("openssl rsa"))
            let printed = try await Tool.output("bash", ["-c", command])
            #expect(printed == digest + "\n", "\(command)")
        }
    }

    @Test(arguments: keys) func pinsAreThoseOfOpenSSL(kind: String) async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            let chain = try directory.write(try await makeChain(kind, in: directory), to: "a chain's.pem")
            try await check(try await BuiltProgram.run(["trust", "pin", chain]), certificates: 2)
            let der = "\(directory.path)/leaf.cer"
            _ = try await Tool.output(
                "openssl", ["x509", "-in", "\(directory.path)/leaf.pem", "-outform", "der", "-out", der])
            try await check(try await BuiltProgram.run(["trust", "pin", der]), certificates: 1)
        }
    }

    @Test(arguments: keys) func serversAreAskedForTheirCertificates(kind: String) async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            _ = try await makeChain(kind, in: directory)
            let script = """
                cd "$1"
                openssl s_server -accept 127.0.0.1:0 -cert leaf.pem -key key.pem -cert_chain ca.pem -tls1_2 -www > log 2>&1 &
                server=$!
                for i in $(seq 2400); do
                  port=$(sed -n 's/^ACCEPT 127.0.0.1:\\([0-9]*\\)$/\\1/p' log)
                  [ -n "$port" ] && break
                  sleep 0.05
                done
                "$2" trust pin "127.0.0.1:$port" --host www.example.com
                status=$?
                kill $server
                exit $status
                """
            let live = try await Tool.run("bash", ["-c", script, "bash", directory.path, try BuiltProgram.path()])
            #expect(live.status == 0, "\(live.standardError)")
            let file = try await BuiltProgram.run(["trust", "pin", "\(directory.path)/leaf.pem"])
            let (found, known) = (rows(live), rows(file))
            #expect(known.count == 2)
            #expect(Array(found.prefix(2)) == known)
        }
    }

    private func rows(_ page: Tool.Result) -> [String] {
        page.lines.filter { $0.hasPrefix("  certificate ") || $0.hasPrefix("  SPKI ") }
    }

    @Test func snippetsHaveThePinsAndRefuseToHaveTooFew() async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            let chain = try directory.write(
                try await makeChain("rsa:2048", in: directory), to: "chain.pem")
            let all = ["afnetworking", "alamofire", "trustkit", "nspinneddomains"].flatMap { ["--snippet", $0] }
            let page = try await BuiltProgram.run(["trust", "pin", chain] + all)
            #expect(page.status == 0, "\(page.standardError)")
            let pins = page.lines.filter { $0.hasPrefix("  SPKI ") }.compactMap { $0.split(separator: " ").last }
            #expect(pins.count == 2)
            #expect(page.standardOutput.contains("                \"\(pins[0])\",  // the key of the leaf"))
            #expect(page.standardOutput.contains("<string>\(pins[1])</string>"))
            #expect(page.standardOutput.contains("<key>www.example.com</key>"))
            #expect(page.standardOutput.contains("breaks at the next renewal"))

            let leaf = "\(directory.path)/leaf.pem"
            let one = try await BuiltProgram.run(["trust", "pin", leaf, "--snippet", "trustkit"])
            #expect(one.status != 0)
            #expect(one.standardError.contains("has 1 pin; TrustKit demands two"))
            let spare = try await BuiltProgram.run(
                ["trust", "pin", leaf, "--snippet", "trustkit", "--pin", String(pins[1])])
            #expect(spare.status == 0)
            #expect(spare.standardOutput.contains("\(pins[1]): no key of this chain. It may be a spare."))
            #expect(spare.standardOutput.contains("\"\(pins[1])\",  // a spare"))
        }
    }

    /// A spare is no certificate yet: a key in a safe, or a request.
    @Test(arguments: keys) func pinsOfKeysAndRequestsAreThoseOfOpenSSL(kind: String) async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            let chain = try directory.write(try await makeChain(kind, in: directory), to: "chain.pem")
            let key = directory.path(of: "key.pem")
            let (request, half) = (directory.path(of: "request.pem"), directory.path(of: "public.pem"))
            _ = try await Tool.output("openssl", ["req", "-new", "-key", key, "-subj", "/CN=spare", "-out", request])
            _ = try await Tool.output("openssl", ["pkey", "-in", key, "-pubout", "-out", half])
            let known = try #require(rows(try await BuiltProgram.run(["trust", "pin", chain])).dropFirst().first)
            // Of Ed448 the public half has to be given.
            let isPublicHalfKnown = kind != "ed448"
            for file in [half, request] + (isPublicHalfKnown ? [key] : []) {
                let page = try await BuiltProgram.run(["trust", "pin", file])
                #expect(page.status == 0, "\(page.standardError)")
                #expect(rows(page) == [known])
                let command = page.standardOutput.replacing("\\\n", with: "").split(separator: "\n")
                    .first { $0.hasPrefix("  $ ") }
                let printed = try await Tool.output("bash", ["-c", String(try #require(command).dropFirst(4))])
                #expect(known.hasSuffix(printed.dropLast()))
                let whose = try await BuiltProgram.run(["trust", "pin", chain, "--pin", file])
                #expect(whose.standardOutput.contains("the key of certificate 1"))
            }
            if !isPublicHalfKnown {
                let page = try await BuiltProgram.run(["trust", "pin", key])
                #expect(page.status == 1 && page.standardError.contains("openssl pkey -in \(key) -pubout"))
            }
            let snippet = try await BuiltProgram.run(["trust", "pin", half, "--snippet", "trustkit"])
            #expect(snippet.status == 64 && snippet.standardError.contains("--pin"))
        }
    }

    @Test(arguments: [
        ("trustkit", "192.0.2.1", "address"), ("nspinneddomains", "a b", "neither"), ("trustkit", "::1", "address"),
        ("alamofire", "a b", "neither"),
    ])
    func aSnippetThatWouldPinNothingIsRefused(snippet: String, host: String, why: String) async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            let chain = try directory.write(try await makeChain("rsa:2048", in: directory), to: "chain.pem")
            let result = try await BuiltProgram.run(["trust", "pin", chain, "--snippet", snippet, "--host", host])
            #expect(result.status != 0 && result.standardError.contains(why), "\(result.standardError)")
            let dotted = try await BuiltProgram.run(
                ["trust", "pin", chain, "--snippet", "nspinneddomains", "--host", "WWW.Example.com."])
            #expect(dotted.standardOutput.contains("<key>www.example.com</key>"))
        }
    }

    /// A wildcard is not for the domain above it, so a snippet for that domain alone would pin no host of the server.
    @Test func aWildcardIsPinnedForAHostOrForAllBelow() async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            let (key, leaf) = (directory.path(of: "key.pem"), directory.path(of: "leaf.pem"))
            _ = try await Tool.output(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
                    "-out", leaf, "-subj", "/CN=x", "-addext", "subjectAltName=DNS:*.example.com",
                ])
            let pin = ["trust", "pin", leaf, "--snippet", "nspinneddomains", "--snippet", "alamofire"]
            let alone = try await BuiltProgram.run(pin)
            #expect(alone.status == 64, "\(alone.standardOutput)")
            #expect(alone.standardError.contains("*.example.com, which is not for example.com itself"))
            let host = try await BuiltProgram.run(pin + ["--host", "www.example.com"])
            #expect(host.standardOutput.contains("<key>www.example.com</key>"), "\(host.standardError)")
            #expect(host.standardOutput.contains("// The line counts for www.example.com alone."))
            let all = try await BuiltProgram.run(pin + ["--include-subdomains"])
            #expect(all.standardOutput.contains("<key>example.com</key>"), "\(all.standardError)")
            #expect(all.standardOutput.contains("add a line for each host below example.com"))
            // The page itself needs no host.
            let page = try await BuiltProgram.run(["trust", "pin", leaf])
            #expect(page.status == 0)
        }
    }

    @Test(
        arguments: [
            (["https://a.example/x"], "a.example:443"), (["bücher.example:443"], "xn--bcher-kva.example:443"),
            (["chain.pem", "--host", "*.example.com"], "--host"),
            (["chain.pem", "--host", "a.example:443"], "give the host alone: a.example"),
        ] as [([String], String)])
    func aHostInAnotherFormIsToldHowToWriteIt(arguments: [String], words: String) async throws {
        let result = try await BuiltProgram.run(["trust", "pin"] + arguments)
        #expect(result.status == 64 && result.standardError.contains(words), "\(result.standardError)")
    }

    @Test func theDigestOfNothingIsRefusedAndExplained() async throws {
        let result = try await BuiltProgram.run(
            ["trust", "pin", "/dev/null", "--pin", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="])
        #expect(result.status != 0)
        #expect(result.standardError.contains("openssl rsa"))
        #expect(result.standardError.contains("openssl pkey"))
    }

    @Test func badFilesAreExplained() async throws {
        try await TemporaryDirectory.use { directory in
            let bad = try directory.write([1, 2, 3], to: "bad.cer")
            for source in [bad, "/dev/null", "nobody", "\(directory.path)/missing.pem"] {
                let result = try await BuiltProgram.run(["trust", "pin", source])
                #expect(result.status != 0)
                #expect(result.standardOutput.isEmpty)
                #expect(!result.standardError.isEmpty)
            }
        }
    }

    @Test func badRequestsOfABatchAreAnsweredAndPassedOver() async throws {
        let input = """
            {
            []

            {"id":"a","pinningMode":"pins"}
            {"id":"b","pinningMode":"none","chain":["x"],"validationTime":"2020-01-01T00:00:00Z"}
            {"id":"c","pinningMode":"none","allowInvalidCertificates":true,"validationTime":"2020-01-01T00:00:00Z"}
            {"id":"d","pinningMode":"none","host":"www.example.com","validationTime":"2020-01-01T00:00:00Z"}
            """
        let result = try await BuiltProgram.run(["trust", "pin", "--batch"], input: Array(input.utf8))
        #expect(result.status == 0)
        let line = #""secTrustResult": "invalid", "disposition": "#
        #expect(
            result.lines == [
                #"{"id": null, "verdict": "rejected", "reason": "the line is not JSON: at octet 1: expected a name in quotes", \#(line)"cancelAuthenticationChallenge"}"#,
                #"{"id": null, "verdict": "rejected", "reason": "the line is not a JSON object", \#(line)"cancelAuthenticationChallenge"}"#,
                #"{"id": "a", "verdict": "rejected", "reason": "pinningMode: there is no \"pins\", only none, publicKey, certificate", \#(line)"cancelAuthenticationChallenge"}"#,
                #"{"id": "b", "verdict": "rejected", "reason": "chain[0]: malformed PEM: no -----BEGIN CERTIFICATE-----", \#(line)"cancelAuthenticationChallenge"}"#,
                #"{"id": "c", "verdict": "trusted", "reason": "allowInvalidCertificates: SecTrust is not asked. The app accepts any server that answers.", \#(line)"useCredential"}"#,
                #"{"id": "d", "verdict": "rejected", "reason": "host is no field of this request", \#(line)"cancelAuthenticationChallenge"}"#,
            ])
    }

    @Test(arguments: [
        ["--batch", "--host", "www.example.com"], ["--batch", "--pin", "x"], ["--batch", "--snippet", "trustkit"],
        ["--batch", "--time", "2020-01-01T00:00:00Z"], ["--batch", "--timeout", "10"], ["x", "--steps"],
        ["x", "--include-subdomains"], ["--batch", "--include-subdomains"],
    ])
    func anOptionThatIsNotUsedIsRefusedByName(arguments: [String]) async throws {
        let result = try await BuiltProgram.run(["trust", "pin"] + arguments)
        #expect(result.status == 64)
        #expect(result.standardError.contains(arguments[1]), "\(result.standardError)")
    }

    @Test func noPublicSuffixIsPinnedWithItsSubdomains() async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { directory in
            let chain = try directory.write(try await makeChain("rsa:2048", in: directory), to: "chain.pem")
            let options = ["trust", "pin", chain, "--snippet", "trustkit", "--include-subdomains", "--host"]
            let bad = try await BuiltProgram.run(options + ["co.uk"])
            #expect(bad.status != 0)
            #expect(bad.standardError.contains("co.uk is a public suffix"))
            let good = try await BuiltProgram.run(options + ["example.co.uk"])
            #expect(good.status == 0, "\(good.standardError)")
            #expect(good.standardOutput.contains("kTSKIncludeSubdomains: true,"))
            // Debian's package publicsuffix has the whole list; without it a warning says so.
            let isInstalled = FileManager.default.fileExists(atPath: "/usr/share/publicsuffix/public_suffix_list.dat")
            #expect(good.standardError.contains("publicsuffix") != isInstalled)
        }
    }
}
