/// A named range of octets with its meaning: every explanation of bytes is made of fields.
///
/// The calls that read the bytes also record the fields, and the same calls write the bytes (``Coder``). So an explanation cannot differ
/// from what is on the wire.
public struct Field: Hashable, Sendable {
    /// A stable name that lessons, tests and links may point at: Wireshark's display filter name where it has one
    /// ("tcp.seq_raw", "tls.handshake.ciphersuite"), so that a reader can paste it there; else the specification's term
    /// under the same prefix.
    public let name: String
    /// The octets it covers, counted from the start of the buffer that was read.
    public let range: Range<Int>
    /// The value as an unsigned number, if the field is an integer of up to eight octets; nil for any other field.
    public let number: UInt64?
    /// The value in a reader's words, such as "0x009e TLS_DHE_RSA_WITH_AES_128_GCM_SHA256". Empty for a structure.
    public let value: String
    /// Parts smaller than an octet, such as TCP's control bits.
    public let bits: [Bits]
    /// The rule that defines the field.
    public private(set) var cite: Citation?
    /// The fields it is made of, in wire order; empty for a leaf.
    public private(set) var children: [Field]

    /// A field over `range`.
    public init(
        name: String, range: Range<Int>, number: UInt64? = nil, value: String = "", bits: [Bits] = [],
        cite: Citation? = nil, children: [Field] = []
    ) {
        self.name = name
        self.range = range
        self.number = number
        self.value = value
        self.bits = bits
        self.cite = cite
        self.children = children
    }

    /// A part of an integer field that is not a whole number of octets.
    public struct Bits: Hashable, Sendable {
        /// A stable name, such as "tcp.flags.syn".
        public let name: String
        /// The bits of the enclosing field that belong to this part.
        public let mask: UInt64
        /// Its value, shifted down so that its lowest bit is bit 0.
        public let number: UInt64

        /// The bits of `whole` that `mask` selects.
        public init(_ name: String, mask: UInt64, of whole: UInt64) {
            self.name = name
            self.mask = mask
            self.number = mask == 0 ? 0 : (whole & mask) >> UInt64(mask.trailingZeroBitCount)
        }
    }

    /// The leaves below this field, in wire order; the field itself when it has no children.
    public var leaves: [Field] {
        children.isEmpty ? [self] : children.flatMap(\.leaves)
    }

    /// The same field in a buffer in which the octets stand `distance` octets later.
    public func moved(by distance: Int) -> Field {
        Field(
            name: name, range: range.lowerBound + distance..<range.upperBound + distance, number: number, value: value,
            bits: bits, cite: cite, children: children.map { $0.moved(by: distance) })
    }

    /// Replaces the citation of this field, and of every field inside it, by what `rule` returns for it.
    public mutating func cite(_ rule: (Citation) -> Citation) {
        cite = cite.map(rule)
        for child in children.indices { children[child].cite(rule) }
    }

    /// The first field of that name in this tree, itself included.
    public func first(named wanted: String) -> Field? {
        name == wanted ? self : children.first(named: wanted)
    }
}

extension Array where Element == Field {
    /// The first field of that name in these trees.
    public func first(named wanted: String) -> Field? {
        for field in self {
            if let found = field.first(named: wanted) { return found }
        }
        return nil
    }

    /// All leaves of these trees, in order.
    public var leaves: [Field] { flatMap(\.leaves) }

    /// Whether the leaves, in order, cover every octet of `range` exactly once. Leaves of length zero (an empty
    /// vector's contents) cover nothing and are allowed.
    public func coverExactly(_ range: Range<Int>) -> Bool {
        var next = range.lowerBound
        for leaf in leaves where !leaf.range.isEmpty {
            guard leaf.range.lowerBound == next else { return false }
            next = leaf.range.upperBound
        }
        return next == range.upperBound
    }
}
