import Foundation
import TestSupport
import Testing

/// `doctor` on certificates that openssl has made.
@Suite struct DoctorCommandTests {
    /// A run of the doctor, with its diagnosis as JSON.
    private struct Run {
        let result: Tool.Result
        let object: [String: Any]

        var verdict: String { object["verdict"] as? String ?? "" }
        var reasons: [String] {
            (object["reasons"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String }
        }
        /// "NSURLErrorCancelled -999" for each error of each reason.
        var errors: [String] {
            (object["reasons"] as? [[String: Any]] ?? []).flatMap { $0["errors"] as? [[String: Any]] ?? [] }
                .map { "\($0["name"] as? String ?? "") \($0["code"] as? Int ?? 0)" }
        }
    }

    /// Examines the certificates of a file, asked for shop.example and with Shop Root trusted unless other options say otherwise.
    private static func examine(_ chain: String, _ more: [String] = []) async throws -> Run {
        try await TemporaryDirectory.use { folder in
            try await ShopFiles.copy(to: folder)
            let json = folder.path(of: "doctor.json")
            var arguments = ["doctor", "--chain", folder.path(of: chain), "--json", json]
            if !more.contains("--host") { arguments += ["--host", "shop.example"] }
            if !more.contains("--system") { arguments += ["--anchors", folder.path(of: "root.pem")] }
            arguments += more.filter { $0 != "--system" }.map { text in
                text.hasSuffix(".cer") || text.hasSuffix(".pem") || text.hasSuffix(".plist")
                    ? folder.path(of: text) : text
            }
            let result = try await BuiltProgram.run(arguments)
            let data = Data(try folder.read("doctor.json"))
            return Run(
                result: result, object: try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any]))
        }
    }

    @Test(
        arguments: [
            ("old.pem", [], 0, "An iOS app would accept these certificates for shop.example.", []),
            (
                "old.pem", ["--pin", "old.cer"], 0,
                "An iOS app with these pins would accept these certificates for shop.example.", []
            ),
            (
                "same.pem", ["--pin", "old.cer"], 3,
                "An iOS app that compares keys would connect to this server, and one that compares whole certificates would refuse it: the certificate was renewed with the same key.",
                ["renewed with the same key"]
            ),
            (
                "same.pem", ["--pin", "old.cer", "--policy", "AFSecurityPolicy certificate"], 3,
                "An iOS app with AFSecurityPolicy certificate and these pins would refuse this server: the certificate was renewed with the same key, and whole certificates are compared.",
                ["renewed with the same key"]
            ),
            (
                "same.pem", ["--pin", "old.cer", "--policy", "AFSecurityPolicy publicKey"], 0,
                "An iOS app with AFSecurityPolicy publicKey and these pins would accept these certificates for shop.example.",
                []
            ),
            (
                "new.pem", ["--pin", "old.cer"], 3,
                "An iOS app with these pins would refuse this server: the certificate was renewed with a new key.",
                ["renewed with a new key"]
            ),
            (
                "moved.pem", ["--pin", "r3.pem"], 3,
                "An iOS app with these pins would refuse this server: its certificate now comes from another intermediate, Shop R4; the pinned one, Shop R3, is no longer in the chain.",
                ["new intermediate"]
            ),
            (
                "moved.pem", ["--pin", "root.pem"], 0,
                "An iOS app with these pins would accept these certificates for shop.example.", []
            ),
            (
                "other.pem", [], 3,
                "An iOS app would refuse this server: its certificate is for other.example, not for shop.example.",
                ["wrong host"]
            ),
            (
                "old.cer", [], 3,
                "An iOS app would refuse this server: it does not send the certificate of Shop R3, which issued its own, and the device does not know Shop R3.",
                ["unknown issuer"]
            ),
            (
                "old.cer", ["--compare", "same.pem"], 3,
                "An iOS app would refuse this server: it does not send the intermediate certificate of Shop R3.",
                ["missing intermediate"]
            ),
            (
                "self.pem", [], 3,
                "An iOS app would refuse this server: its certificate is signed with its own key, and the device does not trust it.",
                ["self-signed"]
            ),
            (
                "old.pem", ["--anchors", "self.cer", "--system"], 3,
                "An iOS app would refuse this server: its chain ends at Shop Root, an authority that the device does not trust.",
                ["private authority"]
            ),
            (
                "new.pem", ["--compare", "old.pem"], 0,
                "An iOS app would accept these certificates for shop.example; the certificate was renewed with a new key, so pins of the old one break.",
                []
            ),
        ] as [(String, [String], Int, String, [String])])
    func eachSituationHasOneSentence(
        chain: String, options: [String], status: Int, verdict: String, reasons: [String]
    ) async throws {
        let run = try await Self.examine(chain, options)
        #expect(run.verdict == verdict)
        #expect(run.reasons == reasons)
        #expect(run.result.status == status, "\(run.result.standardError)")
        // The sentence stands on top, and whatever is refused says what to do.
        let top = run.result.lines.prefix { $0.hasPrefix(" ") == false || $0.hasPrefix("        ") }
        let text = top.map { $0.dropFirst(8) }.joined(separator: " ")
        #expect(text.hasPrefix(verdict), "\(run.result.standardOutput)")
        #expect(run.result.lines.allSatisfy { $0.count <= 100 })
        #expect(run.result.standardOutput.contains("What to do") == (status != 0))
    }

    @Test func anExpiredCertificateIsTheFirstReason() async throws {
        let run = try await Self.examine("expired.pem", ["--time", "2025-04-06T00:00:00Z"])
        // Its authorities were made today.
        #expect(run.reasons.first == "expired")
        #expect(
            run.verdict
                == "An iOS app would refuse this server: its certificate expired on 2025-04-01, 5 days ago.")
        #expect(
            run.errors.prefix(2) == ["NSURLErrorServerCertificateUntrusted -1202", "errSecCertificateExpired -67818"])
    }

    @Test func anAuthorityOfOnesOwnThatIsSentIsNamed() async throws {
        try await TemporaryDirectory.use { folder in
            try await ShopFiles.copy(to: folder)
            let whole = try folder.write(
                try folder.read("old.pem") + folder.read("root.pem"), to: "whole.pem")
            let result = try await BuiltProgram.run([
                "doctor", "--chain", whole, "--host", "shop.example", "--anchors", folder.path(of: "self.pem"),
            ])
            #expect(result.status == 3)
            let text = result.lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
            #expect(text.contains("its chain ends at Shop Root, an authority that the device does not trust"))
            #expect(text.contains("errSecNotTrusted (-67843)"))
            #expect(text.contains("Install Shop Root on each device"))
        }
    }

    @Test func digestsOfKeysArePinsToo() async throws {
        try await TemporaryDirectory.use { folder in
            try await ShopFiles.copy(to: folder)
            func pin(_ name: String) async throws -> String {
                let script =
                    "openssl x509 -in \"$1\" -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64"
                let text = try await Tool.output("bash", ["-c", script, "bash", folder.path(of: name)])
                return text.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            let old = try await pin("old.cer")
            let right = try await Self.examine("same.pem", ["--pin", old])
            #expect(right.result.status == 0)
            let wrong = try await Self.examine("new.pem", ["--pin", old])
            #expect(
                wrong.verdict
                    == "An iOS app with these pins would refuse this server: the pinned key is not in its chain.")
            // Whose key it was is known from the earlier chain.
            let known = try await Self.examine("new.pem", ["--pin", old, "--compare", "old.pem"])
            #expect(
                known.verdict
                    == "An iOS app with these pins would refuse this server: the certificate was renewed with a new key."
            )
            let library = try await Self.examine("new.pem", ["--pin", old, "--policy", "TrustKit"])
            #expect(library.result.status == 3 && library.errors == ["NSURLErrorCancelled -999"])
            let files = try await BuiltProgram.run([
                "doctor", "--chain", folder.path(of: "new.pem"), "--host", "shop.example", "--anchors",
                folder.path(of: "root.pem"), "--pin", old, "--policy", "AFSecurityPolicy certificate",
            ])
            #expect(files.status == 64 && files.standardError.contains("give --pin files"))
        }
    }

    @Test func theBundledStandsBesideTheShown() async throws {
        let run = try await Self.examine("new.pem", ["--pin", "old.cer"])
        let bundled = try #require((run.object["bundled"] as? [[String: Any]])?.first)
        #expect(bundled["kind"] as? String == "new key")
        let (was, shown) = (
            try #require(bundled["was"] as? [String: Any]), try #require(bundled["shown"] as? [String: Any])
        )
        for key in ["serial", "pin"] {
            let (old, new) = (was[key] as? String ?? "", shown[key] as? String ?? "")
            #expect(old != new && !old.isEmpty)
            #expect(run.result.lines.contains { $0.contains(old) && $0.contains(new) })
        }
        let remedies = run.object["remedies"] as? [[String: Any]] ?? []
        #expect(remedies.map { $0["where"] as? String } == ["server", "app"])
        #expect(remedies.allSatisfy { ($0["prices"] as? [String])?.isEmpty == false })
        let next = run.object["next"] as? [[String: Any]] ?? []
        #expect(next.first?["event"] as? String == "certificate expires")
    }

    @Test func anInfoPlistWithAListThatCannotBeReadRefuses() async throws {
        try await TemporaryDirectory.use { folder in
            try await ShopFiles.copy(to: folder)
            let list = ["NSAppTransportSecurity": ["NSPinnedDomains": ["Shop.example": ["NSPinnedCAIdentities": "x"]]]]
            let file = try folder.write(
                PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0), to: "Info.plist")
            let doctor = try await BuiltProgram.run([
                "doctor", "--chain", folder.path(of: "old.pem"), "--anchors", folder.path(of: "root.pem"), "--host",
                "shop.example", "--plist", file, "--columns", "500",
            ])
            #expect(doctor.status == 3, "\(doctor.standardOutput)")
            #expect(doctor.standardOutput.contains("NSPinnedCAIdentities is there and has no pin that can be read"))
        }
    }

    @Test func anInfoPlistWithAPinOfTheOldKeyRefuses() async throws {
        try await TemporaryDirectory.use { folder in
            try await ShopFiles.copy(to: folder)
            func dictionary(_ pin: String) throws -> String {
                let list: [String: Any] = [
                    "NSAppTransportSecurity": [
                        "NSPinnedDomains": [
                            "shop.example": ["NSPinnedLeafIdentities": [["SPKI-SHA256-BASE64": pin]]]
                        ]
                    ]
                ]
                return try folder.write(
                    PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0), to: "Info.plist")
            }
            let old = try await Self.examine("old.pem")
            let shown = try #require((old.object["shown"] as? [[String: Any]])?.first?["pin"] as? String)
            for (chain, status) in [("old.pem", 0), ("new.pem", 3)] {
                let files = ["--chain", folder.path(of: chain), "--anchors", folder.path(of: "root.pem")]
                let plist = ["--host", "shop.example", "--plist", try dictionary(shown)]
                let doctor = try await BuiltProgram.run(["doctor"] + files + plist)
                // The pin is of another run's key: each copy of the files is the same.
                #expect(doctor.status == status, "\(doctor.standardOutput)")
                let suite = ["--suite", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"]
                let ats = try await BuiltProgram.run(["trust", "ats"] + files + plist + suite)
                #expect(ats.status == status, "\(ats.standardOutput)")
                #expect(ats.standardOutput.contains("NSPinnedDomains has pins for shop.example"))
            }
        }
    }

    @Test(
        arguments: [
            ([], "Name one server"), (["--chain", "x.pem"], "--host"),
            (["a.example:443", "--capture", "x"], "Name one server"),
            (["--chain", "x.pem", "--host", "https://a.example/x"], "give its host alone: a.example"),
            (["--chain", "x.pem", "--host", "a.example:443"], "give the host alone: a.example"),
            (["--chain", "x.pem", "--host", "bücher.example"], "xn--bcher-kva.example"),
            (["https://a.example"], "a.example:443"), (["https://a.example:8443/x"], "a.example:8443"),
            (["a.example"], "a.example:443"),
            (["bücher.example:443"], "xn--bcher-kva.example:443"),
            (["a.example:443", "--policy", "AFSecurityPolicy"], "more than one fits"),
            (["a.example:443", "--policy", "nothing"], "no such policy"),
            (["a.example:443", "--time", "noon"], "--time"),
            (["a.example:443", "--connection", "1"], "--capture"),
            (["a.example:443", "--anchor-kind", "user"], "--anchors"),
        ] as [([String], String)])
    func wrongUsageSaysWhatToGive(arguments: [String], words: String) async throws {
        let result = try await BuiltProgram.run(["doctor"] + arguments)
        #expect(result.status == 64)
        #expect(result.standardError.contains(words), "\(result.standardError)")
    }

    @Test func aRecordingIsExamined() async throws {
        try await TemporaryDirectory.use { folder in
            let file = folder.path(of: "run.pcapng")
            #expect(try await BuiltProgram.run(["--rsa", "--seed", "7", "--pcap", file]).status == 0)
            try await ShopFiles.copy(to: folder)
            let json = folder.path(of: "doctor.json")
            let result = try await BuiltProgram.run([
                "doctor", "--capture", file, "--anchors", folder.path(of: "root.pem"), "--json", json,
            ])
            #expect(result.status == 3)
            // Agreement comes before the chain.
            let text = String(decoding: try folder.read("doctor.json"), as: UTF8.self)
            #expect(text.contains("\"weight\": \"agreement\"") && text.contains("\"weight\": \"path\""))
            let first = result.lines.first ?? ""
            #expect(first.contains("An iOS app would refuse this server"))
            #expect(result.standardOutput.contains("has no forward secrecy"))
        }
    }

    /// Behind a HelloRetryRequest the server sends a ChangeCipherSpec that changes nothing (RFC 8446 appendix D.4). The ServerHello comes after.
    @Test(arguments: [[], ["--hrr"]]) func aRecordedResumptionIsToldAsOne(retry: [String]) async throws {
        try await TemporaryDirectory.use { folder in
            let file = folder.path(of: "run.pcapng")
            let visit = ["--tls13", "--resume", "psk", "--seed", "7", "--pcap", file]
            #expect(try await BuiltProgram.run(visit + retry).status == 0)
            let doctor = try await BuiltProgram.run(["doctor", "--capture", file])
            #expect(doctor.standardOutput.contains("an earlier session goes on"), "\(doctor.standardOutput)")
            #expect(!doctor.standardOutput.contains("TLS 1.3 encrypts them"))
        }
    }
}
