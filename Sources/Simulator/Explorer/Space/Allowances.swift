/// What the bounds still allow in a state.
struct Allowance: Hashable, Sendable {
    var left: TCPSpace.Bounds
    /// How many SYNs of strangers may still arrive at a listener.
    var flood = 0
    /// Whether the old SYN is still in the network. It may stay there for any time.
    var hasOldSYN: Bool

    /// The parts of an allowance that choices use up.
    enum Item: Int, CaseIterable {
        case loss, duplicate, reorder, timeout, forged, flood, oldSYN

        var bit: UInt8 { 1 << UInt8(rawValue) }
    }

    /// Whether one of `item` or more is left.
    func has(_ item: Item) -> Bool {
        switch item {
        case .loss: left.loss > 0
        case .duplicate: left.duplicate > 0
        case .reorder: left.reorder > 0
        case .timeout: left.timeouts > 0
        case .forged: left.forged > 0
        case .flood: flood > 0
        case .oldSYN: hasOldSYN
        }
    }

    /// The allowance with one less of `item`, of which at least one is left.
    func without(_ item: Item) -> Allowance {
        var rest = self
        switch item {
        case .loss: rest.left.loss -= 1
        case .duplicate: rest.left.duplicate -= 1
        case .reorder: rest.left.reorder -= 1
        case .timeout: rest.left.timeouts -= 1
        case .forged: rest.left.forged -= 1
        case .flood: rest.flood -= 1
        case .oldSYN: rest.hasOldSYN = false
        }
        return rest
    }
}

/// The allowances, which states name by numbers. The allowance of the start has the number 0.
struct Allowances: Sendable {
    private var allowances = Numbered<Allowance>()
    /// What is left in each allowance: a bit for each item.
    private var items: [UInt8] = []
    /// For each allowance and each item, the number of the allowance with one less of that item; nil if it has none yet.
    private var spent: [UInt16?] = []

    /// How many allowances can have numbers. The number 2^16 - 1 is left out, so that no state has all bits set.
    private static var most: Int { 1 << 16 - 1 }

    init(_ start: Allowance) { _ = number(of: start) }

    subscript(number: UInt16) -> Allowance { allowances[UInt32(number)] }

    /// Whether one of `item` or more is left.
    func has(_ item: Allowance.Item, in allowance: UInt16) -> Bool { items[Int(allowance)] & item.bit != 0 }

    /// The number of the allowance with one less of `item`; nil if it has no number yet.
    func spending(_ item: Allowance.Item, of allowance: UInt16) -> UInt16? { spent[Self.place(item, allowance)] }

    /// The number of the allowance with one less of `item`, which gets a number if it has none; nil if no number is left.
    mutating func learnSpending(_ item: Allowance.Item, of allowance: UInt16) -> UInt16? {
        if let known = spending(item, of: allowance) { return known }
        let rest = number(of: self[allowance].without(item))
        spent[Self.place(item, allowance)] = rest
        return rest
    }

    private static func place(_ item: Allowance.Item, _ allowance: UInt16) -> Int {
        Int(allowance) * Allowance.Item.allCases.count + item.rawValue
    }

    private mutating func number(of allowance: Allowance) -> UInt16? {
        let (number, isNew) = allowances.number(of: allowance)
        guard number < Self.most else { return nil }
        if isNew {
            items.append(Allowance.Item.allCases.reduce(0) { allowance.has($1) ? $0 | $1.bit : $0 })
            spent += Allowance.Item.allCases.map { _ in nil }
        }
        return UInt16(truncatingIfNeeded: number)
    }
}

/// The moves that are known, each by a word that stands for what moves and for its cause.
struct KnownMoves<Move: Sendable>: Sendable {
    private var numbers = WordMap()
    private var moves: [Move] = []

    /// The move of that word, which is not 2^64 - 1; nil if it is not known.
    subscript(word: UInt64) -> Move? { numbers.number(of: word).map { moves[Int($0)] } }

    /// Remembers the move of a word that is not known yet.
    mutating func remember(_ move: Move, as word: UInt64) {
        numbers.set(word, to: UInt32(truncatingIfNeeded: moves.count))
        moves.append(move)
    }
}
