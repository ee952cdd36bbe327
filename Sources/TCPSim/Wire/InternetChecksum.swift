/// The checksum of IPv4, TCP and UDP: the ones' complement of the ones' complement sum of all 16-bit words (RFC 1071).
///
/// Octets may come in pieces. The next piece continues a piece with an odd number of octets, and the last word is padded with a
/// zero octet.
public struct InternetChecksum {
    private var sum: UInt64 = 0
    /// The first half of a word whose second half has not come yet.
    private var half: UInt8?

    /// A sum over no octets.
    public init() {}

    /// Adds octets to the sum.
    public mutating func add(_ octets: some Sequence<UInt8>) {
        // Most octets come as one block of memory. There whole words are added, and the place of each octet need not be examined.
        let isAdded: Bool? = octets.withContiguousStorageIfAvailable { buffer in
            guard half == nil else { return false }
            let even = buffer.count & ~1
            // Words of 32 bits give the same sum, because the part above 16 bits is added again when the sum is folded. The
            // machine's own order of octets gives the same sum, if the octets of the result are swapped (RFC 1071 2).
            let octets = UnsafeRawBufferPointer(buffer)
            var own: UInt64 = 0
            // Without checks for overflow the processor adds several words at once. It would take 16 gigabytes to overflow.
            for place in 0..<even / 8 {
                let word = unsafe octets.loadUnaligned(fromByteOffset: 8 &* place, as: UInt64.self)
                own &+= (word & 0xffff_ffff) &+ (word >> 32)
            }
            var index = even & ~7
            while own > 0xffff { own = (own & 0xffff) + (own >> 16) }
            sum += UInt64(UInt16(truncatingIfNeeded: own).bigEndian)
            while index < even {
                sum += unsafe UInt64(buffer[index]) << 8 | UInt64(buffer[index + 1])
                index += 2
            }
            if index < buffer.count { half = unsafe buffer[index] }
            return true
        }
        if isAdded == true { return }
        for octet in octets {
            if let high = half {
                sum += UInt64(high) << 8 | UInt64(octet)
                half = nil
            } else {
                half = octet
            }
        }
    }

    /// Adds a 16-bit word to the sum. It is fastest if no odd piece was added before.
    public mutating func add(word: UInt16) {
        guard half == nil else { return add([UInt8(word >> 8), UInt8(word & 0xff)]) }
        sum += UInt64(word)
    }

    /// The value of the checksum field. For octets that contain a right checksum it is 0.
    public var value: UInt16 {
        var folded = sum + (half.map { UInt64($0) << 8 } ?? 0)
        while folded > 0xffff { folded = (folded & 0xffff) + (folded >> 16) }
        return ~UInt16(truncatingIfNeeded: folded)
    }

    /// The checksum of `octets`.
    public static func of(_ octets: some Sequence<UInt8>) -> UInt16 {
        var checksum = InternetChecksum()
        checksum.add(octets)
        return checksum.value
    }
}
