import Crypto

/// MAC-then-encrypt (RFC 5246 section 6.2.3.2): the MAC is computed over the content and encrypted with it.
///
/// The receiver has to decrypt and look at the padding before it can check anything. If it lets slip which of padding and MAC
/// was wrong, by an alert (Vaudenay 2002) or by the time it takes (Lucky Thirteen, 2013), an attacker that can make it try often
/// enough reads the content octet by octet. So: one alert for both, and the same work whatever the padding says.
struct MACThenEncrypt: Hashable, Sendable {
    private var records: CBCRecords

    init(keys: DirectionKeys, mac: HashAlgorithm) {
        records = CBCRecords(keys: keys, mac: mac)
    }

    /// The same protection with short blocks.
    func withShortBlocks() -> MACThenEncrypt {
        var protection = self
        protection.records = records.withShortBlocks()
        return protection
    }

    func seal(_ fragment: [UInt8], _ place: RecordPlace) throws(AESCBCError) -> [UInt8] {
        let code = records.authenticate(place.octets(length: fragment.count), fragment)
        return try records.encrypt(fragment + code, place)
    }

    /// The content; nil for anything that was not sealed with these keys at this place.
    ///
    /// - Parameter work: grows by the compressions of the hash that it takes.
    func open(
        _ fragment: ArraySlice<UInt8>, _ place: RecordPlace, _ rules: RecordRules, work: inout Int
    ) -> [UInt8]? {
        let size = records.mac.outputLength
        // The length is visible to everyone, so that these branches betray nothing.
        guard let padded = records.decrypt(fragment), padded.count >= size + 1 else { return nil }
        let (content, paddingIsGood) = removingPadding(padded, looked: rules.checksEveryPaddingOctet)
        guard rules.macsBadPadding != .nothing || paddingIsGood else { return nil }
        let covered = rules.macsBadPadding == .whole || paddingIsGood ? content : []
        let expected = records.authenticate(place.octets(length: covered.count), covered)
        let (done, most) = (compressions(covered.count), compressions(padded.count - size - 1))
        let missing = rules.balancesCompressions.share(of: most - done)
        compress(missing)
        // Two compressions for both pads of HMAC, and one for the outer hash (RFC 2104 section 2).
        work += 3 + done + missing
        let macIsGood = ConstantTime.areEqual(code(in: padded, after: content.count), expected)
        guard paddingIsGood && macIsGood else { return nil }
        return content
    }

    /// The content before MAC and padding, and whether the padding was right. Wrong padding counts as none, and the MAC is
    /// computed all the same, as section 6.2.3.2 asks.
    ///
    /// At most 255 octets of padding and their length octet are looked at, however many there claim to be; where ``RecordRules`` are not
    /// kept as a whole, the length octet alone.
    private func removingPadding(_ padded: [UInt8], looked: Extent) -> (content: [UInt8], isGood: Bool) {
        let size = records.mac.outputLength
        let last = padded.last ?? 0
        let claimed = Int(last)
        let room = padded.count - size - 1
        // Without a branch: all ones where the claim does not fit.
        var wrong = UInt8(truncatingIfNeeded: (room - claimed) >> (Int.bitWidth - 1))
        let looksAtAll = looked == .whole || looked == .half && claimed != AESCBC.blockLength - 1
        for distance in 0..<(looksAtAll ? min(256, padded.count) : 1) {
            let octet = padded[padded.count - 1 - distance]
            // All ones for an octet that is part of the claimed padding.
            let isPadding = ~UInt8(truncatingIfNeeded: (claimed - distance) >> (Int.bitWidth - 1))
            wrong |= isPadding & (octet ^ last)
        }
        let isGood = wrong == 0
        let length = room - (isGood ? claimed : 0)
        return (Array(padded.prefix(length)), isGood)
    }

    /// The MAC behind `length` octets of content, copied without an index that depends on `length`.
    private func code(in padded: [UInt8], after length: Int) -> [UInt8] {
        let size = records.mac.outputLength
        let first = max(0, padded.count - size - 256)
        var code = [UInt8](repeating: 0, count: size)
        for start in first...(padded.count - size) {
            let difference = start ^ length
            // All ones at the one place where it stands.
            let isHere = UInt8(truncatingIfNeeded: (difference - 1) >> (Int.bitWidth - 1))
            for index in 0..<size { code[index] |= isHere & padded[start + index] }
        }
        return code
    }

    /// Compresses as many blocks more as a record without padding would have taken, so that every record of one length costs
    /// the same number of compressions whatever its padding says. What is left of the difference lies below what Swift lets one
    /// control.
    private func compress(_ missing: Int) {
        var idle = RunningHash(records.mac)
        idle.update([UInt8](repeating: 0, count: max(0, missing) * records.mac.blockLength))
    }

    /// Compressions that the inner hash takes over 13 octets of place, `length` of content, one of padding and the length field
    /// (FIPS 180-4 section 5.1).
    private func compressions(_ length: Int) -> Int {
        let block = records.mac.blockLength
        return (13 + length + block / 8) / block + 1
    }
}
