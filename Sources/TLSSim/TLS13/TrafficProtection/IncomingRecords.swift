import Trace

/// The records of one direction, as their reader processes them (RFC 8446 section 5).
///
/// It knows the keys and not the handshake: its owner decides whether a ChangeCipherSpec or a message may come now.
public struct IncomingRecords: Hashable, Sendable {
    /// The content of a record.
    public struct Content: Hashable, Sendable {
        /// The type of the content: the inner one of a protected record.
        public let type: ContentType
        /// The content, without padding.
        public let octets: [UInt8]
        /// Whether it was protected.
        public let isProtected: Bool
    }

    /// The side that writes the records.
    public let writer: Role
    /// The keys in force; nil before there are any.
    public private(set) var protection: TrafficProtection?
    /// The longest inner plaintext that the reader accepts, in octets, with type and padding (RFC 8449 section 4).
    private var limit = RecordLimits.innerPlaintext
    /// Whether a protected record has been opened. Its writer then has keys, and may not send in clear any more.
    private var hasOpened = false

    /// The records of one side, before there are keys.
    public init(of writer: Role) { self.writer = writer }

    /// Opens the records from the next one on with `protection`.
    public mutating func startReading(with protection: TrafficProtection) { self.protection = protection }

    /// Sets the longest inner plaintext, in octets, for the records from the next one on.
    mutating func limitPlaintext(to limit: UInt16) { self.limit = Int(limit) }

    /// Reads one whole record with its header, and returns its content. The version in the header is ignored (section 5.1).
    ///
    /// - Throws: ``TLSError`` with the alert that the reader must send.
    public mutating func read(_ record: [UInt8]) throws(TLSError) -> Content {
        guard let header = RecordHeader(record, from: 0) else {
            throw .truncatedRecord(missing: RecordLimits.header - record.count)
        }
        let missing = RecordLimits.header + Int(header.length) - record.count
        guard missing <= 0 else { throw .truncatedRecord(missing: missing) }
        guard missing == 0 else {
            throw .malformed(ParseError("tls.record.length", at: 3, .trailing(-missing), cite: .rfc(8446, "5.1")))
        }
        let type = try Self.check(header)
        let fragment = Array(record.dropFirst(RecordLimits.header))
        return type == .applicationData ? try open(record) : try inClear(type, fragment)
    }

    /// The whole records of a stream, in order and each with its header, up to the first that is cut off or has an invalid header.
    public static func records(in stream: [UInt8]) -> [[UInt8]] {
        var records: [[UInt8]] = []
        var start = 0
        while let header = RecordHeader(stream, from: start), (try? check(header)) != nil {
            let end = start + RecordLimits.header + Int(header.length)
            guard end <= stream.count else { break }
            records.append(Array(stream[start..<end]))
            start = end
        }
        return records
    }

    /// The type in a header. Checks that a record of that type may have the length in the header.
    ///
    /// - Throws: ``TLSError/unknownContentType(_:)``, ``TLSError/recordOverflow(length:limit:)``.
    @discardableResult
    static func check(_ header: RecordHeader) throws(TLSError) -> ContentType {
        guard let type = ContentType(rawValue: header.typeCode) else { throw .unknownContentType(header.typeCode) }
        let limit =
            type == .applicationData ? TrafficProtection.longestFragment : RecordLimits.plaintext
        guard Int(header.length) <= limit else { throw .recordOverflow(length: Int(header.length), limit: limit) }
        return type
    }

    private mutating func open(_ record: [UInt8]) throws(TLSError) -> Content {
        guard var protection else { throw .tls13(.recordBeforeKeys) }
        defer { self.protection = protection }
        let inner = try protection.open(record, limit: limit)
        hasOpened = true
        return Content(type: try inner.type(), octets: inner.content, isProtected: true)
    }

    private func inClear(_ type: ContentType, _ fragment: [UInt8]) throws(TLSError) -> Content {
        switch type {
        case .changeCipherSpec:
            guard fragment == [1] else { throw .changeCipherSpecContent(fragment) }
        case .alert:
            // A client that fails on ServerHello has no keys yet; the server that reads its alert has.
            guard protection == nil || (writer == .client && !hasOpened) else { throw .tls13(.recordInClear(type)) }
            guard !fragment.isEmpty else { throw .emptyRecord(type) }
        case .handshake, .applicationData:
            guard protection == nil else { throw .tls13(.recordInClear(type)) }
            guard !fragment.isEmpty else { throw .emptyRecord(type) }
        }
        return Content(type: type, octets: fragment, isProtected: false)
    }
}

extension TrafficProtection {
    /// Opens one protected record, checks it as the peer does, and returns its inner plaintext.
    ///
    /// - Throws: ``TLSError`` with the alert that a peer would send.
    public func reading(_ record: [UInt8]) throws(TLSError) -> InnerPlaintext {
        var incoming = IncomingRecords(of: .server)
        incoming.startReading(with: self)
        _ = try incoming.read(record)
        var copy = self
        return try copy.open(record)
    }
}

extension HandshakeType {
    /// Whether keys change after the message, so that no octets may follow it in its record (RFC 8446 section 5.1).
    var endsItsRecord: Bool {
        switch self {
        case .clientHello, .serverHello, .endOfEarlyData, .finished, .keyUpdate: true
        case .helloRequest, .newSessionTicket, .encryptedExtensions, .certificate, .serverKeyExchange,
            .certificateRequest, .serverHelloDone, .certificateVerify, .clientKeyExchange, .certificateStatus:
            false
        }
    }
}
