import Crypto

/// The rules about records that an end keeps. An end of a visit or of a real connection keeps all of them. Only an exhibit of the museum
/// breaks a rule, to show the purpose of the rule.
package struct RecordRules: Hashable, Sendable {
    /// The MAC is computed even where the padding is wrong (RFC 5246 section 6.2.3.2).
    package var macsBadPadding = true
    /// Records of one length take as many compressions of the hash, whatever their padding says (Lucky Thirteen, 2013).
    package var balancesCompressions = true
    /// Every octet of padding has to be right, not the length octet alone (RFC 5246 section 6.2.3.2).
    package var checksEveryPaddingOctet = true
    /// The sequence number goes into MAC and additional data (RFC 5246 section 6.2.3.1).
    package var macsSequenceNumber = true
    /// Where nonce_explicit is drawn from, 12 bits at a time; nil for the rule: it is counted and does not repeat (RFC 5288 section 3).
    package var drawnNonces: SeededRandomSource?

    /// Blocks have 128 bits (RFC 9325 section 4.2). False puts a ``ToyBlockCipher`` in place of the AES of a suite with MAC-then-encrypt.
    package var hasLongBlocks = true

    /// All rules kept.
    package init() {}

    /// A nonce_explicit, if it is drawn.
    mutating func drawNonce() -> [UInt8]? {
        guard let low = drawnNonces?.octets(2), low.count == 2 else { return nil }
        return [UInt8](repeating: 0, count: 6) + [low[0] & 0x0f, low[1]]
    }
}
