import Crypto
import Trace

/// What both roles of TLS 1.2 keep through all their states.
struct Session: EndpointSession {
    /// Whose end it is.
    let role: Role
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
    /// What the trace needs to remember.
    var story = TLS12Story()
    var alertLevel: AlertLevel { .fatal }
    /// verify_data of the first Finished of the handshake.
    var firstFinished: [UInt8]?
    /// Whether verify_data is compared.
    var comparesFinished = true
    /// Whether a ChangeCipherSpec that comes too early is refused.
    var refusesEarlyChangeCipherSpec = true
    /// The keys that one has brought into force.
    var earlySchedule: KeySchedule?

    init(_ role: Role, tracing: Bool, recordLimit: Int, now: Int64) {
        self.role = role
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
        offer(offered)
    }

    /// The hello offers to go on with that session, if there is one.
    mutating func offer(_ session: ResumableSession?) {
        guard let session else { return }
        resumable = session
        tell(offered: session)
    }

    /// An old session goes on.
    mutating func takeUp(_ session: ResumableSession, byTicket: Bool) {
        resumable = session
        story.resumedByTicket = byTicket
    }

    /// Puts what the hellos settled into force: hash, version, limits, and how to read what follows.
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

    /// The handshake is proved: says so, and hands out the session to keep, if there is one.
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
        try write(.handshake, octets, tracing ? note(of: body, by: role) : nil)
    }

    /// Announces the change of keys and makes it.
    mutating func sendChangeCipherSpec(_ schedule: KeySchedule) throws(TLSError) {
        try write(.changeCipherSpec, [1])
        let schedule = earlySchedule ?? schedule
        records.startWriting(with: role == .client ? schedule.clientProtection : schedule.serverProtection)
        guard tracing else { return }
        story.writingKeys = WritingKeys(side: role, keys: role == .client ? schedule.clientKeys : schedule.serverKeys)
    }

    /// The peer has announced its change of keys.
    mutating func receiveChangeCipherSpec(_ schedule: KeySchedule) {
        let peer = role.peer
        explain(.handshake(.changeCipherSpec(peer)))
        let schedule = earlySchedule ?? schedule
        records.startReading(with: role == .client ? schedule.serverProtection : schedule.clientProtection)
    }

    mutating func write(_ type: ContentType, _ content: [UInt8]) throws(TLSError) {
        try write(type, content, tracing ? note(writing: type, content) : nil)
    }

    private mutating func write(_ type: ContentType, _ content: [UInt8], _ note: Note?) throws(TLSError) {
        let fragments = records.fragments(of: content, type)
        for (index, fragment) in fragments.enumerated() {
            // The calculation of a record shows neither compression nor a toy.
            let isUsual = records.compression == nil && records.rules.hasLongBlocks
            let protection = tracing && isUsual ? records.outbound : nil
            let record = try records.seal(type, fragment: Array(fragment))
            // None of the records that follow is longer than the first: all of them go into one piece of memory.
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
