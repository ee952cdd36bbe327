/// The connections of a capture that have not ended, in the order of their last frames.
///
/// A connection ends when its ports are used again, when the capture ends, or when there are too many. Silence ends none.
struct LiveConnections: Sendable {
    /// The largest number of connections whose numbers are remembered after they made room for others.
    static let mostRemembered = 100_000

    /// What a place holds.
    private enum Slot: Sendable {
        case free
        case early(EarlyConnection)
        /// A conversation, alone in its array: so a slot has the size of a reference. It is read in the array's span, which copies nothing.
        case open([Conversation])
    }

    private var slots: [Slot] = []
    /// The free places.
    private var free: [Int] = []
    /// The places of the live connections.
    private var places: [SocketPair: Int] = [:]
    /// A doubly linked list of the live connections' places, from `oldest` to `newest` by their last use; -1 is no place.
    private var links: [(before: Int32, after: Int32)] = []
    private(set) var oldest = -1
    private var newest = -1
    /// The numbers of connections that made room, and their sockets in the order of the ends. Entries before `orderHead` are forgotten.
    private var remembered: [SocketPair: Int32] = [:]
    private var order: [SocketPair] = []
    private var orderHead = 0

    /// Whether no more segments come, so that no connection is looked up any more.
    var isEnding = false

    /// The number of live connections. It is not kept while the capture ends.
    var count: Int { places.count }

    /// The place of the live connection between two sockets; nil if there is none.
    func place(of pair: SocketPair) -> Int? { places[pair] }

    /// The number of the last connection between two sockets that made room for others; nil if there is none.
    func number(of pair: SocketPair) -> Int? { remembered.isEmpty ? nil : remembered[pair].map { Int($0) } }

    /// The number of the connection at a place; nil for a free place.
    func number(at place: Int) -> Int? {
        switch slots[place] {
        case .free: nil
        case .early(let early): early.number
        case .open(let box): box.span[0].course.number
        }
    }

    /// Whether a segment ends the connection at a place, because it begins another one.
    func isOver(_ place: Int, at segment: SeenSegment) -> Bool {
        guard segment.opens else { return false }
        return switch slots[place] {
        case .free: false
        case .early(let early): early.isOver(at: segment)
        case .open(let box): box.span[0].isOver(at: segment)
        }
    }

    /// Whether a SYN is that of the connection at a place, which stands behind its data in the capture.
    func isLateSYN(_ place: Int, _ segment: SeenSegment) -> Bool {
        if case .open(let box) = slots[place] { box.span[0].isLateSYN(segment) } else { false }
    }

    /// Adds a connection without frames.
    ///
    /// - Returns: its place.
    mutating func add(_ connection: EarlyConnection, as pair: SocketPair) -> Int {
        let place: Int
        if let last = free.popLast() {
            place = last
            slots[place] = .early(connection)
        } else {
            place = slots.count
            slots.append(.early(connection))
            links.append((-1, -1))
        }
        places[pair] = place
        link(place)
        return place
    }

    /// Whether the connection at a place waits with a segment, and does not need to be opened for it.
    func waits(_ place: Int, with segment: SeenSegment) -> Bool {
        if case .early(let early) = slots[place] { early.waits(with: segment) } else { false }
    }

    /// Adds a frame that waits, and makes the connection the newest.
    mutating func add(_ frame: EarlyConnection.Frame, to place: Int) {
        touch(place)
        guard case .early(var early) = slots[place] else { return }
        slots[place] = .free
        early.add(frame)
        slots[place] = .early(early)
    }

    /// Opens the connection at a place: from now on it is a conversation.
    ///
    /// - Returns: the frames that have waited, for the conversation to take; none if it was open.
    mutating func open(_ place: Int) -> [EarlyConnection.Frame] {
        guard case .early(let early) = slots[place], let first = early.frames.first else { return [] }
        open(place, early, first.held, frame: first.frame, time: first.time, stamp: first.stamp)
        return early.frames
    }

    /// Opens a connection without frames that begins with a segment.
    mutating func open(_ place: Int, with segment: SeenSegment, frame: Int, time: Int64, stamp: Int64?) {
        guard case .early(let early) = slots[place], early.frames.isEmpty else { return }
        open(place, early, segment, frame: frame, time: time, stamp: stamp)
    }

    private mutating func open(
        _ place: Int, _ early: EarlyConnection, _ segment: SeenSegment, frame: Int, time: Int64, stamp: Int64?
    ) {
        var box = [
            Conversation(
                number: early.number, segment, frame: frame, time: time, stamp: stamp, isTold: early.isTold)
        ]
        (box[0].course.reusesPorts, box[0].course.hasLateSYN) = (early.reusesPorts, early.hasLateSYN)
        slots[place] = .open(box)
    }

    /// Changes the open connection at a place, and makes it the newest; nil if no connection is open there.
    mutating func use<T>(_ place: Int, _ body: (inout Conversation) -> T) -> T? {
        touch(place)
        guard case .open(var box) = slots[place] else { return nil }
        // The box has one owner while it is changed, so that it is not copied.
        slots[place] = .free
        let result = body(&box[0])
        slots[place] = .open(box)
        return result
    }

    /// Takes out the open connection at a place, alone in its array; nil if none is open there.
    ///
    /// - Parameter remembers: whether later frames between its sockets belong to it, and to no new connection.
    mutating func remove(_ place: Int, remembers: Bool) -> [Conversation]? {
        guard case .open(let box) = slots[place] else { return nil }
        free(place, box.span[0].pair, remembers ? box.span[0].course.number : nil)
        return box
    }

    /// The connection at a place, if its frames wait; nil if it is open, or the place is free.
    func early(at place: Int) -> EarlyConnection? {
        if case .early(let early) = slots[place] { early } else { nil }
    }

    /// Takes out the connection at a place, whose frames wait. `remembers` is as in ``remove(_:remembers:)``.
    mutating func drop(_ place: Int, remembers: Bool) {
        guard case .early(let early) = slots[place], let first = early.frames.first else { return }
        free(place, SocketPair(first.held.source, first.held.destination), remembers ? early.number : nil)
    }

    /// Frees a place, whose connection had these sockets. `number` is remembered.
    private mutating func free(_ place: Int, _ pair: SocketPair, _ number: Int?) {
        slots[place] = .free
        unlink(place)
        free.append(place)
        if !isEnding, let index = places.index(forKey: pair), places.values[index] == place { places.remove(at: index) }
        if let number { remember(pair, number) }
    }

    private mutating func remember(_ pair: SocketPair, _ number: Int) {
        guard remembered.updateValue(Int32(clamping: number), forKey: pair) == nil else { return }
        order.append(pair)
        guard order.count - orderHead > Self.mostRemembered else { return }
        remembered[order[orderHead]] = nil
        orderHead += 1
        if orderHead * 2 > order.count {
            order.removeFirst(orderHead)
            orderHead = 0
        }
    }

    private mutating func touch(_ place: Int) {
        guard place != newest else { return }
        unlink(place)
        link(place)
    }

    private mutating func link(_ place: Int) {
        links[place] = (Int32(newest), -1)
        if newest >= 0 { links[newest].after = Int32(place) }
        newest = place
        if oldest < 0 { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        let (before, after) = links[place]
        if before >= 0 { links[Int(before)].after = after } else { oldest = Int(after) }
        if after >= 0 { links[Int(after)].before = before } else { newest = Int(before) }
    }
}
