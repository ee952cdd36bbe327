import Trace

/// The pcapng capture format (draft-ietf-opsawg-pcapng): sections made of blocks.
///
/// Unlike the classic format, a file can hold comments, several interfaces, and the secrets with which the packets are decrypted.
package enum PcapNG {
    static let cite = Citation("draft-ietf-opsawg-pcapng", "3.1")

    /// The type of a section header block. It is the same number in both byte orders.
    static let sectionHeader: UInt32 = 0x0a0d_0d0a
    // The types of the other blocks that are read or written here.
    static let interfaceDescription: UInt32 = 1
    static let obsoletePacket: UInt32 = 2
    static let simplePacket: UInt32 = 3
    static let enhancedPacket: UInt32 = 6
    static let decryptionSecrets: UInt32 = 10

    /// The number behind the length in each section header block. The order of its octets tells the byte order of the section.
    static let byteOrderMagic: UInt32 = 0x1a2b_3c4d
    /// The secrets type "TLSK": a TLS key log in the format of NSS.
    static let tlsKeyLog: UInt32 = 0x544c_534b

    // The codes of options.
    static let comment: UInt16 = 1
    static let interfaceName: UInt16 = 2
    static let userApplication: UInt16 = 4
    static let timestampResolution: UInt16 = 9
    static let timestampOffset: UInt16 = 14

    /// A packet to be written.
    package struct Packet: Hashable, Sendable {
        /// The time on the wire, in microseconds since 1970-01-01T00:00:00Z. A time before 1970 is written as 0.
        package let timestamp: Int64
        /// The frame, in the form of the file's link type.
        package let frame: [UInt8]
        /// A comment that analysers show with the packet; empty for no comment.
        package let comment: String
        /// The place of the packet's interface among the interfaces of the file.
        package let interface: Int

        /// A packet of `frame` at `timestamp`.
        package init(timestamp: Int64, frame: [UInt8], comment: String = "", interface: Int = 0) {
            self.timestamp = timestamp
            self.frame = frame
            self.comment = comment
            self.interface = interface
        }
    }

    /// A file with one section, little-endian.
    ///
    /// - Parameters:
    ///   - packets: the packets in the order of time.
    ///   - linkType: the link type of every frame.
    ///   - keyLog: TLS secrets in the format of an NSS key log. They stand before the packets, so that an analyser that reads
    ///     the file once can decrypt them. Empty for no secrets.
    ///   - application: the program that writes the file.
    ///   - comment: a comment on the file; empty for no comment.
    ///   - interfaces: the names of the interfaces; if it is empty, the file has one interface without a name.
    package static func file(
        packets: [Packet], linkType: LinkType = .raw, keyLog: String = "", application: String = "HandshakeSim",
        comment: String = "", interfaces: [String] = []
    ) -> [UInt8] {
        var writer = PcapNGWriter()
        writer.block(sectionHeader) { section in
            section.integer(byteOrderMagic)
            section.integer(UInt16(1))
            section.integer(UInt16(0))
            // All ones: the length of the section is not given.
            section.integer(UInt64.max)
            section.options([(Self.comment, Array(comment.utf8)), (userApplication, Array(application.utf8))])
        }
        for name in interfaces.isEmpty ? [""] : interfaces {
            writer.block(interfaceDescription) { interface in
                interface.integer(linkType.rawValue)
                interface.integer(UInt16(0))
                // No limit on the length of packets.
                interface.integer(UInt32(0))
                interface.options([(interfaceName, Array(name.utf8)), (timestampResolution, [6])])
            }
        }
        if !keyLog.isEmpty { writer.bytes += block(keyLog: keyLog) }
        for packet in packets { writer.bytes += block(packet) }
        return writer.bytes
    }

    /// A block with secrets in the format of an NSS key log, to be appended to a file that has been begun. It must stand before
    /// the packets that the secrets decrypt.
    package static func block(keyLog: String) -> [UInt8] {
        var writer = PcapNGWriter()
        writer.block(decryptionSecrets) { secrets in
            let octets = Array(keyLog.utf8)
            secrets.integer(tlsKeyLog)
            secrets.integer(UInt32(clamping: octets.count))
            secrets.padded(octets)
        }
        return writer.bytes
    }

    /// A block with a packet, to be appended to a file that ``file(packets:linkType:keyLog:application:comment:interfaces:)`` has
    /// begun.
    package static func block(_ packet: Packet) -> [UInt8] {
        var writer = PcapNGWriter()
        writer.block(enhancedPacket) { block in
            let time = UInt64(clamping: packet.timestamp)
            block.integer(UInt32(clamping: packet.interface))
            block.integer(UInt32(truncatingIfNeeded: time >> 32))
            block.integer(UInt32(truncatingIfNeeded: time))
            block.integer(UInt32(clamping: packet.frame.count))
            block.integer(UInt32(clamping: packet.frame.count))
            block.padded(packet.frame)
            block.options([(Self.comment, Array(packet.comment.utf8))])
        }
        return writer.bytes
    }
}

/// Writes blocks, little-endian.
private struct PcapNGWriter {
    var bytes: [UInt8] = []

    mutating func integer<T: FixedWidthInteger & UnsignedInteger>(_ value: T) {
        for place in 0..<(T.bitWidth / 8) { bytes.append(UInt8(truncatingIfNeeded: value >> T(8 * place))) }
    }

    /// Octets, filled up with zeros to a multiple of four.
    mutating func padded(_ octets: [UInt8]) {
        bytes += octets
        bytes += [UInt8](repeating: 0, count: (4 - octets.count % 4) % 4)
    }

    /// Writes the options that are not empty, and the end of options if there was one.
    ///
    /// The length of an option has 16 bits. A longer text is cut off between two characters.
    mutating func options(_ options: [(code: UInt16, value: [UInt8])]) {
        let present = options.filter { !$0.value.isEmpty }
        for option in present {
            var count = min(option.value.count, 65_535)
            // In UTF-8 an octet 10xxxxxx continues a character.
            while count < option.value.count, count > 0, option.value[count] & 0xc0 == 0x80 { count -= 1 }
            integer(option.code)
            integer(UInt16(count))
            padded(Array(option.value.prefix(count)))
        }
        if !present.isEmpty { integer(UInt32(0)) }
    }

    /// Writes a block: its type, its length, what `body` writes, and its length again, so that a file can be read backwards.
    mutating func block(_ type: UInt32, _ body: (inout PcapNGWriter) -> Void) {
        var inner = PcapNGWriter()
        body(&inner)
        let length = UInt32(clamping: inner.bytes.count + 12)
        integer(type)
        integer(length)
        bytes += inner.bytes
        integer(length)
    }
}
