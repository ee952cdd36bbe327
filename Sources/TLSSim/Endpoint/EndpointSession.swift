import Trace

/// What both roles of a version keep through all their states: the records of both directions, the transcript, and what is to be done next.
protocol EndpointSession: Hashable, Sendable {
    /// What is to be done next.
    var outbox: Outbox { get set }
    /// Puts messages together.
    var joiner: HandshakeJoiner { get set }
    /// Whether the peer has said close_notify.
    var peerHasClosed: Bool { get set }
    /// Why this side gives up; nil as long as it does not.
    var error: TLSError? { get set }
    /// The level of the alert that tells of an error.
    var alertLevel: AlertLevel { get }
    /// The session that a fatal alert would spoil; nil where there is none.
    var resumable: ResumableSession? { get }

    /// How many octets the record now begun still lacks; nil at a record boundary.
    var missing: Int? { get }

    /// Adds octets that arrived.
    mutating func append(_ octets: [UInt8])

    /// Takes out the next whole message; nil until there is one.
    mutating func nextMessage() throws(TLSError) -> HandshakeMessage?

    /// What the next whole record carries; nil until there is one.
    mutating func nextContent() throws(TLSError) -> (type: ContentType, octets: [UInt8])?

    /// Reads what an alert record carries. An alert at the level of a warning changes nothing; every other one but close_notify ends the
    /// connection.
    mutating func alert(in octets: [UInt8]) throws(TLSError) -> Alert

    /// Hands application data to the application, and tells of it.
    mutating func deliver(_ data: [UInt8])

    /// Writes content in as many records as it takes, and tells of them.
    mutating func write(_ type: ContentType, _ content: [UInt8]) throws(TLSError)

    mutating func emit(_ output: Output)
}

extension EndpointSession {
    /// Whether messages are dissected and calculations shown. Costs time, changes no octet.
    var tracing: Bool { outbox.tracing }

    /// Whether close_notify or a fatal alert was sent; after that nothing may be (RFC 5246 section 7.2.1, RFC 8446 section 6.1).
    var hasClosed: Bool { outbox.hasClosed }

    mutating func emit(_ output: Output) { outbox.outputs.append(output) }

    /// Emits what is only for the trace; `output` is not made where nothing is traced.
    mutating func trace(_ output: @autoclosure () -> Output) {
        if outbox.tracing { outbox.outputs.append(output()) }
    }

    /// Ends a flight: what was written since the last one goes out together.
    mutating func flush() { outbox.flush() }

    /// Takes what is to be done, everything unsent included.
    mutating func drain() -> [Output] {
        outbox.flush()
        defer { outbox.outputs = [] }
        return outbox.outputs
    }

    mutating func nextMessage() throws(TLSError) -> HandshakeMessage? { try joiner.next() }

    mutating func send(data: [UInt8]) throws(TLSError) {
        guard !hasClosed, !data.isEmpty else { return }
        try write(.applicationData, data)
    }

    mutating func send(_ alert: Alert) throws(TLSError) {
        guard !hasClosed else { return }
        try write(.alert, alert.bytes)
        outbox.hasClosed = alert.name == .closeNotify || alert.level == .fatal
    }
}

/// What an endpoint wants done, in order, and what it has written.
struct Outbox: Hashable, Sendable {
    let tracing: Bool
    var outputs: [Output] = []
    /// Octets sent.
    private(set) var sent = 0
    private var unsent: [UInt8] = []
    /// Whether close_notify or a fatal alert was sent.
    var hasClosed = false

    init(tracing: Bool) { self.tracing = tracing }

    /// Makes room for records that will be written: all of them go into one piece of memory.
    mutating func reserve(_ count: Int) { unsent.reserveCapacity(unsent.count + count) }

    /// Adds the octets of a record, and returns their place in the stream.
    @discardableResult
    mutating func write(_ record: [UInt8]) -> Range<Int> {
        unsent.append(contentsOf: record)
        defer { sent += record.count }
        return sent..<(sent + record.count)
    }

    mutating func flush() {
        guard !unsent.isEmpty else { return }
        outputs.append(.bytes(unsent))
        unsent = []
    }
}
