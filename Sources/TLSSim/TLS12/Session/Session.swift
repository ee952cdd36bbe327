import Crypto
import Trace

/// The data that an endpoint of TLS 1.2 keeps in all its states.
struct Session: EndpointSession {
    /// The role of the endpoint.
    let role: Role
    /// The time in seconds since 1970, for sessions, tickets and checks.
    var now: Int64

    var records = RecordLayer()
    var joiner = HandshakeJoiner()
    var transcript = Transcript()
    var dissector = Dissector()

    /// The session that must not be resumed any more after a fatal alert: the one being resumed, or the new one.
    var resumable: ResumableSession?

    var outbox: Outbox
    var peerHasClosed = false
    var error: TLSError?
    /// The data that later notes of the trace need.
    var story = TLS12Story()
    var alertLevel: AlertLevel { .fatal }
    /// verify_data of the first Finished of the handshake.
    var firstFinished: [UInt8]?
    /// The rules that this endpoint does not keep.
    let missingRules: MissingRules
    /// The keys that an early ChangeCipherSpec has brought into force; nil if there was none.
    var earlySchedule: KeySchedule?

    init(
        _ role: Role, tracing: Bool, recordLimit: Int, now: Int64, without missingRules: MissingRules,
        _ rules: RecordRules
    ) {
        self.role = role
        self.missingRules = missingRules
        transcript.missing = missingRules
        records.rules = rules
        outbox = Outbox(tracing: tracing)
        self.now = now
        records.writingLimit = max(1, min(recordLimit, RecordLimits.plaintext))
    }

    /// Sets the time, in milliseconds since 1970.
    mutating func set(time: Int64) { now = time / 1_000 }

    /// Continues after a hello that was sent before the version was decided. The transcript gets the hello, and the server may resume the
    /// session that the hello offers.
    mutating func goOn(
        after hello: ClientHello, sent: Int, offering offered: ResumableSession?, keepingMessages: Bool
    ) {
        records.goOn(after: sent)
        if keepingMessages { transcript.keepMessages() }
        transcript.add(hello.message)
        offer(offered)
    }

    /// Records that the hello offers to resume a session. Nil changes nothing.
    mutating func offer(_ session: ResumableSession?) {
        guard let session else { return }
        resumable = session
        tell(offered: session)
    }

    /// Records that an old session is resumed.
    mutating func resume(_ session: ResumableSession, byTicket: Bool) {
        resumable = session
        story.resumedByTicket = byTicket
    }

    /// Applies what the hellos have settled: the hash, the version, the limits, and the form of later messages.
    mutating func settle(_ negotiated: Negotiated) {
        transcript.select(negotiated.suite.hash)
        records.agree(on: .tls12)
        dissector.suite = negotiated.suite
        dissector.extendedMasterSecret = negotiated.extendedMasterSecret
        dissector.encryptThenMAC = negotiated.encryptThenMAC
        if negotiated.compression == RecordCompression.method { records.compression = RecordCompression() }
        if let limit = negotiated.maximumFragment {
            records.readingLimit = limit.octets
            records.writingLimit = min(records.writingLimit, limit.octets)
        }
        tell(negotiated)
    }

    /// Ends a verified handshake: emits the session to store, if there is one, and the parameters of the connection.
    mutating func establish(_ agreement: Agreement, keeping kept: ResumableSession?) {
        flush()
        tell(established: agreement)
        if let kept {
            resumable = kept
            emit(.resumable(kept))
        }
        var parameters = agreement.parameters
        parameters.tlsUnique = firstFinished ?? []
        emit(.established(parameters))
    }

    // MARK: Writing

    /// Writes a handshake message in a record of its own and adds it to the transcript.
    mutating func send(_ body: some HandshakeBody) throws(TLSError) {
        let octets = body.message.bytes
        transcript.add(octets)
        if tracing { emit(.message(TracedMessage(body, by: role))) }
        try write(.handshake, octets, note: tracing ? note(of: body, by: role) : nil)
    }

    /// Sends ChangeCipherSpec and changes the keys for writing.
    mutating func sendChangeCipherSpec(_ schedule: KeySchedule) throws(TLSError) {
        try write(.changeCipherSpec, [1])
        let schedule = earlySchedule ?? schedule
        records.startWriting(with: role == .client ? schedule.clientProtection : schedule.serverProtection)
        guard tracing else { return }
        story.writingKeys = WritingKeys(side: role, keys: role == .client ? schedule.clientKeys : schedule.serverKeys)
    }

    /// Changes the keys for reading after the peer's ChangeCipherSpec.
    mutating func receiveChangeCipherSpec(_ schedule: KeySchedule) {
        let peer = role.peer
        explain(.handshake(.changeCipherSpec(peer)))
        let schedule = earlySchedule ?? schedule
        records.startReading(with: role == .client ? schedule.serverProtection : schedule.clientProtection)
    }

    mutating func write(_ type: ContentType, _ content: [UInt8]) throws(TLSError) {
        try write(type, content, note: tracing ? note(writing: type, content) : nil)
    }

    private mutating func write(_ type: ContentType, _ content: [UInt8], note: Note?) throws(TLSError) {
        let fragments = records.fragments(of: content, type)
        for (index, fragment) in fragments.enumerated() {
            // The calculation of a record cannot show compression or the toy cipher.
            let isUsual = records.compression == nil && records.rules.hasLongBlocks
            let protection = tracing && isUsual ? records.outbound : nil
            let record = try records.seal(type, fragment: Array(fragment))
            // No later record is longer than the first, so this memory is enough for all of them.
            if index == 0, fragments.count > 1 {
                outbox.reserve(fragments.count * record.wire.count)
            }
            outbox.write(record.wire)
            guard tracing else { continue }
            tell(
                record, by: protection, isWhole: fragments.count == 1, isLast: index == fragments.count - 1,
                index == 0 ? note : nil)
        }
    }

    // MARK: Reading

    var missing: Int? { records.missing }

    mutating func append(_ octets: [UInt8]) { records.append(octets) }

    mutating func nextContent() throws(TLSError) -> (type: ContentType, octets: [UInt8])? {
        guard let record = try records.next() else { return nil }
        tell(read: record)
        return (record.type, record.plaintext)
    }

    mutating func alert(in octets: [UInt8]) throws(TLSError) -> Alert {
        let (alert, hasClosed) = (try Alert.read(octets), hasClosed)
        explain(.traffic(alert.note(answering: hasClosed)))
        return alert
    }

    mutating func deliver(_ data: [UInt8]) {
        tell(data: data)
        emit(.plaintext(data))
    }
}
