import Crypto
import Trace

/// What both roles of TLS 1.2 keep through all their states.
struct Session: EndpointSession {
    /// The time in seconds since 1970: sessions and tickets are made after the connection has begun.
    var now: Int64

    var records = RecordLayer()
    var joiner = HandshakeJoiner()
    var transcript = Transcript()
    var dissector = Dissector()

    /// The session that a fatal alert would spoil: the one being resumed, or the one that was handed out.
    var resumable: ResumableSession?

    var outbox: Outbox
    var peerHasClosed = false
    var error: TLSError?
    /// The keys that records are protected with, for the trace; nil where nothing is traced.
    private var writingKeys: WritingKeys?
    var alertLevel: AlertLevel { .fatal }

    init(tracing: Bool, recordLimit: Int, now: Int64) {
        outbox = Outbox(tracing: tracing)
        self.now = now
        records.writingLimit = max(1, min(recordLimit, RecordLimits.plaintext))
    }

    /// Tells the time, in milliseconds since 1970.
    mutating func set(time: Int64) { now = time / 1_000 }

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

    mutating func write(_ type: ContentType, _ content: [UInt8]) throws(TLSError) {
        try write(type, content, tracing ? note(writing: type, content) : nil)
    }

    /// The note of what does not belong to a state.
    private func note(writing type: ContentType, _ content: [UInt8]) -> Note? {
        switch type {
        case .applicationData: records.outbound.map { .traffic(.applicationData(octets: content.count, $0.cipher)) }
        case .alert:
            switch (try? Alert.read(content))?.name {
            case .closeNotify: .traffic(.closeNotify(first: !peerHasClosed))
            case .noRenegotiation: .traffic(.noRenegotiation)
            case let name: name.flatMap { name in error.map { .traffic(.alert(name, because: $0)) } }
            }
        case .handshake, .changeCipherSpec: nil
        }
    }

    private mutating func write(_ type: ContentType, _ content: [UInt8], _ note: Note?) throws(TLSError) {
        let fragments = records.fragments(of: content, type)
        for (index, fragment) in fragments.enumerated() {
            let protection = tracing ? records.outbound : nil
            let record = try records.seal(type, fragment: Array(fragment))
            // None of the records that follow is longer than the first: all of them go into one piece of memory.
            if index == 0, fragments.count > 1 {
                outbox.reserve(fragments.count * record.wire.count)
            }
            outbox.write(record.wire)
            guard tracing else { continue }
            if let protection, let writingKeys {
                let protected = ProtectedRecord(record, protection, writingKeys)
                let note = Note.record(.protected(protection.method, record.type))
                emit(.computed(.recordProtected(protected), note))
            }
            let last = index == fragments.count - 1
            let traced = TracedRecord(
                record, dissector, aligned: fragments.count == 1,
                last && type == .handshake ? .after(transcript) : .none)
            emit(.wrote(traced, index == 0 ? note : nil))
        }
    }

    // MARK: Reading

    var missing: Int? { records.missing }

    mutating func append(_ octets: [UInt8]) { records.append(octets) }

    mutating func nextContent() throws(TLSError) -> (type: ContentType, octets: [UInt8])? {
        guard let record = try records.next() else { return nil }
        traceRead(record)
        return (record.type, record.plaintext)
    }

    mutating func alert(in octets: [UInt8]) throws(TLSError) -> Alert {
        let (alert, hasClosed) = (try Alert.read(octets), hasClosed)
        explain(.traffic(alert.note(answering: hasClosed)))
        return alert
    }

    mutating func deliver(_ data: [UInt8]) {
        if tracing, let cipher = records.inbound?.cipher {
            explain(.traffic(.applicationData(octets: data.count, cipher)))
            emit(
                .learned(
                    Knowledge.applicationData,
                    .derived(
                        from: [Knowledge.keyBlock, Knowledge.encryptedData], by: "\(cipher.algorithm) decryption"),
                    data))
        }
        emit(.plaintext(data))
    }

    /// Says of a message that arrived what its writer would say, as far as the message tells it.
    ///
    /// The note stands with the record in which the message ends. A record may carry several messages: the notes of all but the
    /// first follow it.
    mutating func explain(_ note: @autoclosure () -> Note) {
        guard tracing else { return }
        let last = outbox.outputs.lastIndex { if case .read = $0 { true } else { false } }
        if let last, case .read(let record, nil) = outbox.outputs[last] {
            outbox.outputs[last] = .read(record, note())
        } else {
            emit(.note(note()))
        }
    }

    /// Traces a record that arrived.
    private mutating func traceRead(_ record: Record) {
        guard tracing else { return }
        let aligned = record.type != .handshake || joiner.isEmpty
        let traced = TracedRecord(
            record, dissector, aligned: aligned,
            aligned && record.type == .handshake ? .before(transcript) : .none)
        emit(.read(traced, nil))
    }
}
