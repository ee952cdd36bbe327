import TCPSim

/// A fragment of a datagram (RFC 791 section 3.2, RFC 8200 section 4.5).
struct SeenFragment: Sendable {
    /// The fields that all fragments of a datagram share.
    struct Key: Hashable, Sendable {
        let source: NetworkAddress
        let destination: NetworkAddress
        let identification: UInt32
        let proto: UInt8
    }

    let key: Key
    /// The place of the fragment in the content of the datagram, in octets.
    let offset: Int
    /// Whether no fragment follows: the flag More Fragments is 0.
    let isLast: Bool
    let layer: Dissection.Layer
}

/// Puts fragments of datagrams together. It keeps the fragments of a datagram until all of them have come.
struct Fragments: Sendable {
    /// The largest number of incomplete datagrams. The oldest one is dropped to make room.
    static let most = 64
    /// The largest number of fragments of a datagram. An MTU of 576 octets, the smallest that is in use with IPv4, makes 120 of the
    /// longest datagram.
    private static let mostPieces = 511

    /// A datagram that is put together.
    struct Whole {
        /// Its octets, with a header as if it had never been cut.
        let datagram: [UInt8]
        /// What is in it.
        let content: Dissection
        /// The frames of its fragments but the last that came.
        let frames: [Int]
    }

    private struct Pending {
        /// The header of the datagram; empty until the first fragment has come.
        var header: [UInt8] = []
        /// The fragments, in the order of their places.
        var pieces: [(offset: Int, octets: [UInt8])] = []
        /// The octets of all fragments.
        var octets = 0
        /// The length of the content; nil until the last fragment has come.
        var length: Int?
        /// The frames of the fragments.
        var frames: [Int] = []
    }

    private var pending: [SeenFragment.Key: Pending] = [:]
    private var order: [SeenFragment.Key] = []
    /// The frames of fragments of datagrams that were given up.
    private var dropped: [Int] = []

    /// Takes a fragment, whose octets are in the buffer.
    ///
    /// - Parameter frames: the frame of the fragment; several if the fragment was itself in fragments.
    /// - Returns: the datagram that this fragment completes; nil while the datagram is not complete.
    mutating func take(_ fragment: SeenFragment, frames: [Int], in buffer: [UInt8]) -> Whole? {
        let layer = fragment.layer
        // A datagram has at most 65,535 octets. A fragment that the capture has cut leaves a hole.
        guard !layer.isCut, fragment.offset + layer.length <= 65_535 else {
            dropped += frames
            return nil
        }
        if pending[fragment.key] == nil {
            if order.count == Self.most { dropped += pending.removeValue(forKey: order.removeFirst())?.frames ?? [] }
            order.append(fragment.key)
        }
        // Without a copy that stays behind, the fragment is added in place.
        var datagram = pending.removeValue(forKey: fragment.key) ?? Pending()
        guard datagram.pieces.count < Self.mostPieces else {
            dropped += frames
            pending[fragment.key] = datagram
            return nil
        }
        let place = datagram.pieces.lastIndex { $0.offset <= fragment.offset }.map { $0 + 1 } ?? 0
        datagram.pieces.insert((fragment.offset, Array(buffer[layer.content])), at: place)
        datagram.octets += layer.length
        if fragment.offset == 0 { datagram.header = Array(buffer[layer.start..<layer.content.lowerBound]) }
        if fragment.isLast { datagram.length = fragment.offset + layer.length }
        if let whole = Self.whole(datagram) {
            order.removeAll { $0 == fragment.key }
            let content = Dissection(
                whole, datagram: whole.indices, original: whole.count, link: layer.link, inside: layer.inside)
            return Whole(datagram: whole, content: content, frames: datagram.frames)
        }
        datagram.frames += frames
        pending[fragment.key] = datagram
        return nil
    }

    private static func whole(_ pending: Pending) -> [UInt8]? {
        guard let length = pending.length, pending.octets >= length, !pending.header.isEmpty else { return nil }
        var datagram = pending.header
        let start = datagram.count
        for piece in pending.pieces {
            let place = datagram.count - start
            guard piece.offset <= place else { return nil }
            datagram += piece.octets.dropFirst(place - piece.offset)
        }
        guard datagram.count - start == length else { return nil }
        // The lengths are those of the whole. An IPv6 datagram keeps its fragment header, which now says that it is all (RFC 6946).
        let isVersion6 = datagram[0] >> 4 == 6
        let total = isVersion6 ? datagram.count - 40 : datagram.count
        guard total <= 65_535, start >= (isVersion6 ? 48 : 20) else { return nil }
        let (field, flags) = isVersion6 ? (4, start - 6) : (2, 6)
        (datagram[field], datagram[field + 1]) = (UInt8(total >> 8), UInt8(total & 255))
        (datagram[flags], datagram[flags + 1]) = (0, 0)
        if !isVersion6 {
            (datagram[10], datagram[11]) = (0, 0)
            let sum = InternetChecksum.of(datagram[..<start])
            (datagram[10], datagram[11]) = (UInt8(sum >> 8), UInt8(sum & 255))
        }
        return datagram
    }

    /// Returns the frames of fragments whose datagrams were given up, and forgets them.
    mutating func takeDropped() -> [Int] {
        defer { dropped.removeAll() }
        return dropped
    }

    /// The capture has ended: gives up all datagrams that are not complete.
    mutating func end() {
        dropped += order.flatMap { pending[$0]?.frames ?? [] }
        (pending, order) = ([:], [])
    }
}
