import Trace

/// Reads blocks of pcapng. Blocks and options of unknown kinds are stepped over, as the format intends.
extension CaptureReader {
    /// Reads the next block.
    ///
    /// - Returns: the item; nil if more octets are needed.
    /// - Throws: ``ParseError`` if the length of the block is impossible or its two copies differ, because the next block then
    ///   cannot be found; for more interfaces than are read; for a section header that cannot be read.
    mutating func nextBlock() throws(ParseError) -> Item? {
        let start = position
        guard try has(12, "pcapng.block.length", cite: PcapNG.cite) else { return nil }
        let type = word(at: start)
        if type == PcapNG.sectionHeader {
            // A new section may come from another machine. The magic number behind the length tells its byte order.
            isBigEndian = try isBigEndianSection(at: start + 8)
            section = interfaces.count
        }
        let length = Int(word(at: start + 4))
        guard length >= 12, length <= Self.longestBlock else {
            throw ParseError(
                "pcapng.block.length", at: offset + 4, .length(length, allowed: 12...Self.longestBlock),
                cite: PcapNG.cite)
        }
        guard length % 4 == 0 else {
            throw ParseError("pcapng.block.length", at: offset + 4, .notMultiple(length, of: 4), cite: PcapNG.cite)
        }
        guard try has(length, "pcapng.block.data", cite: PcapNG.cite) else { return nil }
        let end = start + length - 4
        let trailer = Int(word(at: end))
        guard trailer == length else {
            let why = "\(trailer) is not the length \(length) at the start of the block at offset \(offset)"
            throw ParseError("pcapng.block.length_trailer", at: base + end, .value(why), cite: PcapNG.cite)
        }
        if type == PcapNG.interfaceDescription, interfaces.count == Self.mostInterfaces {
            let why = "more than \(Self.mostInterfaces) interfaces"
            throw ParseError("pcapng.interface_description", at: offset, .value(why), cite: PcapNG.cite)
        }
        position += length
        if type == PcapNG.enhancedPacket, let frame = plainPacket(start + 8, end) { return .frame(frame) }
        var body = reader((start + 8)..<end)
        do throws(ParseError) {
            return try item(of: type, &body)
        } catch {
            if type == PcapNG.sectionHeader { throw error }
            return .skipped(error)
        }
    }

    private func isBigEndianSection(at place: Int) throws(ParseError) -> Bool {
        let magic = reader(place..<(place + 4)).big
        if magic == PcapNG.byteOrderMagic { return true }
        guard magic == PcapNG.byteOrderMagic.byteSwapped else {
            throw ParseError(
                "pcapng.section_header.byte_order_magic", at: base + place,
                .value("\(Hex.number(magic)) is no byte order"), cite: Citation("draft-ietf-opsawg-pcapng", "4.1"))
        }
        return false
    }

    private mutating func item(of type: UInt32, _ body: inout EndianReader) throws(ParseError) -> Item {
        switch type {
        case PcapNG.sectionHeader: try Self.checkSection(&body)
        case PcapNG.interfaceDescription: interfaces.append(try Interface(from: &body))
        case PcapNG.enhancedPacket: return .frame(try enhancedPacket(&body))
        case PcapNG.obsoletePacket: return .frame(try obsoletePacket(&body))
        case PcapNG.simplePacket: return .frame(try simplePacket(&body))
        case PcapNG.decryptionSecrets: return try Self.secrets(&body).map { .secrets($0) } ?? .other
        default: break
        }
        return .other
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

    /// Reads an enhanced packet block without faults and without options, which is fast; nil for another block. Nearly all
    /// packets have no options.
    private mutating func plainPacket(_ start: Int, _ end: Int) -> Frame? {
        guard end - start >= 20 else { return nil }
        let interface = section + Int(word(at: start))
        let captured = Int(word(at: start + 12))
        guard interface < interfaces.count, (captured + 3) / 4 * 4 == end - start - 20 else { return nil }
        let time = UInt64(word(at: start + 4)) << 32 | UInt64(word(at: start + 8))
        return add(
            octets: (start + 20)..<(start + 20 + captured), on: interface,
            at: interfaces[interface].clock.microseconds(time), originalLength: Int(word(at: start + 16)),
            comment: nil)
    }

    private mutating func enhancedPacket(_ body: inout EndianReader) throws(ParseError) -> Frame {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.3")
        let number: UInt32 = try body.integer("pcapng.packet.interface_id", cite: cite)
        return try packet(&body, on: Int(number), cite: cite)
    }

    private mutating func obsoletePacket(_ body: inout EndianReader) throws(ParseError) -> Frame {
        let cite = Citation("draft-ietf-opsawg-pcapng", "A")
        let number: UInt16 = try body.integer("pcapng.packet.interface_id", cite: cite)
        _ = try body.integer("pcapng.packet.drops_count", as: UInt16.self, cite: cite)
        return try packet(&body, on: Int(number), cite: cite)
    }

    /// Reads the fields that the enhanced and the obsolete packet block have in common.
    private mutating func packet(
        _ body: inout EndianReader, on number: Int, cite: Citation
    ) throws(ParseError) -> Frame {
        let interface = self.interface(number)
        let high: UInt32 = try body.integer("pcapng.timestamp_high", cite: cite)
        let low: UInt32 = try body.integer("pcapng.timestamp_low", cite: cite)
        let captured: UInt32 = try body.integer("pcapng.packet.captured_length", cite: cite)
        let original: UInt32 = try body.integer("pcapng.packet.packet_length", cite: cite)
        let octets = try body.range("pcapng.packet.packet_data", Int(captured), cite: cite)
        _ = try body.range("pcapng.packet.padding", (4 - octets.count % 4) % 4, cite: cite)
        var comment: String?
        try PcapNGOption.read(from: &body) { option throws(ParseError) in
            if option.code == PcapNG.comment, comment == nil { comment = String(decoding: option.value, as: UTF8.self) }
        }
        let clock = interface.map { interfaces[$0].clock } ?? CaptureClock()
        return add(
            octets: octets, on: interface, at: clock.microseconds(UInt64(high) << 32 | UInt64(low)),
            originalLength: Int(original), comment: comment)
    }

    /// Reads a simple packet block. It has no timestamp and no options, and its packet belongs to the first interface.
    private mutating func simplePacket(_ body: inout EndianReader) throws(ParseError) -> Frame {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.4")
        let interface = self.interface(0)
        let original: UInt32 = try body.integer("pcapng.packet.packet_length", cite: cite)
        let announced = interface.map { interfaces[$0].snapLength } ?? 0
        let captured = Int(min(original, announced == 0 ? UInt32.max : announced))
        return add(
            octets: try body.range("pcapng.packet.packet_data", captured, cite: cite), on: interface, at: nil,
            originalLength: Int(original), comment: nil)
    }

    /// The place in ``interfaces`` of the interface `number` of this section; nil if the section has not described that interface.
    private func interface(_ number: Int) -> Int? {
        number < interfaces.count - section ? section + number : nil
    }

    // MARK: Secrets

    /// The TLS key log in a decryption secrets block; nil if it has secrets of another type.
    private static func secrets(_ body: inout EndianReader) throws(ParseError) -> [UInt8]? {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.7")
        let type: UInt32 = try body.integer("pcapng.dsb.secrets_type", cite: cite)
        let length: UInt32 = try body.integer("pcapng.dsb.secrets_length", cite: cite)
        let data = try body.octets("pcapng.dsb.secrets_data", Int(length), cite: cite)
        return type == PcapNG.tlsKeyLog ? data : nil
    }
}

extension CaptureReader.Interface {
    /// Reads the content of an interface description block.
    init(from body: inout EndianReader) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "4.2")
        linkType = LinkType(rawValue: try body.integer("pcapng.interface_description.link_type", cite: cite))
        _ = try body.integer("pcapng.interface_description.reserved", as: UInt16.self, cite: cite)
        snapLength = try body.integer("pcapng.interface_description.snap_length", cite: cite)
        var clock = CaptureClock()
        var name: String?
        try PcapNGOption.read(from: &body) { option throws(ParseError) in
            if option.code == PcapNG.interfaceName { name = String(decoding: option.value.prefix(255), as: UTF8.self) }
            if option.code == PcapNG.timestampResolution, let first = option.value.first { clock.resolution = first }
            if option.code == PcapNG.timestampOffset, option.value.count == 8 {
                var reader = EndianReader(option.value, isBigEndian: option.isBigEndian)
                let seconds: UInt64 = try reader.integer("pcapng.options.option.data.interface.timestamp_offset")
                clock.offset = Int64(bitPattern: seconds)
            }
        }
        (self.clock, self.name) = (clock, name)
    }
}

/// An option of a block: a code and a value.
private struct PcapNGOption {
    let code: UInt16
    let value: [UInt8]
    let isBigEndian: Bool

    /// Reads options up to the end of options or the end of the block, and calls `take` with each.
    static func read(
        from body: inout EndianReader, _ take: (PcapNGOption) throws(ParseError) -> Void
    ) throws(ParseError) {
        let cite = Citation("draft-ietf-opsawg-pcapng", "3.5")
        while body.remaining > 0 {
            let code: UInt16 = try body.integer("pcapng.options.option.code", cite: cite)
            let length: UInt16 = try body.integer("pcapng.options.option.length", cite: cite)
            guard code != 0 else { return }
            let value = try body.octets("pcapng.options.option.data", Int(length), cite: cite)
            _ = try body.range("pcapng.options.option.padding", (4 - value.count % 4) % 4, cite: cite)
            try take(PcapNGOption(code: code, value: value, isBigEndian: body.isBigEndian))
        }
    }
}
