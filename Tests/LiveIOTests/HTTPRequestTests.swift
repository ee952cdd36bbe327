import Testing

@testable import LiveIO

/// The requests that `serve` reads.
@Suite struct HTTPRequestTests {
    /// What reading `text` comes to, in pieces of that size: the request, nil where it is not whole yet.
    private func read(_ text: String, pieces: Int = .max) throws(HTTPRequestHead.Problem) -> HTTPRequest? {
        var reader = HTTPRequestReader()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try reader.append(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        return reader.request
    }

    @Test(arguments: [1, 2, 3, 7, 1_000]) func aRequestIsReadInPiecesOfAnySize(size: Int) throws {
        let text =
            "POST /api/run?a HTTP/1.1\r\nHost: localhost:80\r\nX-A:\t b c \r\nContent-Length: 4\r\n\r\n{\r\n}more"
        let request = try #require(try read(text, pieces: size))
        #expect(request.head.method == "POST" && request.head.target == "/api/run?a")
        #expect(request.head.values(of: "host") == ["localhost:80"])
        #expect(request.head.values(of: "x-a") == ["b c"])
        #expect(request.body == Array("{\r\n}".utf8))
    }

    @Test func aRequestWithoutALengthHasNoBodyAndOneThatIsNotWholeIsNone() throws {
        #expect(try read("GET / HTTP/1.0\r\n\r\n")?.body == [])
        #expect(try read("GET / HTTP/1.1\r\nHost: a\r\n") == nil)
        #expect(try read("GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab") == nil)
    }

    /// RFC 9112: 2.2 (line ends), 3 (request line), 5.1 (no space before a colon), 5.2 (folding), 6.3 (lengths).
    @Test(arguments: [
        "\u{16}\u{3}\u{1}", "get / HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET /\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET * HTTP/1.1\r\n\r\n", "GET http://a/ HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: \r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ]) func whatIsNotExactIsRefused(text: String) throws {
        let problem = #expect(throws: HTTPRequestHead.Problem.self) { _ = try self.read(text) }
        #expect(problem?.kind == .malformed)
    }

    @Test func linesAndHeadsHaveLimits() throws {
        let line = #expect(throws: HTTPRequestHead.Problem.self) {
            _ = try self.read("GET /" + String(repeating: "a", count: 70_000))
        }
        #expect(line?.kind == .longLine)
        let head = #expect(throws: HTTPRequestHead.Problem.self) {
            _ = try self.read("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 70_000))
        }
        #expect(head?.kind == .longHead)
        #expect(try read("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n") == nil)
    }
}
