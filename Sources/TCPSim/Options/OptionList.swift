/// The options of a segment as they are held. Timestamps alone, which is what nearly every segment carries, need no array.
///
/// Each list has one form: equal lists are equal values. It is a struct and no enum, so that a copy is one look at a reference that is
/// mostly nil: a segment is copied several times on its way.
struct OptionList: Hashable, Sendable {
    /// The options in wire order; nil for timestamps alone.
    let listed: [SegmentOption]?
    private let value: UInt32
    private let echo: UInt32

    private init(listed: [SegmentOption]?, value: UInt32 = 0, echo: UInt32 = 0) {
        self.listed = listed
        self.value = value
        self.echo = echo
    }

    /// Timestamps behind two octets of padding, which put the numbers on word boundaries (RFC 7323, appendix A).
    static func timestamps(value: UInt32, echo: UInt32) -> OptionList {
        OptionList(listed: nil, value: value, echo: echo)
    }

    /// No options.
    static let none = OptionList(listed: [])

    /// The list of `options`.
    init(_ options: [SegmentOption]) {
        if options.count == 3, options[0] == .noOperation, options[1] == .noOperation,
            case .timestamps(let value, let echo) = options[2]
        {
            self.init(listed: nil, value: value, echo: echo)
        } else {
            self.init(listed: options)
        }
    }

    /// The options in wire order.
    var options: [SegmentOption] {
        listed ?? [.noOperation, .noOperation, .timestamps(value: value, echo: echo)]
    }

    /// The octets that they take in the header, without the octets that fill it up.
    var length: Int {
        guard let listed else { return 12 }
        return listed.reduce(0) { $0 + $1.length }
    }

    /// The timestamps, if they are among the options.
    var timestamps: (value: UInt32, echo: UInt32)? {
        guard let listed else { return (value, echo) }
        for case .timestamps(let value, let echo) in listed { return (value, echo) }
        return nil
    }
}
