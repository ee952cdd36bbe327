import Trace

/// The pcapng capture format (draft-ietf-opsawg-pcapng): sections made of blocks.
///
/// Unlike the classic format it can hold comments, several interfaces, and the secrets that decrypt the packets.
package enum PcapNG {
    static let cite = Citation("draft-ietf-opsawg-pcapng", "3.1")

    /// The type of a section header block; it reads the same in both byte orders.
    static let sectionHeader: UInt32 = 0x0a0d_0d0a
    /// The types of the other blocks that are read or written here.
    static let interfaceDescription: UInt32 = 1
    static let obsoletePacket: UInt32 = 2
    static let simplePacket: UInt32 = 3
    static let enhancedPacket: UInt32 = 6
    static let decryptionSecrets: UInt32 = 10

    /// The number behind the length of every section header block; its octets tell the byte order.
    static let byteOrderMagic: UInt32 = 0x1a2b_3c4d
    /// The secrets type "TLSK": a TLS key log in the format of NSS.
    static let tlsKeyLog: UInt32 = 0x544c_534b

    /// Codes of options.
    static let comment: UInt16 = 1
    static let interfaceName: UInt16 = 2
    static let userApplication: UInt16 = 4
    static let timestampResolution: UInt16 = 9
    static let timestampOffset: UInt16 = 14

    /// A packet to be written.
    package struct Packet: Hashable, Sendable {
        /// When it was on the wire, in microseconds since 1970-01-01T00:00:00Z; earlier times are written as that one.
        package let timestamp: Int64
        /// The frame, as the file's link type has it.
        package let frame: [UInt8]
        /// A comment that analysers show with the packet; empty for none.
        package let comment: String
        /// The place of its interface among those of the file.
        package let interface: Int

        /// `frame` at `timestamp`.
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
    ///   - packets: in the order of time.
    ///   - linkType: the link type of every frame.
    ///   - keyLog: TLS secrets in the format of an NSS key log. They stand before the packets, so that an analyser that reads
    ///     the file once can decrypt as it goes. Empty for none.
    ///   - application: the program that writes the file.
    ///   - comment: a comment on the file; empty for none.
    ///   - interfaces: the names of its interfaces; one without a name if there is none.
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

    /// What secrets in the format of an NSS key log add to a file that has been begun. They have to stand before the packets
    /// that they open.
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

    /// The block of a packet, to be appended to a file that ``file(packets:linkType:keyLog:application:comment:interfaces:)`` has begun.
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

    /// Those of the options that are not empty, and the end of options if there are any.
    ///
    /// The length of an option has 16 bits; a longer text is cut off between characters.
    mutating func options(_ options: [(code: UInt16, value: [UInt8])]) {
        let present = options.filter { !$0.value.isEmpty }
        for option in present {
            var count = min(option.value.count, 65_535)
            // In UTF-8 the octets 10xxxxxx continue a character.
            while count < option.value.count, count > 0, option.value[count] & 0xc0 == 0x80 { count -= 1 }
            integer(option.code)
            integer(UInt16(count))
            padded(Array(option.value.prefix(count)))
        }
        if !present.isEmpty { integer(UInt32(0)) }
    }

    /// A block: its type, its length, what `body` writes, and its length again, so that a file can be read backwards.
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
