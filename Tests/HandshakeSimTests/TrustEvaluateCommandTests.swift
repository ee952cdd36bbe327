import Foundation
import TestSupport
import Testing

/// `trust evaluate --batch`, by the requests and the answers of its page.
struct TrustEvaluateCommandTests {
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs")

    private func text(_ path: String) throws -> String {
        try String(contentsOf: TrustEvaluateCommandTests.docs.appending(path: path), encoding: .utf8)
    }

    private func requests() throws -> [String] {
        try text("trust-evaluate/requests.jsonl").split(separator: "\n").map(String.init)
    }

    private func ask(_ lines: [String], _ options: [String] = []) async throws -> [String] {
        let input = lines.map { $0 + "\n" }.joined()
        let result = try await BuiltProgram.run(["trust", "evaluate", "--batch"] + options, input: Array(input.utf8))
        #expect(result.status == 0, "\(result.standardError)")
        #expect(result.standardOutput.isEmpty || result.standardOutput.hasSuffix("\n"))
        return result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init)
    }

    private func member(_ key: String, of line: String) throws -> String? {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])[key] as? String
    }

    @Test func thePageQuotesWhatIsAnswered() async throws {
        let page = try text("trust-evaluate.md")
        let quoted = page.components(separatedBy: "\n").filter { $0.hasPrefix("{\"id\"") }
        #expect(try await ask(try requests()) == quoted)
    }

    @Test func theFindingOfThePageIsAmongThose() async throws {
        let page = try text("trust-evaluate.md")
        let quoted = try #require(page.components(separatedBy: "\n").first { $0.hasPrefix("{\"check\"") })
        let answers = try await ask(Array(try requests().prefix(1)), ["--findings"])
        #expect(answers.count == 1)
        #expect(answers[0].contains(quoted))
    }

    @Test func eachLineIsAnsweredInItsPlace() async throws {
        let requests = Array(try requests().reversed())
        let answers = try await ask(requests)
        #expect(answers.count == requests.count)
        for (request, answer) in zip(requests, answers) {
            #expect(try member("id", of: request) == member("id", of: answer))
            let isTrusted = try member("verdict", of: answer) == "trusted"
            #expect(try member("reason", of: answer)?.isEmpty == isTrusted)
            #expect(try (member("secTrustResult", of: answer) == "unspecified") == isTrusted)
        }
    }

    /// The chains of the page, asked about in a batch and one by one, under the rules of either profile.
    @Test(arguments: ["web-pki", "platform"]) func bothFormsSayTheSame(profile: String) async throws {
        var count = 0
        for line in try requests() {
            let request = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard let time = request["validation_time"] as? String, time.hasSuffix("Z"),
                request["max_chain_depth"] == nil,
                let peer = request["peer_certificate"] as? String,
                let extra = request["untrusted_intermediates"] as? [String],
                let anchors = request["trusted_certs"] as? [String]
            else { continue }
            let name = (request["peer_name"] as? [String: String])?["value"]
            let policy = request["policy"] as? String ?? "ssl"
            let batch = try await ask([line.dropLast() + #", "profile": "\#(profile)"}"#])
            try await TemporaryDirectory.use { directory in
                let paths = ["chain.pem", "root.pem", "verdict.json"].map { directory.path(of: $0) }
                try ([peer] + extra).joined(separator: "\n").write(toFile: paths[0], atomically: true, encoding: .utf8)
                try anchors.joined(separator: "\n").write(toFile: paths[1], atomically: true, encoding: .utf8)
                let result = try await BuiltProgram.run(
                    ["trust", "evaluate", paths[0], "--anchors", paths[1], "--anchor-kind", "system", "--time", time]
                        + ["--profile", profile, "--policy", policy, "--json", paths[2]]
                        + (name.map { ["--host", $0] } ?? []))
                let single = try String(contentsOfFile: paths[2], encoding: .utf8)
                for key in ["verdict", "reason", "secTrustResult"] {
                    #expect(try member(key, of: single) == member(key, of: batch[0]), "\(key): \(line.prefix(40))")
                }
                let isPlatform = profile == "platform"
                #expect(result.standardOutput.contains("SecTrust would say") == isPlatform)
                count += 1
            }
        }
        #expect(count > 4)
    }

    /// What is wrong with the first request of the page, if a member is replaced; `json` is the new value.
    @Test(
        arguments: [
            ("validation_time", "5", "validation_time is a number, not a string"),
            ("validation_time", "null", "validation_time is missing"),
            ("peer_certificate", "null", "peer_certificate is missing"),
            ("peer_certificate", "\"\"", "peer_certificate: malformed PEM: no -----BEGIN CERTIFICATE-----"),
            ("trusted_certs", "\"x\"", "trusted_certs is a string, not a list of strings"),
            ("untrusted_intermediates", "[1]", "untrusted_intermediates[0] is a number, not a string"),
            ("policy", "\"smime\"", "policy: there is no \"smime\", only ssl, basicX509"),
            ("policies", "[]", "policies is no field of this request"),
            ("profile", "\"ios\"", "profile: there is no \"ios\", only web-pki, platform"),
            ("anchor_kind", "\"app\"", "anchor_kind belongs to the profile platform and is not used here"),
            (
                "eku", "[\"serverAuth\",\"server\"]",
                "eku: there is no \"server\", only serverAuth, clientAuth, codeSigning, emailProtection, timeStamping, "
                    + "OCSPSigning, anyExtendedKeyUsage"
            ),
            (
                "peer_name", "{\"kind\":\"DNS\",\"value\":\"www.example.com\",\"port\":443}",
                "peer_name.port is no field of this request"
            ),
            ("max_chain_depth", "-1", "max_chain_depth is -1, less than 0"),
            ("max_chain_depth", "1.5", "max_chain_depth is not a whole number"),
            ("peer_name", "{\"kind\":\"MAIL\"}", "peer_name.kind: there is no \"MAIL\", only DNS and IP"),
            ("peer_name", "{\"kind\":\"DNS\"}", "peer_name.value is missing"),
            (
                "peer_name", "{\"kind\":\"DNS\",\"value\":\"192.0.2.1\"}",
                "peer_name.value: \"192.0.2.1\" is an address and no name of DNS"
            ),
            (
                "peer_name", "{\"kind\":\"IP\",\"value\":\"www.example.com\"}",
                "peer_name.value: \"www.example.com\" is no IP address"
            ),
        ]) func whatCannotBeUsedIsNamed(key: String, json: String, reason: String) async throws
    {
        let first = try #require(try requests().first)
        var request = try #require(try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
        request[key] = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        let line = String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        let answers = try await ask([line, first])
        #expect(answers.count == 2)
        #expect(try member("reason", of: answers[0]) == reason)
        #expect(try member("verdict", of: answers[0]) == "rejected")
        #expect(try member("secTrustResult", of: answers[0]) == "invalid")
        #expect(try member("verdict", of: answers[1]) == "trusted")
    }

    /// The leaf of the page lives for ten years. Apple's systems let no authority issue such a certificate.
    @Test(arguments: [
        ("system", "recoverableTrustFailure", "at most 398 days under an anchor that came with the system"),
        (
            "app", "recoverableTrustFailure",
            "at most 825 days and 3600 seconds under an anchor that an app has supplied"
        ),
        (
            "user", "recoverableTrustFailure",
            "at most 825 days and 3600 seconds under an anchor that the user has installed"
        ),
    ])
    func theProfileOfAPlatformDependsOnWhoseTheAnchorsAre(kind: String, result: String, why: String) async throws {
        let first = try #require(try requests().first)
        let platform = first.dropLast() + #", "profile": "platform", "anchor_kind": "\#(kind)"}"#
        let answers = try await ask([String(platform)])
        #expect(try member("secTrustResult", of: answers[0]) == result, "\(answers)")
        #expect(try member("verdict", of: answers[0]) == "rejected")
        #expect(answers[0].contains(why))
        let usual = try await ask([first.dropLast() + #", "profile": "platform"}"#])
        #expect(try (member("verdict", of: usual[0]) == "rejected") as Bool)
    }

    @Test func aFieldThatIsThereTwiceIsRefused() async throws {
        let first = try #require(try requests().first)
        let answers = try await ask([first.dropLast() + #", "policy": "ssl", "policy": "basicX509"}"#])
        #expect(try member("reason", of: answers[0]) == "policy is there twice")
    }

    @Test(arguments: [
        ["--host", "x"], ["--anchors", "x"], ["--anchor-kind", "app"], ["--time", "2026-01-01T00:00:00Z"],
        ["--ocsp", "x"], ["--must-staple"], ["--logs", "x"], ["--profile", "platform"], ["--policy", "ssl"], ["--all"],
        ["--no-color"],
    ])
    func anOptionThatIsNotUsedIsRefusedByName(option: [String]) async throws {
        let result = try await BuiltProgram.run(["trust", "evaluate", "--batch"] + option)
        #expect(result.status == 64)
        #expect(result.standardError.contains("\(option[0]) does not go with --batch"), "\(result.standardError)")
    }

    @Test(arguments: ["{", "[]", "7", "{}", "{\"id\":7}", "\u{0}"]) func anyLineIsAnswered(line: String) async throws {
        let answers = try await ask([line])
        #expect(answers.count == 1)
        #expect(try member("verdict", of: answers[0]) == "rejected")
        #expect(try member("reason", of: answers[0])?.isEmpty == false)
    }
}
