import Crypto

/// The rules about records that an end keeps. An end of a visit or of a real connection keeps all of them. Only an exhibit of the museum
/// breaks a rule, to show the purpose of the rule.
package struct RecordRules: Hashable, Sendable {
    /// The MAC is computed even where the padding is wrong (RFC 5246 section 6.2.3.2). Half: then it covers no content.
    package var macsBadPadding = Extent.whole
    /// Records of one length take as many compressions of the hash, whatever their padding says (Lucky Thirteen, 2013). Half: half of the
    /// missing ones are made up, rounded down.
    package var balancesCompressions = Extent.whole
    /// Every octet of padding has to be right, not the length octet alone (RFC 5246 section 6.2.3.2). Half: not where the padding fills a
    /// block of AES.
    package var checksEveryPaddingOctet = Extent.whole
    /// The sequence number goes into MAC and additional data (RFC 5246 section 6.2.3.1). Half: not for application data.
    package var macsSequenceNumber = Extent.whole
    /// Where nonce_explicit is drawn from, 12 bits at a time; nil for the rule: it is counted and does not repeat (RFC 5288 section 3).
    package var drawnNonces: SeededRandomSource?
    /// After how many records the counter behind nonce_explicit begins anew, at most 256; nil for the rule: never.
    package var nonceCycle: UInt64?

    /// Blocks have 128 bits (RFC 9325 section 4.2). False puts a ``ToyBlockCipher`` in place of the AES of a suite with MAC-then-encrypt.
    package var hasLongBlocks = true

    /// All rules kept.
    package init() {}

    /// Whether the sequence number of a record of that type is authenticated.
    func numbers(_ type: ContentType) -> Bool {
        macsSequenceNumber == .whole || macsSequenceNumber == .half && type != .applicationData
    }

    /// The nonce_explicit of a record, if it is not the record's number.
    mutating func nonce(of number: UInt64) -> [UInt8]? {
        if let nonceCycle { return [UInt8](repeating: 0, count: 7) + [UInt8(truncatingIfNeeded: number % nonceCycle)] }
        guard let low = drawnNonces?.octets(2), low.count == 2 else { return nil }
        return [UInt8](repeating: 0, count: 6) + [low[0] & 0x0f, low[1]]
    }
}
