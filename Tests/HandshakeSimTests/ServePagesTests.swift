import Foundation
import Render
import TestSupport
import Testing

@testable import HandshakeSim
@testable import LiveIO

/// The pages that `HandshakeSim serve` gives a browser beside its runs, and what it does with several runs at once.
@Suite(.serialized) struct ServePagesTests {
    private static let browser = ["Accept: text/html,application/xhtml+xml,*/*"]

    /// The core of the server, asked without sockets.
    private static func refusal(_ line: String, _ fields: [String] = []) throws -> HTTPResponse? {
        PageApplication(first: []).refusal(of: try head(line, fields), port: 80)
    }

    private static func head(_ line: String, _ fields: [String]) throws -> HTTPRequestHead {
        let text = ([line + " HTTP/1.1", "Host: localhost"] + fields).joined(separator: "\r\n")
        return try HTTPRequestHead(Array(text.utf8)[...])
    }

    private static func text(_ response: HTTPResponse?) -> String {
        String(decoding: response?.body ?? [], as: UTF8.self)
    }

    @Test func aBrowserReadsAPageWhereThereIsNothingAndAProgramReadsJSON() throws {
        let page = try #require(try Self.refusal("GET /nothing%3Cb%3E", Self.browser))
        #expect(page.status == 404 && Self.text(page).contains("<h1>There is no such page</h1>"))
        #expect(Self.text(page).contains("href=\"/index.html\""))
        #expect(page.fields.contains { $0.value.contains("frame-ancestors 'none'") })
        let json = try #require(try Self.refusal("GET /nothing"))
        #expect(json.status == 404 && Self.text(json).hasPrefix("{\"error\""))
        // What programs ask stays JSON for everyone, and a request from elsewhere gets no page.
        #expect(Self.text(try Self.refusal("GET /api/nothing", Self.browser)).hasPrefix("{\"error\""))
        let elsewhere = Self.browser + ["Sec-Fetch-Site: cross-site"]
        #expect(Self.text(try Self.refusal("GET /museum.html", elsewhere)).hasPrefix("{\"error\""))
        #expect(try Self.refusal("GET /museum.html", Self.browser) == nil)
    }

    /// While two runs are computed, a third is refused, and what is ready is given all the same.
    @Test func twoRunsBlockNobodyAndOneWhoWaitsReadsAPage() throws {
        let application = PageApplication(first: Array("<p>first".utf8))
        func ask(_ line: String) throws -> WebAnswer {
            application.answer(to: HTTPRequest(head: try Self.head(line, Self.browser), body: []))
        }
        for _ in 0..<2 {
            guard case .later = try ask("GET /?rsa") else { return #expect(Bool(false), "a run is not computed") }
        }
        guard case .now(let busy) = try ask("GET /?dh") else { return #expect(Bool(false), "a third run is computed") }
        #expect(busy.status == 503 && Self.text(busy).contains("<h1>The program is busy</h1>"))
        #expect(busy.fields.contains { $0.name == "Retry-After" } && busy.fields.contains { $0.name == "Refresh" })
        for path in ["/", "/museum.html", "/clinic.html", "/claims/1.html", "/glossary.html", "/search.html"] {
            guard case .now(let ready) = try ask("GET \(path)") else { return #expect(Bool(false), "\(path) waits") }
            #expect(ready.status == 200, "\(path)")
        }
    }

    @Test func theSiteIsServedAndItsGalleryIsLive() throws {
        let server = try Served()
        let index = try server.ask("GET /index.html", Self.browser)
        let text = String(decoding: index.body, as: UTF8.self)
        #expect(index.status == 200)
        let links = Catalogue.gallery.flatMap(\.exhibits).map {
            QueryArguments.link($0.arguments).replacing("&", with: "&amp;")
        }
        for link in links { #expect(text.contains("\"\(link)\""), "\(link)") }
        for path in ["/", "/explain"] {
            let page = String(decoding: try server.ask("GET \(path)", Self.browser).body, as: UTF8.self)
            for place in PageApplication.ways {
                #expect(page.contains("href=\"\(place.path.english)\""), "\(path) \(place.path.english)")
            }
        }
        let lesson = try #require(text.firstMatch(of: /href="(lessons\/07[^"]*)"/)?.output.1)
        for path in ["\(lesson)", "exhibits/truncation.html", "claims/62.html", "runs/tcp-why-four.html"] {
            let page = try server.ask("GET /\(path)", Self.browser)
            #expect(
                page.status == 200 && String(decoding: page.body, as: UTF8.self).contains("id=\"hs-lesson\""), "\(path)"
            )
        }
        #expect(String(decoding: try server.ask("GET /explain").body, as: UTF8.self).contains("connection-1"))
        #expect(try server.ask("GET /lessons/../exhibits/truncation.html").status == 404)
    }

    /// A capture is explained as in a terminal: the page has the verdict. What is damaged is refused with a sentence.
    @Test func aCaptureIsExplained() async throws {
        let capture = try await TemporaryDirectory.use { directory in
            let path = directory.path(of: "run.pcapng")
            #expect(try await BuiltProgram.run(["--dh", "--seed", "7", "--pcap", path]).status == 0)
            return try directory.read("run.pcapng")
        }
        let document = try CaptureRequest(octets: capture).document()
        let heading = try #require(document.runs.first?.heading)
        #expect(!heading.title.isEmpty && document.runs.first?.telling != nil)
        // Damage of every kind ends in a document or in a sentence, never in a trap.
        var state: UInt64 = 7
        for _ in 0..<200 {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            var damaged = Array(capture.prefix(Int(state >> 33) % (capture.count + 1)))
            if !damaged.isEmpty { damaged[Int(state >> 40) % damaged.count] ^= UInt8(truncatingIfNeeded: state >> 20) }
            do {
                _ = try CaptureRequest(octets: damaged).document()
            } catch {
                #expect(error.status == 422 && !error.message.isEmpty)
            }
        }
    }

    /// Ctrl-C ends the program while two long runs are computed.
    @Test func itEndsWhileTwoRunsAreComputed() throws {
        let server = try Served()
        let body = "{\"arguments\":[\"--tls13\",\"--pad\",\"16384\",\"--mtu\",\"68\",\"--loss\",\"0.3\"]}"
        let head = "POST /api/run HTTP/1.1\r\nHost: localhost:\(server.port)\r\nContent-Type: application/json\r\n"
        let request = Array((head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body).utf8)
        let waiting = try (0..<2).map { _ in try server.send(request) }
        defer { for descriptor in waiting { close(descriptor) } }
        var answer = try server.run(["--rsa"])
        for _ in 0..<100 where answer.status != 503 {
            usleep(50_000)
            answer = try server.run(["--rsa"])
        }
        #expect(answer.status == 503)
        let start = ContinuousClock.now
        kill(server.process.processIdentifier, SIGINT)
        server.process.waitUntilExit()
        // The runs alone would take more than half a minute.
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
    }

    @Test func aLinkToARunIsReadBack() throws {
        for arguments in [
            ["--dh", "--seed", "7"], ["attack", "mitm", "--policy", "none", "--rsa"],
            ["--rule", "drop server SYN,ACK 1", "--tls13"], ["compare", "rsa", "dhe", "--seed", "7"],
        ] {
            #expect(try QueryArguments.arguments(ofTarget: QueryArguments.link(arguments)) == arguments)
        }
    }

    /// What goes with a version and an exchange is what the command line accepts.
    @Test func theFormOffersNoCombinationThatIsRefused() throws {
        let choices = HandshakeChoice.all
        #expect(choices.count == 4)
        func choice(_ title: String) throws -> HandshakeChoice {
            try #require(choices.first { $0.title.english == title })
        }
        let tls13 = try choice("TLS 1.3")
        #expect(tls13.excluded.contains("--ems") && !tls13.excluded.contains("--hrr"))
        #expect(tls13.values.first { $0.name == "--resume" }?.values == ["psk", "psk-ke", "early"])
        for older in choices where older.title != tls13.title {
            #expect(
                Set(older.excluded).isSuperset(of: ["--hrr", "--key-update", "--pad", "--alerts-as-warnings"]),
                "\(older.title.english)")
            #expect(older.values.first { $0.name == "--resume" }?.values == ["id", "ticket"], "\(older.title.english)")
        }
        let rsa = try choice("TLS 1.2, RSA key transport")
        #expect(rsa.excluded.contains("--group"))
        for choice in choices {
            let ciphers = try #require(choice.values.first { $0.name == "--cipher" }?.values)
            #expect(!ciphers.isEmpty)
            for cipher in ciphers {
                let run = try #require(try Run.parseAsRoot(choice.arguments + ["--cipher", cipher]) as? Run)
                _ = try run.visitOptions()
            }
        }
        #expect(try choice("TLS 1.2, ephemeral Diffie–Hellman on a curve").required == "--cipher")
    }
}
