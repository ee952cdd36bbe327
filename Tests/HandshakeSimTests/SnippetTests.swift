import Foundation
import TestSupport
import Testing

/// The snippets of `trust pin`: the compiler takes each, and each pins what it says.
struct SnippetTests {
    /// The stand-ins for the libraries, compiled once.
    private static let modules = SharedFiles { folder in
        for (name, text) in [
            ("Apple", SnippetStubs.apple), ("CryptoKit", SnippetStubs.cryptoKit), ("Alamofire", SnippetStubs.alamofire),
            ("TrustKit", SnippetStubs.trustKit),
        ] {
            try folder.write(text: text, to: "\(name).swift")
            let command = """
                cd "$0" && swiftc -I . -parse-as-library -emit-object -o \(name).o -emit-module \
                -emit-module-path \(name).swiftmodule -module-name \(name) \(name).swift
                """
            _ = try await Tool.output("bash", ["-c", command, folder.path])
        }
        try folder.write(text: SnippetStubs.aliases, to: "Aliases.swift")
        try folder.write(text: SnippetStubs.afNetworking, to: "AFNetworking.h")
    }

    /// A chain of a server and its authority, another authority, and a spare key.
    private static let chain = SharedFiles { folder in
        let script = """
            cd "$0"
            key() { openssl req -x509 -newkey "$@" -nodes -days 30 2> log; }
            key rsa:2048 -keyout leaf.key -out leaf.pem -subj /CN=a.example -addext subjectAltName=DNS:a.example
            key ec -pkeyopt ec_paramgen_curve:P-256 -keyout ca.key -out ca.pem -subj /CN=Authority
            key ec -pkeyopt ec_paramgen_curve:P-384 -keyout other.key -out other.pem -subj /CN=Other
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out spare.key
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-521 -out p521.key
            openssl genpkey -algorithm ED25519 -out ed.key
            openssl pkey -in ed.key -pubout -out ed.pub
            openssl req -x509 -key p521.key -days 30 -out p521.pem -subj /CN=b.example
            openssl req -x509 -key ed.key -days 30 -out ed.pem -subj /CN=c.example
            cat leaf.pem ca.pem > chain.pem
            """
        _ = try await Tool.output("bash", ["-c", script, folder.path])
    }

    /// What is printed as a snippet: all that follows the report.
    private func snippet(_ name: String, _ options: [String], _ folder: TemporaryDirectory) async throws -> String {
        let page = try await BuiltProgram.run(["trust", "pin", "--snippet", name] + options)
        #expect(page.status == 0, "\(page.standardError)")
        let start = page.standardOutput.firstRange(of: name == "nspinneddomains" ? "\n<!--" : "\n//")
        return String(page.standardOutput[try #require(start).lowerBound...])
    }

    private func files(_ body: (TemporaryDirectory) async throws -> Void) async throws {
        try await Tool.require("openssl")
        try await TemporaryDirectory.use { folder in
            try await Self.chain.copy(to: folder)
            try await body(folder)
        }
    }

    @Test(arguments: ["alamofire", "trustkit"]) func theCompilerTakesASnippet(name: String) async throws {
        try await Tool.require("swiftc")
        try await files { folder in
            try await Self.modules.copy(to: folder)
            for more in [[], ["--include-subdomains"]] {
                let text = try await snippet(
                    name,
                    [folder.path(of: "chain.pem"), "--pin", folder.path(of: "spare.key"), "--host", "a.example"]
                        + more, folder)
                try folder.write(text: text, to: "main.swift")
                let result = try await Tool.run(
                    "bash", ["-c", "cd \"$0\" && swiftc -typecheck -I . Aliases.swift main.swift 2>&1", folder.path])
                #expect(result.status == 0 && result.standardOutput.isEmpty, "\(result.standardOutput)")
            }
        }
    }

    @Test func theCompilerTakesTheSnippetInObjectiveC() async throws {
        try await Tool.require("clang")
        try await files { folder in
            try await Self.modules.copy(to: folder)
            let text = try await snippet("afnetworking", [folder.path(of: "chain.pem")], folder)
            #expect(text.contains("@\"https://a.example/\""))
            let include = "#import <AFNetworking/AFNetworking.h>"
            #expect(text.contains(include))
            let body = text.replacing(include, with: "")
            try folder.write(text: "#import \"AFNetworking.h\"\nvoid pin(void) {\n\(body)}\n", to: "main.m")
            let result = try await Tool.run(
                "bash",
                [
                    "-c", "cd \"$0\" && clang -fsyntax-only -Wall -Werror -fobjc-runtime=macosx-13 main.m 2>&1",
                    folder.path,
                ])
            #expect(result.status == 0, "\(result.standardOutput)")
        }
    }

    /// The delegate runs with keys of OpenSSL. The digest of the stand-in is its input: a pin fits if the octets before the digest are those
    /// of OpenSSL.
    @Test func theDelegateAcceptsThePinnedKeysAlone() async throws {
        try await Tool.require("swiftc")
        try await files { folder in
            try await Self.modules.copy(to: folder)
            let text = try await snippet("urlsession", [folder.path(of: "chain.pem")], folder)
            let line = try #require(text.split(separator: "\n").first { $0.contains("// the key of the leaf") })
            let kinds = [
                ("rsa 2048", "RSA -pkeyopt rsa_keygen_bits:2048"), ("rsa 3072", "RSA -pkeyopt rsa_keygen_bits:3072"),
                ("rsa 2560", "RSA -pkeyopt rsa_keygen_bits:2560"), ("ec 256", "EC -pkeyopt ec_paramgen_curve:P-256"),
                ("ec 384", "EC -pkeyopt ec_paramgen_curve:P-384"), ("ec 521", "EC -pkeyopt ec_paramgen_curve:P-521"),
            ]
            var pins: [String] = []
            for (name, options) in kinds {
                let file = name.replacing(" ", with: "")
                let extract = """
                    cd "$0" && openssl genpkey -algorithm \(options) 2> log | openssl pkey -pubout -out \(file).pub
                    openssl pkey -pubin -in \(file).pub -outform der -out \(file).der; case \(file) in
                    rsa*) openssl rsa -pubin -in \(file).pub -RSAPublicKey_out -outform der -out \(file).key 2> log;;
                    ec256) tail -c 65 \(file).der > \(file).key;;
                    ec384) tail -c 97 \(file).der > \(file).key;;
                    ec521) tail -c 133 \(file).der > \(file).key;;
                    esac
                    """
                _ = try await Tool.output("bash", ["-c", extract, folder.path])
                pins.append("    \"\(Data(try folder.read(file + ".der")).base64EncodedString())\",")
            }
            try folder.write(
                text: text.replacing(String(line), with: pins.joined(separator: "\n")), to: "Snippet.swift")
            try folder.write(text: SnippetStubs.driver, to: "main.swift")
            let build =
                "cd \"$0\" && swiftc -I . Aliases.swift Snippet.swift main.swift Apple.o CryptoKit.o -o driver 2>&1"
            let built = try await Tool.run("bash", ["-c", build, folder.path])
            #expect(built.status == 0, "\(built.standardOutput)")
            for (name, _) in kinds {
                let words = name.split(separator: " ").map(String.init)
                let file = folder.path(of: words.joined() + ".key")
                let result = try await Tool.run(
                    folder.path(of: "driver"), ["a.example", words[0] == "rsa" ? "42" : "73", words[1], file])
                let (yes, no, system) = ("useCredential", "cancelAuthenticationChallenge", "performDefaultHandling")
                #expect(result.lines == [yes, yes, no, no, system, system, system], "\(name)")
            }
        }
    }

    @Test func aKeyThatALibraryCannotCompareHasNoSnippet() async throws {
        try await files { folder in
            func run(_ name: String, _ file: String, _ more: [String] = []) async throws -> Tool.Result {
                try await BuiltProgram.run(
                    ["trust", "pin", folder.path(of: file), "--snippet", name, "--host", "b.example"] + more)
            }
            let spare = ["--pin", folder.path(of: "spare.key")]
            for file in ["p521.pem", "ed.pem"] {
                let result = try await run("trustkit", file, spare)
                #expect(result.status != 0 && result.standardError.contains("TrustKit knows RSA keys of 2048"))
            }
            #expect(try await run("urlsession", "p521.pem").status == 0)
            let delegate = try await run("urlsession", "ed.pem")
            #expect(delegate.status != 0 && delegate.standardError.contains("Ed25519 key"), "\(delegate.standardError)")
            let key = ["--pin", folder.path(of: "ed.pub")]
            for name in ["trustkit", "urlsession"] {
                let result = try await run(name, "chain.pem", key)
                #expect(result.status != 0 && result.standardError.contains("Ed25519 key"), "\(result.standardError)")
            }
            #expect(try await run("nspinneddomains", "ed.pem").status == 0, "the system compares digests of any key")
        }
    }

    /// A list of the Info.plist, as the digests in it.
    private func lists(_ options: [String], _ folder: TemporaryDirectory) async throws -> [String: [String]] {
        let text = try await snippet("nspinneddomains", options, folder)
        let list = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(text)</dict></plist>"
        let value = try PropertyListSerialization.propertyList(from: Data(list.utf8), format: nil)
        let security = (value as? [String: Any])?["NSAppTransportSecurity"] as? [String: Any]
        let domains = security?["NSPinnedDomains"] as? [String: [String: Any]]
        let entry = try #require(domains?.values.first)
        return entry.compactMapValues { items in
            (items as? [[String: String]])?.compactMap { $0["SPKI-SHA256-BASE64"] }
        }
    }

    @Test func aSpareStandsInTheListInWhichItCanMatch() async throws {
        try await files { folder in
            func pin(_ name: String) async throws -> String {
                let page = try await BuiltProgram.run(["trust", "pin", folder.path(of: name)])
                let line = page.lines.first { $0.contains("SPKI ") }
                return try #require(line?.split(separator: " ").last.map(String.init))
            }
            let (leaf, authority) = (try await pin("leaf.pem"), try await pin("ca.pem"))
            let (spare, other) = (try await pin("spare.key"), try await pin("other.pem"))
            let chain = [folder.path(of: "chain.pem")]
            func named(_ files: String...) -> [String] { files.flatMap { ["--pin", folder.path(of: $0)] } }
            #expect(try await lists(chain, folder) == ["NSPinnedCAIdentities": [authority]])
            #expect(
                try await lists(chain + named("spare.key"), folder) == ["NSPinnedLeafIdentities": [leaf, spare]])
            #expect(
                try await lists(chain + named("other.pem"), folder) == ["NSPinnedCAIdentities": [authority, other]])
            #expect(
                try await lists(chain + named("spare.key", "other.pem"), folder)
                    == ["NSPinnedLeafIdentities": [leaf, spare], "NSPinnedCAIdentities": [authority, other]])
            #expect(
                try await lists([folder.path(of: "leaf.pem")], folder) == ["NSPinnedLeafIdentities": [leaf]])
            let alone = try await BuiltProgram.run(
                ["trust", "pin", folder.path(of: "leaf.pem"), "--snippet", "nspinneddomains"] + named("other.pem"))
            #expect(alone.status != 0 && alone.standardError.contains("Give the whole chain"))
        }
    }

    @Test(arguments: ["192.0.2.1", "::1", "localhost", "printer.local"])
    func theSystemPinsEveryKindOfHost(host: String) async throws {
        try await files { folder in
            let options = [folder.path(of: "chain.pem"), "--host", host]
            let text = try await snippet("nspinneddomains", options, folder)
            #expect(text.contains("<key>\(host)</key>"))
        }
    }
}
