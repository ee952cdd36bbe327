/// Queues of segments under way, each kept once and named by a number; 0 is the empty one.
///
/// What becomes of a queue when a segment leaves it or joins it is remembered, too.
struct Queues: Sendable {
    /// The segments of all queues, one queue after the other, each named by the number of its arrival as a cause.
    private var elements: [UInt32] = []
    /// For each element the queue without it, once that is known.
    private var without: [UInt32] = []
    /// Whether an element is the first of its kind in its queue.
    private var isFirst: [Bool] = []
    /// Where the elements of each queue begin, and at last where they end.
    private var starts: [UInt32] = [0, 0]
    private var numbers: [[UInt32]: UInt32] = [[]: 0]
    private var longer = WordMap()

    /// How many queues there are.
    var count: Int { starts.count - 1 }

    /// Where the elements of a queue are among those of all.
    private func range(_ queue: UInt32) -> Range<Int> { Int(starts[Int(queue)])..<Int(starts[Int(queue) + 1]) }

    /// The places of a queue, from 0.
    func places(_ queue: UInt32) -> Range<Int> { 0..<range(queue).count }

    /// The element at that place of a queue.
    subscript(queue: UInt32, place: Int) -> UInt32 { elements[Int(starts[Int(queue)]) + place] }

    /// Whether none before it in the queue is equal to it.
    func isFirst(_ queue: UInt32, _ place: Int) -> Bool { isFirst[Int(starts[Int(queue)]) + place] }

    /// The queue without its element at `place`; nil if it has no number yet.
    func removing(_ place: Int, of queue: UInt32) -> UInt32? {
        let known = without[Int(starts[Int(queue)]) + place]
        return known == .max ? nil : known
    }

    /// The queue with `element` at its end; nil if it has no number yet.
    func appending(_ element: UInt32, to queue: UInt32) -> UInt32? {
        longer.number(of: UInt64(queue) << 32 | UInt64(element))
    }

    /// The queue without its element at `place`, which gets a number if it has none.
    mutating func learnRemoving(_ place: Int, of queue: UInt32) -> UInt32 {
        if let known = removing(place, of: queue) { return known }
        var rest = Array(elements[range(queue)])
        rest.remove(at: place)
        let number = number(of: rest)
        without[Int(starts[Int(queue)]) + place] = number
        return number
    }

    /// The queue with `element` at its end, which gets a number if it has none.
    mutating func learnAppending(_ element: UInt32, to queue: UInt32) -> UInt32 {
        if let known = appending(element, to: queue) { return known }
        let number = number(of: Array(elements[range(queue)]) + [element])
        longer.set(UInt64(queue) << 32 | UInt64(element), to: number)
        return number
    }

    private mutating func number(of queue: [UInt32]) -> UInt32 {
        if let number = numbers[queue] { return number }
        let number = UInt32(truncatingIfNeeded: count)
        for (place, element) in queue.enumerated() {
            elements.append(element)
            without.append(.max)
            isFirst.append(queue.firstIndex(of: element) == place)
        }
        starts.append(UInt32(truncatingIfNeeded: elements.count))
        numbers[queue] = number
        return number
    }
}
