import Foundation
import TestSupport
import Testing

/// The file that `--html` writes.
@Suite struct WebPageTests {
    /// What stands between two texts.
    private func part(of text: String, after start: String, before end: String) throws -> String {
        let first = try #require(text.range(of: start))
        let last = try #require(text.range(of: end, range: first.upperBound..<text.endIndex))
        return String(text[first.upperBound..<last.lowerBound])
    }

    private func document(of page: String) throws -> [String: Any] {
        let data = try part(of: page, after: "<script type=\"application/json\" id=\"hs-data\">", before: "</script>")
        #expect(!data.contains("<"))
        return try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    }

    private func page(_ arguments: [String], status: Int32 = 0) async throws -> (html: String, json: Data?) {
        try await TemporaryDirectory.use { directory in
            let path = directory.path(of: "run.html")
            let json = directory.path(of: "run.json")
            let result = try await BuiltProgram.run(arguments + ["--html", path, "--json", json])
            #expect(Int32(result.status) == status)
            return (
                String(decoding: try directory.read("run.html"), as: UTF8.self),
                FileManager.default.contents(atPath: json)
            )
        }
    }

    @Test func aVisitsPageHoldsTheJournalThatJSONWritesAndItsStoryForThoseWithoutScripts() async throws {
        let (html, json) = try await page(["--dh", "--seed", "7"])
        #expect(html.utf8.count < 3 << 19)
        let document = try document(of: html)
        #expect(document["schema"] as? String == "handshakesim.page")
        let runs = try #require(document["runs"] as? [[String: Any]])
        #expect(runs.count == 1)
        #expect(runs[0]["command"] as? [String] == ["--dh", "--seed", "7"])
        let journal = try #require(runs[0]["journal"] as? NSDictionary)
        let written = try JSONSerialization.jsonObject(with: try #require(json))
        #expect(journal == written as? NSDictionary)
        let plain = try part(of: html, after: "<noscript>", before: "</noscript>")
        for event in try #require(journal["events"] as? [[String: Any]]) {
            guard let title = event["title"] as? String else { continue }
            #expect(plain.contains(title.replacing("&", with: "&amp;")), "\(title)")
        }
        // The same again.
        #expect(try await page(["--dh", "--seed", "7"]).html == html)
    }

    @Test func aPageAsksForNothingAndItsPolicyNamesItsOwnScriptAndStyle() async throws {
        let html = try await page(["tcp", "figure-8"]).html
        let policy = try part(
            of: html, after: "<meta http-equiv=\"Content-Security-Policy\" content=\"", before: "\">")
        #expect(
            html.hasPrefix(
                "<!doctype html>\n<html lang=\"en\" data-hs=\"page\" data-hs-contract=\"1\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\""
            ))
        #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        for rule in ["base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("*"))
        try await TemporaryDirectory.use { directory in
            for (name, start, end) in [("script", "<script>", "</script>"), ("style", "<style>", "</style>")] {
                let path = directory.path(of: name)
                try Data(part(of: html, after: start, before: end).utf8).write(to: URL(filePath: path))
                // The judge of digests is OpenSSL.
                let digest = try await Tool.run("openssl", ["dgst", "-sha256", "-binary", "-out", path + ".sum", path])
                #expect(digest.status == 0)
                let sum = Data(try directory.read(name + ".sum")).base64EncodedString()
                #expect(policy.contains("\(name)-src 'sha256-\(sum)'"))
            }
        }
        // Without the data and the script, which is text that no browser takes for elements.
        var shell = html
        for start in ["<script type=\"application/json\" id=\"hs-data\">", "<script>", "<style>"] {
            let inside = try part(of: shell, after: start, before: start == "<style>" ? "</style>" : "</script>")
            shell = shell.replacing(inside, with: "")
        }
        for element in shell.split(separator: "<").compactMap({ $0.split(separator: ">").first }) {
            #expect(!element.contains(" src=") && !element.contains(" style=") && !element.contains("type=\"module\""))
            #expect(!element.contains(#/ on[a-z]+=/#), "\(element)")
            if element.contains("href=") {
                #expect(element.contains("href=\"data:") || element.contains("href=\"#") || element.hasPrefix("a "))
            }
        }
    }

    @Test func severalRunsOfACommandAreInOnePageAndSideBySide() async throws {
        let document = try document(of: try await page(["tcp", "why-three"]).html)
        let runs = try #require(document["runs"] as? [[String: Any]])
        #expect(runs.compactMap { $0["id"] as? String }.prefix(2) == ["1-wrong", "1-real"])
        #expect((document["pairs"] as? [[String]])?.first == ["1-wrong", "1-real"])
        let middle = try self.document(of: try await page(["attack", "mitm", "--policy", "none"]).html)
        let legs = try #require(middle["runs"] as? [[String: Any]])
        #expect(legs.compactMap { $0["id"] as? String } == ["victim", "server"])
        let ends = (legs[0]["journal"] as? [String: Any])?["endpoints"] as? [String: [String: Any]]
        #expect(ends?["server"]?["name"] as? String == "Mallory")
    }

    /// The words of a telling: each text that stands in it.
    private func texts(_ telling: Any?) -> [String] {
        switch telling {
        case let text as String: [text]
        case let list as [Any]: list.flatMap { texts($0) }
        case let members as [String: Any]: members.values.flatMap { texts($0) }
        default: []
        }
    }

    @Test(arguments: [
        (["attack", "mitm", "--policy", "all"], "✔ INTERCEPTED: both secrets, the request, and a changed answer"),
        (
            ["attack", "version-downgrade", "--exchange", "weak-group", "--seed", "7"],
            "✘ DOWNGRADED: TLS 1.2 is spoken, and Mallory has the keys"
        ),
        (["attack", "early-data-replay", "--scene", "soon", "--seed", "7"], "✘ CARRIED OUT TWICE"),
        // Beside the story of both performances stands the table of all cases.
        (
            ["attack", "early-data-replay", "--seed", "7"],
            "Without the rule she reaches her goal. With the rule she does not."
        ),
        (["attack", "forward-secrecy", "--tls13", "--seed", "7"], "✘ CLOSED: forward secrecy"),
    ]) func aPageOfAnAttackBeginsWithWhatTheTerminalSays(_ command: [String], outcome: String) async throws {
        try await TemporaryDirectory.use { directory in
            let path = directory.path(of: "run.html")
            let result = try await BuiltProgram.run(command + ["--html", path, "--columns", "500"])
            let document = try document(of: String(decoding: try directory.read("run.html"), as: UTF8.self))
            let runs = try #require(document["runs"] as? [[String: Any]])
            let parts = runs.flatMap { ($0["telling"] as? [[String: Any]]) ?? [] }
            #expect(parts.contains { $0["outcome"] as? String == outcome })
            #expect(parts.contains { $0["table"] != nil } && parts.contains { $0["list"] != nil })
            // Every heading, sentence and outcome of the page stands in the terminal's text.
            let said = result.standardOutput.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
            for part in parts where part["table"] == nil && part["values"] == nil {
                for text in texts(part) where text.count > 20 {
                    #expect(said.contains(text.split { $0 == "\n" || $0 == " " }.joined(separator: " ")), "\(text)")
                }
            }
        }
    }

    /// The table comes before the changes: a list of them fills more than a window.
    @Test func aPageOfAComparisonBeginsWithItsTableAndThenTellsItsChanges() async throws {
        let document = try document(of: try await page(["compare", "rsa", "dhe"]).html)
        let run = try #require((document["runs"] as? [[String: Any]])?.first)
        let parts = try #require(run["telling"] as? [[String: Any]])
        #expect(parts.first?["heading"] as? String == "rsa, dhe: the same visit, seed 1")
        #expect(parts.contains { $0["heading"] as? String == "From rsa to dhe: what changes, and why" })
        let rows = try #require((parts.dropFirst().first?["table"] as? [String: Any])?["rows"] as? [[String]])
        #expect(rows.contains(["version", "TLS 1.2", "TLS 1.2"]))
    }

    @Test func applicationDataIsHandedOverAndWhatASenderCannotKnowStandsApart() async throws {
        let json = try #require(try await page(["--dh", "--loss", "0.2", "--seed", "3"]).json)
        let journal = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let events = try #require(journal["events"] as? [[String: Any]])
        let drawn = events.filter { ($0["how"] as? [String: Any])?["by"] as? String == "generated" }
        #expect(!drawn.isEmpty && drawn.allSatisfy { ($0["secret"] as? String)?.contains("application") == false })
        #expect(
            events.contains {
                $0["secret"] as? String == "application data"
                    && ($0["how"] as? [String: Any])?["by"] as? String == "supplied"
            })
        let again = events.filter { ($0["remark"] as? String)?.contains("was lost") == true }
        #expect(!again.isEmpty)
        for event in again where event["who"] as? String != "network" {
            let own = try #require(event["own_remark"] as? String)
            #expect(!own.isEmpty && !own.contains("was lost") && (event["remark"] as? String)?.contains(own) == true)
        }
    }

    @Test func aCounterexampleOfTheExplorerHasAPage() async throws {
        let html = try await page(["explore", "--variant", "two-way"], status: 3).html
        let runs = try #require(try document(of: html)["runs"] as? [[String: Any]])
        #expect(runs.count == 1)
        #expect(runs[0]["command"] as? [String] == ["explore", "--variant", "two-way"])
    }
}
