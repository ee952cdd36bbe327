import Crypto

/// What both orders of MAC and encryption share: AES in CBC mode with an IV in every record (RFC 5246 section 6.2.3.2).
struct CBCRecords: Hashable, Sendable {
    let mac: HashAlgorithm
    private let key: [UInt8]
    private let hmac: HMAC
    /// The cipher in place of AES; nil but in the museum.
    private var toy: ToyBlockCipher?

    init(keys: DirectionKeys, mac: HashAlgorithm) {
        self.mac = mac
        key = keys.key
        hmac = HMAC(key: keys.macKey, hash: mac)
    }

    /// The same records with short blocks.
    func withShortBlocks() -> CBCRecords {
        var records = self
        records.toy = ToyBlockCipher(key: key)
        return records
    }

    private var blockLength: Int { toy == nil ? AESCBC.blockLength : ToyBlockCipher.blockLength }

    /// The IV of a record: the sequence number, encrypted under the record's own key.
    ///
    /// "The Initialization Vector (IV) SHOULD be chosen at random, and MUST be unpredictable." Encrypting a nonce with
    /// the same key is the first of the two ways that NIST SP 800-38A appendix C gives for that, and it needs no
    /// generator. TLS 1.0 took the last block of the record before, which an attacker has already seen: that was BEAST
    /// (2011).
    func initializationVector(_ place: RecordPlace) throws(AESCBCError) -> [UInt8] {
        if let toy { return toy.encrypt(place.number.suffix(4), iv: [0, 0, 0, 0]) }
        let nonce = [UInt8](repeating: 0, count: 8) + place.number
        return try AESCBC.encrypt(nonce, key: key, iv: [UInt8](repeating: 0, count: AESCBC.blockLength))
    }

    /// HMAC over the place of a record and its content.
    func authenticate(_ place: [UInt8], _ content: [UInt8]) -> [UInt8] {
        hmac.authenticate(place, content)
    }

    /// IV and ciphertext of `content`, padded to whole blocks: every octet of padding, and the length octet behind it, holds
    /// the number of padding octets.
    func encrypt(_ content: [UInt8], _ place: RecordPlace) throws(AESCBCError) -> [UInt8] {
        let block = blockLength
        let padding = block - 1 - content.count % block
        let padded = content + [UInt8](repeating: UInt8(truncatingIfNeeded: padding), count: padding + 1)
        let iv = try initializationVector(place)
        if let toy { return iv + toy.encrypt(padded, iv: iv) }
        return iv + (try AESCBC.encrypt(padded, key: key, iv: iv))
    }

    /// The plaintext blocks behind the IV; nil where the length is not one that ``encrypt(_:_:)`` makes.
    func decrypt(_ fragment: ArraySlice<UInt8>) -> [UInt8]? {
        let block = blockLength
        guard fragment.count >= 2 * block, fragment.count.isMultiple(of: block) else { return nil }
        if let toy { return toy.decrypt(Array(fragment.dropFirst(block)), iv: Array(fragment.prefix(block))) }
        return try? AESCBC.decrypt(
            Array(fragment.dropFirst(block)), key: key, iv: Array(fragment.prefix(block)))
    }
}
