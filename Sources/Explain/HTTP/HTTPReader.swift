import Trace

/// Reads HTTP in one direction of a connection: HTTP/1 by its heads, HTTP/2 by its frames. Bodies are counted and passed over.
///
/// Whether the octets are HTTP is decided by the first of them, on any port. Behind missing octets nothing is read, unless they belong to a
/// body whose end is known.
struct HTTPReader: Sendable {
    private enum Part: Sendable {
        /// A start line may begin here, of the first message or of the next.
        case head
        case body(left: Int)
        case chunkSize
        /// The octets of a chunk, and the line end behind them.
        case chunk(left: Int)
        case trailer
        case untilClose
        case frame
        case payload(left: Int)
        /// No HTTP, or none that can be read any more.
        case ended
    }

    private var part = Part.head
    /// The octets of a head, line or frame that is not whole.
    private var pending: [UInt8] = []
    /// The place of the message whose body is being read.
    private var current: Int?
    /// Whether a start line was read.
    private(set) var hasBegun = false

    /// Whether more octets can tell anything.
    var hasEnded: Bool { if case .ended = part { true } else { false } }

    /// Takes octets that continue the direction.
    mutating func take(_ octets: ArraySlice<UInt8>, isFromOne: Bool, frame: Int, _ record: inout HTTPRecord) {
        var rest = octets
        while !rest.isEmpty {
            switch part {
            case .ended: return
            case .body(let left):
                record.addBody(rest.prefix(left), to: current)
                part = left > rest.count ? .body(left: left - rest.count) : .head
                rest = rest.dropFirst(left)
                if case .head = part { current = nil }
            case .untilClose:
                record.addBody(rest, to: current)
                return
            case .chunk(let left):
                record.addBody(rest.prefix(max(0, left - 2)), to: current)
                part = left > rest.count ? .chunk(left: left - rest.count) : .chunkSize
                rest = rest.dropFirst(left)
            case .payload(let left):
                part = left > rest.count ? .payload(left: left - rest.count) : .frame
                rest = rest.dropFirst(left)
            case .head: head(&rest, isFromOne: isFromOne, frame: frame, &record)
            case .chunkSize, .trailer: line(&rest)
            case .frame: http2(&rest, isFromOne: isFromOne, frame: frame, &record)
            }
        }
    }

    /// Notes that octets are missing.
    mutating func lose(_ count: Int, _ record: inout HTTPRecord) {
        switch part {
        case .body(let left) where left >= count: part = left > count ? .body(left: left - count) : .head
        case .chunk(let left) where left - 2 >= count: part = .chunk(left: left - count)
        case .payload(let left) where left >= count: part = left > count ? .payload(left: left - count) : .frame
        case .untilClose: break
        default: part = .ended
        }
        record.addBody([], hasGap: true, to: current)
        if hasEnded { end() }
    }

    private mutating func end() { (part, pending, current) = (.ended, [], nil) }

    // MARK: HTTP/1

    private mutating func head(
        _ rest: inout ArraySlice<UInt8>, isFromOne: Bool, frame: Int, _ record: inout HTTPRecord
    ) {
        // An empty line may stand before a start line (RFC 9112 section 2.2).
        if pending.isEmpty { rest = rest.drop { $0 == 0x0d || $0 == 0x0a } }
        guard !rest.isEmpty else { return }
        let known = pending.count
        pending += rest.prefix(max(0, HTTPHead.longest - known))
        if beginsHTTP2(&rest, known: known, isFromOne: isFromOne, frame: frame, &record) { return }
        guard HTTPHead.mayBegin(with: pending[...]) else { return end() }
        guard let end = Self.headEnd(in: pending, from: max(0, known - 3)) else {
            let line = pending.firstIndex(of: 0x0a)
            // The first line decides: other protocols have words in capital letters, too.
            if pending.count == HTTPHead.longest || line.map({ HTTPHead(pending[..<$0]) == nil }) == true { self.end() }
            return rest = []
        }
        rest = rest.dropFirst(max(0, end - known))
        guard let head = HTTPHead(pending[..<end]) else { return self.end() }
        pending = []
        take(head, isFromOne: isFromOne, frame: frame, &record)
    }

    private mutating func take(_ head: HTTPHead, isFromOne: Bool, frame: Int, _ record: inout HTTPRecord) {
        hasBegun = true
        var method: String?
        let kind: SeenHTTP.Kind
        switch head.start {
        case .request(let name):
            record.ask(name)
            kind = .request
        case .answer(let status):
            method = record.answered(isFinal: status >= 200)
            kind = .answer
        }
        let framing = HTTPFraming(head, answering: method)
        var message = SeenHTTP(
            frame: frame, isFromOne: isFromOne, kind: kind, what: Words(same: String(head.what.prefix(200))))
        if record.keepsText { message.fields = head.fields }
        let coding = head.values(of: "content-encoding").joined(separator: ", ")
        func body(_ announced: Int?) -> SeenHTTP.Body {
            var body = SeenHTTP.Body(announced: announced, coding: coding.isEmpty ? nil : coding)
            if case .chunks = framing { body.isChunked = true }
            return body
        }
        switch framing {
        case .none: part = .head
        case .length(let count): (part, message.body) = (.body(left: count), body(count))
        case .chunks: (part, message.body) = (.chunkSize, body(nil))
        case .untilClose: (part, message.body) = (.untilClose, body(nil))
        case .otherProtocol: part = .ended
        }
        let place = record.add(message)
        current = message.body == nil ? nil : place
    }

    /// The place behind the empty line that ends a head; nil without one.
    private static func headEnd(in octets: [UInt8], from start: Int) -> Int? {
        for index in start..<octets.count where octets[index] == 0x0a && index > 0 {
            let isEmpty =
                octets[index - 1] == 0x0a || index > 1 && octets[index - 1] == 0x0d && octets[index - 2] == 0x0a
            if isEmpty { return index + 1 }
        }
        return nil
    }

    /// Reads the line with the length of a chunk, or a line behind the last chunk (RFC 9112 section 7.1).
    private mutating func line(_ rest: inout ArraySlice<UInt8>) {
        guard let end = rest.firstIndex(of: 0x0a) else {
            pending += rest
            if pending.count > HTTPHead.longest { self.end() }
            return rest = []
        }
        let line = (pending + rest[..<end]).filter { $0 != 0x0d }
        pending = []
        rest = rest[(end + 1)...]
        if case .trailer = part {
            if line.isEmpty { (part, current) = (.head, nil) }
            return
        }
        let digits = String(decoding: line.prefix { $0 != 0x3b && $0 != 0x20 }, as: UTF8.self)
        guard let length = Int(digits, radix: 16), (0...Int.max / 2).contains(length) else { return self.end() }
        part = length == 0 ? .trailer : .chunk(left: length + 2)
    }

    // MARK: HTTP/2

    /// Whether HTTP/2 begins here, or may begin when more octets come.
    private mutating func beginsHTTP2(
        _ rest: inout ArraySlice<UInt8>, known: Int, isFromOne: Bool, frame: Int, _ record: inout HTTPRecord
    ) -> Bool {
        let preface = HTTP2Frame.preface
        let isPreface = pending.starts(with: "PRI *".utf8)
        guard isPreface || pending.first == 0, !hasBegun else { return false }
        if isPreface {
            guard preface.starts(with: pending.prefix(preface.count)) else { return false }
            if pending.count >= preface.count {
                record.hasPreface = true
                hasBegun = true
                _ = record.add(
                    SeenHTTP(
                        frame: frame, isFromOne: isFromOne, kind: .frame,
                        what: Words(english: "the preface of HTTP/2", chinese: "HTTP/2 的连接前言")))
            }
        } else if let begins = record.hasPreface ? true : HTTP2Frame.isServersBeginning(pending[...]) {
            guard begins else { return false }
            hasBegun = true
        }
        if hasBegun {
            // The octets that were pending are read again, as frames.
            let after = pending.dropFirst(isPreface ? preface.count : 0)
            rest = after + rest.dropFirst(pending.count - known)
            (pending, part) = ([], .frame)
        } else {
            rest = []
        }
        return true
    }

    private mutating func http2(
        _ rest: inout ArraySlice<UInt8>, isFromOne: Bool, frame: Int, _ record: inout HTTPRecord
    ) {
        let known = pending.count
        pending += rest.prefix(max(0, HTTP2Frame.header + HTTP2Frame.looked - known))
        guard let header = HTTP2Frame(pending[...]) else { return rest = [] }
        let wanted = HTTP2Frame.header + min(header.length, HTTP2Frame.looked)
        guard pending.count >= wanted else { return rest = [] }
        let words = header.isListed || record.keepsText ? header.words(pending[HTTP2Frame.header..<wanted]) : ""
        rest = rest.dropFirst(wanted - known)
        pending = []
        part = header.length > HTTP2Frame.looked ? .payload(left: header.length - HTTP2Frame.looked) : .frame
        _ = record.add(
            SeenHTTP(frame: frame, isFromOne: isFromOne, kind: .frame, what: words, isListed: header.isListed))
    }
}
