import Trace

/// A ZIP archive without compression (APPNOTE.TXT 6.3.10). The same files give the same octets.
package struct ZipArchive: Sendable {
    /// The date of all files: 1980-01-01, the first day of the format (section 4.4.6). So the archive does not depend on a clock.
    private static let date: UInt16 = 0x21
    /// The flag that says that the names of files are UTF-8 (section 4.4.4, bit 11).
    private static let utf8Flag: UInt16 = 1 << 11
    /// The version of the format that a reader needs: 1.0.
    private static let version: UInt16 = 10

    private var files: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// An empty archive.
    package init() {}

    /// Adds a file.
    ///
    /// The archive must have at most 65,535 files and fewer than 2^32 octets. This is not checked: a larger archive would be unreadable.
    package mutating func add(_ name: String, _ contents: [UInt8]) {
        let offset = UInt32(truncatingIfNeeded: files.count)
        let size = UInt32(truncatingIfNeeded: contents.count)
        // The fields that both headers have (section 4.4): version, flags, method, time, date, CRC-32, both sizes, and the lengths of the
        // name and the extra field.
        let shared =
            Self.octets(Self.version) + Self.octets(Self.utf8Flag) + Self.octets(UInt16(0)) + Self.octets(UInt16(0))
            + Self.octets(Self.date) + Self.octets(CRC32.of(contents)) + Self.octets(size) + Self.octets(size)
            + Self.octets(UInt16(truncatingIfNeeded: name.utf8.count)) + Self.octets(UInt16(0))
        files += Self.octets(UInt32(0x0403_4b50)) + shared + Array(name.utf8) + contents
        // The directory has more fields (section 4.3.12): lengths, disk and attributes, which are zero, and the offset of the file.
        directory += Self.octets(UInt32(0x0201_4b50)) + Self.octets(Self.version) + shared
        directory += [UInt8](repeating: 0, count: 10) + Self.octets(offset) + Array(name.utf8)
        count &+= 1
    }

    /// The octets of the archive.
    package var octets: [UInt8] {
        // The end of the directory (section 4.3.16): two disk numbers, two counts, size and offset of the directory, length of the comment.
        files + directory + Self.octets(UInt32(0x0605_4b50)) + Self.octets(UInt32(0)) + Self.octets(count)
            + Self.octets(count) + Self.octets(UInt32(truncatingIfNeeded: directory.count))
            + Self.octets(UInt32(truncatingIfNeeded: files.count)) + Self.octets(UInt16(0))
    }

    /// A number, the least significant octet first.
    private static func octets<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
