import Crypto
import Trace

extension TLS13 {
    /// What both roles keep through all their states: the records of both directions, the transcript, and what is to be done next.
    ///
    /// Reading and writing have clocks of their own. Keys for writing change when the last message under the old ones is out, keys for
    /// reading when the peer's is in.
    struct Session: EndpointSession {
        /// Whose end it is.
        let role: Role
        /// The time in milliseconds since 1970: tickets are made and come after the connection has begun.
        var now: Int64 = 0
        /// The inner plaintext of every protected record is filled up to a multiple of so many octets.
        var paddingMultiple = 1
        var alertLevel = AlertLevel.fatal
        var resumable: ResumableSession? { nil }
        /// The longest inner plaintext that the peer takes.
        private var peersLimit = RecordLimits.innerPlaintext

        /// How much early data that is not accepted may still come and be skipped (section 4.2.10); nil where none is due.
        private var skipping: Skipping?
        /// What a server remembers of early data that it has accepted; nil where nothing remembers.
        var replays: ReplayRegister?

        /// Early data that is skipped: how many octets in all, and how many are left.
        private struct Skipping: Hashable, Sendable {
            let limit: Int
            var left: Int
        }

        /// What the server has signed the handshake with; nil as long as it has not.
        var serverScheme: SignatureScheme?
        /// Whether there was a HelloRetryRequest.
        var wasRetried = false

        var incoming: IncomingRecords
        var joiner = HandshakeJoiner()
        var transcript = Transcript()
        /// What the trace needs to remember.
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
            // What was rejected with a HelloRetryRequest is no longer offered in the second hello.
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

        /// From now on this side writes in clear again: early data is lost (section 4.1.4).
        mutating func stopWriting() { outgoing = nil }

        /// From now on records that do not open are early data to be skipped, so many octets of it; nil ends that.
        mutating func skip(_ limit: Int?) { skipping = limit.map { Skipping(limit: $0, left: $0) } }

        /// The peer takes no longer inner plaintext than this.
        mutating func limitWriting(to limit: UInt16) { peersLimit = min(Int(limit), RecordLimits.innerPlaintext) }

        /// The next generation of what this side writes (section 7.2).
        mutating func updateWriting() {
            tell(updated: outgoing?.secret, of: role)
            outgoing = outgoing?.next
        }

        /// The next generation of what the peer writes.
        mutating func updateReading() {
            tell(updated: incoming.protection?.secret, of: role.peer)
            if let next = incoming.protection?.next { incoming.startReading(with: next) }
        }

        // MARK: Writing

        /// Writes a handshake message in a record of its own and adds it to the transcript.
        mutating func send(_ body: some HandshakeBody) throws(TLSError) { try send(body.message.bytes) }

        /// Writes the octets of a handshake message and adds them to the transcript.
        mutating func send(_ message: [UInt8]) throws(TLSError) {
            if tracing { tell(writing: message) }
            transcript.add(message)
            try write(.handshake, message)
        }

        /// Writes a message that comes after the handshake and is in no transcript (section 4.4.1).
        mutating func sendAfterwards(_ body: some HandshakeBody) throws(TLSError) {
            try write(.handshake, body.message.bytes)
        }

        /// Writes the dummy that makes it look like TLS 1.2 to what stands on the way (section D.4). It is never protected.
        mutating func sendChangeCipherSpec() {
            put(RecordHeader.record(.changeCipherSpec, [1]), of: .changeCipherSpec, carrying: [1], encrypted: false)
        }

        mutating func write(_ type: ContentType, _ content: [UInt8]) throws(TLSError) {
            // RFC 8449 section 4: only protected records have the limit, and the type is counted.
            let limit = outgoing == nil ? RecordLimits.plaintext : peersLimit - 1
            // The records go into one piece of memory. Where padding takes more, it grows.
            if content.count > limit {
                let records = (content.count + limit - 1) / limit
                let added = RecordLimits.header + TrafficProtection.leastExpansion
                outbox.reserve(content.count + records * added)
            }
            for start in stride(from: 0, to: max(1, content.count), by: limit) {
                let fragment = Array(content[start..<min(start + limit, content.count)])
                guard let padding = outgoing.map({ _ in padding(behind: fragment.count) }) else {
                    put(RecordHeader.record(type, fragment), of: type, carrying: fragment, encrypted: false)
                    continue
                }
                let inner = InnerPlaintext(fragment, typeCode: type.rawValue, padding: padding)
                let protection = tracing ? outgoing : nil
                let record = try outgoing?.seal(inner) ?? []
                if let protection { tell(sealed: inner, by: protection, as: record) }
                put(record, of: type, carrying: fragment, encrypted: true)
            }
        }

        /// Zeros that fill content and type up to the multiple, as far as a record has room.
        func padding(behind count: Int) -> Int {
            guard paddingMultiple > 1 else { return 0 }
            let over = (count + 1) % paddingMultiple
            return min(over == 0 ? 0 : paddingMultiple - over, peersLimit - count - 1)
        }

        private mutating func put(
            _ wire: [UInt8], of type: ContentType, carrying content: [UInt8], encrypted: Bool
        ) {
            let stream = outbox.write(wire)
            guard tracing else { return }
            emit(
                .wrote(
                    traced(
                        wire, of: type, carrying: content, encrypted: encrypted, at: stream,
                        isEarly: encrypted && story.isEarly(outgoing)), note(writing: type, content)))
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
            return TracedRecord(record, dissector, aligned: true, .none)
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

        /// What the next whole record carries; nil until there is one. A length over the limit is refused before the record is here.
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

        /// Section 6: the level means nothing. close_notify and user_canceled are no errors, every other alert is.
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

        /// What a record carries; nil for early data that is skipped. Where there are no keys yet it goes by the type, else by trial; a
        /// record that does not open leaves the number of the next one as it was.
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

        /// Counts what is skipped as if it had no padding; a record without data counts as one octet, so that they come to an end.
        private mutating func skip(_ record: [UInt8]) throws(TLSError) {
            guard var skipping else { return }
            skipping.left -= max(1, record.count - RecordLimits.header - TrafficProtection.leastExpansion)
            guard skipping.left >= 0 else { throw .tls13(.tooMuchEarlyData(limit: skipping.limit)) }
            self.skipping = skipping
        }
    }
}
