extension SplitMix64 {
    /// A number from 0 to `count`, `count` not included unless it is 0.
    package mutating func place(in count: Int) -> Int {
        count > 0 ? Int(truncatingIfNeeded: next() % UInt64(count)) : 0
    }

    /// `octets` with one to three changes: bits flipped, octets exchanged, set to 00 or ff, taken out, put in, or the end cut off.
    package mutating func damaged(_ octets: [UInt8]) -> [UInt8] {
        var octets = octets
        for _ in 0...(next() % 3) {
            let start = place(in: octets.count)
            let end = min(octets.count, start + 1 + place(in: 6))
            switch next() % 7 {
            case 0 where start < octets.count: octets[start] ^= UInt8(truncatingIfNeeded: 1 << (next() % 8))
            case 1 where start < octets.count: octets[start] = UInt8(truncatingIfNeeded: next())
            case 2 where start < end:
                octets.replaceSubrange(start..<end, with: [UInt8](repeating: 0xff, count: end - start))
            case 3 where start < end:
                octets.replaceSubrange(start..<end, with: [UInt8](repeating: 0, count: end - start))
            case 4 where start < end: octets.removeSubrange(start..<end)
            case 5: octets.insert(contentsOf: self.octets(1 + place(in: 9)), at: start)
            default: octets = Array(octets.prefix(start))
            }
        }
        return octets
    }
}
