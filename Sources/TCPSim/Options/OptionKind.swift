/// The kinds of option that are known here, by their numbers in the registry "TCP Option Kind Numbers".
enum OptionKind: UInt8 {
    case endOfList = 0
    case noOperation = 1
    case maximumSegmentSize = 2
    case windowScale = 3
    case selectiveAcknowledgmentPermitted = 4
    case selectiveAcknowledgment = 5
    case timestamps = 8

    /// What is known of a kind.
    struct Row {
        /// The display filter name of the structure.
        let name: String
        /// The least octets that it takes, kind and length included.
        let least: UInt8
        /// By how many octets it may be longer, any number of times; nil where it may not.
        let step: UInt8?
        /// The option before its data is read; nil for the end of the list, which is none.
        let blank: SegmentOption?
    }

    /// The row of the kind.
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

    /// Whether an option of that kind can be so long. One that is not known has a kind and a length at least.
    static func hasLength(_ length: UInt8, kind: UInt8) -> Bool {
        guard let row = OptionKind(rawValue: kind)?.row else { return length >= 2 }
        guard let step = row.step else { return length == row.least }
        return length >= row.least && (length - row.least) % step == 0
    }
}
