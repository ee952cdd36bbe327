/// A set of states: open addressing, linear probing, sixteen octets a slot, at most three slots of four in use.
struct StateTable: Sendable {
    private var slots = [PackedState](repeating: .none, count: 1 << 8)
    /// How many states are in it.
    private(set) var count = 0

    /// Inserts `state`, whose hash is `hash`.
    ///
    /// - Returns: whether it was not there yet.
    mutating func insert(_ state: PackedState, hash: UInt64) -> Bool {
        if count &* 4 >= slots.count &* 3 { grow() }
        let place = place(of: state, hash: hash)
        guard slots[place] == .none else { return false }
        slots[place] = state
        count &+= 1
        return true
    }

    /// Whether `state`, whose hash is `hash`, is in the set.
    func contains(_ state: PackedState, hash: UInt64) -> Bool { slots[place(of: state, hash: hash)] != .none }

    /// The slot that holds `state`, or the free slot for it.
    private func place(of state: PackedState, hash: UInt64) -> Int {
        let mask = slots.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place] != state, slots[place] != .none { place = (place &+ 1) & mask }
        return place
    }

    private mutating func grow() {
        let old = slots
        slots = [PackedState](repeating: .none, count: old.count &* 2)
        for state in old where state != .none { slots[place(of: state, hash: state.hash)] = state }
    }
}

/// A map from 64-bit words to numbers, with open addressing as ``StateTable``.
struct WordMap: Sendable {
    private struct Slot {
        var word: UInt64
        var number: UInt32
    }

    private var slots = [Slot](repeating: Slot(word: .max, number: .max), count: 1 << 8)
    private var count = 0

    /// The number of `word`, which is not 2^64 - 1; nil if it has none.
    func number(of word: UInt64) -> UInt32? {
        let slot = slots[place(of: word)]
        return slot.word == word ? slot.number : nil
    }

    /// Gives `word`, which has none yet and is not 2^64 - 1, a number.
    mutating func set(_ word: UInt64, to number: UInt32) {
        if count &* 2 >= slots.count { grow() }
        slots[place(of: word)] = Slot(word: word, number: number)
        count &+= 1
    }

    private func place(of word: UInt64) -> Int {
        let mask = slots.count &- 1
        let mixed = (word ^ word >> 32) &* 0x9e37_79b9_7f4a_7c15
        var place = Int(truncatingIfNeeded: mixed >> 24) & mask
        while slots[place].word != word, slots[place].word != .max { place = (place &+ 1) & mask }
        return place
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(word: .max, number: .max), count: old.count &* 2)
        for slot in old where slot.word != .max { slots[place(of: slot.word)] = slot }
    }
}

/// Values that are stored once each, and are named by a number: 0 for the first.
package struct Numbered<Value: Hashable & Sendable>: Sendable {
    /// The values, each at the place of its number.
    package private(set) var values: [Value] = []
    private var numbers: [Value: UInt32] = [:]

    /// No values yet.
    package init() {}

    /// The value of a number that was given.
    package subscript(number: UInt32) -> Value { values[Int(number)] }

    /// The number of `value`; nil if it has none yet.
    package func known(_ value: Value) -> UInt32? { numbers[value] }

    /// The number of `value`, and whether the value is new. A new value gets the next number.
    package mutating func number(of value: Value) -> (number: UInt32, isNew: Bool) {
        let next = UInt32(truncatingIfNeeded: values.count)
        if let number = numbers[value] { return (number, false) }
        numbers[value] = next
        values.append(value)
        return (next, true)
    }
}
