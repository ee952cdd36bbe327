import Crypto

/// MAC-then-encrypt (RFC 5246 section 6.2.3.2): the MAC is computed over the content and encrypted together with it.
///
/// The receiver has to decrypt and to check the padding before it can check the MAC. If it reveals which of the two was wrong, by an
/// alert (Vaudenay 2002) or by the time that it takes (Lucky Thirteen, 2013), an attacker with enough attempts learns the content octet
/// by octet. So there is one alert for both, and the same work for every padding.
struct MACThenEncrypt: Hashable, Sendable {
    private var records: CBCRecords

    init(keys: DirectionKeys, mac: HashAlgorithm) {
        records = CBCRecords(keys: keys, mac: mac)
    }

    /// The same protection with blocks of 32 bits.
    func withShortBlocks() -> MACThenEncrypt {
        var protection = self
        protection.records = records.withShortBlocks()
        return protection
    }

    func seal(_ fragment: [UInt8], _ place: RecordPlace) throws(AESCBCError) -> [UInt8] {
        let code = records.authenticate(place.octets(length: fragment.count), fragment)
        return try records.encrypt(fragment + code, place)
    }

    /// The content; nil if the fragment was not sealed with these keys at this place.
    ///
    /// - Parameter work: is increased by the number of compressions of the hash.
    func open(
        _ fragment: ArraySlice<UInt8>, _ place: RecordPlace, keeping rules: RecordRules, work: inout Int
    ) -> [UInt8]? {
        let size = records.mac.outputLength
        // Everyone can see the length, so these branches reveal nothing.
        guard let padded = records.decrypt(fragment), padded.count >= size + 1 else { return nil }
        let (content, paddingIsGood) = removingPadding(padded, checked: rules.checksEveryPaddingOctet)
        guard rules.macsBadPadding != .nothing || paddingIsGood else { return nil }
        let covered = rules.macsBadPadding == .whole || paddingIsGood ? content : []
        let expected = records.authenticate(place.octets(length: covered.count), covered)
        let (done, most) = (compressions(covered.count), compressions(padded.count - size - 1))
        let missing = rules.balancesCompressions.share(of: most - done)
        compress(missing)
        // One compression for each of the two pads of HMAC, and one for the outer hash (RFC 2104 section 2).
        work += 3 + done + missing
        let macIsGood = ConstantTime.areEqual(code(in: padded, after: content.count), expected)
        guard paddingIsGood && macIsGood else { return nil }
        return content
    }

    /// The content before MAC and padding, and whether the padding was right. If the padding is wrong, the content is taken as if there
    /// were no padding, and the MAC is still computed, as RFC 5246 section 6.2.3.2 demands.
    ///
    /// The length octet and the 255 octets before it are always examined, whatever the length octet says. `extent` says how much of
    /// ``RecordRules/checksEveryPaddingOctet`` is kept: where it is not kept, only the length octet is examined.
    private func removingPadding(_ padded: [UInt8], checked extent: RuleCoverage) -> (content: [UInt8], isGood: Bool) {
        let size = records.mac.outputLength
        let last = padded.last ?? 0
        let claimed = Int(last)
        let room = padded.count - size - 1
        // Without a branch: all ones if the claimed padding does not fit into the record.
        var wrong = UInt8(truncatingIfNeeded: (room - claimed) >> (Int.bitWidth - 1))
        let checksAll = extent == .whole || extent == .half && claimed != AESCBC.blockLength - 1
        for distance in 0..<(checksAll ? min(256, padded.count) : 1) {
            let octet = padded[padded.count - 1 - distance]
            // All ones if the octet is part of the claimed padding.
            let isPadding = ~UInt8(truncatingIfNeeded: (claimed - distance) >> (Int.bitWidth - 1))
            wrong |= isPadding & (octet ^ last)
        }
        let isGood = wrong == 0
        let length = room - (isGood ? claimed : 0)
        return (Array(padded.prefix(length)), isGood)
    }

    /// The MAC behind `length` octets of content. It is copied without an index that depends on `length`, because the time of a memory access
    /// could reveal the index.
    private func code(in padded: [UInt8], after length: Int) -> [UInt8] {
        let size = records.mac.outputLength
        let first = max(0, padded.count - size - 256)
        var code = [UInt8](repeating: 0, count: size)
        for start in first...(padded.count - size) {
            let difference = start ^ length
            // All ones if the MAC begins at `start`.
            let isHere = UInt8(truncatingIfNeeded: (difference - 1) >> (Int.bitWidth - 1))
            for index in 0..<size { code[index] |= isHere & padded[start + index] }
        }
        return code
    }

    /// Compresses so many more blocks of zeros. With them, every record of one length needs the same number of compressions: as many as
    /// a record without padding. Smaller differences in time remain, which Swift gives no means to control.
    private func compress(_ missing: Int) {
        var idle = RunningHash(records.mac)
        idle.update([UInt8](repeating: 0, count: max(0, missing) * records.mac.blockLength))
    }

    /// How many compressions the inner hash needs: for 13 octets of place, `length` octets of content, one octet of the hash's own padding,
    /// and the length field (FIPS 180-4 section 5.1).
    private func compressions(_ length: Int) -> Int {
        let block = records.mac.blockLength
        return (13 + length + block / 8) / block + 1
    }
}
