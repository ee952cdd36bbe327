import Trace

/// An option of a segment's header (RFC 9293 3.2).
///
/// The codec reads and writes all options. A connection uses those that it has agreed on with the other side.
public enum SegmentOption: Hashable, Sendable {
    /// Kind 1, no-operation: aligns what follows.
    case noOperation
    /// Kind 2, maximum segment size: the largest number of octets of data that its sender takes in one segment. Only with SYN.
    case maximumSegmentSize(UInt16)
    /// Kind 3, window scale: by how many bits the windows of its sender must be shifted left. Only with SYN (RFC 7323 2).
    case windowScale(UInt8)
    /// Kind 4, SACK-permitted. Only with SYN (RFC 2018 2).
    case selectiveAcknowledgmentPermitted
    /// Kind 5, SACK: ranges that have arrived beyond the acknowledgment number (RFC 2018 3).
    case selectiveAcknowledgment([Block])
    /// Kind 8, timestamps: the sender's clock, and the last clock value that it received from the other side (RFC 7323 3).
    case timestamps(value: UInt32, echo: UInt32)
    /// An option of any other kind, with its data. A receiver ignores it (MUST-6).
    case other(kind: UInt8, data: [UInt8])
    /// An option with an impossible length: the octets from its kind to the end of the header. The place of the next option is
    /// unknown, so it is the last one (MUST-7).
    case malformed([UInt8])

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

    /// The octets that it takes in the header. A kind and a length of one octet each precede the data; no-operation has only a
    /// kind.
    public var length: Int {
        switch self {
        case .selectiveAcknowledgment(let blocks): 2 + 8 * blocks.count
        case .other(_, let data): 2 + data.count
        case .malformed(let octets): octets.count
        case .noOperation, .maximumSegmentSize, .windowScale, .selectiveAcknowledgmentPermitted, .timestamps:
            known.map { Int($0.row.least) } ?? 0
        }
    }

    /// Its kind; nil if this module does not know the kind, or the option is malformed.
    private var known: OptionKind? {
        switch self {
        case .noOperation: .noOperation
        case .maximumSegmentSize: .maximumSegmentSize
        case .windowScale: .windowScale
        case .selectiveAcknowledgmentPermitted: .selectiveAcknowledgmentPermitted
        case .selectiveAcknowledgment: .selectiveAcknowledgment
        case .timestamps: .timestamps
        case .other, .malformed: nil
        }
    }

    private static var cite: Citation { .rfc(9293, "3.2") }

    /// The most octets of options in a header: 15 words less the fixed 5.
    static let room = 40

    /// The options that fit into a header, in order. The first that does not fit and all after it are left out.
    static func fitting(_ options: [SegmentOption]) -> ArraySlice<SegmentOption> {
        var total = 0
        return options.prefix { option in
            total += option.length
            return total <= room
        }
    }

    /// Reads or writes the options of a header, which take `count` octets. A writer fills the octets after the last option
    /// with end-of-list options.
    ///
    /// The end-of-list option and the padding after it are fields, but not options. If a length does not fit its kind or the
    /// header, only the rest of the list is unreadable, and the segment counts: RFC 9293 demands that a TCP is prepared for it
    /// (MUST-7).
    static func code<C: Coder>(
        _ options: inout OptionList, count: Int, with coder: inout C
    ) throws(C.Failure) {
        guard count > 0 else { return }
        try coder.structure("tcp.options", count: count, cite: cite) { list throws(C.Failure) in
            let start = list.offset
            if C.reads {
                options = .none
                while list.remaining > 0 {
                    var kind: UInt8 = 0
                    try list.peek("tcp.option_kind", &kind)
                    guard kind != 0 else { break }
                    var head = UInt16(kind) << 8
                    if list.remaining > 1 { try list.peek("tcp.option_len", &head) }
                    let length = UInt8(truncatingIfNeeded: head)
                    var option =
                        fits(kind, length: length, within: list.remaining)
                        ? OptionKind(rawValue: kind)?.row.blank ?? .other(kind: kind, data: []) : .malformed([])
                    try option.code(with: &list)
                    options.append(option)
                }
            } else {
                for place in 0..<options.count {
                    var option = options[place]
                    try option.code(with: &list)
                }
            }
            try codePadding(start + count, with: &list)
        }
    }

    /// Reads or writes the padding after the last option, up to the offset `end`. It must be zeros (MUST-69), which analysers
    /// show as more end-of-list options. Other octets are ignored.
    private static func codePadding<C: Coder>(_ end: Int, with list: inout C) throws(C.Failure) {
        while list.offset < end {
            var kind: UInt8 = 0
            try list.peek("tcp.option_kind", &kind)
            guard kind == 0 else {
                var padding: [UInt8] = []
                return try list.rest("tcp.options.padding", &padding, cite: .rfc(9293, "3.1"))
            }
            try list.structure(OptionKind.endOfList.row.name, cite: cite) { body throws(C.Failure) in
                try body.integer("tcp.option_kind", &kind, cite: cite)
            }
        }
    }

    /// Whether an option of this kind can have this length if `available` octets are left in the header.
    private static func fits(_ kind: UInt8, length: UInt8, within available: Int) -> Bool {
        kind == OptionKind.noOperation.rawValue
            || (Int(length) <= available && OptionKind.hasLength(length, kind: kind))
    }

    /// Reads or writes an option: its kind, its length, its data. A reader has already checked the length; if it is wrong,
    /// `self` is ``malformed(_:)``.
    private mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
        if case .malformed(var octets) = self {
            let count = C.reads ? coder.remaining : octets.count
            try coder.octets("tcp.options.malformed", &octets, count: count, cite: Self.cite)
            self = .malformed(octets)
            return
        }
        let known = known
        var kind: UInt8 = if case .other(let kind, _) = self { kind } else { known?.rawValue ?? 0 }
        try coder.structure(known?.row.name ?? "tcp.options.unknown", cite: Self.cite) { body throws(C.Failure) in
            try body.integer("tcp.option_kind", &kind, cite: Self.cite)
            if case .noOperation = self { return }
            var octets = UInt8(truncatingIfNeeded: length)
            try body.integer("tcp.option_len", &octets, cite: Self.cite)
            let length = Int(octets)
            switch self {
            case .noOperation, .selectiveAcknowledgmentPermitted, .malformed: break
            case .maximumSegmentSize(var value):
                try body.integer("tcp.options.mss_val", &value, cite: .rfc(9293, "3.7.1"))
                self = .maximumSegmentSize(value)
            case .windowScale(var shift):
                try body.integer("tcp.options.wscale.shift", &shift, cite: .rfc(7323, "2.2"))
                self = .windowScale(shift)
            case .selectiveAcknowledgment(var blocks):
                let rule = Citation.rfc(2018, "3")
                if C.reads {
                    let blank = Block(left: SequenceNumber(0), right: SequenceNumber(0))
                    blocks = Array(repeating: blank, count: (length - 2) / 8)
                }
                for index in blocks.indices {
                    var (left, right) = (blocks[index].left.rawValue, blocks[index].right.rawValue)
                    try body.integer("tcp.options.sack_le", &left, cite: rule)
                    try body.integer("tcp.options.sack_re", &right, cite: rule)
                    if C.reads { blocks[index] = Block(left: SequenceNumber(left), right: SequenceNumber(right)) }
                }
                self = .selectiveAcknowledgment(blocks)
            case .timestamps(var value, var echo):
                try body.integer("tcp.options.timestamp.tsval", &value, cite: .rfc(7323, "3.2"))
                try body.integer("tcp.options.timestamp.tsecr", &echo, cite: .rfc(7323, "3.2"))
                self = .timestamps(value: value, echo: echo)
            case .other(let kind, var data):
                try body.octets("tcp.options.unknown.payload", &data, count: length - 2, cite: Self.cite)
                self = .other(kind: kind, data: data)
            }
        }
    }
}

extension Segment {
    /// The octets of ``SegmentOption/malformed(_:)``; nil if all options can be read.
    var malformedOption: [UInt8]? {
        guard case .malformed(let octets)? = optionList.listed?.last else { return nil }
        return octets
    }
}
