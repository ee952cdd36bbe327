/// Digests of the last datagrams of a connection. A datagram that comes twice was duplicated, by the network or by the capture.
struct Fingerprints: Sendable {
    /// The origin of a duplicate.
    enum Kind: Sendable {
        /// The network has duplicated some datagrams. The receiver gets and answers both copies.
        case network
        /// The capture has datagrams twice, nearly all of them or with another link-layer header. On the wire there was one copy.
        case capture
    }

    /// What is compared with a later copy of a datagram.
    private struct Print: Sendable {
        let link: UInt32
        let timeToLive: UInt8
        let time: Int64
    }

    /// The number of datagrams that are kept, and with which the next one is compared.
    private static let depth = 64

    /// The digests and, at the same indexes, the rest of the fingerprints. The digests are an array of their own because each datagram is
    /// compared with all of them.
    private var digests: [UInt64] = []
    private var prints: [Print] = []
    /// The index of the oldest one.
    private var next = 0
    /// The number of different datagrams of each side.
    private var originals = (one: 0, other: 0)
    /// The number of duplicates of each side.
    private(set) var duplicates = (one: 0, other: 0)
    /// The number of duplicates with another link-layer header or another time to live than the first copy.
    private(set) var changed = 0
    /// Whether all duplicates had an IPv4 identification, which shows that they are the same datagram (RFC 6864).
    private(set) var areNumbered = true

    /// Whether the capture has duplicated the datagrams: three in ten of each direction, or most of the duplicates are changed.
    var areOfCapture: Bool {
        let both = duplicates.one * 10 >= originals.one * 3 && duplicates.other * 10 >= originals.other * 3
        return both && duplicates.one + duplicates.other > 2 || changed * 2 > duplicates.one + duplicates.other
    }

    /// Takes a datagram.
    ///
    /// - Parameter trip: the round-trip time, in microseconds; nil if it is not known.
    /// - Returns: the origin of the duplicate; nil for a datagram that is no duplicate.
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
        if prints.isEmpty {
            digests.reserveCapacity(8)
            prints.reserveCapacity(8)
        }
        if prints.count < Self.depth {
            digests.append(digest)
            prints.append(print)
        } else {
            (digests[next], prints[next]) = (digest, print)
            next = (next + 1) % Self.depth
        }
        return nil
    }

    /// Whether a datagram with the same digest as an earlier one is a copy of it, and was not sent again.
    ///
    /// Many stacks write no IPv4 identification. Then a retransmission has a newer timestamp, or comes later than a copy; but an
    /// acknowledgment that is sent again has the same digest, so it is never taken for a copy.
    ///
    /// - Parameters:
    ///   - distance: the time since the earlier one, in microseconds.
    ///   - trip: the round-trip time, in microseconds; nil if it is not known.
    private static func isDuplicate(_ segment: SeenSegment, after distance: Int64, _ trip: Int64?) -> Bool {
        guard distance >= 0, distance < 500_000 else { return false }
        if segment.identification != 0 { return true }
        guard segment.numbers > 0, !segment.control.contains(.rst) else { return false }
        return segment.options.timestamps != nil && distance < 50_000 || distance < min(3_000, (trip ?? 6_000) / 2)
    }

    /// The connection has closed: keeps the last eight datagrams, with which late ones are compared.
    mutating func settle() {
        guard digests.count > 8 else { return }
        let last = (0..<8).map { (next + digests.count - 1 - $0) % digests.count }
        (digests, prints, next) = (last.map { digests[$0] }, last.map { prints[$0] }, 0)
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
