import Capture
import TestSupport
import Testing

@testable import Explain

/// Writes a capture from lines such as `12.5 S > C ACK len 1000 sack 2000-3000`: a time in milliseconds, the sender and the receiver,
/// the control bits, and the values that differ from the defaults.
///
/// Numbers are places in the sender's stream: 0 is the first octet after the SYN. Without `seq` a segment begins where the last one of its
/// sender ended. Without `ack` it acknowledges what has arrived. A host is a letter, with a port behind a colon if it is not the default.
///
/// | Word | Meaning |
/// |---|---|
/// | `len` n | octets of data |
/// | `seq` n, `ack` n, `win` n, `ttl` n, `id` n, `ts` n | the fields; a segment has `ts` by itself once the SYN has it |
/// | `mss` n, `wscale` n, `sackok`, `tfo` n | options of a SYN |
/// | `sack` a-b,c-d | selective acknowledgments |
/// | `head` hex, `other` | the first octets of the data; octets that differ |
/// | `bad`, `pseudo`, `cut` n, `urg`, `ce`, `ece` | a wrong checksum, that of the pseudo-header, cut to n octets, bits |
/// | `lost` | the segment does not arrive: the other side does not acknowledge it by itself |
/// | `times` n `every` ms | n such segments, at this interval |
/// | `isn` n | the number of a SYN |
///
/// In place of hosts, `open t` opens a connection with a round trip of t ms, captured at the client. `close t` closes it, and `again`
/// repeats the last frame.
struct CaptureScript {
    private struct Side {
        var next = 0
        /// The place up to which its data has arrived without a gap.
        var arrived = 0
        var isn: UInt32
        var usesTimestamps = false
        var identification = 1
        var window = 65_535
    }

    private(set) var packets: [PcapNG.Packet] = []
    private(set) var cuts: [Int: Int] = [:]
    private var sides: [String: Side] = [:]
    private var last: [UInt8] = []
    private let net: UInt8

    /// - Parameter net: the second octet of all addresses.
    init(_ text: String, net: UInt8 = 0) {
        self.net = net
        for line in text.split(separator: "\n") {
            let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            guard let first = words.first, let time = Double(first) else { continue }
            var rest = Array(words.dropFirst())
            var (times, pause) = (1, 0.0)
            if let place = rest.firstIndex(of: "times") {
                times = Int(rest[place + 1]) ?? 1
                pause = Double(rest[place + 3]) ?? 1
                rest.removeSubrange(place..<place + 4)
            }
            for round in 0..<times { write(rest, at: time + Double(round) * pause) }
        }
    }

    private mutating func write(_ words: [String], at time: Double) {
        let (verb, value) = (words[0], words.count > 1 ? Double(words[1]) ?? 20 : 20)
        switch verb {
        case "open":
            let names = words.count > 3 ? (words[2], words[3]) : ("C", "S")
            write([names.0, ">", names.1, "SYN", "mss", "1460", "wscale", "7", "sackok", "ts", "1"], at: time)
            write(
                [names.1, ">", names.0, "SYN,ACK", "mss", "1460", "wscale", "7", "sackok", "ts", "1"],
                at: time + value * 0.98)
            write([names.0, ">", names.1, "ACK"], at: time + value)
        case "close":
            let names = words.count > 3 ? (words[2], words[3]) : ("C", "S")
            write([names.0, ">", names.1, "FIN,ACK"], at: time)
            write([names.1, ">", names.0, "FIN,ACK"], at: time + value)
            write([names.0, ">", names.1, "ACK"], at: time + value + 0.1)
        case "again": packets.append(PcapNG.Packet(timestamp: Int64(time * 1_000), frame: last))
        default: segment(from: words[0], to: words[2], Array(words.dropFirst(3)), at: time)
        }
    }

    private func socket(_ name: String) -> (address: [UInt8], port: UInt16) {
        let parts = name.split(separator: ":")
        let letter = parts[0].utf8.first ?? 0
        let known: [UInt8: UInt8] = [UInt8(ascii: "C"): 1, UInt8(ascii: "S"): 2]
        let port = parts.count > 1 ? UInt16(parts[1]) ?? 0 : letter == UInt8(ascii: "S") ? 443 : 40_000
        return ([10, net, 0, known[letter] ?? letter], port)
    }

    private mutating func segment(from: String, to: String, _ words: [String], at time: Double) {
        let key = "\(from)>\(to)"
        let back = "\(to)>\(from)"
        var side = sides[key] ?? Side(isn: from.hasPrefix("C") ? 1_000 : 5_000)
        let peer = sides[back] ?? Side(isn: to.hasPrefix("C") ? 1_000 : 5_000)
        func number(_ word: String) -> Int? {
            words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? Int(words[$0 + 1]) : nil }
        }
        func text(_ word: String) -> String? {
            words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        }
        let control = Set(words[0].split(separator: ",").map(String.init))
        let isSYN = control.contains("SYN")
        if isSYN, let isn = number("isn") { side = Side(isn: UInt32(truncatingIfNeeded: isn)) }
        if isSYN { side.usesTimestamps = words.contains("ts") }
        if let window = number("win") { side.window = window }
        let length = number("len") ?? 0
        let place = number("seq") ?? (isSYN ? -1 : side.next)
        let start = isSYN ? place + 1 : place
        var data = (0..<length).map { UInt8(truncatingIfNeeded: (start + $0) &* 7 ^ (start + $0) >> 8 | 1) }
        if words.contains("other") { for index in data.indices { data[index] = data[index] ^ 0x55 | 1 } }
        if let head = text("head") {
            let octets = stride(from: 0, to: head.count, by: 2).compactMap {
                UInt8(head.dropFirst($0).prefix(2), radix: 16)
            }
            for (index, octet) in octets.enumerated() where index < data.count { data[index] = octet }
        }
        let acknowledged = number("ack") ?? peer.arrived

        var options: [UInt8] = []
        if let mss = number("mss") { options += [2, 4, UInt8(mss >> 8), UInt8(mss & 255)] }
        if words.contains("sackok") { options += [4, 2] }
        if side.usesTimestamps {
            options +=
                [8, 10] + Self.octets(UInt32(number("ts").flatMap { $0 > 1 ? $0 : nil } ?? Int(time) + 1_000), 4)
                + Self.octets(UInt32(1), 4)
        }
        if let scale = number("wscale") { options += [3, 3, UInt8(scale)] }
        if let cookie = number("tfo") { options += [34, UInt8(2 + cookie)] + [UInt8](repeating: 9, count: cookie) }
        if let blocks = text("sack") {
            let ranges = blocks.split(separator: ",").map { $0.split(separator: "-").compactMap { Int($0) } }
            options += [5, UInt8(2 + ranges.count * 8)]
            for edge in ranges.flatMap({ $0 }) {
                options += Self.octets(peer.isn &+ 1 &+ UInt32(truncatingIfNeeded: edge), 4)
            }
        }
        while options.count % 4 != 0 { options.append(1) }

        let names = ["FIN": 1, "SYN": 2, "RST": 4, "PSH": 8, "ACK": 16]
        var bits = control.reduce(0) { $0 | (names[$1] ?? 0) }
        if words.contains("urg") { bits |= 32 }
        if words.contains("ece") { bits |= 64 }
        let (source, destination) = (socket(from), socket(to))
        var tcp = Self.octets(UInt32(source.port), 2) + Self.octets(UInt32(destination.port), 2)
        tcp += Self.octets(side.isn &+ 1 &+ UInt32(truncatingIfNeeded: place), 4)
        tcp +=
            bits & 16 != 0 ? Self.octets(peer.isn &+ 1 &+ UInt32(truncatingIfNeeded: acknowledged), 4) : [0, 0, 0, 0]
        tcp +=
            [UInt8((5 + options.count / 4) << 4), UInt8(bits)]
            + Self.octets(UInt32(min(65_535, bits & 4 != 0 ? 0 : side.window)), 2)
        tcp += [0, 0, 0, words.contains("urg") ? 1 : 0] + options + data
        var pseudo = source.address + destination.address + [0, 6] + Self.octets(UInt32(tcp.count), 2)
        if words.contains("pseudo") {
            (tcp[16], tcp[17]) = Self.halves(~Self.checksum(pseudo))
        } else {
            pseudo += tcp
            (tcp[16], tcp[17]) = Self.halves(Self.checksum(pseudo) ^ (words.contains("bad") ? 0x1010 : 0))
        }
        let identification = number("id") ?? side.identification
        if number("id") == nil { side.identification += 1 }
        var ip: [UInt8] = [0x45, words.contains("ce") ? 3 : 0] + Self.octets(UInt32(20 + tcp.count), 2)
        ip +=
            Self.octets(UInt32(identification), 2) + [0x40, 0, UInt8(number("ttl") ?? 64), 6, 0, 0] + source.address
            + destination.address
        (ip[10], ip[11]) = Self.halves(Self.checksum(ip))
        last = ip + tcp
        if let cut = number("cut") { cuts[packets.count] = cut }
        packets.append(PcapNG.Packet(timestamp: Int64(time * 1_000), frame: last))

        if bits & 4 == 0, length > 0 || bits & 3 != 0 {
            side.next = max(side.next, start + length + (control.contains("FIN") ? 1 : 0))
        }
        // Data that arrives without a gap is acknowledged by itself.
        if start <= side.arrived, !words.contains("bad"), !words.contains("lost") {
            side.arrived = max(side.arrived, side.next)
        }
        sides[key] = side
    }

    static func octets(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }

    private static func halves(_ number: UInt16) -> (UInt8, UInt8) { (UInt8(number >> 8), UInt8(number & 255)) }

    /// The Internet checksum (RFC 1071), computed in another way than in the program.
    static func checksum(_ octets: [UInt8]) -> UInt16 {
        var sum = 0
        for (index, octet) in octets.enumerated() { sum += index % 2 == 0 ? Int(octet) << 8 : Int(octet) }
        return ~UInt16(sum % 65_535 == 0 && sum > 0 ? 65_535 : sum % 65_535)
    }

    /// The file: pcapng, or classic pcap if packets are cut.
    var file: [UInt8] { Self.file(packets, cuts) }

    /// A file of packets. `cuts` gives the number of captured octets of those that are cut, by their places.
    static func file(_ packets: [PcapNG.Packet], _ cuts: [Int: Int]) -> [UInt8] {
        guard !cuts.isEmpty else { return PcapNG.file(packets: packets) }
        func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        var file: [UInt8] = [0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0] + little(0) + little(0) + little(96) + little(101)
        for (index, packet) in packets.enumerated() {
            let captured = packet.frame.prefix(cuts[index] ?? packet.frame.count)
            file += little(Int(packet.timestamp / 1_000_000)) + little(Int(packet.timestamp % 1_000_000))
            file += little(captured.count) + little(packet.frame.count) + captured
        }
        return file
    }
}
