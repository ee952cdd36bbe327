import Trace

extension CaptureFile {
    /// Reads all sections of a pcapng file. Blocks and options of unknown kinds are stepped over, as the format intends.
    mutating func readPcapNG(_ bytes: [UInt8]) throws(ParseError) {
        var reader = EndianReader(bytes)
        var interfaces: [PcapNGInterface] = []
        while reader.remaining > 0 {
            let start = reader.offset
            let type: UInt32 = try reader.integer("pcapng.block.type", cite: PcapNG.cite)
            if type == PcapNG.sectionHeader {
                // A new section may come from another machine: its byte order is told by what stands behind the length.
                var ahead = reader
                ahead.isBigEndian = true
                _ = try ahead.integer("pcapng.block.length", as: UInt32.self, cite: PcapNG.cite)
                reader.isBigEndian = try Self.isBigEndian(&ahead)
                interfaces = []
            }
            var body = try Self.blockBody(from: &reader, startingAt: start)
            switch type {
            case PcapNG.sectionHeader: try Self.checkSection(&body)
            case PcapNG.interfaceDescription: interfaces.append(try PcapNGInterface(from: &body))
            case PcapNG.enhancedPacket: try readEnhancedPacket(&body, interfaces)
            case PcapNG.obsoletePacket: try readObsoletePacket(&body, interfaces)
            case PcapNG.simplePacket: try readSimplePacket(&body, interfaces)
            case PcapNG.decryptionSecrets: try readSecrets(&body)
            default: break
            }
        }
    }

    private static func isBigEndian(_ ahead: inout EndianReader) throws(ParseError) -> Bool {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.1")
        let name = "pcapng.section_header.byte_order_magic"
        let start = ahead.offset
        let magic: UInt32 = try ahead.integer(name, cite: cite)
        if magic == PcapNG.byteOrderMagic { return true }
        guard magic == PcapNG.byteOrderMagic.byteSwapped else {
            throw ParseError(name, at: start, .value("\(Hex.number(magic)) is no byte order"), cite: cite)
        }
        return false
    }

    /// Reads a block's length, and checks that the same length stands behind its body.
    private static func blockBody(
        from reader: inout EndianReader, startingAt start: Int
    ) throws(ParseError) -> EndianReader {
        let lengthAt = reader.offset
        let length = Int(try reader.integer("pcapng.block.length", as: UInt32.self, cite: PcapNG.cite))
        let available = reader.remaining + 8
        guard length >= 12, length <= available else {
            throw ParseError(
                "pcapng.block.length", at: lengthAt, .length(length, allowed: 12...max(12, available)),
                cite: PcapNG.cite)
        }
        guard length % 4 == 0 else {
            throw ParseError("pcapng.block.length", at: lengthAt, .notMultiple(length, of: 4), cite: PcapNG.cite)
        }
        let body = try reader.part("pcapng.block.data", length - 12, cite: PcapNG.cite)
        let trailerAt = reader.offset
        let trailer = Int(try reader.integer("pcapng.block.length_trailer", as: UInt32.self, cite: PcapNG.cite))
        guard trailer == length else {
            let why = "\(trailer) is not the length \(length) at the start of the block at offset \(start)"
            throw ParseError("pcapng.block.length_trailer", at: trailerAt, .value(why), cite: PcapNG.cite)
        }
        return body
    }

    private static func checkSection(_ body: inout EndianReader) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.1")
        _ = try body.integer("pcapng.section_header.byte_order_magic", as: UInt32.self, cite: cite)
        let start = body.offset
        let major: UInt16 = try body.integer("pcapng.section_header.version.major", cite: cite)
        let minor: UInt16 = try body.integer("pcapng.section_header.version.minor", cite: cite)
        guard major == 1 else {
            let why = "version \(major).\(minor), not 1"
            throw ParseError("pcapng.section_header.version.major", at: start, .value(why), cite: cite)
        }
        _ = try body.integer("pcapng.section_header.section_length", as: UInt64.self, cite: cite)
    }

    // MARK: Packets

    private mutating func readEnhancedPacket(
        _ body: inout EndianReader, _ interfaces: [PcapNGInterface]
    ) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.3")
        let start = body.offset
        let number: UInt32 = try body.integer("pcapng.packet.interface_id", cite: cite)
        let interface = try Self.interface(Int(number), of: interfaces, at: start, cite: cite)
        try readPacket(&body, on: interface, cite: cite)
    }

    private mutating func readObsoletePacket(
        _ body: inout EndianReader, _ interfaces: [PcapNGInterface]
    ) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "A")
        let start = body.offset
        let number: UInt16 = try body.integer("pcapng.packet.interface_id", cite: cite)
        let interface = try Self.interface(Int(number), of: interfaces, at: start, cite: cite)
        _ = try body.integer("pcapng.packet.drops_count", as: UInt16.self, cite: cite)
        try readPacket(&body, on: interface, cite: cite)
    }

    /// Reads the fields that the enhanced and the obsolete packet block have in common.
    private mutating func readPacket(
        _ body: inout EndianReader, on interface: PcapNGInterface, cite: Citation
    ) throws(ParseError) {
        let high: UInt32 = try body.integer("pcapng.timestamp_high", cite: cite)
        let low: UInt32 = try body.integer("pcapng.timestamp_low", cite: cite)
        let captured: UInt32 = try body.integer("pcapng.packet.captured_length", cite: cite)
        let original: UInt32 = try body.integer("pcapng.packet.packet_length", cite: cite)
        let frame = try body.octets("pcapng.packet.packet_data", Int(captured), cite: cite)
        _ = try body.octets("pcapng.packet.padding", (4 - frame.count % 4) % 4, cite: cite)
        var comment: String?
        try PcapNGOption.read(from: &body) { option throws(ParseError) in
            if option.code == PcapNG.comment, comment == nil { comment = String(decoding: option.value, as: UTF8.self) }
        }
        add(
            frame: frame, on: interface.linkType, at: interface.microseconds(UInt64(high) << 32 | UInt64(low)),
            originalLength: original, comment: comment)
    }

    /// A simple packet block has neither timestamp nor options, and belongs to the first interface.
    private mutating func readSimplePacket(
        _ body: inout EndianReader, _ interfaces: [PcapNGInterface]
    ) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.4")
        let interface = try Self.interface(0, of: interfaces, at: body.offset, cite: cite)
        let original: UInt32 = try body.integer("pcapng.packet.packet_length", cite: cite)
        let limit = interface.snapshotLength == 0 ? UInt32.max : interface.snapshotLength
        let captured = Int(min(original, limit))
        let frame = try body.octets("pcapng.packet.packet_data", captured, cite: cite)
        add(frame: frame, on: interface.linkType, at: nil, originalLength: original)
    }

    private static func interface(
        _ number: Int, of interfaces: [PcapNGInterface], at offset: Int, cite: Citation
    ) throws(ParseError) -> PcapNGInterface {
        guard interfaces.indices.contains(number) else {
            let why = "interface \(number), but the section has described \(interfaces.count)"
            throw ParseError("pcapng.packet.interface_id", at: offset, .value(why), cite: cite)
        }
        return interfaces[number]
    }

    // MARK: Secrets

    private mutating func readSecrets(_ body: inout EndianReader) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.7")
        let type: UInt32 = try body.integer("pcapng.dsb.secrets_type", cite: cite)
        let length: UInt32 = try body.integer("pcapng.dsb.secrets_length", cite: cite)
        let data = try body.octets("pcapng.dsb.secrets_data", Int(length), cite: cite)
        if type == PcapNG.tlsKeyLog { secrets.append(String(decoding: data, as: UTF8.self)) }
    }
}

/// The content of an interface description block.
private struct PcapNGInterface {
    let linkType: LinkType
    /// No packet is longer in the file; 0 for no limit.
    let snapshotLength: UInt32
    /// The resolution of its timestamps: 10^-n seconds, or with the top bit set, 2^-n.
    private var resolution: UInt8 = 6
    /// Seconds to be added to its timestamps.
    private var offset: Int64 = 0

    init(from body: inout EndianReader) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.2")
        linkType = LinkType(rawValue: try body.integer("pcapng.interface_description.link_type", cite: cite))
        _ = try body.integer("pcapng.interface_description.reserved", as: UInt16.self, cite: cite)
        snapshotLength = try body.integer("pcapng.interface_description.snap_length", cite: cite)
        var resolution = resolution
        var offset = offset
        try PcapNGOption.read(from: &body) { option throws(ParseError) in
            if option.code == PcapNG.timestampResolution, let first = option.value.first { resolution = first }
            if option.code == PcapNG.timestampOffset, option.value.count == 8 {
                var reader = EndianReader(option.value, isBigEndian: option.isBigEndian)
                let seconds: UInt64 = try reader.integer("pcapng.options.option.data.interface.timestamp_offset")
                offset = Int64(bitPattern: seconds)
            }
        }
        self.resolution = resolution
        self.offset = offset
    }

    /// A timestamp of this interface in microseconds since 1970; a timestamp out of range saturates.
    func microseconds(_ timestamp: UInt64) -> Int64 {
        let exponent = Int(resolution & 0x7f)
        var value = UInt128(timestamp) * 1_000_000
        if resolution & 0x80 != 0 {
            value >>= UInt128(exponent)
        } else {
            for _ in 0..<exponent where value > 0 { value /= 10 }
        }
        let (added, overflow) = Int64(clamping: value).addingReportingOverflow(
            TimeSpan.seconds(offset).microseconds)
        return overflow ? (offset < 0 ? .min : .max) : added
    }
}

/// An option of a block: a code and a value.
private struct PcapNGOption {
    let code: UInt16
    let value: [UInt8]
    let isBigEndian: Bool

    /// Reads options until their end is marked or the block ends.
    static func read(
        from body: inout EndianReader, _ take: (PcapNGOption) throws(ParseError) -> Void
    ) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "3.5")
        while body.remaining > 0 {
            let code: UInt16 = try body.integer("pcapng.options.option.code", cite: cite)
            let length: UInt16 = try body.integer("pcapng.options.option.length", cite: cite)
            guard code != 0 else { return }
            let value = try body.octets("pcapng.options.option.data", Int(length), cite: cite)
            _ = try body.octets("pcapng.options.option.padding", (4 - value.count % 4) % 4, cite: cite)
            try take(PcapNGOption(code: code, value: value, isBigEndian: body.isBigEndian))
        }
    }
}
