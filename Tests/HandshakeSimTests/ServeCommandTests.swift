import Foundation
import TestSupport
import Testing

@testable import HandshakeSim
@testable import LiveIO

/// `HandshakeSim serve`, asked over sockets as a hostile page, a browser and a script ask it.
@Suite(.serialized) struct ServeCommandTests {
    @Test func eachRequestHasItsAnswer() throws {
        let server = try Served(["--rsa", "--seed", "7"])
        let json = "Content-Type: application/json"
        let port = server.port
        func check(
            _ answer: Answer, _ status: Int, _ code: String?, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(answer.status == status, "\(answer.head)", sourceLocation: sourceLocation)
            #expect(answer.code == code, "\(answer.message)", sourceLocation: sourceLocation)
            for field in ["nosniff", "no-store", "no-referrer", "same-origin", "frame-ancestors 'none'"] {
                #expect(answer.head.contains(field), sourceLocation: sourceLocation)
            }
            #expect(!answer.head.contains("Access-Control"), sourceLocation: sourceLocation)
        }
        // Names of the server.
        for host in ["127.0.0.1:\(port)", "LOCALHOST:\(port)", "[::1]:\(port)"] {
            check(try server.ask("GET /api/options", ["Host: \(host)"]), 200, nil)
        }
        for host in [
            "evil.example", "localhost:\(port ^ 1)", "127.0.0.1.evil.example:\(port)", "user@localhost:\(port)",
        ] {
            check(try server.ask("GET /", ["Host: \(host)"]), 403, "host")
        }
        check(try server.ask("GET /", ["Host"]), 400, "host")
        check(try server.ask("GET /", ["Host: localhost:\(port)", "Host: evil.example"]), 400, "host")
        // Other pages.
        for origin in [
            "http://evil.example", "null", "https://127.0.0.1:\(port)", "http://127.0.0.1:\(port ^ 1)", "file://",
        ] {
            check(try server.run([], ["Origin: \(origin)"]), 403, "origin")
        }
        check(try server.run([], ["Sec-Fetch-Site: cross-site"]), 403, "origin")
        check(try server.ask("GET /?rsa", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: image"]), 403, "origin")
        check(
            try server.ask(
                "GET /?rsa", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]),
            403, "origin")
        let followed = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-User: ?1", "Sec-Fetch-Dest: document"]
        check(try server.ask("GET /?rsa", followed), 200, nil)
        let own = try server.run(
            ["--rsa", "--seed", "7"], ["Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: same-origin"])
        check(own, 200, nil)
        // Types, methods, paths, sizes.
        check(try server.ask("POST /api/run", ["Content-Type: text/plain"], body: Array("{}".utf8)), 415, "type")
        check(try server.ask("POST /api/run", body: Array("{}".utf8)), 415, "type")
        let wrong = try server.ask("DELETE /api/run")
        check(wrong, 405, "method")
        #expect(wrong.head.contains("Allow: POST"))
        check(try server.ask("POST /", body: []), 405, "method")
        for path in ["/nothing", "/../../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/api/"] {
            check(try server.ask("GET \(path)"), 404, "path")
        }
        check(try server.ask("POST /api/run", [json], body: [UInt8](repeating: 0x20, count: 1 << 21)), 413, "size")
        check(try server.ask("GET /" + String(repeating: "a", count: 9_000)), 414, "size")
        check(try server.ask("GET /", ["X: " + String(repeating: "a", count: 40_000)]), 431, "size")
        check(try server.ask(Array("\u{16}\u{3}\u{1}".utf8)), 400, "malformed")
        // Bodies.
        for body in ["", "{", "[]", "{\"arguments\":\"--dh\"}", "{\"arguments\":[1]}", "{\"arguments\":[]}x"] {
            check(try server.ask("POST /api/run", [json], body: Array(body.utf8)), 400, "malformed")
        }
        // Command lines.
        for (arguments, word) in [
            (["--nothing"], "--nothing"), (["--seed", "x"], "seed"), (["--rule", "drop sever SYN"], "sever"),
            (["--group", "ffdhe1"], "group"), (["--rsa", "--group", "ffdhe2048"], "--group"),
            (["--dh", "--rsa"], "--dh"),
            (["tcp", "figure-99"], "figure-99"), (["tcp", "list"], "no run"), (["--cipher", "list"], "no run"),
            (["attack", "version-downgrade", "--exchange", "dhe"], "--exchange"),
            (["explore", "--tls", "1.2", "--moves", "0"], "no rule is broken in 55 states"),
            (["compare", "rsa"], "two visits"),
            (["--" + String(repeating: "x", count: 1_000_000)], "at most 4096"),
            ([String](repeating: "--ems", count: 201), "at most 200"),
        ] {
            let answer = try server.run(arguments)
            check(answer, 422, "arguments")
            #expect(answer.message.contains(word), "\(answer.message)")
        }
        for arguments in [
            ["--json", "x"], ["--html=x"], ["--keylog", "x"], ["--root", "x"], ["--step"], ["connect", "127.0.0.1:1"],
            ["serve"],
            ["site", "x"], ["tcp", "tun"], ["trust", "show", "x"], ["attack", "algorithms"], ["explore"],
            ["attack", "weak-prng", "--capture=x"],
            ["attack", "forward-secrecy", "--tls13", "--capture=x"], ["compare", "rsa", "dhe", "--html", "x"],
            ["tcp", "--pcap", "x", "figure-8"],
        ] {
            check(try server.run(arguments), 422, "forbidden")
        }
        check(
            try server.ask(
                "POST /api/capture", ["Content-Type: application/octet-stream"], body: Array("no capture".utf8)), 422,
            "capture")
        // The page, its run as a link, and HEAD.
        let page = try server.ask("GET /?rsa&seed=7")
        check(page, 200, nil)
        #expect(String(decoding: page.body, as: UTF8.self).contains(" data-hs-serve>"))
        let head = try server.ask("HEAD /")
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.head.contains("Content-Length: \(page.body.count)"))
        check(try server.ask("GET /?seed=%3Cscript%3E"), 422, "arguments")
        check(try server.ask("GET /?seed=%zz"), 400, "malformed")
        let figure = try server.ask("GET /?argument=tcp&argument=figure-8")
        check(figure, 200, nil)
        #expect(String(decoding: figure.body, as: UTF8.self).contains("\"command\":[\"tcp\",\"figure-8\"]"))
        // A person reads why a link leads to no run.
        let said = try server.ask("GET /?nothing=%3Cb%3E```", ["Accept: text/html,*/*"])
        #expect(said.status == 422 && said.head.contains("text/html"))
        let words = String(decoding: said.body, as: UTF8.self)
        #expect(words.contains("--nothing") && !words.contains("<b>") && words.contains("href=\"/\""))
        // It ends when it is told to.
        server.process.terminate()
        server.process.waitUntilExit()
        #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
    }

    @Test func aClientThatLeftAndOthersThatSendSlowlyHoldNoOneUp() throws {
        let server = try Served()
        // More unfinished bodies than there are connections.
        let head = "POST /api/run HTTP/1.1\r\nHost: localhost:\(server.port)\r\nContent-Type: application/json\r\n"
        let slow = try (0..<70).map { _ in try server.send(Array((head + "Content-Length: 1000000\r\n\r\n{").utf8)) }
        defer { for descriptor in slow { close(descriptor) } }
        #expect(try server.ask("GET /api/options").status == 200)
        // Both places are taken by runs of many seconds, and those who asked for them have left.
        let body = "{\"arguments\":[\"--tls13\",\"--pad\",\"16384\",\"--mtu\",\"68\",\"--loss\",\"0.3\"]}"
        for _ in 0..<2 {
            close(try server.send(Array((head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body).utf8)))
        }
        // They are cut off between two events: long before they would be over.
        var answer = try server.run(["--rsa"])
        for _ in 0..<60 where answer.status == 503 {
            usleep(100_000)
            answer = try server.run(["--rsa"])
        }
        #expect(answer.status == 200)
    }

    /// An exhibit that is longer than a page waits ends with the command for a terminal.
    @Test func whatIsTooLongForAPageIsSentToATerminal() async {
        let arguments = ["attack", "rst-injection", "--seed", "3"]
        await #expect {
            try await RunRequest(arguments: arguments).runs(RunBudget(within: .zero, for: arguments))
        } throws: {
            ($0 as? WebProblem)?.message.hasSuffix(
                "Run it in a terminal: HandshakeSim attack rst-injection --seed 3") == true
        }
    }

    @Test func aRunIsThatOfTheCommandLineAndACaptureOfItIsReadAgain() async throws {
        let server = try Served(["--rsa", "--seed", "7"])
        let answer = try server.run(["--rsa", "--seed", "7"])
        #expect(try server.run(["--rsa", "--seed", "7"]).body == answer.body)
        let runs = try #require(try answer.json()["runs"] as? [[String: Any]])
        let journal = try #require(runs[0]["journal"] as? NSDictionary)
        #expect(runs[0]["command"] as? [String] == ["--rsa", "--seed", "7"])
        let (json, capture) = try await TemporaryDirectory.use { directory in
            let paths = ["run.json", "run.pcapng"].map { directory.path(of: $0) }
            let result = try await BuiltProgram.run(["--rsa", "--seed", "7", "--json", paths[0], "--pcap", paths[1]])
            #expect(result.status == 0)
            return (try directory.read("run.json"), try directory.read("run.pcapng"))
        }
        #expect(try JSONSerialization.jsonObject(with: Data(json)) as? NSDictionary == journal)
        // Its capture has the same packets.
        let type = ["Content-Type: application/octet-stream"]
        let captured = try server.ask("POST /api/capture", type, body: capture)
        let again = try #require((try captured.json()["runs"] as? [[String: Any]])?.first?["journal"] as? [String: Any])
        let packets = try #require(journal["packets"] as? [[String: Any]])
        let read = try #require(again["packets"] as? [[String: Any]])
        #expect(read.map { $0["label"] as? String } == packets.map { $0["label"] as? String })
        #expect(read.map { $0["relative_label"] as? String } == packets.map { $0["relative_label"] as? String })
        // Several runs of a command, side by side.
        let why = try server.run(["tcp", "why-three"]).json()
        #expect((why["pairs"] as? [[String]])?.first == ["1-wrong", "1-real"])
    }

    @Test func attacksAndComparisonsAreRunsOfAPageAndHaveTheirOwnOptions() throws {
        let mitm = ["attack", "mitm", "--policy", "none", "--attacker", "self-signed"]
        let server = try Served(mitm)
        func asked(_ arguments: [String]) throws -> [(id: String, command: [String], rules: Bool)] {
            try #require(try server.run(arguments).json()["runs"] as? [[String: Any]]).map { run in
                (
                    run["id"] as? String ?? "", run["command"] as? [String] ?? [], run["rules"] as? Bool ?? true
                )
            }
        }
        func options(_ arguments: [String]) throws -> (words: [String], byName: [String: [String: Any]]) {
            let query = arguments.map { "argument=\($0)" }.joined(separator: "&")
            let answer = try server.ask("GET /api/options?\(query)").json()
            let options = try #require(answer["options"] as? [[String: Any]])
            return (
                try #require(answer["command"] as? [String]),
                Dictionary(uniqueKeysWithValues: options.map { ($0["name"] as? String ?? "", $0) })
            )
        }
        // An attack has no wire of its own to choose, so no packet of it can be lost.
        let downgrade = ["attack", "version-downgrade", "--client", "unchecked"]
        let legs = try asked(downgrade)
        #expect(legs.map(\.id) == ["weak-group-hello-unchecked-client", "weak-group-hello-unchecked-server"])
        #expect(legs.allSatisfy { $0.command == downgrade && !$0.rules })
        #expect(try asked(mitm).map(\.id) == ["victim", "server"])
        // What a thief tries makes no difference to the recording.
        let theft = ["attack", "forward-secrecy", "--tls13"]
        #expect(try asked(theft + ["--steal", "exponents"]).map(\.command) == [theft])
        // Each of several visits has the command that makes it alone, and that one has a wire.
        let visits = try asked(["compare", "rsa", "tls13", "--seed", "7"])
        #expect(visits.map(\.command) == [["--rsa", "--seed", "7"], ["--tls13", "--seed", "7"]])
        #expect(visits.allSatisfy { $0.rules })
        // The options of the command line that is shown, and the words that stand beside them.
        let own = try options(downgrade)
        let ofExhibits: Set = ["--defence", "--variant", "--quiet"]
        #expect(Set(own.byName.keys) == ofExhibits.union(["--seed", "--exchange", "--changed", "--client"]))
        #expect(own.words == ["attack", "version-downgrade"])
        let client = try #require(own.byName["--client"])
        #expect(
            client["values"] as? [String] == ["checks", "unchecked", "all"] && client["kind"] as? String == "choice")
        // A search of TLS has the run that it finds, and the options that it has a use for.
        let search = ["explore", "--tls", "1.2", "--variant", "early-ccs", "--moves", "1"]
        #expect(try asked(search).map(\.command) == [search])
        let ofSearch = try options(search)
        #expect(Set(ofSearch.byName.keys) == Set(try #require(ExploreCommand.formOptions).keys))
        let mistakes = ofSearch.byName["--variant"]?["values"] as? [String]
        #expect(mistakes?.contains("early-ccs") == true && mistakes?.contains("two-way") == false)
        #expect(try options(["compare", "rsa", "--seed", "7", "dhe"]).words == ["compare", "rsa", "dhe"])
        let ofTheft = try options(theft)
        #expect(Set(ofTheft.byName.keys) == ofExhibits.union(["--seed", "--tls12", "--tls13", "--resume", "--group"]))
        #expect(try server.ask("GET /api/options?argument=explore").code == "forbidden")
        #expect(try server.ask("HEAD /").status == 200)
    }

    @Test func theDocumentNamesWhatAPageCanAskFor() async throws {
        let help = try await BuiltProgram.run(["help", "serve"]).standardOutput
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/web.md"), encoding: .utf8)
        for words in Catalogue.pages.map({ $0.words }) {
            #expect(help.replacing(/\s+/, with: " ").contains(words), "\(words)")
            #expect(text.replacing(/\s+/, with: " ").contains(words.replacing("'", with: "`")), "\(words)")
        }
    }

    @Test func theOptionsAreThoseOfTheCommandLine() async throws {
        let server = try Served()
        let options = try #require(try server.ask("GET /api/options").json()["options"] as? [[String: Any]])
        let byName = Dictionary(
            uniqueKeysWithValues: options.compactMap { option in (option["name"] as? String).map { ($0, option) } })
        let help = try await BuiltProgram.run(["help", "run"]).standardOutput
        let named = Set(help.matches(of: /^  (--[a-z0-9-]+)/.anchorsMatchLineEndings()).map { String($0.output.1) })
        let left: Set = [
            "--detail", "--json", "--pcap", "--html", "--no-color", "--no-pager", "--columns", "--keylog",
            "--server-key",
            "--server-certs", "--root", "--only", "--step", "--predict", "--version", "--language", "--ascii",
        ]
        #expect(Set(byName.keys) == named.subtracting(left))
        #expect(byName["--dh"]?["kind"] as? String == "flag")
        #expect(byName["--rule"]?["kind"] as? String == "rules")
        #expect(byName["--seed"]?["kind"] as? String == "number" && byName["--seed"]?["default"] as? String == "1")
        #expect(byName["--mss"]?["maximum"] as? Int == 65_535 && byName["--loss"]?["kind"] as? String == "number")
        #expect((byName["--server-chain"]?["values"] as? [String])?.contains("expired") == true)
        #expect((byName["--isn"]?["values"] as? [String])?.contains("clock") == true)
        #expect(byName["--latency"]?["kind"] as? String == "text")
    }
}
