import TestSupport

/// Writes integers in either byte order, for files that the writer under test does not write.
struct Octets {
    var bytes: [UInt8] = []
    let isBigEndian: Bool

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func integer<T: FixedWidthInteger & UnsignedInteger>(_ value: T) {
        let places = (0..<(T.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> T(8 * $0)) }
        bytes += isBigEndian ? places.reversed() : places
    }

    mutating func padded(_ octets: [UInt8]) {
        bytes += octets + [UInt8](repeating: 0, count: (4 - octets.count % 4) % 4)
    }

    mutating func option(_ code: UInt16, _ value: [UInt8]) {
        integer(code)
        integer(UInt16(value.count))
        padded(value)
    }

    /// A pcapng block.
    mutating func block(_ type: UInt32, _ body: (inout Octets) -> Void) {
        var inner = Octets(isBigEndian: isBigEndian)
        body(&inner)
        integer(type)
        integer(UInt32(inner.bytes.count + 12))
        bytes += inner.bytes
        integer(UInt32(inner.bytes.count + 12))
    }

    mutating func section() {
        block(0x0a0d_0d0a) {
            $0.integer(UInt32(0x1a2b_3c4d))
            $0.integer(UInt16(1))
            $0.integer(UInt16(0))
            $0.integer(UInt64.max)
        }
    }

    mutating func interface(
        _ linkType: UInt16, snapshotLength: UInt32 = 0, resolution: UInt8? = nil, offset: Int64? = nil
    ) {
        block(1) {
            $0.integer(linkType)
            $0.integer(UInt16(0))
            $0.integer(snapshotLength)
            if let resolution { $0.option(9, [resolution]) }
            if let offset {
                $0.integer(UInt16(14))
                $0.integer(UInt16(8))
                $0.integer(UInt64(bitPattern: offset))
            }
            if resolution != nil || offset != nil { $0.integer(UInt32(0)) }
        }
    }

    mutating func enhancedPacket(_ frame: [UInt8], interface: UInt32 = 0, time: UInt64 = 0) {
        block(6) {
            $0.integer(interface)
            $0.integer(UInt32(truncatingIfNeeded: time >> 32))
            $0.integer(UInt32(truncatingIfNeeded: time))
            $0.integer(UInt32(frame.count))
            $0.integer(UInt32(frame.count))
            $0.padded(frame)
        }
    }
}

/// A UDP datagram with 4 octets of data, from 10.0.0.1 to 10.0.0.2; checksums are not used.
func datagram(_ last: UInt8) -> [UInt8] {
    [
        0x45, 0, 0, 32, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, 0xc3, 0x50, 0xc3, 0x51, 0, 12, 0, 0, 1, 2,
        3, last,
    ]
}

/// The programs that come with Wireshark.
enum Wireshark {
    /// Runs `program` on a file called "in" that holds `bytes`, and returns what it printed and the file "out".
    static func run(
        _ program: String, _ arguments: [String], on bytes: [UInt8]
    ) async throws -> (output: String, file: [UInt8]) {
        try await Tool.require(program)
        return try await TemporaryDirectory.use { directory in
            let paths = ["in": try directory.write(bytes, to: "in"), "out": directory.path(of: "out")]
            let output = try await Tool.output(program, arguments.map { paths[$0] ?? $0 })
            return (output, try directory.names().contains("out") ? directory.read("out") : [])
        }
    }
}
