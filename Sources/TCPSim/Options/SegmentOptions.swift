import Trace

/// An option of a segment's header (RFC 9293 3.2).
///
/// The codec reads and writes all that are listed here; which of them a connection uses is another matter.
public enum SegmentOption: Hashable, Sendable {
    /// Kind 1, no-operation: aligns what follows.
    case noOperation
    /// Kind 2, maximum segment size: the largest amount of data its sender will take in one segment. Only with SYN.
    case maximumSegmentSize(UInt16)
    /// Kind 3, window scale: how far the windows its sender announces are to be shifted left. Only with SYN (RFC 7323 2).
    case windowScale(UInt8)
    /// Kind 4, SACK-permitted. Only with SYN (RFC 2018 2).
    case selectiveAcknowledgmentPermitted
    /// Kind 5, SACK: ranges that have arrived beyond the acknowledgment number (RFC 2018 3).
    case selectiveAcknowledgment([Block])
    /// Kind 8, timestamps: the sender's clock, and the last clock value it had from the other side (RFC 7323 3).
    case timestamps(value: UInt32, echo: UInt32)
    /// Any other kind with its data. A receiver ignores it (MUST-6).
    case other(kind: UInt8, data: [UInt8])

    /// A range of sequence numbers.
    public struct Block: Hashable, Sendable {
        /// The first number of the range.
        public let left: SequenceNumber
        /// The first number after it.
        public let right: SequenceNumber

        /// From `left` up to and not including `right`.
        public init(left: SequenceNumber, right: SequenceNumber) {
            self.left = left
            self.right = right
        }
    }

    /// The octets it takes in the header. A kind and a length of one octet each precede the data, save for no-operation.
    public var length: Int {
        switch self {
        case .noOperation: 1
        case .maximumSegmentSize: 4
        case .windowScale: 3
        case .selectiveAcknowledgmentPermitted: 2
        case .selectiveAcknowledgment(let blocks): 2 + 8 * blocks.count
        case .timestamps: 10
        case .other(_, let data): 2 + data.count
        }
    }

    private var kind: UInt8 {
        switch self {
        case .noOperation: 1
        case .maximumSegmentSize: 2
        case .windowScale: 3
        case .selectiveAcknowledgmentPermitted: 4
        case .selectiveAcknowledgment: 5
        case .timestamps: 8
        case .other(let kind, _): kind
        }
    }

    /// The display filter name of the structure.
    private static func name(ofKind kind: UInt8) -> String {
        switch kind {
        case 0: "tcp.options.eol"
        case 1: "tcp.options.nop"
        case 2: "tcp.options.mss"
        case 3: "tcp.options.wscale"
        case 4: "tcp.options.sack_perm"
        case 5: "tcp.options.sack"
        case 8: "tcp.options.timestamp"
        default: "tcp.options.unknown"
        }
    }

    private static let cite = Citation.rfc(9293, "3.2")

    /// Octets that a header has room for: 15 words less the fixed 5.
    static let room = 40

    /// The options that fit in a header, in order; what comes after the first that does not is left out.
    static func fitting(_ options: [SegmentOption]) -> ArraySlice<SegmentOption> {
        var total = 0
        return options.prefix { option in
            total += option.length
            return total <= room
        }
    }

    /// Writes the options that fit, filled up with end-of-list octets to a whole number of 32-bit words.
    static func write(_ options: [SegmentOption], to writer: inout ByteWriter) {
        let fitting = fitting(options)
        guard !fitting.isEmpty else { return }
        writer.structure("tcp.options", cite: cite) { list in
            for option in fitting { option.write(to: &list) }
            let length = fitting.reduce(0) { $0 + $1.length }
            for _ in 0..<((4 - length % 4) % 4) {
                list.structure("tcp.options.eol", cite: cite) { $0.integer("tcp.option_kind", UInt8(0), cite: cite) }
            }
        }
    }

    private func write(to writer: inout ByteWriter) {
        writer.structure(Self.name(ofKind: kind), cite: Self.cite) { body in
            body.integer("tcp.option_kind", kind, cite: Self.cite)
            if case .noOperation = self { return }
            body.integer("tcp.option_len", UInt8(truncatingIfNeeded: length), cite: Self.cite)
            switch self {
            case .noOperation, .selectiveAcknowledgmentPermitted: break
            case .maximumSegmentSize(let value):
                body.integer("tcp.options.mss_val", value, cite: .rfc(9293, "3.7.1"))
            case .windowScale(let shift): body.integer("tcp.options.wscale.shift", shift, cite: .rfc(7323, "2.2"))
            case .selectiveAcknowledgment(let blocks):
                for block in blocks {
                    body.integer("tcp.options.sack_le", block.left.rawValue, cite: .rfc(2018, "3"))
                    body.integer("tcp.options.sack_re", block.right.rawValue, cite: .rfc(2018, "3"))
                }
            case .timestamps(let value, let echo):
                body.integer("tcp.options.timestamp.tsval", value, cite: .rfc(7323, "3.2"))
                body.integer("tcp.options.timestamp.tsecr", echo, cite: .rfc(7323, "3.2"))
            case .other(_, let data): body.octets("tcp.options.unknown.payload", data, cite: Self.cite)
            }
        }
    }

    /// Reads `count` octets of options.
    ///
    /// The end-of-list option and the padding behind it are recorded as fields and not returned. A length that does not fit
    /// its kind or the header is an error: RFC 9293 asks to be prepared for it (MUST-7).
    static func read(_ count: Int, from reader: inout ByteReader) throws(ParseError) -> [SegmentOption] {
        guard count > 0 else { return [] }
        return try reader.structure("tcp.options", count: count, cite: cite) { list throws(ParseError) in
            var options: [SegmentOption] = []
            while list.remaining > 0 {
                // Nothing is recorded under a structure's name before its kind is known, so a copy looks ahead.
                var ahead = list
                let kind: UInt8 = try ahead.integer("tcp.option_kind", cite: cite)
                let option = try list.structure(name(ofKind: kind), cite: cite) { body throws(ParseError) in
                    try read(kind: kind, from: &body)
                }
                guard let option else {
                    try readPadding(from: &list)
                    break
                }
                options.append(option)
            }
            return options
        }
    }

    /// Reads what follows the end of the list. It must be zeros (MUST-69), which analysers show as further ends of the list;
    /// anything else is ignored.
    private static func readPadding(from list: inout ByteReader) throws(ParseError) {
        while list.remaining > 0 {
            var ahead = list
            guard try ahead.integer("tcp.option_kind", as: UInt8.self, cite: cite) == 0 else {
                try list.rest("tcp.options.padding", cite: .rfc(9293, "3.1"))
                return
            }
            try list.structure(name(ofKind: 0), cite: cite) { body throws(ParseError) in
                _ = try read(kind: 0, from: &body)
            }
        }
    }

    /// Reads one option; nil for the end of the list.
    private static func read(kind: UInt8, from body: inout ByteReader) throws(ParseError) -> SegmentOption? {
        let start = body.offset
        let available = body.remaining
        try body.integer("tcp.option_kind", as: UInt8.self, cite: cite)
        guard kind != 0 else { return nil }
        guard kind != 1 else { return .noOperation }
        let length = Int(try body.integer("tcp.option_len", as: UInt8.self, cite: cite))
        let allowed: ClosedRange<Int> =
            switch kind {
            case 2: 4...4
            case 3: 3...3
            case 4: 2...2
            case 5: 10...34
            case 8: 10...10
            default: 2...room
            }
        guard allowed.contains(length) else {
            throw ParseError("tcp.option_len", at: start + 1, .length(length, allowed: allowed), cite: cite)
        }
        guard length <= available else {
            let rule = ParseError.Rule.truncated(needed: length, available: available)
            throw ParseError("tcp.option_len", at: start + 1, rule, cite: cite)
        }
        switch kind {
        case 2: return .maximumSegmentSize(try body.integer("tcp.options.mss_val", cite: .rfc(9293, "3.7.1")))
        case 3: return .windowScale(try body.integer("tcp.options.wscale.shift", cite: .rfc(7323, "2.2")))
        case 4: return .selectiveAcknowledgmentPermitted
        case 5:
            guard (length - 2) % 8 == 0 else {
                throw ParseError(
                    "tcp.option_len", at: start + 1, .notMultiple(length - 2, of: 8), cite: .rfc(2018, "3"))
            }
            var blocks: [Block] = []
            for _ in 0..<((length - 2) / 8) {
                let left: UInt32 = try body.integer("tcp.options.sack_le", cite: .rfc(2018, "3"))
                let right: UInt32 = try body.integer("tcp.options.sack_re", cite: .rfc(2018, "3"))
                blocks.append(Block(left: SequenceNumber(left), right: SequenceNumber(right)))
            }
            return .selectiveAcknowledgment(blocks)
        case 8:
            let value: UInt32 = try body.integer("tcp.options.timestamp.tsval", cite: .rfc(7323, "3.2"))
            let echo: UInt32 = try body.integer("tcp.options.timestamp.tsecr", cite: .rfc(7323, "3.2"))
            return .timestamps(value: value, echo: echo)
        default:
            let data = try body.octets("tcp.options.unknown.payload", count: length - 2, cite: cite)
            return .other(kind: kind, data: data)
        }
    }
}
