/// An answer of the server (RFC 9112 section 4). The server closes the connection behind each answer.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code.
    package let status: Int
    /// Fields beside Content-Length and Connection.
    package var fields: [Field]
    /// The content.
    package let body: [UInt8]

    /// A field line.
    package struct Field: Hashable, Sendable {
        package let name: String
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

    /// The answer as octets of the connection.
    ///
    /// - Parameter isHead: whether the request was HEAD. The answer then has the length of the content, but not the content (RFC 9110
    ///   section 9.3.2).
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

/// The application of a ``WebServer``: it makes the answers.
package protocol WebApplication: Sendable {
    /// The answer to a request that is refused before its body is read; nil if the request is accepted.
    ///
    /// - Parameter port: the port on which the server listens.
    func refusal(of head: HTTPRequestHead, port: UInt16) -> HTTPResponse?
    /// The answer to a request that cannot be read.
    func answer(to problem: HTTPRequestHead.Problem) -> HTTPResponse
    func answer(to request: HTTPRequest) -> WebAnswer
}

/// An answer that is ready, or one that has to be computed.
package enum WebAnswer: Sendable {
    /// The answer is ready.
    case now(HTTPResponse)
    /// The answer has to be computed. Other requests do not wait for the computation.
    case later(@Sendable () async -> HTTPResponse)
}
