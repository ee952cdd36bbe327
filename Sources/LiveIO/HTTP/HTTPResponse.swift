/// An answer of the server (RFC 9112 section 4). The connection ends behind each.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code.
    package let status: Int
    /// Fields beside Content-Length and Connection.
    package var fields: [Field]
    /// The content.
    package let body: [UInt8]

    /// A field line.
    package struct Field: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The value.
        package let value: String

        /// `name: value`.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// An answer with that status, fields and content.
    package init(_ status: Int, _ fields: [Field], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// What goes over the connection.
    ///
    /// - Parameter isHead: whether the request was HEAD: the content is left out, its length is not (RFC 9110 section 9.3.2).
    func octets(isHead: Bool) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status) \(Self.reasons[status] ?? "")"] + fields.map { "\($0.name): \($0.value)" }
            + ["Content-Length: \(body.count)", "Connection: close", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + (isHead ? [] : body)
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        422: "Unprocessable Content", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
        503: "Service Unavailable",
    ]
}

/// What a server answers with.
package protocol WebApplication: Sendable {
    /// The answer to a request that is refused before its body is read; nil if it is welcome.
    ///
    /// - Parameter port: the port on which the server listens.
    func refusal(of head: HTTPRequestHead, port: UInt16) -> HTTPResponse?
    /// The answer to what cannot be read.
    func answer(to problem: HTTPRequestHead.Problem) -> HTTPResponse
    /// The answer to a request.
    func answer(to request: HTTPRequest) -> WebAnswer
}

/// When an answer is there.
package enum WebAnswer: Sendable {
    /// At once.
    case now(HTTPResponse)
    /// After some computing, which other requests do not wait for.
    case later(@Sendable () async -> HTTPResponse)
}
