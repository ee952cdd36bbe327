import Crypto

/// The rules about records that an endpoint keeps. By default it keeps all of them. Only an exhibit of the museum breaks a rule, to show
/// the purpose of the rule.
package struct RecordRules: Hashable, Sendable {
    /// The MAC is computed even if the padding is wrong (RFC 5246 section 6.2.3.2). Half: in this case it covers no content.
    package var macsBadPadding = RuleCoverage.whole
    /// All records of one length need the same number of compressions of the hash, whatever their padding says (Lucky Thirteen, 2013).
    /// Half: only half of the missing compressions are added, rounded down.
    package var balancesCompressions = RuleCoverage.whole
    /// Every octet of padding is checked, not only the length octet (RFC 5246 section 6.2.3.2). Half: not if the padding is exactly one block
    /// of AES.
    package var checksEveryPaddingOctet = RuleCoverage.whole
    /// The MAC and the additional data contain the sequence number (RFC 5246 section 6.2.3.1). Half: not for application data.
    package var macsSequenceNumber = RuleCoverage.whole
    /// WRONG: a source from which nonce_explicit is drawn, 12 bits for each record; nil for the rule that it never repeats (RFC 5288 section
    /// 3).
    package var drawnNonces: SeededRandomSource?
    /// WRONG: after how many records nonce_explicit starts again at 0, at most 256; nil for the rule that it never does.
    package var nonceCycle: UInt64?

    /// The blocks of a CBC cipher have 128 bits (RFC 9325 section 4.2). If it is false, a ``ToyBlockCipher`` replaces the AES of a suite with
    /// MAC-then-encrypt.
    package var hasLongBlocks = true

    /// All rules kept.
    package init() {}

    /// Whether the sequence number of a record of that type is authenticated.
    func numbers(_ type: ContentType) -> Bool {
        macsSequenceNumber == .whole || macsSequenceNumber == .half && type != .applicationData
    }

    /// The nonce_explicit of a record if a rule is broken; nil if it is the record's sequence number.
    mutating func nonce(of number: UInt64) -> [UInt8]? {
        if let nonceCycle { return [UInt8](repeating: 0, count: 7) + [UInt8(truncatingIfNeeded: number % nonceCycle)] }
        guard let low = drawnNonces?.octets(2), low.count == 2 else { return nil }
        return [UInt8](repeating: 0, count: 6) + [low[0] & 0x0f, low[1]]
    }
}
