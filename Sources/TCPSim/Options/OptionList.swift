/// The options of a segment as they are held. Timestamps alone, which is what nearly every segment carries, need no array.
///
/// Each list has one form: equal lists are equal values. It is a struct and no enum, so that a copy is one look at a reference that is
/// mostly nil: a segment is copied several times on its way.
struct OptionList: Hashable, Sendable {
    /// The options in wire order; nil for the usual three or the first of them.
    private(set) var listed: [SegmentOption]?
    /// How many of the usual three there are: two octets of padding, which put the numbers on word boundaries, then timestamps
    /// (RFC 7323, appendix A).
    private var usual: UInt8 = 0
    private var value: UInt32 = 0
    private var echo: UInt32 = 0

    private init() {}

    /// Timestamps behind two octets of padding.
    static func timestamps(value: UInt32, echo: UInt32) -> OptionList {
        var list = OptionList()
        (list.usual, list.value, list.echo) = (3, value, echo)
        return list
    }

    /// No options.
    static var none: OptionList { OptionList() }

    /// The list of `options`.
    init(_ options: [SegmentOption]) {
        for option in options { append(option) }
    }

    /// How many options there are.
    var count: Int { listed?.count ?? Int(usual) }

    /// The option at that place in wire order.
    subscript(place: Int) -> SegmentOption {
        if let listed { return listed[place] }
        return place < 2 ? .noOperation : .timestamps(value: value, echo: echo)
    }

    /// Puts an option at the end.
    mutating func append(_ option: SegmentOption) {
        if listed == nil {
            switch (usual, option) {
            case (0...1, .noOperation):
                usual += 1
                return
            case (2, .timestamps(let value, let echo)):
                self = .timestamps(value: value, echo: echo)
                return
            default:
                let options = options
                self = OptionList()
                listed = options
            }
        }
        listed?.append(option)
    }

    /// The options in wire order.
    var options: [SegmentOption] { listed ?? (0..<count).map { self[$0] } }

    /// The octets that they take in the header, without those that fill it up.
    var length: Int { (0..<count).reduce(0) { $0 + self[$1].length } }

    /// The timestamps, if they are among the options.
    var timestamps: (value: UInt32, echo: UInt32)? {
        guard let listed else { return usual == 3 ? (value, echo) : nil }
        for case .timestamps(let value, let echo) in listed { return (value, echo) }
        return nil
    }
}
