import TCPSim
import Trace

/// An ICMP message "destination unreachable" about a segment (RFC 792): it quotes the beginning of the datagram that could not be
/// delivered, enough to tell which connection it belonged to.
struct UnreachableReport {
    /// The socket that has sent the segment.
    let source: Socket
    /// The socket it was for.
    let destination: Socket
    /// Its sequence number, which a forger would have to guess.
    let sequence: SequenceNumber
    /// Why it was not delivered.
    private let code: UInt8

    /// Whether it is no use to try again: the host is there, the protocol or the port is not (RFC 9293 3.9.2.2, SHLD-26).
    var isHard: Bool { code == 2 || code == 3 }

    /// Reads a datagram; nil if it is no such message or not a correct one.
    init?(_ datagram: [UInt8]) {
        // ICMP has the protocol number 1, "destination unreachable" the type 3.
        guard datagram.count >= 20, datagram[0] >> 4 == 4, datagram[9] == 1 else { return nil }
        let start = Int(datagram[0] & 15) * 4
        var reader = ByteReader(datagram, from: start, recording: false)
        guard start >= 20, reader.remaining >= 8 + 28, InternetChecksum.of(datagram[..<start]) == 0,
            InternetChecksum.of(datagram[start...]) == 0
        else { return nil }
        do throws(ParseError) {
            guard try reader.integer("icmp.type", as: UInt8.self) == 3 else { return nil }
            code = try reader.integer("icmp.code")
            try reader.octets("icmp.checksum", count: 6)
            let version: UInt8 = try reader.integer("ip.version")
            guard version >> 4 == 4, version & 15 >= 5 else { return nil }
            try reader.octets("ip.dsfield", count: 8)
            guard try reader.integer("ip.proto", as: UInt8.self) == 6 else { return nil }
            try reader.octets("ip.checksum", count: 2)
            let from = IPv4Address(try reader.integer("ip.src"))
            let to = IPv4Address(try reader.integer("ip.dst"))
            try reader.octets("ip.options", count: Int(version & 15) * 4 - 20)
            source = Socket(from, try reader.integer("tcp.srcport"))
            destination = Socket(to, try reader.integer("tcp.dstport"))
            sequence = SequenceNumber(try reader.integer("tcp.seq_raw"))
        } catch {
            return nil
        }
    }
}
