/// Queues of segments in flight. Each queue is stored once and has a number; the empty queue has the number 0.
///
/// The queues that arise when a segment leaves or joins a queue are remembered, too.
struct Queues: Sendable {
    /// The segments of all queues, one queue after the other. A segment is named by the number of the cause that it arrives.
    private var elements: [UInt32] = []
    /// For each element, the number of the queue without it; `UInt32.max` if that is not known yet.
    private var without: [UInt32] = []
    /// For each element, whether no equal element is before it in its queue.
    private var isFirst: [Bool] = []
    /// For each queue, the index of its first element; at the end the number of all elements.
    private var starts: [UInt32] = [0, 0]
    /// The number of each queue, by its elements.
    private var numbers: [[UInt32]: UInt32] = [[]: 0]
    /// The number of each queue with one more element at its end, by the queue and the element.
    private var longer = WordMap()

    /// The number of queues.
    var count: Int { starts.count - 1 }

    /// The indices of the elements of a queue.
    private func range(_ queue: UInt32) -> Range<Int> { Int(starts[Int(queue)])..<Int(starts[Int(queue) + 1]) }

    /// The places of a queue, from 0.
    func places(_ queue: UInt32) -> Range<Int> { 0..<range(queue).count }

    subscript(queue: UInt32, place: Int) -> UInt32 { elements[Int(starts[Int(queue)]) + place] }

    /// Whether no equal element is before the element at that place of a queue.
    func isFirst(_ queue: UInt32, _ place: Int) -> Bool { isFirst[Int(starts[Int(queue)]) + place] }

    /// The number of the queue without its element at `place`; nil if it is not known yet.
    func removing(_ place: Int, of queue: UInt32) -> UInt32? {
        let known = without[Int(starts[Int(queue)]) + place]
        return known == .max ? nil : known
    }

    /// The number of the queue with `element` at its end; nil if it is not known yet.
    func appending(_ element: UInt32, to queue: UInt32) -> UInt32? {
        longer.number(of: UInt64(queue) << 32 | UInt64(element))
    }

    /// The number of the queue without its element at `place`. That queue gets a number if it has none.
    mutating func learnRemoving(_ place: Int, of queue: UInt32) -> UInt32 {
        if let known = removing(place, of: queue) { return known }
        var rest = Array(elements[range(queue)])
        rest.remove(at: place)
        let number = number(of: rest)
        without[Int(starts[Int(queue)]) + place] = number
        return number
    }

    /// The number of the queue with `element` at its end. That queue gets a number if it has none.
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
