import Trace

/// The data that an endpoint of a version keeps in all its states: the records of both directions, the transcript, and the outputs.
protocol EndpointSession: Hashable, Sendable {
    /// The role of the endpoint.
    var role: Role { get }
    /// The outputs that the driver has not taken yet.
    var outbox: Outbox { get set }
    /// Reassembles the handshake messages that arrive.
    var joiner: HandshakeJoiner { get set }
    /// Whether the peer has sent close_notify.
    var peerHasClosed: Bool { get set }
    /// The error that ends the connection; nil as long as there is none.
    var error: TLSError? { get set }
    /// The rules that this endpoint does not keep.
    var missingRules: MissingRules { get }
    /// The level of an alert that this side sends because of an error.
    var alertLevel: AlertLevel { get }
    /// The session that must not be resumed any more after a fatal alert (RFC 5246 section 7.2.2); nil if there is none.
    var resumable: ResumableSession? { get }

    /// How many octets of the present record have not arrived; nil at a record boundary.
    var missing: Int? { get }

    /// Adds octets that arrived.
    mutating func append(_ octets: [UInt8])

    /// Takes out the next whole handshake message; nil until there is one.
    ///
    /// - Throws: ``TLSError`` for a message whose header is wrong.
    mutating func nextMessage() throws(TLSError) -> HandshakeMessage?

    /// Takes out the content of the next whole record; nil until there is one.
    ///
    /// - Throws: ``TLSError`` for a record that breaks a rule.
    mutating func nextContent() throws(TLSError) -> (type: ContentType, octets: [UInt8])?

    /// The alert in the content of an alert record. The machine takes an alert of the level warning without effect; any other alert
    /// ends the connection, unless it is close_notify.
    ///
    /// - Throws: ``TLSError/malformed(_:)`` for a wrong length; in TLS 1.2 ``TLSError/alertLevelUnknown(_:)``.
    mutating func alert(in octets: [UInt8]) throws(TLSError) -> Alert

    /// Emits application data for the application, and records it in the trace.
    mutating func deliver(_ data: [UInt8])

    /// Writes content in as many records as it needs, and records them in the trace.
    mutating func write(_ type: ContentType, _ content: [UInt8]) throws(TLSError)

    /// Adds an output.
    mutating func emit(_ output: Output)
}

extension EndpointSession {
    /// Whether the outputs for the trace are made. They cost time, and change no octet that is sent.
    var tracing: Bool { outbox.tracing }

    /// Whether this side has sent close_notify or a fatal alert. After that it may send nothing (RFC 5246 section 7.2.1, RFC 8446 section
    /// 6.1).
    var hasClosed: Bool { outbox.hasClosed }

    mutating func emit(_ output: Output) { outbox.outputs.append(output) }

    /// Adds an output that is only for the trace. Without tracing, `output` is not evaluated.
    mutating func trace(_ output: @autoclosure () -> Output) {
        if outbox.tracing { outbox.outputs.append(output()) }
    }

    /// Ends a flight: all records written since the last flight become one output.
    mutating func flush() { outbox.flush() }

    /// Takes out all outputs, the records of an unfinished flight included.
    mutating func drain() -> [Output] {
        outbox.flush()
        defer { outbox.outputs = [] }
        return outbox.outputs
    }

    mutating func nextMessage() throws(TLSError) -> HandshakeMessage? { try joiner.next() }

    /// Reads the body of a message of the peer with `read`, and gives it to the trace.
    ///
    /// - Throws: ``TLSError/malformed(_:)`` with the parse error of `read`.
    mutating func read<Body: HandshakeBody>(
        _ message: HandshakeMessage, _ read: (inout ByteReader) throws(ParseError) -> Body
    ) throws(TLSError) -> Body {
        let body = try message.parsed(read)
        if tracing { emit(.message(TracedMessage(body, by: role.peer))) }
        return body
    }

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

/// The outputs of an endpoint, in order, and the records that it has written and not yet sent.
struct Outbox: Hashable, Sendable {
    let tracing: Bool
    var outputs: [Output] = []
    /// How many octets of records have been written since the beginning.
    private(set) var sent = 0
    private var unsent: [UInt8] = []
    /// Whether close_notify or a fatal alert was written.
    var hasClosed = false

    init(tracing: Bool) { self.tracing = tracing }

    /// Reserves memory for `count` more octets of records, so that the buffer need not grow for each of them.
    mutating func reserve(_ count: Int) { unsent.reserveCapacity(unsent.count + count) }

    /// Adds a record, and returns its place in the stream of octets.
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
