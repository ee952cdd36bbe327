import Trace

/// The record layer of TLS 1.2: it makes records from content, takes content out of records, and protects them as soon as there are keys
/// (RFC 5246 section 6.2).
///
/// An endpoint has one for both directions; a reader of captures has one for each direction.
public struct RecordLayer: Hashable, Sendable {
    /// The longest plaintext of a record that this side writes, in octets.
    var writingLimit = RecordLimits.plaintext
    /// The longest plaintext of a record that this side accepts, in octets (RFC 6066 section 4).
    var readingLimit = RecordLimits.plaintext

    /// Which rules about records this side keeps.
    package var rules = RecordRules()
    /// The compression of protected records; nil for no compression.
    var compression: RecordCompression?

    private var buffer = RecordBuffer()
    private var sent = 0
    /// The protection of the records that arrive; nil before there are keys.
    private(set) var inbound: RecordProtection?
    /// The protection of the records that this side writes; nil before there are keys.
    private(set) var outbound: RecordProtection?
    /// The agreed version; nil before the agreement. Until then a record may have any version 3.x (RFC 5246 appendix E.1).
    private var agreed: ProtocolVersion?
    /// The version in the last record header that was read; nil before the first.
    private(set) var lastVersion: ProtocolVersion?

    /// A layer without keys.
    public init() {}

    /// How many octets have arrived and have not been taken out as a record.
    public var unread: Int { buffer.unread }

    /// Sets how many octets were sent before this layer was made: the next record is written behind them.
    mutating func goOn(after octets: Int) { sent = octets }

    /// From now on every record has to be of `version`.
    public mutating func agree(on version: ProtocolVersion) {
        agreed = version
    }

    /// From the next record on, what arrives is opened with `protection`.
    public mutating func startReading(with protection: RecordProtection) {
        inbound = protection
        inbound?.rules = rules
    }

    /// From the next record on, what is sent is sealed with `protection`.
    public mutating func startWriting(with protection: RecordProtection) {
        outbound = protection
        outbound?.rules = rules
    }

    /// Adds octets that arrived.
    public mutating func append(_ octets: [UInt8]) { buffer.append(octets) }

    /// Takes out the next whole record, with its plaintext; nil until a whole record has arrived.
    ///
    /// - Throws: ``TLSError`` for a wrong header, for a record that is too long or empty, and for a record that does not authenticate.
    public mutating func next() throws(TLSError) -> Record? {
        let type = try typeOfNext()
        guard let (wire, stream) = buffer.next(), let type, let version = lastVersion else { return nil }
        let fragment = wire[RecordLimits.header...]
        var plaintext = try inbound?.open(fragment, type: type, version: version) ?? Array(fragment)
        if inbound != nil, compression != nil { plaintext = try compression?.expand(plaintext) ?? plaintext }
        guard plaintext.count <= readingLimit else {
            throw .recordOverflow(length: plaintext.count, limit: readingLimit)
        }
        // RFC 5246 section 6.2.1: only a record of application data may be empty. Empty records hide the amount of data.
        guard !plaintext.isEmpty || type == .applicationData else { throw .emptyRecord(type) }
        return Record(
            type: type, version: version, wire: wire, plaintext: plaintext, encrypted: inbound != nil, stream: stream)
    }

    /// Checks the header of the next record and returns its content type; nil until the header has arrived.
    private mutating func typeOfNext() throws(TLSError) -> ContentType? {
        guard let header = buffer.header else { return nil }
        guard let type = ContentType(rawValue: header.typeCode) else { throw .unknownContentType(header.typeCode) }
        let version = header.version
        // RFC 5246 appendix E.1: the record of the first ClientHello may have any version 3.x.
        guard agreed.map({ $0 == version }) ?? (version.rawValue >> 8 == 3) else { throw .recordVersion(version) }
        lastVersion = version
        let length = Int(header.length)
        let limit = inbound == nil ? RecordLimits.plaintext : RecordProtection.longestFragment
        guard length <= limit else { throw .recordOverflow(length: length, limit: limit) }
        return type
    }

    /// How many octets of the present record have not arrived; nil at a record boundary.
    public var missing: Int? { buffer.missing }

    /// Makes the records that carry `content`, as many as it needs.
    package mutating func seal(_ type: ContentType, _ content: [UInt8]) throws(TLSError) -> [Record] {
        var records: [Record] = []
        for fragment in fragments(of: content, type) { records.append(try seal(type, fragment: Array(fragment))) }
        return records
    }

    /// The plaintexts of the records that carry `content`: pieces that are not longer than the limit, or one empty piece for empty content.
    /// The pieces share the memory of `content`; each is copied when its record is made.
    func fragments(of content: [UInt8], _ type: ContentType) -> [ArraySlice<UInt8>] {
        // An alert is never divided, because a receiver refuses a part of an alert.
        guard content.count > writingLimit, type != .alert else { return [content[...]] }
        return stride(from: 0, to: content.count, by: max(1, writingLimit)).map { start in
            content[start..<min(start + writingLimit, content.count)]
        }
    }

    /// Makes the next record.
    mutating func seal(_ type: ContentType, fragment plaintext: [UInt8]) throws(TLSError) -> Record {
        let version = ProtocolVersion.tls12
        let content = outbound == nil ? plaintext : compression?.compress(plaintext) ?? plaintext
        let fragment = try outbound?.seal(content, type: type, version: version) ?? plaintext
        let wire = RecordHeader.record(type, fragment)
        let stream = sent..<(sent + wire.count)
        sent += wire.count
        return Record(
            type: type, version: version, wire: wire, plaintext: plaintext, encrypted: outbound != nil, stream: stream)
    }
}
