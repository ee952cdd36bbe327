/// One HTTP/1.1 request and its answer (RFC 9112).
enum HTTPExchange {
    /// The client's request.
    static func request(host: String) -> [UInt8] {
        Array(
            """
            GET / HTTP/1.1\r
            Host: \(host)\r
            User-Agent: HandshakeSim\r
            Accept: text/html\r
            Connection: close\r
            \r

            """.utf8)
    }

    /// The server's answer.
    static func response(suite: String) -> [UInt8] {
        let page = """
            <!doctype html>
            <html lang="en">
            <title>It works</title>
            <p>This page travelled under \(suite).</p>
            <p>If you can read it in a capture, someone gave you the keys.</p>
            </html>

            """
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(page.utf8.count)\r
            Connection: close\r
            \r

            """
        return Array(head.utf8) + Array(page.utf8)
    }

    /// An answer without a length, in two parts: its end is the end of the connection (RFC 9112 section 6.3). Without the second part,
    /// the first part means something else.
    static func openEndedResponse(suite: String) -> [[UInt8]] {
        [
            Array(
                """
                HTTP/1.1 200 OK\r
                Content-Type: text/html; charset=utf-8\r
                Connection: close\r
                \r
                <!doctype html>
                <html lang="en">
                <title>An order</title>
                <p>Send the goods to Bob,

                """.utf8),
            Array(
                """
                but only when he has paid for them.</p>
                <p>This page travelled under \(suite).</p>
                </html>

                """.utf8),
        ]
    }

    /// Whether a request or an answer is complete: its head has ended with an empty line, and the body has at least as many octets as
    /// Content-Length says, if the head has that field.
    static func isComplete(_ octets: [UInt8]) -> Bool {
        // The body begins after the first empty line.
        guard let end = octets.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return false }
        let head = String(decoding: octets[..<end], as: UTF8.self)
        for line in head.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length",
                let length = Int(parts[1].drop { $0 == " " })
            else { continue }
            return octets.count - end >= length
        }
        return true
    }
}
