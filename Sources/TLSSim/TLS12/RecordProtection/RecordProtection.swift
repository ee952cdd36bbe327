import Crypto
import Trace

/// What the key block yields for one direction (RFC 5246 section 6.3).
public struct DirectionKeys: Hashable, Sendable {
    /// The key of the record MAC; empty where the cipher authenticates by itself.
    public let macKey: [UInt8]
    /// The encryption key.
    public let key: [UInt8]
    /// The part of IV or nonce that both sides know without sending it.
    public let fixedIV: [UInt8]

    /// Keys of these octets.
    public init(macKey: [UInt8] = [], key: [UInt8], fixedIV: [UInt8]) {
        self.macKey = macKey
        self.key = key
        self.fixedIV = fixedIV
    }
}

/// One direction's keys and record counter: how a fragment becomes unreadable and unchangeable (RFC 5246 section 6.2.3).
///
/// The three constructions of TLS 1.2 stand in files of their own: ``AEADRecords``, ``MACThenEncrypt``, ``EncryptThenMAC``.
public struct RecordProtection: Hashable, Sendable {
    /// The longest protected fragment, in octets (RFC 5246 section 6.2.3).
    static let longestFragment = RecordLimits.plaintext + 2048

    /// The cipher.
    public let cipher: BulkCipher
    /// Whether the MAC is taken over the ciphertext (RFC 7366); only CBC has the choice.
    public let encryptThenMAC: Bool
    private var construction: Construction
    /// The rules that are kept.
    package var rules = RecordRules() {
        didSet {
            guard !rules.hasLongBlocks, case .macThenEncrypt(let records) = construction else { return }
            construction = .macThenEncrypt(records.withShortBlocks())
        }
    }
    /// Compressions of the MAC's hash that opening records has taken so far; none are counted for a cipher that is not MAC-then-encrypt.
    private(set) var work = 0

    /// How it protects.
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

    /// Number of the next record under these keys. Both sides count, and the receiver never reads the number from the wire: every tag and
    /// every MAC covers it, so a replayed, dropped or reordered record fails. In AES-GCM the sender writes a copy of it as nonce_explicit
    /// (RFC 5288 section 3).
    public private(set) var sequenceNumber: UInt64 = 0

    /// Protection with `cipher` under `keys`.
    ///
    /// - Parameter encryptThenMAC: whether the extension of that name was agreed (RFC 7366); means nothing to an AEAD cipher.
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

    /// seq_num + type + version + length: what is authenticated without being sent twice (RFC 5246 sections 6.2.3.1, 6.2.3.3).
    static func additionalData(
        sequenceNumber: UInt64, type: ContentType, version: ProtocolVersion, length: Int
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 13)
        writer.integer("seq_num", sequenceNumber)
        writer.integer("type", type.rawValue)
        writer.integer("version", version.rawValue)
        writer.integer("length", UInt16(truncatingIfNeeded: length))
        return writer.bytes
    }

    /// Protects a fragment of at most 2^14 octets.
    ///
    /// - Throws: ``TLSError/internalFault(_:)`` where sequence numbers are used up.
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

    /// Takes the protection off a fragment. Whatever is wrong with it, there is one answer: bad_record_mac.
    ///
    /// - Throws: ``TLSError/badRecordMAC``; ``TLSError/recordOverflow(length:limit:)`` for a plaintext over 2^14 octets.
    public mutating func open(
        _ fragment: ArraySlice<UInt8>, type: ContentType, version: ProtocolVersion
    ) throws(TLSError) -> [UInt8] {
        let place = place(type, version)
        let plaintext =
            switch construction {
            case .aead(let records): records.open(fragment, place)
            case .macThenEncrypt(let records): records.open(fragment, place, rules, work: &work)
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

    /// RFC 5246 section 6.1: sequence numbers do not wrap. No connection gets there; one that did would have to end.
    private mutating func advance() throws(TLSError) {
        let (next, overflow) = sequenceNumber.addingReportingOverflow(1)
        guard !overflow else { throw .internalFault("record sequence numbers are used up") }
        sequenceNumber = next
    }
}

/// Where a record stands and what it says it is: the part of it that is authenticated and not encrypted.
struct RecordPlace: Hashable, Sendable {
    let sequenceNumber: UInt64
    let type: ContentType
    let version: ProtocolVersion
    /// Whether the number is authenticated.
    var isNumbered = true

    /// The sequence number as MAC, nonce and additional data have it.
    var number: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: sequenceNumber >> UInt64(56 - 8 * $0)) } }

    /// The octets under the MAC or tag, for a fragment of `length` octets.
    func octets(length: Int) -> [UInt8] {
        RecordProtection.additionalData(
            sequenceNumber: isNumbered ? sequenceNumber : 0, type: type, version: version, length: length)
    }
}
