import Trace

/// The stream of octets below TLS: a socket of the operating system, or a connection of our TCP. It is closed when its last
/// reference goes.
protocol OctetStream: AnyObject {
    /// The address of this end.
    var localEnd: Endpoint? { get }
    /// The address of the other end.
    var remoteEnd: Endpoint? { get }
    /// The next octets, at most `most`.
    func receive(most: Int) -> Reception
    /// Sends what there is room for.
    ///
    /// - Returns: how many octets were taken; nil if the connection is broken.
    func send(_ octets: ArraySlice<UInt8>) -> Int?
    /// Why the connection is broken (errno); 0 where that is not known.
    var breakage: Int32 { get }
    /// Whether octets of a broken connection wait to be read.
    var hasUnread: Bool { get }
    /// Ends our stream; the other side's may go on.
    func endSending()
    /// Drops the connection: nothing is left to be said.
    func abort()
}

/// What reading has brought.
enum Reception {
    /// Octets.
    case octets([UInt8])
    /// Nothing yet.
    case nothing
    /// The other side has ended its stream.
    case end
    /// The connection is broken, with the operating system's number (errno).
    case broken(Int32)
}

/// What there is to accept.
enum Acceptance<Stream> {
    /// A connection.
    case connection(Stream)
    /// None waits.
    case nothing
    /// The program has no descriptor left, or the system no memory: it is of no use to ask again at once.
    case exhausted
}

/// What a link waits for.
struct LinkWish {
    /// The number of the connection.
    let number: Int
    let stream: any OctetStream
    /// Whether octets are wanted, and whether room for octets is.
    let wants: (input: Bool, output: Bool)
}

/// What carries connections of TLS: the operating system's sockets, or our TCP on a network device.
protocol Carrier: AnyObject {
    /// The clock of the run.
    var stopwatch: Stopwatch { get }
    /// Whether it accepts connections.
    var isListening: Bool { get }
    /// Whether a connection waits to be accepted.
    var isKnockedAt: Bool { get }
    /// The next connection. The first one has the number 1, and so on.
    func accept() -> Acceptance<any OctetStream>
    /// Makes what a further connection needs.
    ///
    /// - Returns: whether it is there.
    func replenish() -> Bool
    /// The numbers of those whose wish can be fulfilled now.
    func ready(_ wishes: [LinkWish]) -> Set<Int>
    /// Waits until a wish can be fulfilled, a connection waits to be accepted, `stop` is raised or `span` is over; without `span` for as
    /// long as it takes.
    ///
    /// - Throws: ``TUNError`` where the device fails, and what those who watch throw.
    func wait(
        for wishes: [LinkWish], orConnections: Bool, span: TimeSpan?, until stop: borrowing StopSignal
    ) throws -> Set<Int>
    /// Whether nothing of closed connections is left to be done.
    var isIdle: Bool { get }
    /// Whether the connection of that number, which is closed, still has something to tell.
    func isLeaving(_ number: Int) -> Bool
    /// Drops a connection that is closed.
    func drop(_ number: Int) throws
    /// The figures of TCP of the connection of that number; nil where TCP is the operating system's.
    func figures(of number: Int) -> TCPFigures?
    /// All that there was to do is done.
    func conclude() throws
    /// The run ends: gives the other sides `span` to take what is left and to end their streams. `meanwhile` hands over what there is
    /// room for, again and again.
    func drain(within span: TimeSpan, meanwhile: () -> Void) throws
}

// What the operating system does for its sockets.
extension Carrier {
    var isIdle: Bool { true }
    func isLeaving(_ number: Int) -> Bool { false }
    func drop(_ number: Int) {}
    func figures(of number: Int) -> TCPFigures? { nil }
    func conclude() {}
    func drain(within span: TimeSpan, meanwhile: () -> Void) {}
}
