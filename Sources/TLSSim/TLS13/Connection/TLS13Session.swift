import Crypto
import Trace

extension TLS13 {
    /// The data that both roles keep through all their states: the records of both directions, the transcript, and the outputs.
    ///
    /// Reading and writing change keys independently: writing when the last message under the old keys is sent, reading when the peer's
    /// last message under the old keys has arrived.
    struct Session: EndpointSession {
        /// The role of this side.
        let role: Role
        /// The present time in milliseconds since 1970. It moves on, because tickets are made and received after the start.
        var now: Int64 = 0
        /// Every inner plaintext is padded to a multiple of this many octets.
        var paddingMultiple = 1
        var alertLevel = AlertLevel.fatal
        var resumable: ResumableSession? { nil }
        /// The longest inner plaintext that the peer accepts, in octets.
        private var peersLimit = RecordLimits.innerPlaintext

        /// How much rejected early data may still be skipped (section 4.2.10); nil if none is expected.
        private var skipping: Skipping?
        /// The register by which a server recognizes copies of early data; nil if it was given none.
        var replays: ReplayRegister?

        /// A count of early data that is skipped: the limit, and how many octets of it are left.
        private struct Skipping: Hashable, Sendable {
            let limit: Int
            var left: Int
        }

        /// The scheme of the server's CertificateVerify; nil before that message.
        var serverScheme: SignatureScheme?
        /// Whether there was a HelloRetryRequest.
        var wasRetried = false

        var incoming: IncomingRecords
        var joiner = HandshakeJoiner()
        /// The rules that this endpoint does not keep.
        var missingRules: MissingRules = [] { didSet { transcript.missing = missingRules } }
        var transcript = Transcript()
        /// The memory of the trace.
        var story = Story()
        private var buffer = RecordBuffer()
        private(set) var outgoing: TrafficProtection?
        var outbox: Outbox
        var peerHasClosed = false
        var error: TLSError?
        private var earlyData = EarlyDataOutcome.none

        init(_ role: Role, tracing: Bool) {
            self.role = role
            outbox = Outbox(tracing: tracing)
            incoming = IncomingRecords(of: role.peer)
        }

        // MARK: Output

        mutating func emit(_ output: Output) {
            if case .earlyData(let outcome) = output {
                earlyData = outcome
                tellEarlyData(outcome)
            }
            guard case .established(var parameters) = output else { return outbox.outputs.append(output) }
            // Early data that a HelloRetryRequest has rejected is not in the second hello: the outcome is kept here.
            parameters.earlyData = earlyData
            parameters.serverScheme = serverScheme
            parameters.wasRetried = wasRetried
            tellEstablished(parameters)
            outbox.outputs.append(.established(parameters))
        }

        // MARK: Keys

        mutating func startReading(_ suite: CipherSuite, _ secret: TrafficSecret) {
            tell(keys: suite, secret, of: role.peer)
            incoming.startReading(with: TrafficProtection(suite, secret))
        }

        mutating func startWriting(_ suite: CipherSuite, _ secret: TrafficSecret) {
            tell(keys: suite, secret, of: role)
            outgoing = TrafficProtection(suite, secret)
        }

        /// Lets this side write in clear again: its early data is lost (section 4.1.4).
        mutating func stopWriting() { outgoing = nil }

        /// Skips early data, at most `limit` octets: records that do not open. Nil ends that.
        mutating func skip(_ limit: Int?) { skipping = limit.map { Skipping(limit: $0, left: $0) } }

        /// Sets the longest inner plaintext that the peer accepts, in octets.
        mutating func limitWriting(to limit: UInt16) { peersLimit = min(Int(limit), RecordLimits.innerPlaintext) }

        /// Updates the keys by which this side writes (section 7.2).
        mutating func updateWriting() {
            tell(updated: outgoing?.secret, of: role)
            outgoing = outgoing?.next
        }

        /// Updates the keys by which this side reads.
        mutating func updateReading() {
            tell(updated: incoming.protection?.secret, of: role.peer)
            if let next = incoming.protection?.next { incoming.startReading(with: next) }
        }

        // MARK: Writing

        /// Writes a handshake message in records of its own and adds it to the transcript.
        mutating func send(_ body: some HandshakeBody) throws(TLSError) {
            let message = body.message
            if tracing { tell(writing: body, in: message) }
            let octets = message.bytes
            transcript.add(octets)
            if tracing { emit(.message(TracedMessage(body, by: role))) }
            try write(.handshake, octets, note: tracing ? note(of: body, by: role) : nil)
        }

        /// Writes a message after the handshake. It is not added to the transcript (section 4.4.1).
        mutating func sendAfterwards(_ body: some HandshakeBody) throws(TLSError) {
            if tracing { emit(.message(TracedMessage(body, by: role))) }
            try write(.handshake, body.message.bytes, note: tracing ? note(of: body, by: role) : nil)
        }

        /// Writes the dummy ChangeCipherSpec of middlebox compatibility mode (section D.4). It is never protected.
        mutating func sendChangeCipherSpec() {
            put(RecordHeader.record(.changeCipherSpec, [1]), of: .changeCipherSpec, carrying: [1], encrypted: false)
        }

        mutating func write(_ type: ContentType, _ content: [UInt8]) throws(TLSError) {
            try write(type, content, note: nil)
        }

        /// Writes content. `note` is that of a handshake message; it is left out if the message does not fit into one record.
        private mutating func write(_ type: ContentType, _ content: [UInt8], note: Note?) throws(TLSError) {
            // RFC 8449 section 4: the limit holds for protected records only, and includes the type.
            let limit = outgoing == nil ? RecordLimits.plaintext : peersLimit - 1
            // One allocation for all records. With padding, the buffer may have to grow.
            if content.count > limit {
                let records = (content.count + limit - 1) / limit
                let added = RecordLimits.header + TrafficProtection.leastExpansion
                outbox.reserve(content.count + records * added)
            }
            for start in stride(from: 0, to: max(1, content.count), by: limit) {
                let fragment = Array(content[start..<min(start + limit, content.count)])
                let note = fragment.count == content.count ? note : nil
                guard let padding = outgoing.map({ _ in padding(behind: fragment.count) }) else {
                    put(RecordHeader.record(type, fragment), of: type, carrying: fragment, encrypted: false, note)
                    continue
                }
                let inner = InnerPlaintext(fragment, typeCode: type.rawValue, padding: padding)
                let protection = tracing ? outgoing : nil
                let record = try outgoing?.seal(inner) ?? []
                if let protection { tell(sealed: inner, by: protection, as: record) }
                put(record, of: type, carrying: fragment, encrypted: true, note)
            }
        }

        /// How many zeros pad a content of `count` octets and its type to the multiple, as far as the record has room.
        func padding(behind count: Int) -> Int {
            guard paddingMultiple > 1 else { return 0 }
            let over = (count + 1) % paddingMultiple
            return min(over == 0 ? 0 : paddingMultiple - over, peersLimit - count - 1)
        }

        private mutating func put(
            _ wire: [UInt8], of type: ContentType, carrying content: [UInt8], encrypted: Bool, _ note: Note? = nil
        ) {
            let stream = outbox.write(wire)
            guard tracing else { return }
            emit(
                .wrote(
                    traced(
                        wire, of: type, carrying: content, encrypted: encrypted, at: stream,
                        isEarly: encrypted && story.isEarly(outgoing)), note ?? self.note(writing: type, content)))
        }

        private func traced(
            _ wire: [UInt8], of type: ContentType, carrying content: [UInt8], encrypted: Bool, at stream: Range<Int>,
            isEarly: Bool
        ) -> TracedRecord {
            var dissector = Dissector()
            dissector.version = .tls13
            dissector.isEarly = isEarly
            let record = Record(
                type: type, version: .tls12, wire: wire, plaintext: content, encrypted: encrypted, stream: stream)
            return TracedRecord(record: record, dissector: dissector, aligned: true, transcript: .none)
        }

        // MARK: Reading

        mutating func append(_ octets: [UInt8]) { buffer.append(octets) }

        var missing: Int? { buffer.missing }

        mutating func nextMessage() throws(TLSError) -> HandshakeMessage? {
            guard let message = try joiner.next() else { return nil }
            guard joiner.isEmpty || message.type?.endsItsRecord != true else {
                throw .tls13(.octetsBehind(message.nameInTLS13))
            }
            return message
        }

        /// The content of the next whole record; nil until there is one. A length over the limit is refused before the whole record has
        /// arrived.
        mutating func nextContent() throws(TLSError) -> (type: ContentType, octets: [UInt8])? {
            while let (record, stream) = try nextRecord() {
                guard let content = try content(of: record) else { continue }
                if tracing {
                    let read = traced(
                        record, of: content.type, carrying: content.octets, encrypted: content.isProtected, at: stream,
                        isEarly: content.isProtected && story.isEarly(incoming.protection))
                    let expansion = record.count - RecordLimits.header - content.octets.count
                    let notes = notes(reading: content.type, content.octets, expansion: expansion)
                    emit(.read(read, notes.first))
                    for note in notes.dropFirst() { emit(.note(note)) }
                }
                return (content.type, content.octets)
            }
            return nil
        }

        /// Section 6: the level is ignored. close_notify and user_canceled are not errors, every other alert is.
        mutating func alert(in octets: [UInt8]) throws(TLSError) -> Alert {
            let name = try AlertOctets.name(in: octets)
            return Alert(name == .closeNotify || name == .userCanceled ? .warning : .fatal, name)
        }

        mutating func deliver(_ data: [UInt8]) {
            tell(data: data)
            emit(.plaintext(data))
        }

        private mutating func nextRecord() throws(TLSError) -> (wire: [UInt8], stream: Range<Int>)? {
            if let header = buffer.header { try IncomingRecords.check(header) }
            return buffer.next()
        }

        /// The content of a record; nil for early data that is skipped. Early data is recognized by the type if there are no keys yet, else
        /// by trial: a record that does not open leaves the number of the next record as it is.
        private mutating func content(of record: [UInt8]) throws(TLSError) -> IncomingRecords.Content? {
            guard skipping != nil, record.first == ContentType.applicationData.rawValue else {
                return try incoming.read(record)
            }
            guard incoming.protection != nil else {
                try skip(record)
                return nil
            }
            do throws(TLSError) {
                let content = try incoming.read(record)
                skipping = nil
                return content
            } catch {
                guard error == .badRecordMAC else { throw error }
                try skip(record)
                return nil
            }
        }

        /// Counts a skipped record as if it had no padding. A record without data counts as one octet, so that such records come to an end.
        private mutating func skip(_ record: [UInt8]) throws(TLSError) {
            guard var skipping else { return }
            skipping.left -= max(1, record.count - RecordLimits.header - TrafficProtection.leastExpansion)
            guard skipping.left >= 0 else { throw .tls13(.tooMuchEarlyData(limit: skipping.limit)) }
            self.skipping = skipping
        }
    }
}
