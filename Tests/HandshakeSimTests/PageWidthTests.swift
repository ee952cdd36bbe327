import Foundation
import Render
import TestSupport
import Testing

/// No line is wider than the page that was asked for, whatever command prints it.
@Suite struct PageWidthTests {
    /// What is never folded, and why: an element of a property list, to be pasted into one. In XML the spaces within a text count.
    private static func isToPaste(_ line: String) -> Bool {
        let words = line.drop { $0 == " " }
        return words.hasPrefix("<") && words.hasSuffix(">") && !words.hasPrefix("<SEQ")
    }

    /// What is never folded, and why: `trust pin --snippet` ends with code to be pasted. A line feed in a string or behind a
    /// comment of Swift or Objective-C would be an error.
    private static let codeBegins = "// TrustKit"

    /// Commands whose text depends on no file. Each rendering is in it once, in a run that is as short as may be.
    private static let plain: [[String]] = [
        ["--group", "list"], ["--cipher", "list"], ["--dh", "--detail", "overview"], ["--dh"],
        ["--rsa", "--client-cert", "good", "--detail", "messages"], ["--resume", "ticket", "--detail", "bytes"],
        [
            "--cipher", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "--server-chain", "expired", "--detail",
            "messages",
        ],
        ["--tls13"], ["--tls13", "--hrr", "--client-cert", "good", "--detail", "messages"],
        ["--tls13", "--resume", "psk", "--group", "X25519MLKEM768", "--detail", "bytes"],
        ["--tls13", "--resume", "early", "--detail", "messages"], ["attack", "early-data-replay", "--scene", "all"],
        ["attack", "version-downgrade", "--exchange", "all", "--changed", "all", "--client", "all"],
        ["--dh", "--only", "tls.calc,end.holdings", "--detail", "messages"],
        ["compare", "rsa", "tls13", "tls13-psk"],
        ["tcp", "list"], ["tcp", "figure-8", "--detail", "bytes"], ["tcp", "figure-10"], ["tcp", "pmtu-black-hole"],
        ["tcp", "syn-cookies"], ["tcp", "why-isn"], ["tcp", "why-2msl"],
        ["explore", "--loss", "0", "--timeouts", "0"], ["explore", "--variant", "two-way", "--detail", "messages"],
        [
            "explore", "--listener", "--variant", "kept-half-open", "--loss", "1", "--timeouts", "1", "--data", "0",
        ],
        ["learn", "self", "--variant", "early-ccs", "--compare", "self"],
        ["attack", "padding-oracle", "--variant", "short"], ["attack", "mitm", "--table"],
        ["attack", "replay"], ["attack", "list"], ["clinic"], ["class", "plan", "90", "--lesson", "1,2"],
        ["attack", "stolen-state"], ["attack", "guess-isn", "--trials", "10"],
        ["trust", "challenges"], ["trust", "loaders"], ["trust", "pinned-roots", "attack"],
        ["lesson"], ["trust", "matrix", "--list"], ["trust", "matrix", "--clock"],
        ["trust", "matrix", "--from", "RFC 9525"], ["trust", "matrix", "--scenario", "expired", "--why"],
    ]

    /// Whether a command computes for long before it prints.
    private static func isSlow(_ arguments: [String]) -> Bool {
        let name = arguments.prefix(2).joined(separator: " ")
        return arguments[0] == "explore"
            || ["attack padding-oracle", "attack mitm", "attack replay", "trust matrix"].contains(name)
    }

    /// Commands about the chain and the recording of a visit.
    private static func filed(_ folder: TemporaryDirectory) -> [[String]] {
        let (chain, root) = (folder.path(of: "chain.pem"), folder.path(of: "root.pem"))
        let (key, capture) = (folder.path(of: "key.pem"), folder.path(of: "run.pcapng"))
        let about = ["--anchors", root, "--host", "www.example.com", "--time", "2026-01-15T00:00:00Z"]
        let snippets = ["trustkit", "afnetworking", "alamofire", "nspinneddomains", "urlsession"]
        return [
            ["trust", "show", chain, "--detail", "bytes"], ["trust", "show", chain, "--detail", "summary"],
            ["trust", "evaluate", chain, "--all"] + about, ["trust", "matrix", "--chain", chain, "--why"] + about,
            ["trust", "pin", chain, "--time", "2026-01-15T00:00:00Z", "--pin", key]
                + snippets.flatMap { ["--snippet", $0] },
            ["trust", "pin", key], ["trust", "ats", "--chain", chain] + about,
            ["trust", "ats", "--capture", capture] + about,
            ["trust", "ats", "--diagnose", "--capture", capture] + about,
            ["trust", "ats", "--diagnose", "--brief", "--capture", capture] + about,
            ["doctor", "--capture", capture, "--pin", chain, "--compare", root] + about,
            ["attack", "forward-secrecy", "--capture", capture, "--key", key],
        ]
    }

    private func check(_ arguments: [String], _ columns: Int) async throws {
        let result = try await BuiltProgram.run(
            arguments + ["--columns", "\(columns)"], environment: ["NO_COLOR": "1"])
        // 1 and 3 are verdicts: what is printed counts here.
        #expect([0, 1, 3].contains(result.status), "\(arguments): \(result.standardError)")
        #expect(!result.standardOutput.isEmpty, "\(arguments): \(result.standardError)")
        let page = result.lines.prefix { !$0.hasPrefix(Self.codeBegins) }
        let wide = page.filter { Text.width($0) > columns && !Self.isToPaste($0) }
        let fits = wide.isEmpty
        #expect(fits, "\(arguments.joined(separator: " ")) --columns \(columns): \(wide.prefix(3))")
    }

    @Test(arguments: [80, 120, 200])
    func noLineIsWiderThanThePage(columns: Int) async throws {
        try await TemporaryDirectory.use { folder in
            let paths = ["chain.pem", "root.pem", "key.pem", "run.pcapng"].map { folder.path(of: $0) }
            let visit = try await BuiltProgram.run([
                "--rsa", "--seed", "7", "--server-certs", paths[0], "--root", paths[1], "--server-key", paths[2],
                "--pcap", paths[3], "--only", "tls.client_hello",
            ])
            #expect(visit.status == 0)
            // A page that fits into 80 columns has its narrowest layout; what takes long to run is not run again for the others.
            for arguments in Self.plain + Self.filed(folder) where columns == 80 || !Self.isSlow(arguments) {
                try await check(arguments, columns)
            }
        }
    }

    /// The outputs that lessons quote were made for the narrowest page.
    @Test func everyLessonFitsTheNarrowestPage() async throws {
        for number in 1...10 {
            try await check(["lesson", "\(number)", "--answers"], 80)
            try await check(["lesson", "\(number)", "--exercise", "1"], 80)
        }
    }

    /// Where there is no terminal, COLUMNS says how wide a page is, as for other programs; --columns counts more.
    @Test func columnsComeFromTheOptionOrFromTheEnvironment() async throws {
        func widest(_ arguments: [String], _ columns: String) async throws -> Int {
            let environment = ["NO_COLOR": "1", "COLUMNS": columns]
            let result = try await BuiltProgram.run(arguments, environment: environment)
            return result.lines.map { Text.width($0) }.max() ?? 0
        }
        let run = ["--dh", "--only", "tls.client_hello,start.heads"]
        let (narrow, wide) = (try await widest(run, "80"), try await widest(run, "140"))
        #expect(narrow <= 80 && narrow > 60 && wide > 100 && wide <= 140)
        #expect(try await widest(run + ["--columns", "80"], "140") <= 80)
        #expect(try await widest(run, "nonsense") <= 100)
        #expect(try await widest(run, "5") <= 80)
    }
}
