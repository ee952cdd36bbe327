/// The options of a segment as they are held. Timestamps alone, which is what nearly every segment carries, need no array.
///
/// Each list has one form: equal lists are equal values.
enum OptionList: Hashable, Sendable {
    /// Timestamps behind two octets of padding, which put the numbers on word boundaries (RFC 7323, appendix A).
    case timestamps(value: UInt32, echo: UInt32)
    /// Anything else, in wire order.
    case other([SegmentOption])

    /// The list of `options`.
    init(_ options: [SegmentOption]) {
        if options.count == 3, options[0] == .noOperation, options[1] == .noOperation,
            case .timestamps(let value, let echo) = options[2]
        {
            self = .timestamps(value: value, echo: echo)
        } else {
            self = .other(options)
        }
    }

    /// The options in wire order.
    var options: [SegmentOption] {
        switch self {
        case .timestamps(let value, let echo): [.noOperation, .noOperation, .timestamps(value: value, echo: echo)]
        case .other(let options): options
        }
    }
}
