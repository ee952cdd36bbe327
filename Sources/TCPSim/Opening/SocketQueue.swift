import DequeModule

/// Sockets in the order in which they came. One socket can be in it more than once.
///
/// Others decide how many there are and which of them leave. So to remove one costs no look at the others.
public struct SocketQueue: Sequence, Sendable {
    /// The sockets; nil where one has left. The first is never nil.
    private var places: Deque<Socket?> = []
    /// The number of the first place. Each later place has the next number.
    private var base = 0
    /// The numbers of the places of each socket, the oldest first.
    private var numbers: [Socket: [Int]] = [:]
    /// How many sockets are in the queue.
    public private(set) var count = 0

    /// Whether the queue has no sockets.
    public var isEmpty: Bool { count == 0 }
    /// The oldest socket; nil if there is none.
    public var first: Socket? { places.first ?? nil }

    /// The sockets, the oldest first.
    public func makeIterator() -> AnyIterator<Socket> {
        AnyIterator(places.lazy.compactMap { $0 }.makeIterator())
    }

    mutating func append(_ socket: Socket) {
        numbers[socket, default: []].append(base + places.count)
        places.append(socket)
        count += 1
    }

    /// Removes the oldest socket, and returns it; nil if there is none.
    mutating func removeFirst() -> Socket? {
        guard let first else { return nil }
        remove(first, at: base)
        return first
    }

    /// Removes the oldest entry of a socket.
    ///
    /// - Returns: whether there was one.
    mutating func removeOldest(_ socket: Socket) -> Bool { remove(socket, at: numbers[socket]?.first) }

    /// Removes the newest entry of a socket.
    mutating func removeNewest(_ socket: Socket) { remove(socket, at: numbers[socket]?.last) }

    /// Removes all entries of a socket.
    mutating func removeAll(_ socket: Socket) {
        for number in numbers[socket] ?? [] { remove(socket, at: number) }
    }

    @discardableResult
    private mutating func remove(_ socket: Socket, at number: Int?) -> Bool {
        guard let number, let place = numbers[socket]?.firstIndex(of: number) else { return false }
        Work.count()
        numbers[socket]?.remove(at: place)
        if numbers[socket]?.isEmpty ?? false { numbers[socket] = nil }
        places[number - base] = nil
        count -= 1
        while let first = places.first, first == nil {
            Work.count()
            places.removeFirst()
            base += 1
        }
        // Each entry that has left pays for a part of this.
        if places.count > 2 * count + 16 { closeGaps() }
        return true
    }

    private mutating func closeGaps() {
        let sockets = Array(self)
        self = SocketQueue()
        for socket in sockets {
            Work.count()
            append(socket)
        }
    }
}

/// Two queues are equal if they have the same sockets in the same order.
extension SocketQueue: Hashable {
    /// Whether both have the same sockets in the same order.
    public static func == (left: SocketQueue, right: SocketQueue) -> Bool { left.elementsEqual(right) }

    /// Feeds the sockets, in order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for socket in self { hasher.combine(socket) }
    }
}
