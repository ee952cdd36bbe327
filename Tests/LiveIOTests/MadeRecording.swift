import Capture
import Explain
import Trace

/// A recorded TCP connection from 192.0.2.1 to port 443 of 192.0.2.2, put together octet by octet (RFC 791, RFC 9293 section 3.1).
struct MadeRecording {
    private var datagrams: [[UInt8]] = []
    private var next: [Role: UInt32] = [.client: 1, .server: 1]

    /// Control bits of TCP.
    enum Bit: UInt8 {
        case fin = 1
        case syn = 2
        case rst = 4
        case ack = 16
    }

    /// The handshake of TCP.
    ///
    /// - Parameter isOpened: whether the server answers the SYN.
    init(isOpened: Bool = true) {
        add(.client, [.syn], at: 0)
        if isOpened { add(.server, [.syn, .ack], at: 0) }
    }

    /// A side says something.
    mutating func say(_ side: Role, _ octets: [UInt8]) {
        for start in stride(from: 0, to: octets.count, by: 1_400) {
            let piece = Array(octets[start..<min(start + 1_400, octets.count)])
            add(side, [.ack], at: next[side] ?? 0, piece)
            next[side, default: 0] &+= UInt32(piece.count)
        }
    }

    /// The capture lacks a packet with data of a side: that of this number, from 0, or the last.
    mutating func lose(_ side: Role, _ number: Int? = nil) {
        let own = datagrams.indices.filter {
            datagrams[$0].count > 40 && datagrams[$0][15] == (side == .client ? 1 : 2)
        }
        datagrams.remove(at: own[number ?? own.count - 1])
    }

    /// A side ends its stream, or resets the connection.
    mutating func end(_ side: Role, _ bit: Bit) { add(side, [bit, .ack], at: next[side] ?? 0) }

    /// The same, as a value.
    func ended(by side: Role, _ bit: Bit) -> MadeRecording {
        var recording = self
        recording.end(side, bit)
        return recording
    }

    private mutating func add(_ side: Role, _ bits: [Bit], at number: UInt32, _ octets: [UInt8] = []) {
        func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xff), UInt8(value & 0xff)] }
        let ends: [[UInt8]] = [[192, 0, 2, 1], [192, 0, 2, 2]]
        let (from, to) = side == .client ? (0, 1) : (1, 0)
        let ports = side == .client ? [50_000, 443] : [443, 50_000]
        let ip = [0x45, 0] + two(40 + octets.count) + [0, 0, 0, 0, 64, 6, 0, 0] + ends[from] + ends[to]
        let sequence = (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) }
        let control = bits.reduce(0) { $0 | $1.rawValue }
        let tcp =
            two(ports[0]) + two(ports[1]) + sequence + [0, 0, 0, 0] + [0x50, control] + two(65_535) + [0, 0, 0, 0]
        datagrams.append(ip + tcp + octets)
    }

    /// The connection as it is put together again.
    var connection: RecordedConnection? {
        let packets = datagrams.map { PcapNG.Packet(timestamp: 0, frame: $0) }
        return try? Reassembler(PcapNG.file(packets: packets)).connections.first
    }
}
