/// The options of a segment, in memory. Nearly every segment carries timestamps only, and for these no array is needed.
///
/// Each list has only one representation, so equal lists are equal values. It is a struct and not an enum: a copy then checks only one
/// reference, which is nil in most cases, and a segment is copied several times.
struct OptionList: Hashable, Sendable {
    /// The options in wire order; nil if the list is the usual three options, or the first of them.
    private(set) var listed: [SegmentOption]?
    /// How many of the usual three options the list has: two no-operations, which put the numbers on word boundaries, then timestamps
    /// (RFC 7323, appendix A).
    private var usual: UInt8 = 0
    private var value: UInt32 = 0
    private var echo: UInt32 = 0

    private init() {}

    /// Timestamps after two no-operations.
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

    /// The number of options.
    var count: Int { listed?.count ?? Int(usual) }

    /// The option at this place in wire order.
    subscript(place: Int) -> SegmentOption {
        if let listed { return listed[place] }
        return place < 2 ? .noOperation : .timestamps(value: value, echo: echo)
    }

    /// Appends an option.
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

    /// The octets that the options take in the header, without the padding at its end.
    var length: Int { (0..<count).reduce(0) { $0 + self[$1].length } }

    /// The timestamps; nil if the list has none.
    var timestamps: (value: UInt32, echo: UInt32)? {
        guard let listed else { return usual == 3 ? (value, echo) : nil }
        for case .timestamps(let value, let echo) in listed { return (value, echo) }
        return nil
    }
}
