import Trace

/// Cuts the byte stream into records and back, protecting them once keys are in force (RFC 5246 section 6.2).
///
/// One of these serves each endpoint; a reader of captures uses one for each direction.
public struct RecordLayer: Hashable, Sendable {
    /// The longest plaintext of a record that is written, in octets.
    var writingLimit = RecordLimits.plaintext
    /// The longest plaintext of a record that is read, in octets (RFC 6066 section 4).
    var readingLimit = RecordLimits.plaintext

    /// The rules about records that are kept.
    package var rules = RecordRules()
    /// How records are compressed once there are keys; nil for not at all.
    var compression: RecordCompression?

    private var buffer = RecordBuffer()
    private var sent = 0
    /// How the next record is opened; nil before there are keys.
    private(set) var inbound: RecordProtection?
    /// How the next record will be protected; nil before there are keys.
    private(set) var outbound: RecordProtection?
    /// Set once the version is agreed; until then a record's version is not looked at (appendix E.1).
    private var agreed: ProtocolVersion?
    /// The version in the header of the record taken out last; nil before the first.
    private(set) var lastVersion: ProtocolVersion?

    /// A layer without keys.
    public init() {}

    /// Octets that have arrived and are not yet a whole record.
    public var unread: Int { buffer.unread }

    /// So many octets have been sent before this layer was made.
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

    /// Takes out the next whole record, opened; nil until there is one.
    ///
    /// - Throws: ``TLSError`` for a header that is not one of TLS, for a record that is too long or empty, and for one
    ///   that does not authenticate.
    public mutating func next() throws(TLSError) -> Record? {
        let type = try typeOfNext()
        guard let (wire, stream) = buffer.next(), let type, let version = lastVersion else { return nil }
        let fragment = wire[RecordLimits.header...]
        var plaintext = try inbound?.open(fragment, type: type, version: version) ?? Array(fragment)
        if inbound != nil, compression != nil { plaintext = try compression?.expand(plaintext) ?? plaintext }
        guard plaintext.count <= readingLimit else {
            throw .recordOverflow(length: plaintext.count, limit: readingLimit)
        }
        // Section 6.2.1: only application data may be empty; it hides how much is being said.
        guard !plaintext.isEmpty || type == .applicationData else { throw .emptyRecord(type) }
        return Record(
            type: type, version: version, wire: wire, plaintext: plaintext, encrypted: inbound != nil, stream: stream)
    }

    /// Checks the header of the next record, and says what the record carries; nil until the header is there.
    private mutating func typeOfNext() throws(TLSError) -> ContentType? {
        guard let header = buffer.header else { return nil }
        guard let type = ContentType(rawValue: header.typeCode) else { throw .unknownContentType(header.typeCode) }
        let version = header.version
        // Appendix E.1: the first ClientHello may come in a record of any version 3.x.
        guard agreed.map({ $0 == version }) ?? (version.rawValue >> 8 == 3) else { throw .recordVersion(version) }
        lastVersion = version
        let length = Int(header.length)
        let limit = inbound == nil ? RecordLimits.plaintext : RecordProtection.longestFragment
        guard length <= limit else { throw .recordOverflow(length: length, limit: limit) }
        return type
    }

    /// How many octets the record now begun still lacks; nil at a record boundary.
    public var missing: Int? { buffer.missing }

    /// Makes the records that carry `content`.
    package mutating func seal(_ type: ContentType, _ content: [UInt8]) throws(TLSError) -> [Record] {
        var records: [Record] = []
        for fragment in fragments(of: content, type) { records.append(try seal(type, fragment: Array(fragment))) }
        return records
    }

    /// What the records that carry `content` have in them: no more octets of it each than the limit; a single one without any
    /// if it is empty. They share the octets of `content`: each is copied when its turn comes.
    func fragments(of content: [UInt8], _ type: ContentType) -> [ArraySlice<UInt8>] {
        // An alert stays whole: every receiver refuses half of one.
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
