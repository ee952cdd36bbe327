/// A capture of transfers that go on side by side: Ethernet, IPv4, TCP with timestamps, in the classic format.
struct MadeCapture {
    /// The file.
    private(set) var octets: [UInt8]
    /// How many frames it has.
    private(set) var frames = 0

    private var time: UInt64 = 1_700_000_000_000_000
    private var identification: UInt16 = 0
    private let data: [UInt8]

    /// So many connections, each with so many segments of data, an acknowledgment for every two of them.
    ///
    /// - Parameter size: octets of data in a segment.
    init(connections: Int, segments: Int, size: Int) {
        data = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        octets = [0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 4, 0, 1, 0, 0, 0]
        octets.reserveCapacity(connections * segments * (size + 150))
        for connection in 0..<connections {
            frame(connection, fromClient: true, flags: 2, sequence: 0, acknowledgment: 0, count: 0)
            frame(connection, fromClient: false, flags: 18, sequence: 0, acknowledgment: 1, count: 0)
            frame(connection, fromClient: true, flags: 16, sequence: 1, acknowledgment: 1, count: 0)
        }
        for segment in 0..<segments {
            for connection in 0..<connections {
                let place = UInt32(1 + segment * size)
                frame(connection, fromClient: false, flags: 16, sequence: place, acknowledgment: 1, count: size)
                guard segment % 2 == 1 else { continue }
                frame(
                    connection, fromClient: true, flags: 16, sequence: 1, acknowledgment: place + UInt32(size), count: 0
                )
            }
        }
    }

    private mutating func frame(
        _ connection: Int, fromClient: Bool, flags: UInt8, sequence: UInt32, acknowledgment: UInt32, count: Int
    ) {
        frames += 1
        time += 3
        identification &+= 1
        let options: [UInt8] = flags & 2 != 0 ? [2, 4, 5, 180, 4, 2, 8, 10] : [1, 1, 8, 10]
        let stamp = big(UInt32(truncatingIfNeeded: time / 1_000)) + big(UInt32(truncatingIfNeeded: time / 1_000))
        let scale: [UInt8] = flags & 2 != 0 ? [1, 3, 3, 7] : []
        let header = 20 + options.count + stamp.count + scale.count
        let total = 20 + header + count
        let addresses: [UInt8] = fromClient ? [10, 0, 0, 1, 10, 0, 0, 2] : [10, 0, 0, 2, 10, 0, 0, 1]
        let port = UInt16(20_000 + connection)
        let ports = fromClient ? half(port) + half(443) : half(443) + half(port)
        let ip: [UInt8] =
            [0x45, 0] + half(UInt16(total)) + half(identification) + [0x40, 0, 64, 6, 0, 0] + addresses
        var tcp = ports + big(sequence) + big(acknowledgment)
        tcp += [UInt8(header / 4 << 4), flags, 1, 245, 0, 0, 0, 0] + options + stamp + scale
        var sum: UInt32 = 6 + UInt32(header + count)
        for piece in [addresses, tcp, Array(data.prefix(count))] {
            for (index, octet) in piece.enumerated() { sum &+= index % 2 == 0 ? UInt32(octet) << 8 : UInt32(octet) }
        }
        while sum > 0xffff { sum = (sum & 0xffff) + (sum >> 16) }
        (tcp[16], tcp[17]) = (UInt8(truncatingIfNeeded: ~sum >> 8), UInt8(truncatingIfNeeded: ~sum))
        let length = UInt32(14 + total)
        octets += little(UInt32(time / 1_000_000)) + little(UInt32(time % 1_000_000)) + little(length) + little(length)
        octets += [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0] + ip + tcp
        octets += data.prefix(count)
    }

    private func half(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    private func big(_ value: UInt32) -> [UInt8] { half(UInt16(value >> 16)) + half(UInt16(value & 0xffff)) }
    private func little(_ value: UInt32) -> [UInt8] { big(value).reversed() }
}
