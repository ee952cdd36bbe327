/// The head of an HTTP request: request line and fields (RFC 9112 sections 2.1, 3 and 5).
package struct HTTPRequestHead: Sendable {
    /// The method: "GET".
    package let method: String
    /// The request target in origin form: a path, and optionally a query behind "?".
    package let target: String
    /// The names of the fields in lower case, with their values, in the order of the request.
    package let fields: [(name: String, value: String)]
    /// The length of the body in octets; 0 if the head has no Content-Length.
    package let contentLength: Int

    /// The values of the fields of that name, which is in lower case.
    package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Why a request cannot be served: a kind, which has a status, and a sentence.
    package struct Problem: Error, Hashable, Sendable {
        /// The kinds of problems.
        package enum Kind: Hashable, Sendable {
            /// The request breaks the syntax of HTTP, or uses a part of it that this server does not read.
            case malformed
            /// The request line is too long.
            case longLine
            /// The head is too long.
            case longHead
            /// The request did not arrive in time.
            case late
        }

        /// The kind of the problem.
        package let kind: Kind
        /// What is wrong, in a sentence.
        package let message: String
    }

    /// Reads a head, without the empty line at its end.
    ///
    /// - Throws: ``Problem`` with ``Problem/Kind/malformed``.
    init(_ octets: ArraySlice<UInt8>) throws(Problem) {
        guard let text = String(validating: octets, as: UTF8.self) else {
            throw HTTPRequestHead.malformed("The head is not UTF-8.")
        }
        guard
            !text.unicodeScalars.contains(where: {
                $0.value < 0x20 && !"\r\n\t".unicodeScalars.contains($0) || $0.value == 0x7f
            })
        else { throw HTTPRequestHead.malformed("The head has a control character.") }
        let lines = text.split(separator: "\r\n" as Character, omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            throw HTTPRequestHead.malformed("The request line is not METHOD TARGET HTTP/1.1.")
        }
        guard !words[0].isEmpty, words[0].allSatisfy({ $0.isASCII && $0.isUppercase }) else {
            throw HTTPRequestHead.malformed("The method is not a word of upper-case letters.")
        }
        guard words[1].hasPrefix("/"), words[1].allSatisfy({ $0.isASCII && $0 > " " }) else {
            throw HTTPRequestHead.malformed("The target does not begin with a slash.")
        }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() { fields.append(try HTTPRequestHead.field(line)) }
        method = String(words[0])
        target = String(words[1])
        self.fields = fields
        contentLength = try HTTPRequestHead.length(fields)
    }

    /// Reads a field line. A line that continues the one before it begins with a space; it is obsolete and refused (RFC 9112 section
    /// 5.2). A space before the colon is also refused (section 5.1).
    private static func field(_ line: Substring) throws(Problem) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: ":") else { throw malformed("A field line has no colon.") }
        let name = line[..<colon]
        guard !name.isEmpty, name.utf8.allSatisfy({ tokens.contains($0) }) else {
            throw malformed("The name of a field has a character that is not allowed.")
        }
        let value = line[line.index(after: colon)...].trimmingPrefix(while: { $0 == " " || $0 == "\t" })
        guard !value.contains("\r"), !value.contains("\n") else { throw malformed("A line does not end with CRLF.") }
        let kept = value.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        return (name.lowercased(), String(kept))
    }

    /// The characters of a token (RFC 9110 section 5.6.2).
    private static let tokens = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    /// The length of the body. Only a single Content-Length is read, and no Transfer-Encoding: two statements of the length can
    /// contradict each other, and a proxy may follow the other one (RFC 9112 section 6.3).
    private static func length(_ fields: [(name: String, value: String)]) throws(Problem) -> Int {
        guard !fields.contains(where: { $0.name == "transfer-encoding" }) else {
            throw malformed("Transfer-Encoding is not read here. Send a Content-Length.")
        }
        let lengths = fields.filter { $0.name == "content-length" }.map(\.value)
        guard let first = lengths.first else { return 0 }
        guard lengths.count == 1, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !first.isEmpty else {
            throw malformed("Content-Length is not one decimal number.")
        }
        // A number that does not fit into an Int is longer than every limit.
        return Int(first) ?? .max
    }

    static func malformed(_ message: String) -> Problem { Problem(kind: .malformed, message: message) }
}

/// A request whose body has arrived.
package struct HTTPRequest: Sendable {
    /// The request line and the fields.
    package let head: HTTPRequestHead
    package let body: [UInt8]
}

/// Assembles a request from pieces of any size. Each octet of a head is examined once.
///
/// ``RequestHead`` is for a page about the client's own connection, and tolerates many errors. This reader is for a server that other
/// pages in the same browser may try to reach, so it refuses everything that does not follow the syntax exactly.
struct HTTPRequestReader {
    /// The most octets that a request line may have.
    static let longestLine = 8_192
    /// The most octets that a head may have.
    static let longestHead = 32_768

    private var octets: [UInt8] = []
    /// The number of octets that have been examined.
    private var examined = 0
    /// The offset behind the last line feed; nil in the first line.
    private var lineEnd: Int?
    /// The head, once it is whole.
    private(set) var head: HTTPRequestHead?
    private var bodyStart = 0

    /// Whether the client has sent nothing yet.
    var isEmpty: Bool { octets.isEmpty }

    /// The request, once its body is whole; nil before. Octets behind the body are ignored.
    var request: HTTPRequest? {
        guard let head, octets.count - bodyStart >= head.contentLength else { return nil }
        return HTTPRequest(head: head, body: Array(octets[bodyStart..<(bodyStart + head.contentLength)]))
    }

    /// Adds a piece that has arrived.
    ///
    /// - Throws: ``HTTPRequestHead/Problem`` if the head is malformed or too long.
    mutating func append(_ piece: [UInt8]) throws(HTTPRequestHead.Problem) {
        octets += piece
        while head == nil, examined < octets.count {
            let octet = octets[examined]
            examined += 1
            if octet == 0x0a {
                guard examined >= 2, octets[examined - 2] == 0x0d else {
                    throw HTTPRequestHead.malformed("A line does not end with CRLF.")
                }
                if lineEnd == examined - 2 {
                    bodyStart = examined
                    head = try HTTPRequestHead(octets[..<(examined - 4)])
                }
                lineEnd = examined
            } else if examined == 1, !(0x41...0x5a).contains(octet) {
                throw HTTPRequestHead.malformed("This is no HTTP request.")
            }
            if lineEnd == nil, examined >= Self.longestLine {
                throw HTTPRequestHead.Problem(
                    kind: .longLine, message: "A request line has at most \(Self.longestLine) octets.")
            }
            if head == nil, examined >= Self.longestHead {
                throw HTTPRequestHead.Problem(
                    kind: .longHead, message: "The head of a request has at most \(Self.longestHead) octets.")
            }
        }
    }
}
