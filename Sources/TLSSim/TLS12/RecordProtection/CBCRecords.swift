import Crypto

/// AES in CBC mode with an IV in every record (RFC 5246 section 6.2.3.2): the common part of ``MACThenEncrypt`` and
/// ``EncryptThenMAC``.
struct CBCRecords: Hashable, Sendable {
    let mac: HashAlgorithm
    private let key: [UInt8]
    private let hmac: HMAC
    /// A cipher that replaces AES in the museum; nil everywhere else.
    private var toy: ToyBlockCipher?

    init(keys: DirectionKeys, mac: HashAlgorithm) {
        self.mac = mac
        key = keys.key
        hmac = HMAC(key: keys.macKey, hash: mac)
    }

    /// The same protection with blocks of 32 bits.
    func withShortBlocks() -> CBCRecords {
        var records = self
        records.toy = ToyBlockCipher(key: key)
        return records
    }

    private var blockLength: Int { toy == nil ? AESCBC.blockLength : ToyBlockCipher.blockLength }

    /// The IV of a record: the sequence number, encrypted with the same key as the record.
    ///
    /// "The Initialization Vector (IV) SHOULD be chosen at random, and MUST be unpredictable." To encrypt a nonce with the same key is the
    /// first of the two methods of NIST SP 800-38A appendix C. It needs no random generator. TLS 1.0 used the last block of the record
    /// before, which an attacker has already seen; the BEAST attack (2011) uses this.
    func initializationVector(_ place: RecordPlace) throws(AESCBCError) -> [UInt8] {
        if let toy { return toy.encrypt(place.number.suffix(4), iv: [0, 0, 0, 0]) }
        let nonce = [UInt8](repeating: 0, count: 8) + place.number
        return try AESCBC.encrypt(nonce, key: key, iv: [UInt8](repeating: 0, count: AESCBC.blockLength))
    }

    /// The HMAC over the place of a record, as ``RecordPlace/octets(length:)`` gives it, and its content.
    func authenticate(_ place: [UInt8], _ content: [UInt8]) -> [UInt8] {
        hmac.authenticate(place, content)
    }

    /// The octets that fill the last block after `count` octets of content: the padding and the length octet behind it. Each of them contains
    /// the number of padding octets (RFC 5246 section 6.2.3.2).
    static func padding(behind count: Int, block: Int = AESCBC.blockLength) -> [UInt8] {
        let padding = block - 1 - count % block
        return [UInt8](repeating: UInt8(truncatingIfNeeded: padding), count: padding + 1)
    }

    /// The IV and the ciphertext of `content`, which is padded to whole blocks.
    func encrypt(_ content: [UInt8], _ place: RecordPlace) throws(AESCBCError) -> [UInt8] {
        let padded = content + Self.padding(behind: content.count, block: blockLength)
        let iv = try initializationVector(place)
        if let toy { return iv + toy.encrypt(padded, iv: iv) }
        return iv + (try AESCBC.encrypt(padded, key: key, iv: iv))
    }

    /// The plaintext blocks behind the IV; nil if the length is not one that ``encrypt(_:_:)`` makes.
    func decrypt(_ fragment: ArraySlice<UInt8>) -> [UInt8]? {
        let block = blockLength
        guard fragment.count >= 2 * block, fragment.count.isMultiple(of: block) else { return nil }
        if let toy { return toy.decrypt(Array(fragment.dropFirst(block)), iv: Array(fragment.prefix(block))) }
        return try? AESCBC.decrypt(
            Array(fragment.dropFirst(block)), key: key, iv: Array(fragment.prefix(block)))
    }
}
