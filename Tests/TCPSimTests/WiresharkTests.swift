import Foundation
import TCPSim
import TestSupport
import Testing
import Trace

/// Wireshark's dissector as the authority on what the octets of a datagram mean.
enum Tshark {
    /// What tshark says about these IPv4 datagrams, a millisecond apart, with these arguments.
    static func read(_ datagrams: [[UInt8]], _ arguments: [String]) async throws -> String {
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        // A classic capture file, little-endian, with LINKTYPE_RAW.
        var bytes = word(0xa1b2_c3d4) + [2, 0, 4, 0] + word(0) + word(0) + word(65_535) + word(101)
        for (index, datagram) in datagrams.enumerated() {
            bytes += word(0) + word(index * 1_000) + word(datagram.count) + word(datagram.count) + datagram
        }
        try await Tool.require("tshark")
        return try await TemporaryDirectory.use { directory in
            let file = try directory.write(bytes, to: "in.pcap")
            return try await Tool.output("tshark", ["-n", "-r", file] + arguments)
        }
    }

    struct Dissected {
        let name: String
        let range: Range<Int>
        let show: String
        let value: String
    }

    /// The fields of every packet in tshark's PDML.
    static func fields(_ datagrams: [[UInt8]]) async throws -> [[Dissected]] {
        let text = try await read(datagrams, ["-T", "pdml", "-o", "tcp.analyze_sequence_numbers:FALSE"])
        return text.components(separatedBy: "<packet>").dropFirst().map { packet in
            packet.components(separatedBy: "<field ").dropFirst().compactMap { rest in
                let field = rest.prefix { $0 != ">" }
                func attribute(_ name: String) -> String? {
                    guard
                        let start = field.range(of: " \(name)=\"") ?? field.range(of: "\(name)=\"", options: .anchored),
                        let end = field.range(of: "\"", range: start.upperBound..<field.endIndex)
                    else { return nil }
                    return String(field[start.upperBound..<end.lowerBound])
                }
                guard let name = attribute("name"), let position = attribute("pos").flatMap({ Int($0) }),
                    let size = attribute("size").flatMap({ Int($0) })
                else { return nil }
                return Dissected(
                    name: name, range: position..<(position + size), show: attribute("show") ?? "",
                    value: attribute("value") ?? "")
            }
        }
    }
}

@Suite struct WiresharkTests {
    /// Every field that has a number, and every part of one, agrees with Wireshark in name, place and value.
    @Test func fieldsAgree() async throws {
        var random = SplitMix64(seed: 11)
        let datagrams = (0..<60).map { number in
            var segment = Segment.random(&random)
            // Ports that no dissector claims, and no RST, whose data would be called a reset cause: the payload stays TCP's.
            segment.control.remove(.rst)
            segment.sourcePort = 50_000
            segment.destinationPort = 50_001
            return SegmentCodec.encode(
                segment, from: IPv4Address(10, 0, 0, 1), to: IPv4Address(10, 0, 0, 2),
                identification: UInt16(1_000 + number))
        }
        let dissected = try await Tshark.fields(datagrams.map(\.bytes))
        #expect(dissected.count == datagrams.count)
        var compared = 0
        for (datagram, theirs) in zip(datagrams, dissected) {
            for leaf in datagram.fields.leaves {
                if let number = leaf.number {
                    let twin = theirs.first { $0.name == leaf.name && $0.range == leaf.range }
                    #expect(twin.flatMap { UInt64($0.value, radix: 16) } == number, "\(leaf.name) at \(leaf.range)")
                    compared += 1
                }
                for bits in leaf.bits {
                    let twin = theirs.first { $0.name == bits.name && leaf.range.contains($0.range.lowerBound) }
                    // Wireshark shows header lengths in octets, the header has them in words.
                    let unit: UInt64 = bits.name.hasSuffix("hdr_len") ? 4 : 1
                    let shown = twin.flatMap {
                        $0.show.hasPrefix("0x") ? UInt64($0.show.dropFirst(2), radix: 16) : UInt64($0.show)
                    }
                    #expect(shown == bits.number * unit, "\(bits.name)")
                    compared += 1
                }
            }
            let structures = ["tcp.options", "tcp.payload"]
            for name in structures {
                guard let field = datagram.fields.first(named: name) else { continue }
                #expect(theirs.contains { $0.name == name && $0.range == field.range }, "\(name) at \(field.range)")
            }
        }
        #expect(compared > 60 * 30)
    }

    /// So does every field of a router's report, down to what it quotes; and Wireshark has nothing to complain of.
    @Test func fieldsOfAReportAgree() async throws {
        let segment = Segment(
            sourcePort: 50_000, destinationPort: 50_001, sequence: SequenceNumber(0xfedc_ba98), control: .ack,
            payload: [UInt8](repeating: 7, count: 1_400))
        let sent = SegmentCodec.encode(
            segment, from: IPv4Address(10, 0, 0, 1), to: IPv4Address(10, 0, 0, 2), identification: 9)
        let header = try SegmentCodec.decode(sent.bytes).header
        let message = UnreachableMessage(tooBig: segment, in: header, mtu: 1_006)
        let report = message.encode(from: IPv4Address(192, 0, 2, 1), identification: 1)
        #expect(try UnreachableMessage(from: report.bytes) == message)
        // What it quotes is what was sent.
        #expect(report.bytes.suffix(28) == sent.bytes.prefix(28))
        let theirs = try #require(try await Tshark.fields([report.bytes]).first)
        var compared = 0
        for leaf in report.fields.leaves {
            guard let number = leaf.number else { continue }
            let twin = theirs.first { $0.name == leaf.name && $0.range == leaf.range }
            #expect(twin.flatMap { UInt64($0.value, radix: 16) } == number, "\(leaf.name) at \(leaf.range)")
            compared += 1
        }
        #expect(compared > 20)
        let text = try await Tshark.read([report.bytes], ["-V", "-o", "ip.check_checksum:TRUE"])
        #expect(text.contains("Fragmentation needed") && text.contains("MTU of next hop: 1006"))
        for word in ["Malformed", "incorrect", "Bad"] { #expect(!text.contains(word), "\(text)") }
    }

    /// A whole connection, data both ways and closed, gives Wireshark nothing to complain of.
    @Test func ordinaryConnectionRaisesNoSuspicion() async throws {
        var a = Side.a(iss: 0xffff_f000)
        var b = Side.b(iss: 5_000)
        var datagrams: [[UInt8]] = []
        func record(_ segment: Segment, fromA: Bool) {
            let (from, to) = fromA ? (Socket.a, Socket.b) : (Socket.b, Socket.a)
            datagrams.append(
                SegmentCodec.encode(
                    segment, from: from.address, to: to.address, identification: UInt16(datagrams.count)
                ).bytes)
        }
        /// Carries segments to and fro until both sides are silent.
        func exchange(_ first: Step, fromA: Bool) {
            var queue = first.segments.map { (segment: $0, fromA: fromA) }
            while !queue.isEmpty {
                let (segment, fromA) = queue.removeFirst()
                a.now = a.now + .milliseconds(1)
                b.now = a.now
                record(segment, fromA: fromA)
                let answer = fromA ? b.on(segment) : a.on(segment)
                queue += answer.segments.map { ($0, !fromA) }
            }
        }
        b.on(.passiveOpen)
        exchange(a.on(.activeOpen), fromA: true)
        exchange(a.on(.send([UInt8](repeating: 1, count: 6_000), push: true)), fromA: true)
        exchange(b.on(.receive(max: .max)), fromA: false)
        exchange(b.on(.send([UInt8](repeating: 2, count: 3_000), push: true)), fromA: false)
        exchange(a.on(.receive(max: .max)), fromA: true)
        exchange(a.on(.close), fromA: true)
        exchange(b.on(.close), fromA: false)
        #expect(a.state == .timeWait && b.state == .closed)

        // All that is worth a note is that the connection is closed, which each side does once.
        let notes = try await Tshark.read(datagrams, ["-q", "-z", "expert,note"])
        #expect(!notes.contains("Errors") && !notes.contains("Warns") && notes.contains("Notes (2)"), "\(notes)")
        #expect(
            notes.contains("initiates the connection closing") && notes.contains("undergoes the connection closing"))
        let checksums = try await Tshark.read(
            datagrams,
            [
                "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE", "-T", "fields", "-e",
                "ip.checksum.status",
            ]
                + ["-e", "tcp.checksum.status"])
        #expect(checksums.split(separator: "\n").count == datagrams.count)
        #expect(checksums.split(separator: "\n").allSatisfy { $0 == "1\t1" })
        let completeness = try await Tshark.read(datagrams, ["-T", "fields", "-e", "tcp.completeness"])
        // SYN, SYN,ACK, ACK, data and FIN have all been seen.
        #expect(completeness.split(separator: "\n").last == "31")
    }
}
