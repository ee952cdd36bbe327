/// The connections that are alive, the one longest silent first; and the numbers of the last that were.
///
/// Memory is bounded: by how many may live at once, and by how many of the dead are remembered.
struct LiveConnections: Sendable {
    /// How many of the dead are remembered.
    static let mostRemembered = 1_000_000

    /// What has ended, and why it is forgotten.
    private var slots: [Conversation?] = []
    private var free: [Int] = []
    private var places: [SocketPair: Int] = [:]
    /// A ring through the slots, by when they were used last.
    private var links: [(before: Int, after: Int)] = []
    private var oldest = -1
    private var newest = -1
    /// Connections that are over, with the time from which they are forgotten.
    private var over: [(time: Int64, place: Int, number: Int)] = []
    private var overHead = 0
    private var remembered: [SocketPair: Int32] = [:]
    private var order: [SocketPair] = []
    private var orderHead = 0

    /// How many are alive.
    var count: Int { places.count }

    /// The place of a connection that is alive.
    func place(of pair: SocketPair) -> Int? { places[pair] }

    /// The number of a connection that is not alive any more.
    func number(of pair: SocketPair) -> Int? { remembered[pair].map { Int($0) } }

    /// The connection at a place.
    subscript(place: Int) -> Conversation {
        _read {
            guard let conversation = slots[place] else { preconditionFailure("a place that is free") }
            yield conversation
        }
    }

    /// Changes the connection at a place, which is the newest from then on.
    mutating func use<T>(_ place: Int, _ body: (inout Conversation) -> T) -> T? {
        if place != newest {
            unlink(place)
            link(place)
        }
        return slots[place]?.change(body)
    }

    /// Adds a connection.
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

    /// A connection is over, and is forgotten from a time on.
    mutating func end(_ place: Int, number: Int, at time: Int64) { over.append((time, place, number)) }

    /// Takes out the next connection that is to be forgotten: because it is over, because it was silent since a time, or because there
    /// are more than may be.
    ///
    /// - Parameter grace: how long a connection that is over is still listened to after its last packet.
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

    /// Takes out the one that was silent longest.
    mutating func nextOldest() -> Conversation? { oldest >= 0 ? remove(oldest) : nil }

    /// Takes out a connection.
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
    /// Changes it where it is.
    fileprivate mutating func change<T>(_ body: (inout Conversation) -> T) -> T { body(&self) }
}
