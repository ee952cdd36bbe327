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

    private struct Pending {
        var pieces: [(offset: Int, octets: [UInt8])] = []
        /// The length of the content; nil until the last fragment has come.
        var length: Int?
    }

    private var pending: [SeenFragment.Key: Pending] = [:]
    private var order: [SeenFragment.Key] = []

    /// Takes a fragment, whose octets are in the buffer.
    ///
    /// - Returns: the content of the datagram that this fragment completes, and the octets to which it refers; set aside as a fragment
    ///   while the datagram is not complete.
    mutating func take(_ fragment: SeenFragment, in buffer: [UInt8]) -> (found: Dissection, content: [UInt8]) {
        guard let content = content(with: fragment, in: buffer) else { return (.setAside(.fragment), []) }
        var layer = fragment.layer
        (layer.content, layer.length) = (content.indices, content.count)
        return (layer.content(content), content)
    }

    private mutating func content(with fragment: SeenFragment, in buffer: [UInt8]) -> [UInt8]? {
        // A datagram has at most 65,535 octets. A fragment that the capture has cut leaves a hole.
        guard !fragment.layer.isCut, fragment.offset + fragment.layer.length <= 65_535 else { return nil }
        if pending[fragment.key] == nil {
            if order.count == Self.most { pending[order.removeFirst()] = nil }
            order.append(fragment.key)
        }
        var datagram = pending[fragment.key] ?? Pending()
        // An MTU of 576 octets, the smallest that is in use with IPv4, cuts the longest datagram into 120 fragments.
        guard datagram.pieces.count < 511 else { return nil }
        datagram.pieces.append((fragment.offset, Array(buffer[fragment.layer.content])))
        if fragment.isLast { datagram.length = fragment.offset + fragment.layer.length }
        pending[fragment.key] = datagram
        guard let length = datagram.length else { return nil }
        var content: [UInt8] = []
        for piece in datagram.pieces.sorted(by: { $0.offset < $1.offset }) where piece.offset <= content.count {
            content += piece.octets.dropFirst(content.count - piece.offset)
        }
        guard content.count == length else { return nil }
        pending[fragment.key] = nil
        order.removeAll { $0 == fragment.key }
        return content
    }
}
