/// The last datagrams of a connection: the same one twice was duplicated, by the network or by the capture.
struct Fingerprints: Sendable {
    /// Who has duplicated it.
    enum Kind: Sendable {
        /// Some datagrams only: the receiver answers both.
        case network
        /// Nearly all of them, or with another header of the link: nothing of it was on the wire.
        case capture
    }

    private struct Print: Sendable {
        let link: UInt32
        let timeToLive: UInt8
        let time: Int64
    }

    /// How many datagrams back a duplicate is looked for.
    private static let depth = 64

    /// Their digests, which are looked through for each datagram, and what belongs to each.
    private var digests: [UInt64] = []
    private var prints: [Print] = []
    private var next = 0
    private var originals = (one: 0, other: 0)
    /// How many came twice, of each side.
    private(set) var duplicates = (one: 0, other: 0)
    /// How many of them had another header of the link, or another time to live.
    private(set) var changed = 0
    /// Whether all that came twice had a number of its own (RFC 6864).
    private(set) var areNumbered = true

    /// Whether the capture has duplicated them: three in ten of both directions.
    var areOfCapture: Bool {
        let both = duplicates.one * 10 >= originals.one * 3 && duplicates.other * 10 >= originals.other * 3
        return both && duplicates.one + duplicates.other > 2 || changed * 2 > duplicates.one + duplicates.other
    }

    /// Takes a datagram.
    ///
    /// - Parameter trip: a round trip, in microseconds; nil where it is not known.
    /// - Returns: who has duplicated it; nil for a datagram that was not there before.
    mutating func take(_ segment: SeenSegment, _ note: FrameNote, trip: Int64?) -> Kind? {
        let (time, isFromOne) = (note.time, note.isFromOne)
        let digest = Self.digest(segment, isFromOne)
        if let place = digests.firstIndex(of: digest), Self.isDuplicate(segment, after: time - prints[place].time, trip)
        {
            let other = prints[place]
            if isFromOne { duplicates.one += 1 } else { duplicates.other += 1 }
            let isChanged = other.link != segment.link || other.timeToLive != segment.timeToLive
            if isChanged { changed += 1 }
            if segment.identification == 0 { areNumbered = false }
            return isChanged || areOfCapture && duplicates.one + duplicates.other > 8 ? .capture : .network
        }
        if isFromOne { originals.one += 1 } else { originals.other += 1 }
        let print = Print(link: segment.link, timeToLive: segment.timeToLive, time: time)
        if prints.count < Self.depth {
            digests.append(digest)
            prints.append(print)
        } else {
            (digests[next], prints[next]) = (digest, print)
            next = (next + 1) % Self.depth
        }
        return nil
    }

    /// Whether the same numbers are the same datagram.
    ///
    /// Many stacks number no datagrams. What is sent again has a newer timestamp then, and it comes later: but acknowledgments without
    /// a number are alike in all.
    private static func isDuplicate(_ segment: SeenSegment, after distance: Int64, _ trip: Int64?) -> Bool {
        guard distance >= 0, distance < 500_000 else { return false }
        if segment.identification != 0 { return true }
        guard segment.numbers > 0, !segment.control.contains(.rst) else { return false }
        return segment.options.timestamps != nil && distance < 50_000 || distance < min(3_000, (trip ?? 6_000) / 2)
    }

    private static func digest(_ segment: SeenSegment, _ isFromOne: Bool) -> UInt64 {
        var digest: UInt64 = isFromOne ? 1 : 2
        func mix(_ value: UInt64) { digest = (digest ^ value) &* 0x9e37_79b9_7f4a_7c15 ^ digest >> 29 }
        mix(UInt64(segment.sequence) << 32 | UInt64(segment.acknowledgment))
        mix(
            UInt64(segment.window) << 48 | UInt64(segment.checksum) << 32 | UInt64(segment.identification) << 16
                | UInt64(segment.control.rawValue))
        mix(UInt64(truncatingIfNeeded: segment.length) << 32 | UInt64(segment.options.timestamps?.value ?? 0))
        return digest
    }
}
