import Trace

/// The head of an HTTP/1 request or answer: the start line and the fields (RFC 9112 sections 2 to 5).
struct HTTPHead: Sendable {
    /// The longest head that is read, in octets.
    static let longest = 16_384

    /// What a start line says.
    enum Start: Sendable {
        case request(method: String)
        case answer(status: Int)
    }

    let start: Start
    /// The start line, without the version in an answer: "GET /x HTTP/1.1", "200 OK".
    let what: String
    /// The lines of the fields, without their ends.
    private let lines: [ArraySlice<UInt8>]
    /// The lines of the fields as text.
    var fields: [String] { lines.map { String(decoding: $0, as: UTF8.self) } }

    /// Reads a head up to its empty line; nil if the first line is no start line of HTTP/1.
    init?(_ octets: ArraySlice<UInt8>) {
        var lines = octets.split(separator: 0x0a).map { $0.last == 0x0d ? $0.dropLast() : $0 }
        guard let first = lines.first else { return nil }
        let words = first.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        func text(_ octets: ArraySlice<UInt8>) -> String { String(decoding: octets, as: UTF8.self) }
        if first.starts(with: "HTTP/1.".utf8), words.count > 1, words[1].count == 3, let status = Int(text(words[1])) {
            start = .answer(status: status)
            what = text(first[words[1].startIndex...])
        } else if words.count == 3, words[2].starts(with: "HTTP/1.".utf8), Self.isMethod(words[0]) {
            start = .request(method: text(words[0]))
            what = text(first)
        } else {
            return nil
        }
        lines.removeFirst()
        self.lines = lines.filter { !$0.isEmpty }
    }

    /// The values of the fields of a name, which is in lower case; without spaces around them (RFC 9110 section 5.5).
    func values(of name: String) -> [String] {
        lines.compactMap { line in
            guard let colon = line.firstIndex(of: 0x3a), Self.isName(line[..<colon], name) else { return nil }
            let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            return value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { String(decoding: value[...$0], as: UTF8.self) }
        }
    }

    /// Whether the name of a field is a name in lower case (RFC 9110 section 5.1).
    private static func isName(_ octets: ArraySlice<UInt8>, _ name: String) -> Bool {
        octets.count == name.utf8.count
            && zip(octets, name.utf8).allSatisfy { own, letter in
                own == letter || (0x41...0x5a).contains(own) && own | 0x20 == letter
            }
    }

    /// Whether octets may be the beginning of a head, or of the preface of HTTP/2.
    static func mayBegin(with octets: ArraySlice<UInt8>) -> Bool {
        if octets.starts(with: "HTTP/1.".utf8) || "HTTP/1.".utf8.starts(with: octets) { return true }
        return isMethod(octets.prefix { $0 != 0x20 })
    }

    /// Methods are case-sensitive tokens. All that are registered have only capital letters and "-" (RFC 9110 section 16.1.1).
    private static func isMethod(_ octets: some Collection<UInt8>) -> Bool {
        !octets.isEmpty && octets.count <= 20 && octets.allSatisfy { (0x41...0x5a).contains($0) || $0 == 0x2d }
    }
}

/// How the body behind a head ends (RFC 9112 section 6.3).
enum HTTPFraming: Sendable {
    /// There is no body.
    case none
    /// The body has this number of octets.
    case length(Int)
    /// The body comes in chunks, each behind its length (section 7.1).
    case chunks
    /// The body ends where the connection ends.
    case untilClose
    /// Another protocol follows: a tunnel, or what Upgrade has named (RFC 9110 sections 7.8 and 9.3.6).
    case otherProtocol

    /// - Parameter method: the method of the request that an answer answers; nil if it is not known.
    init(_ head: HTTPHead, answering method: String?) {
        if case .answer(let status) = head.start {
            if status == 101 || method == "CONNECT" && (200..<300).contains(status) {
                self = .otherProtocol
                return
            }
            if status < 200 || status == 204 || status == 304 || method == "HEAD" {
                self = .none
                return
            }
        }
        if let coding = head.values(of: "transfer-encoding").last {
            self = coding.lowercased().hasSuffix("chunked") ? .chunks : .untilClose
        } else if let text = head.values(of: "content-length").first {
            self = Int(text).flatMap { $0 < 0 ? nil : $0 > 0 ? .length($0) : HTTPFraming.none } ?? .untilClose
        } else if case .answer = head.start {
            self = .untilClose
        } else {
            self = .none
        }
    }
}
