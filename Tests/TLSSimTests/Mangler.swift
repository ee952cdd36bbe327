import TestSupport

@testable import TLSSim

/// Garbles what a peer sends, where it hurts: fields inside messages whose lengths are right, and records under the right keys.
struct Mangler {
    var random: SplitMix64
    /// One record in so many is left as it is, and the rest is not.
    var patience: UInt64 = 3

    /// The contents to protect and send instead of one.
    mutating func pieces(_ type: ContentType, _ content: [UInt8]) -> [(type: ContentType, content: [UInt8])] {
        guard random.next() % patience == 0 else { return [(type, content)] }
        switch random.next() % 12 {
        case 0: return [(type, changed(content))]
        case 1, 2, 3:
            // The body of a message, with the length in front of it put right again.
            guard type == .handshake, content.count >= 4 else { return [(type, changed(content))] }
            let body = changed(Array(content.dropFirst(4)))
            return [(type, HandshakeMessage(typeCode: content[0], body: body).bytes)]
        case 4:
            let middle = place(in: content.count)
            return [(type, Array(content.prefix(middle))), (type, Array(content.dropFirst(middle)))]
        case 5: return [(type, content), (type, content)]
        case 6: return [(anyType(), content)]
        case 7:
            let message = HandshakeMessage(typeCode: UInt8(random.next() % 24), body: random.octets(place(in: 40)))
            return [(type, content + message.bytes)]
        case 8: return [(type, [])]
        case 9: return [(anyType(), random.octets(place(in: 30))), (type, content)]
        case 10: return [(type, content + [UInt8](repeating: 0, count: 16_385))]
        default: return content.map { (type, [$0]) }
        }
    }

    /// What goes over the wire for a record.
    mutating func wire(_ octets: [UInt8]) -> [UInt8] {
        random.next() % (8 * patience) == 0 ? changed(octets) : octets
    }

    /// Octets with one to three changes.
    mutating func changed(_ octets: [UInt8]) -> [UInt8] { random.damaged(octets) }

    /// A number from 0 to `count`, `count` not included unless it is 0.
    mutating func place(in count: Int) -> Int { random.place(in: count) }

    private mutating func anyType() -> ContentType {
        [.changeCipherSpec, .alert, .handshake, .applicationData][place(in: 4)]
    }
}
