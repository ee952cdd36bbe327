import Trace

/// A ZIP archive of files as they are, without compression (APPNOTE.TXT 6.3.10): the same files give the same octets.
package struct ZipArchive: Sendable {
    /// 1980-01-01, the first day that the format has (section 4.4.6): the machine's clock stays outside.
    private static let date: UInt16 = 0x21
    /// The flag by which names are UTF-8 (section 4.4.4).
    private static let isUTF8: UInt16 = 1 << 11
    /// The version of the format that a reader needs: 1.0.
    private static let version: UInt16 = 10

    private var files: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// An empty archive.
    package init() {}

    /// Adds a file. An archive takes 65,535 files, and has fewer octets than 2^32.
    package mutating func add(_ name: String, _ contents: [UInt8]) {
        let offset = UInt32(truncatingIfNeeded: files.count)
        let size = UInt32(truncatingIfNeeded: contents.count)
        // Section 4.4: version, flags, method, time, date, CRC-32, both sizes, and the lengths of name and extra field.
        let shared =
            Self.octets(Self.version) + Self.octets(Self.isUTF8) + Self.octets(UInt16(0)) + Self.octets(UInt16(0))
            + Self.octets(Self.date) + Self.octets(Self.checksum(contents)) + Self.octets(size) + Self.octets(size)
            + Self.octets(UInt16(truncatingIfNeeded: name.utf8.count)) + Self.octets(UInt16(0))
        files += Self.octets(UInt32(0x0403_4b50)) + shared + Array(name.utf8) + contents
        // Comment, disk, attributes, and where the file begins (section 4.3.12).
        directory += Self.octets(UInt32(0x0201_4b50)) + Self.octets(Self.version) + shared
        directory += [UInt8](repeating: 0, count: 10) + Self.octets(offset) + Array(name.utf8)
        count &+= 1
    }

    /// The octets of the archive.
    package var octets: [UInt8] {
        // The end of the directory (section 4.3.16): disks, counts, size and place of the directory, comment.
        files + directory + Self.octets(UInt32(0x0605_4b50)) + Self.octets(UInt32(0)) + Self.octets(count)
            + Self.octets(count) + Self.octets(UInt32(truncatingIfNeeded: directory.count))
            + Self.octets(UInt32(truncatingIfNeeded: files.count)) + Self.octets(UInt16(0))
    }

    /// A number, the least significant octet first.
    private static func octets<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// CRC-32 with the polynomial of the format (section 4.4.7).
    private static func checksum(_ octets: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for octet in octets { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ octet)] ^ (sum >> 8) }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { octet in
        (0..<8).reduce(UInt32(octet)) { sum, _ in sum & 1 == 1 ? 0xedb8_8320 ^ (sum >> 1) : sum >> 1 }
    }
}
