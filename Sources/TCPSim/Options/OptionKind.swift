/// The kinds of options that this module knows, with their numbers in the registry "TCP Option Kind Numbers".
package enum OptionKind: UInt8, Sendable {
    /// Nothing but padding follows (RFC 9293 3.2).
    case endOfList = 0
    /// Padding between options (RFC 9293 3.2).
    case noOperation = 1
    /// RFC 9293 3.7.1.
    case maximumSegmentSize = 2
    /// RFC 7323 2.
    case windowScale = 3
    /// RFC 2018 2.
    case selectiveAcknowledgmentPermitted = 4
    /// RFC 2018 3.
    case selectiveAcknowledgment = 5
    /// RFC 7323 3.
    case timestamps = 8

    /// The properties of a kind.
    struct Row {
        /// The name of its structure in Wireshark's display filters.
        let name: String
        /// The least length in octets, kind and length included.
        let least: UInt8
        /// The length is ``least`` plus a multiple of this number of octets; nil if only ``least`` is allowed.
        let step: UInt8?
        /// The option before its data is read; nil for the end of the list, which is not a ``SegmentOption``.
        let blank: SegmentOption?
    }

    /// The properties of this kind.
    @inline(__always)
    var row: Row {
        switch self {
        case .endOfList: Row(name: "tcp.options.eol", least: 1, step: nil, blank: nil)
        case .noOperation: Row(name: "tcp.options.nop", least: 1, step: nil, blank: .noOperation)
        case .maximumSegmentSize: Row(name: "tcp.options.mss", least: 4, step: nil, blank: .maximumSegmentSize(0))
        case .windowScale: Row(name: "tcp.options.wscale", least: 3, step: nil, blank: .windowScale(0))
        case .selectiveAcknowledgmentPermitted:
            Row(name: "tcp.options.sack_perm", least: 2, step: nil, blank: .selectiveAcknowledgmentPermitted)
        case .selectiveAcknowledgment:
            Row(name: "tcp.options.sack", least: 10, step: 8, blank: .selectiveAcknowledgment([]))
        case .timestamps:
            Row(name: "tcp.options.timestamp", least: 10, step: nil, blank: .timestamps(value: 0, echo: 0))
        }
    }

    /// Whether an option of this kind can have this length in octets. An option of an unknown kind has at least two,
    /// for its kind and its length.
    static func hasLength(_ length: UInt8, kind: UInt8) -> Bool {
        guard let row = OptionKind(rawValue: kind)?.row else { return length >= 2 }
        guard let step = row.step else { return length == row.least }
        return length >= row.least && (length - row.least) % step == 0
    }
}
