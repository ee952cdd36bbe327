/// An error message of ICMP (RFC 792) or ICMPv6 (RFC 4443) that quotes a TCP segment.
struct SeenReport: Sendable {
    /// The meaning of the message.
    enum Kind: Sendable {
        /// A router announces a smaller MTU (RFC 1191 section 4, RFC 8201 section 4).
        case tooBig(mtu: Int)
        /// The destination cannot be reached, or a filter forbids it.
        case unreachable
        /// The time to live has run out, or the time for putting fragments together.
        case timeExceeded
    }

    /// The source of the message.
    let router: NetworkAddress
    let kind: Kind
    let type: UInt8
    let code: UInt8
    /// The sockets of the quoted segment.
    let source: NetworkSocket
    let destination: NetworkSocket
    /// SEG.SEQ of the quoted segment.
    let sequence: UInt32

    /// Reads a message; nil if it is no error message or quotes no TCP segment.
    init?(_ octets: [UInt8], _ layer: Dissection.Layer) {
        let start = layer.content.lowerBound
        // The header of the message has 8 octets. The header of the quoted datagram and at least 8 octets of its content follow.
        guard layer.content.count >= 8 + 20 + 8 else { return nil }
        (type, code) = (octets[start], octets[start + 1])
        switch (layer.proto, type, code) {
        case (1, 3, 4): kind = .tooBig(mtu: octets.half(start + 6))
        case (58, 2, _): kind = .tooBig(mtu: Int(octets.word(start + 4)))
        case (1, 3, _), (58, 1, _): kind = .unreachable
        case (1, 11, _), (58, 3, _): kind = .timeExceeded
        default: return nil
        }
        let quoted = start + 8
        let isVersion6 = octets[quoted] >> 4 == 6
        let header = isVersion6 ? 40 : Int(octets[quoted] & 15) * 4
        guard header >= 20, layer.content.upperBound >= quoted + header + 8,
            octets[quoted + (isVersion6 ? 6 : 9)] == 6
        else { return nil }
        let tcp = quoted + header
        router = layer.source
        source = NetworkSocket(
            address: NetworkAddress(octets, at: quoted + (isVersion6 ? 8 : 12), isVersion6: isVersion6),
            port: UInt16(octets.half(tcp)))
        destination = NetworkSocket(
            address: NetworkAddress(octets, at: quoted + (isVersion6 ? 24 : 16), isVersion6: isVersion6),
            port: UInt16(octets.half(tcp + 2)))
        sequence = octets.word(tcp + 4)
    }
}
