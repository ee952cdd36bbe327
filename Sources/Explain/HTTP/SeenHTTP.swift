import Trace

/// A request, an answer or a frame of HTTP in a recording.
struct SeenHTTP: Sendable {
    /// The kinds of what is seen.
    enum Kind: Sendable {
        case request, answer, frame
    }

    /// The body behind a head.
    struct Body: Sendable {
        /// The most octets of a body that are kept.
        static let mostKept = 512

        /// The octets that the recording has, without the lengths of chunks; and the octets that the head announces, nil if it does not.
        var octets = 0
        var announced: Int?
        var isChunked = false
        /// The names of its codings, such as "gzip"; nil for none (RFC 9110 section 8.4).
        var coding: String?
        /// The first octets, up to the first that is missing; empty if no text is kept.
        var begins: [UInt8] = []
        /// Whether octets of it are missing.
        var hasGap = false
    }

    /// The frame of the capture that completes the head.
    let frame: Int
    /// Whether the side that has sent the first frame of the connection has sent it.
    let isFromOne: Bool
    let kind: Kind
    /// "GET /x HTTP/1.1", "200 OK", "HEADERS, stream 1, 52 octets".
    let what: Words
    /// Whether the list for programs has it.
    var isListed = true
    /// The lines of the fields; empty if no text is kept.
    var fields: [String] = []
    /// The body; nil if there is none.
    var body: Body?
}

/// What was seen of HTTP in a connection, and the requests that wait for their answers.
struct HTTPRecord: Sendable {
    /// The most messages that are kept for programs, and the most octets of their words.
    static let mostListed = 100
    static let mostOctets = 4_096
    /// The most messages, and the most octets of fields and bodies, that are kept for a story.
    static let mostTold = 1_000
    static let mostText = 1 << 17

    /// Whether fields and bodies are kept, and not only the first lines.
    var keepsText = false
    private(set) var messages: [SeenHTTP] = []
    /// The number of requests, answers and frames that a list has, also of those that are not kept. Frames with data are not counted.
    private(set) var count = 0
    private var listed = (count: 0, octets: 0)
    private var text = 0
    /// The methods of requests without answer.
    private var methods: [String] = []

    /// Whether the client has sent the preface of HTTP/2.
    var hasPreface = false

    /// Adds a message.
    ///
    /// - Returns: its place in `messages`; nil if it is not kept.
    mutating func add(_ message: SeenHTTP) -> Int? {
        count += message.isListed ? 1 : 0
        var message = message
        let octets = message.what.english.utf8.count
        message.isListed =
            message.isListed && listed.count < Self.mostListed && listed.octets + octets <= Self.mostOctets
        if message.isListed { listed = (listed.count + 1, listed.octets + octets) }
        guard message.isListed || keepsText && messages.count < Self.mostTold else { return nil }
        text += message.fields.reduce(0) { $0 + $1.utf8.count }
        if !keepsText || text > Self.mostText { message.fields = [] }
        messages.append(message)
        return messages.count - 1
    }

    /// Counts octets of the body of a message; `hasGap` says that octets before them are missing.
    mutating func addBody(_ octets: ArraySlice<UInt8>, hasGap: Bool = false, to place: Int?) {
        guard let place, messages.indices.contains(place), var body = messages[place].body else { return }
        messages[place].body = nil
        defer { messages[place].body = body }
        body.octets += octets.count
        body.hasGap = body.hasGap || hasGap
        guard keepsText, !body.hasGap, body.begins.count < SeenHTTP.Body.mostKept, text < Self.mostText else { return }
        let more = octets.prefix(SeenHTTP.Body.mostKept - body.begins.count)
        body.begins += more
        text += more.count
    }

    mutating func ask(_ method: String) {
        // No client sends so many requests without an answer. The limit bounds the memory for a capture without answers.
        if methods.count < 256 { methods.append(method) }
    }

    /// The method of the oldest request without answer; nil if it is not known. Each final answer takes one.
    mutating func answered(isFinal: Bool) -> String? {
        isFinal ? methods.isEmpty ? nil : methods.removeFirst() : methods.first
    }
}

extension SeenHTTP {
    /// Whether another protocol follows on the connection: a tunnel (CONNECT), or an upgrade (RFC 9110 sections 9.3.6 and 15.2.2).
    var changesProtocol: Bool {
        what.english.hasPrefix("CONNECT ") || what.english.hasPrefix("101 ")
            || what.english.contains(" 101 ") && kind == .answer
    }
}
