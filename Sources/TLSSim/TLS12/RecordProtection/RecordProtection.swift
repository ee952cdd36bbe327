import Crypto
import Trace

/// The keys that the key block yields for one direction (RFC 5246 section 6.3).
public struct DirectionKeys: Hashable, Sendable {
    /// The key of the record MAC; empty for an AEAD cipher.
    public let macKey: [UInt8]
    /// The encryption key.
    public let key: [UInt8]
    /// The part of the nonce that both sides know without sending it; empty for CBC.
    public let fixedIV: [UInt8]
}

/// The protection of records in one direction: the keys and the sequence number (RFC 5246 section 6.2.3).
///
/// TLS 1.2 has three constructions: ``AEADRecords``, ``MACThenEncrypt`` and ``EncryptThenMAC``.
public struct RecordProtection: Hashable, Sendable {
    /// The longest protected fragment, in octets (RFC 5246 section 6.2.3).
    static let longestFragment = RecordLimits.plaintext + 2048

    /// The cipher.
    public let cipher: BulkCipher
    /// Whether the MAC covers the ciphertext (RFC 7366); always false for an AEAD cipher.
    public let encryptThenMAC: Bool
    private var construction: Construction
    /// Which rules about records are kept.
    package var rules = RecordRules() {
        didSet {
            guard !rules.hasLongBlocks, case .macThenEncrypt(let records) = construction else { return }
            construction = .macThenEncrypt(records.withShortBlocks())
        }
    }
    /// How many compressions of the MAC's hash were needed to open records so far. Only MAC-then-encrypt is counted.
    private(set) var work = 0

    /// The construction, as notes name it.
    var method: RecordNote.Method {
        switch construction {
        case .aead: cipher.recordIVLength == 0 ? .aead(.numberXORed) : .aead(.numberSent)
        case .macThenEncrypt: .macThenEncrypt
        case .encryptThenMAC: .encryptThenMAC
        }
    }

    private enum Construction: Hashable, Sendable {
        case aead(AEADRecords)
        case macThenEncrypt(MACThenEncrypt)
        case encryptThenMAC(EncryptThenMAC)
    }

    /// The sequence number of the next record under these keys. Both sides count, and the receiver never reads the number from the wire.
    /// Every tag and every MAC covers it, so a replayed, dropped or reordered record does not verify. In AES-GCM the sender also writes it
    /// as nonce_explicit (RFC 5288 section 3).
    public private(set) var sequenceNumber: UInt64 = 0

    /// Protection with `cipher` and `keys`.
    ///
    /// - Parameter encryptThenMAC: whether the extension encrypt_then_mac was agreed (RFC 7366). It has no effect on an AEAD cipher.
    public init(_ cipher: BulkCipher, keys: DirectionKeys, encryptThenMAC: Bool = false) {
        self.cipher = cipher
        self.encryptThenMAC = encryptThenMAC && cipher.mac != nil
        construction =
            switch cipher {
            case .aesGCM:
                .aead(AEADRecords(.aesGCM, keys: keys, explicitLength: cipher.recordIVLength))
            case .chaCha20Poly1305:
                .aead(AEADRecords(.chaCha20Poly1305, keys: keys, explicitLength: cipher.recordIVLength))
            case .aesCBC(_, let mac) where encryptThenMAC: .encryptThenMAC(EncryptThenMAC(keys: keys, mac: mac))
            case .aesCBC(_, let mac): .macThenEncrypt(MACThenEncrypt(keys: keys, mac: mac))
            }
    }

    /// Protects a fragment of at most 2^14 octets.
    ///
    /// - Throws: ``TLSError/internalFault(_:)`` if the cipher refuses the keys, or if the sequence numbers are used up.
    public mutating func seal(
        _ fragment: [UInt8], type: ContentType, version: ProtocolVersion
    ) throws(TLSError) -> [UInt8] {
        let place = place(type, version)
        let drawn = rules.nonce(of: sequenceNumber)
        let sealed: [UInt8]
        do {
            sealed =
                switch construction {
                case .aead(let records): try records.seal(fragment, place, drawn: drawn)
                case .macThenEncrypt(let records): try records.seal(fragment, place)
                case .encryptThenMAC(let records): try records.seal(fragment, place)
                }
        } catch {
            throw .internalFault("\(cipher.name): \(error)")
        }
        try advance()
        return sealed
    }

    /// Removes the protection of a fragment. For every fault of the fragment the error is the same, so that it reveals nothing.
    ///
    /// - Throws: ``TLSError/badRecordMAC``; ``TLSError/internalFault(_:)`` if the sequence numbers are used up.
    public mutating func open(
        _ fragment: ArraySlice<UInt8>, type: ContentType, version: ProtocolVersion
    ) throws(TLSError) -> [UInt8] {
        let place = place(type, version)
        let plaintext =
            switch construction {
            case .aead(let records): records.open(fragment, place)
            case .macThenEncrypt(let records): records.open(fragment, place, keeping: rules, work: &work)
            case .encryptThenMAC(let records): records.open(fragment, place)
            }
        guard let plaintext else { throw .badRecordMAC }
        try advance()
        return plaintext
    }

    private func place(_ type: ContentType, _ version: ProtocolVersion) -> RecordPlace {
        RecordPlace(
            sequenceNumber: sequenceNumber, type: type, version: version, isNumbered: rules.numbers(type))
    }

    /// Counts a record. Sequence numbers must not wrap (RFC 5246 section 6.1). No real connection uses up 2^64 records.
    private mutating func advance() throws(TLSError) {
        let (next, overflow) = sequenceNumber.addingReportingOverflow(1)
        guard !overflow else { throw .internalFault("record sequence numbers are used up") }
        sequenceNumber = next
    }
}

/// The values of a record that are authenticated and not encrypted: sequence number, type, version.
struct RecordPlace: Hashable, Sendable {
    let sequenceNumber: UInt64
    let type: ContentType
    let version: ProtocolVersion
    /// Whether the sequence number is authenticated.
    var isNumbered = true

    /// The sequence number as eight octets.
    var number: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: sequenceNumber >> UInt64(56 - 8 * $0)) } }

    /// seq_num + type + version + length: the octets that the MAC or the tag covers besides a fragment of `length` octets (RFC 5246 sections
    /// 6.2.3.1, 6.2.3.3).
    func octets(length: Int) -> [UInt8] {
        var writer = ByteWriter(capacity: 13)
        writer.integer("seq_num", isNumbered ? sequenceNumber : 0)
        writer.integer("type", type.rawValue)
        writer.integer("version", version.rawValue)
        writer.integer("length", UInt16(truncatingIfNeeded: length))
        return writer.bytes
    }
}
