import Crypto
import Trace

extension TLS13 {
    /// What both roles keep through all their states: the records of both directions, the transcript, and what is to be done next.
    ///
    /// Reading and writing have clocks of their own. Keys for writing change when the last message under the old ones is out, keys for
    /// reading when the peer's is in.
    struct Session: Hashable, Sendable {
        /// Whose end it is.
        let role: Role
        /// Whether what is sent and read is traced. Costs time, changes no octet.
        let tracing: Bool
        /// The inner plaintext of every protected record is filled up to a multiple of so many octets.
        var paddingMultiple = 1

        /// How many octets of early data that is not accepted may still come and be skipped (section 4.2.10); 0 for a client.
        var skippable = 0
        /// The bound of that: no RFC has one for a server that has promised none.
        static let skippableOctets = 1 << 16

        var incoming: IncomingRecords
        var joiner = HandshakeJoiner()
        var transcript = Transcript()
        /// What the trace needs to remember.
        var story = Story()
        private var buffer: [UInt8] = []
        private var received = 0
        /// Octets sent.
        private(set) var sent = 0
        private(set) var outgoing: TrafficProtection?
        private(set) var outputs: [Output] = []
        private var unsent: [UInt8] = []
        /// Whether close_notify or a fatal alert was sent; after that nothing may be (RFC 8446 section 6.1).
        private(set) var hasClosed = false

        init(_ role: Role, tracing: Bool) {
            self.role = role
            self.tracing = tracing
            incoming = IncomingRecords(of: role.peer)
        }

        // MARK: Output

        mutating func emit(_ output: Output) {
            if case .established(let parameters) = output { tellEstablished(parameters) }
            outputs.append(output)
        }

        /// Emits what is only for the trace; `output` is not made where nothing is traced.
        mutating func trace(_ output: @autoclosure () -> Output) {
            if tracing { outputs.append(output()) }
        }

        /// A secret of the key schedule is known to this side.
        mutating func learn(_ name: SecretName, _ octets: [UInt8]) {
            tell(name, octets)
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

        // MARK: Keys

        mutating func startReading(_ suite: CipherSuite, _ secret: TrafficSecret) {
            tell(keys: suite, secret, of: role.peer)
            incoming.startReading(with: TrafficProtection(suite, secret))
        }

        mutating func startWriting(_ suite: CipherSuite, _ secret: TrafficSecret) {
            tell(keys: suite, secret, of: role)
            outgoing = TrafficProtection(suite, secret)
        }

        /// The next generation of what this side writes (section 7.2).
        mutating func updateWriting() { outgoing = outgoing?.next }

        /// The next generation of what the peer writes.
        mutating func updateReading() {
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
            put(DummyChangeCipherSpec.record, .changeCipherSpec, [1], encrypted: false)
        }

        mutating func send(data: [UInt8]) throws(TLSError) {
            guard !hasClosed, !data.isEmpty else { return }
            try write(.applicationData, data)
        }

        mutating func send(_ alert: Alert) throws(TLSError) {
            guard !hasClosed else { return }
            try write(.alert, alert.bytes)
            hasClosed = alert.name == .closeNotify || alert.level == .fatal
        }

        private mutating func write(_ type: ContentType, _ content: [UInt8]) throws(TLSError) {
            let limit = RecordLayer.longestPlaintext
            for start in stride(from: 0, to: max(1, content.count), by: limit) {
                let fragment = Array(content[start..<min(start + limit, content.count)])
                guard let padding = outgoing.map({ _ in padding(behind: fragment.count) }) else {
                    put(ClearRecord.octets(type, fragment), type, fragment, encrypted: false)
                    continue
                }
                let inner = InnerPlaintext(fragment, typeCode: type.rawValue, padding: padding)
                let protection = tracing ? outgoing : nil
                let record = try outgoing?.seal(inner) ?? []
                if let protection { tell(sealed: inner, by: protection, as: record) }
                put(record, type, fragment, encrypted: true)
            }
        }

        /// Zeros that fill content and type up to the multiple, as far as a record has room.
        private func padding(behind count: Int) -> Int {
            guard paddingMultiple > 1 else { return 0 }
            let over = (count + 1) % paddingMultiple
            return min(over == 0 ? 0 : paddingMultiple - over, InnerPlaintext.longest - count - 1)
        }

        private mutating func put(_ wire: [UInt8], _ type: ContentType, _ content: [UInt8], encrypted: Bool) {
            unsent.append(contentsOf: wire)
            let stream = sent..<(sent + wire.count)
            sent += wire.count
            guard tracing else { return }
            outputs.append(
                .wrote(traced(wire, type, content, encrypted: encrypted, stream), note(writing: type, content)))
        }

        private func traced(
            _ wire: [UInt8], _ type: ContentType, _ content: [UInt8], encrypted: Bool, _ stream: Range<Int>
        ) -> TracedRecord {
            var dissector = Dissector()
            dissector.version = .tls13
            let record = Record(
                type: type, version: .tls12, wire: wire, plaintext: content, encrypted: encrypted, stream: stream)
            return TracedRecord(record, dissector, aligned: true, .none)
        }

        // MARK: Reading

        /// Adds octets that arrived.
        mutating func append(_ octets: [UInt8]) { buffer.append(contentsOf: octets) }

        /// How many octets the record now begun still lacks; nil at a record boundary.
        var missing: Int? {
            guard !buffer.isEmpty else { return nil }
            guard let header = RecordHeader(buffer, from: 0) else { return RecordLayer.headerLength - buffer.count }
            return RecordLayer.headerLength + Int(header.length) - buffer.count
        }

        /// What the next whole record carries; nil until there is one. A length over the limit is refused before the record is here.
        mutating func next() throws(TLSError) -> IncomingRecords.Content? {
            while let record = try nextRecord() {
                let stream = received..<(received + record.count)
                received += record.count
                guard let content = try content(of: record) else { continue }
                if tracing {
                    let read = traced(
                        record, content.type, content.octets, encrypted: content.isProtected, stream)
                    outputs.append(.read(read, note(reading: content.type, content.octets)))
                }
                return content
            }
            return nil
        }

        private mutating func nextRecord() throws(TLSError) -> [UInt8]? {
            guard let header = RecordHeader(buffer, from: 0) else { return nil }
            try IncomingRecords.check(header)
            let length = RecordLayer.headerLength + Int(header.length)
            guard buffer.count >= length else { return nil }
            defer { buffer.removeFirst(length) }
            return Array(buffer.prefix(length))
        }

        /// What a record carries; nil for early data that is skipped. Where there are no keys yet it goes by the type, else by trial; a
        /// record that does not open leaves the number of the next one as it was.
        private mutating func content(of record: [UInt8]) throws(TLSError) -> IncomingRecords.Content? {
            let isSkippable = skippable >= record.count && record.first == ContentType.applicationData.rawValue
            if isSkippable, incoming.protection == nil {
                skippable -= record.count
                return nil
            }
            do throws(TLSError) {
                let content = try incoming.read(record)
                if content.isProtected { skippable = 0 }
                return content
            } catch {
                guard isSkippable, error == .badRecordMAC else { throw error }
                skippable -= record.count
                return nil
            }
        }
    }

    /// Records that are not protected.
    enum ClearRecord {
        static func octets(_ type: ContentType, _ content: [UInt8]) -> [UInt8] {
            var header = RecordHeader(typeCode: type.rawValue, length: UInt16(truncatingIfNeeded: content.count))
            var writer = ByteWriter(capacity: RecordLayer.headerLength + content.count)
            header.code(with: &writer)
            writer.octets("tls.record.fragment", content)
            return writer.bytes
        }
    }

    /// The record that has no meaning (section D.4).
    enum DummyChangeCipherSpec {
        static let record = ClearRecord.octets(.changeCipherSpec, [1])
    }
}
