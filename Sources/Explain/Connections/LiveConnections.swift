/// The live connections in the order of their last frames, and the numbers of connections that have ended.
///
/// Memory is bounded: by the number of live connections, and by the number of ended ones that are remembered.
struct LiveConnections: Sendable {
    /// The largest number of ended connections whose numbers are remembered.
    static let mostRemembered = 1_000_000

    /// The live connections; nil at a place that is free.
    private var slots: [Conversation?] = []
    /// The free places.
    private var free: [Int] = []
    /// The places of the live connections.
    private var places: [SocketPair: Int] = [:]
    /// A doubly linked list of the live connections' places, from `oldest` to `newest` by their last use; -1 is no place.
    private var links: [(before: Int, after: Int)] = []
    private var oldest = -1
    private var newest = -1
    /// Closed connections that are still live, with the time at which they may be forgotten. Entries before `overHead` are done.
    private var over: [(time: Int64, place: Int, number: Int)] = []
    private var overHead = 0
    /// The numbers of ended connections, and their sockets in the order of the ends. Entries before `orderHead` are forgotten.
    private var remembered: [SocketPair: Int32] = [:]
    private var order: [SocketPair] = []
    private var orderHead = 0

    /// The number of live connections.
    var count: Int { places.count }

    /// The place of the live connection between two sockets; nil if there is none.
    func place(of pair: SocketPair) -> Int? { places[pair] }

    /// The number of the last connection between two sockets that has ended; nil if there is none.
    func number(of pair: SocketPair) -> Int? { remembered[pair].map { Int($0) } }

    /// The live connection at a place. The place must not be free.
    subscript(place: Int) -> Conversation {
        _read {
            guard let conversation = slots[place] else { preconditionFailure("a place that is free") }
            yield conversation
        }
    }

    /// Changes the connection at a place, and makes it the newest.
    mutating func use<T>(_ place: Int, _ body: (inout Conversation) -> T) -> T? {
        if place != newest {
            unlink(place)
            link(place)
        }
        return slots[place]?.change(body)
    }

    /// Adds a connection.
    ///
    /// - Returns: its place.
    mutating func add(_ conversation: Conversation, as pair: SocketPair) -> Int {
        let place: Int
        if let last = free.popLast() {
            place = last
            slots[place] = conversation
        } else {
            place = slots.count
            slots.append(conversation)
            links.append((-1, -1))
        }
        places[pair] = place
        link(place)
        return place
    }

    /// Notes that a connection has closed and may be forgotten from a time on.
    mutating func end(_ place: Int, number: Int, at time: Int64) { over.append((time, place, number)) }

    /// Takes out the next connection that is to be forgotten; nil if there is none.
    ///
    /// - Parameters:
    ///   - grace: how long a closed connection stays alive after its last packet, in microseconds.
    ///   - silentSince: a connection whose last packet is older than this time is forgotten.
    ///   - most: the largest number of live connections. If there are more, the oldest one is forgotten.
    mutating func next(now: Int64, grace: Int64, silentSince: Int64, most: Int) -> Conversation? {
        while overHead < over.count, over[overHead].time <= now {
            let (_, place, number) = over[overHead]
            overHead += 1
            if overHead > 1_024, overHead * 2 > over.count {
                over.removeFirst(overHead)
                overHead = 0
            }
            guard let known = slots[place], known.course.number == number, known.isClosed else { continue }
            if known.course.last + grace <= now { return remove(place) }
            over.append((known.course.last + grace, place, number))
        }
        if oldest >= 0, let conversation = slots[oldest], conversation.course.last < silentSince || count > most {
            return remove(oldest)
        }
        return nil
    }

    /// Takes out the connection whose last frame is the oldest.
    mutating func nextOldest() -> Conversation? { oldest >= 0 ? remove(oldest) : nil }

    /// Takes out the connection at a place, and remembers its number.
    mutating func remove(_ place: Int) -> Conversation? {
        guard let conversation = slots[place] else { return nil }
        slots[place] = nil
        unlink(place)
        free.append(place)
        let pair = SocketPair(conversation.one.socket, conversation.other.socket)
        if places[pair] == place { places[pair] = nil }
        if remembered.updateValue(Int32(clamping: conversation.course.number), forKey: pair) == nil {
            order.append(pair)
            if order.count - orderHead > Self.mostRemembered {
                remembered[order[orderHead]] = nil
                orderHead += 1
                if orderHead * 2 > order.count {
                    order.removeFirst(orderHead)
                    orderHead = 0
                }
            }
        }
        return conversation
    }

    private mutating func link(_ place: Int) {
        links[place] = (newest, -1)
        if newest >= 0 { links[newest].after = place }
        newest = place
        if oldest < 0 { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        let (before, after) = links[place]
        if before >= 0 { links[before].after = after } else { oldest = after }
        if after >= 0 { links[after].before = before } else { newest = before }
    }
}

extension Conversation {
    /// Changes the connection in place, without a copy.
    fileprivate mutating func change<T>(_ body: (inout Conversation) -> T) -> T { body(&self) }
}
