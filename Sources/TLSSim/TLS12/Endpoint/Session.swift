import Crypto
import Trace

/// What both roles keep through all their states: the record layer, the transcript, and what is to be done next.
struct Session: Hashable, Sendable {
    /// Whether messages are dissected and calculations shown. Costs time, changes no octet.
    let tracing: Bool
    /// The time in seconds since 1970: sessions and tickets are made after the connection has begun.
    var now: Int64

    var records = RecordLayer()
    var joiner = HandshakeJoiner()
    var transcript = Transcript()
    var dissector = Dissector()

    /// The session that a fatal alert would spoil: the one being resumed, or the one that was handed out.
    var resumable: ResumableSession?

    private(set) var outputs: [Output] = []
    private var unsent: [UInt8] = []
    /// The keys that records are protected with, for the trace; nil where nothing is traced.
    private var writingKeys: WritingKeys?
    /// Whether close_notify was sent; after that nothing may be (RFC 5246 section 7.2.1).
    private(set) var hasClosed = false

    init(tracing: Bool, recordLimit: Int, now: Int64) {
        self.tracing = tracing
        self.now = now
        records.writingLimit = max(1, min(recordLimit, RecordLayer.longestPlaintext))
    }

    /// Takes note of a hello that was sent before this version was known to be the one spoken: it is in the transcript, and a session that
    /// it offered may still be taken up.
    mutating func goOn(
        after hello: ClientHello, sent: Int, offering offered: ResumableSession?, keepingMessages: Bool
    ) {
        records.goOn(after: sent)
        if keepingMessages { transcript.keepMessages() }
        transcript.add(hello.message)
        guard let offered else { return }
        resumable = offered
        trace(.note(.resumption(.offered(byTicket: offered.ticket != nil))))
    }

    /// Puts what the hellos settled into force: hash, version, limits, and how to read what follows.
    mutating func settle(_ negotiated: Negotiated) {
        transcript.select(negotiated.suite.hash)
        records.agree(on: .tls12)
        dissector.suite = negotiated.suite
        dissector.extendedMasterSecret = negotiated.extendedMasterSecret
        dissector.encryptThenMAC = negotiated.encryptThenMAC
        if let limit = negotiated.maximumFragment {
            records.readingLimit = limit.octets
            records.writingLimit = min(records.writingLimit, limit.octets)
            trace(.note(.negotiation(.maximumFragment(limit))))
        }
        if let name = negotiated.applicationProtocol { trace(.note(.negotiation(.applicationProtocol(name)))) }
    }

    /// The handshake is proved: says so, and hands out the session to keep, if there is one.
    mutating func establish(_ agreement: Agreement, keeping kept: ResumableSession?) {
        flush()
        if let old = agreement.resumed {
            trace(.note(.resumption(.established(byTicket: old.ticket != nil || old.sessionID.isEmpty))))
        } else {
            trace(.note(.handshake(.established(agreement.secrecy))))
        }
        if let kept {
            resumable = kept
            emit(.resumable(kept))
        }
        emit(.established(agreement.parameters))
    }

    // MARK: Output

    mutating func emit(_ output: Output) {
        outputs.append(output)
    }

    /// Emits what is only for the trace; `output` is not made where nothing is traced.
    mutating func trace(_ output: @autoclosure () -> Output) {
        if tracing { outputs.append(output()) }
    }

    /// Takes what is to be done, everything unsent included.
    mutating func drain() -> [Output] {
        flush()
        defer { outputs = [] }
        return outputs
    }

    /// Ends a flight: what was written since the last one goes out together.
    mutating func flush() {
        guard !unsent.isEmpty else { return }
        outputs.append(.bytes(unsent))
        unsent = []
    }

    // MARK: Writing

    /// Writes a handshake message in a record of its own and adds it to the transcript.
    mutating func send(_ body: some HandshakeBody, _ note: Note) throws(TLSError) {
        let octets = body.message.bytes
        transcript.add(octets)
        try write(.handshake, octets, note)
    }

    /// Announces the change of keys and makes it.
    mutating func sendChangeCipherSpec(_ side: Role, _ schedule: KeySchedule) throws(TLSError) {
        try write(.changeCipherSpec, [1], .handshake(.changeCipherSpec(side)))
        records.startWriting(with: side == .client ? schedule.clientProtection : schedule.serverProtection)
        guard tracing else { return }
        writingKeys = WritingKeys(side: side, keys: side == .client ? schedule.clientKeys : schedule.serverKeys)
    }

    mutating func send(data: [UInt8], in traffic: Traffic) throws(TLSError) {
        guard !hasClosed, !data.isEmpty else { return }
        try write(.applicationData, data, .traffic(.applicationData(octets: data.count, traffic.suite.cipher)))
    }

    mutating func send(_ alert: Alert, _ note: Note) throws(TLSError) {
        guard !hasClosed else { return }
        try write(.alert, alert.bytes, note)
        hasClosed = alert.name == .closeNotify || alert.level == .fatal
    }

    private mutating func write(_ type: ContentType, _ content: [UInt8], _ note: Note) throws(TLSError) {
        let fragments = records.fragments(of: content, type)
        for (index, fragment) in fragments.enumerated() {
            let protection = tracing ? records.outbound : nil
            let record = try records.seal(type, fragment: Array(fragment))
            // None of the records that follow is longer than the first: all of them go into one piece of memory.
            if index == 0, fragments.count > 1 {
                unsent.reserveCapacity(unsent.count + fragments.count * record.wire.count)
            }
            unsent.append(contentsOf: record.wire)
            guard tracing else { continue }
            if let protection, let writingKeys {
                let protected = ProtectedRecord(record, protection, writingKeys)
                let note = Note.record(.protected(protection.method, record.type))
                outputs.append(.computed(.recordProtected(protected), note))
            }
            let last = index == fragments.count - 1
            let traced = TracedRecord(
                record, dissector, aligned: fragments.count == 1,
                last && type == .handshake ? .after(transcript) : .none)
            outputs.append(.wrote(traced, index == 0 ? note : nil))
        }
    }

    // MARK: Reading

    /// Traces that data was decrypted, and by what.
    mutating func traceData(_ data: [UInt8], in traffic: Traffic) {
        let operation = "\(traffic.suite.cipher.algorithm) decryption"
        trace(
            .learned(
                Knowledge.applicationData,
                .derived(from: [Knowledge.keyBlock, Knowledge.encryptedData], by: operation), data))
    }

    /// Adds a message that arrived to the transcript.
    mutating func received(_ message: HandshakeMessage) {
        transcript.add(message)
    }

    /// Says of a message that arrived what its writer would say, as far as the message tells it.
    ///
    /// The note stands with the record in which the message ends. A record may carry several messages: the notes of all but the
    /// first follow it.
    mutating func explain(_ note: @autoclosure () -> Note) {
        guard tracing else { return }
        let last = outputs.lastIndex { if case .read = $0 { true } else { false } }
        if let last, case .read(let record, nil) = outputs[last] {
            outputs[last] = .read(record, note())
        } else {
            outputs.append(.note(note()))
        }
    }

    /// Traces a record that arrived.
    mutating func traceRead(_ record: Record) {
        guard tracing else { return }
        let aligned = record.type != .handshake || joiner.isEmpty
        let traced = TracedRecord(
            record, dissector, aligned: aligned,
            aligned && record.type == .handshake ? .before(transcript) : .none)
        outputs.append(.read(traced, nil))
    }
}

extension HandshakeMessage {
    /// Reads the body with `read`; a parse error becomes a TLS error.
    func parsed<Body>(_ read: (inout ByteReader) throws(ParseError) -> Body) throws(TLSError) -> Body {
        var reader = ByteReader(body, recording: false)
        do {
            return try read(&reader)
        } catch {
            throw .malformed(error)
        }
    }
}
