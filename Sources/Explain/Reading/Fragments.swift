/// A fragment of a datagram (RFC 791 section 3.2, RFC 8200 section 4.5).
struct SeenFragment: Sendable {
    /// What the fragments of a datagram have in common.
    struct Key: Hashable, Sendable {
        let source: NetworkAddress
        let destination: NetworkAddress
        let identification: UInt32
        let proto: UInt8
    }

    let key: Key
    /// Its place in the content of the datagram, in octets.
    let offset: Int
    /// Whether nothing follows.
    let isLast: Bool
    let layer: Dissection.Layer
}

/// Datagrams of which fragments have come, and others have not.
struct Fragments: Sendable {
    /// The most datagrams that wait at once.
    static let most = 64

    private struct Pending {
        var pieces: [(offset: Int, octets: [UInt8])] = []
        var length: Int?
        var frames = 0
    }

    private var pending: [SeenFragment.Key: Pending] = [:]
    private var order: [SeenFragment.Key] = []

    /// Takes a fragment.
    ///
    /// - Returns: what is in the datagram, and the octets in which it stands, once all of it is there.
    mutating func take(_ fragment: SeenFragment, in buffer: [UInt8]) -> (found: Dissection, content: [UInt8]) {
        guard let content = content(with: fragment, in: buffer) else { return (.setAside(.fragment), []) }
        var layer = fragment.layer
        (layer.content, layer.length) = (content.indices, content.count)
        do throws(SetAside) {
            return (try layer.content(content), content)
        } catch {
            return (.setAside(error), content)
        }
    }

    private mutating func content(with fragment: SeenFragment, in buffer: [UInt8]) -> [UInt8]? {
        // A datagram has at most 65,535 octets. What is cut by the capture cannot be put together.
        guard !fragment.layer.isCut, fragment.offset + fragment.layer.length <= 65_535 else { return nil }
        if pending[fragment.key] == nil {
            if order.count == Self.most { pending[order.removeFirst()] = nil }
            order.append(fragment.key)
        }
        var datagram = pending[fragment.key] ?? Pending()
        datagram.frames += 1
        // The least MTU of IPv4 that is in use, 576, makes 120 pieces of the longest datagram.
        guard datagram.frames < 512 else { return nil }
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
