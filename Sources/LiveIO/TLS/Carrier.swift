import Trace

/// The stream of octets below TLS: a socket of the operating system, or a connection of our TCP. It is closed when its last reference
/// goes. Its calls do not wait.
protocol OctetStream: AnyObject {
    /// The address of this end.
    var localEnd: Endpoint? { get }
    /// The address of the other end.
    var remoteEnd: Endpoint? { get }
    /// Reads the next octets, at most `most`.
    func receive(most: Int) -> Reception
    /// Sends as many octets as there is room for.
    ///
    /// - Returns: how many octets were taken; nil if the connection is broken.
    func send(_ octets: ArraySlice<UInt8>) -> Int?
    /// Why the connection is broken (errno); 0 if that is not known.
    var breakage: Int32 { get }
    /// How many of the octets that were sent the other side has not acknowledged; nil if that is not known.
    var unacknowledged: Int? { get }
    /// Ends our stream. The stream of the other side may go on.
    func endSending()
    /// Drops the connection without an orderly end.
    func abort()
}

/// The result of a read.
enum Reception {
    /// Octets have arrived.
    case octets([UInt8])
    /// No octets have arrived yet.
    case nothing
    /// The other side has ended its stream.
    case end
    /// The connection is broken, with the operating system's number (errno).
    case broken(Int32)
}

/// The result of an attempt to accept a connection.
enum Acceptance<Stream> {
    case connection(Stream)
    /// No connection waits.
    case nothing
    /// The program has no descriptor left, or the system no memory. It is useless to try again immediately.
    case exhausted
}

/// The events that a link waits for.
struct LinkWish {
    /// The number of the connection.
    let number: Int
    let stream: any OctetStream
    /// Whether the link waits for octets to read, and whether it waits for room to write.
    let wants: (input: Bool, output: Bool)
}

/// The layer that carries connections of TLS: the operating system's sockets, or our TCP on a network device.
protocol Carrier: AnyObject {
    /// The clock of the run.
    var stopwatch: Stopwatch { get }
    /// Whether it accepts connections.
    var isListening: Bool { get }
    /// Whether a connection waits to be accepted.
    var hasWaitingConnection: Bool { get }
    /// The next connection. The connections are numbered from 1 in the order in which they are accepted.
    func accept() -> Acceptance<any OctetStream>
    /// Acquires the resources that a further connection needs.
    ///
    /// - Returns: whether the resources are there.
    func replenish() -> Bool
    /// The numbers of the connections whose wish can be fulfilled now.
    func ready(_ wishes: [LinkWish]) -> Set<Int>
    /// Waits until a wish can be fulfilled, a connection waits to be accepted (if `orConnections`), `stop` is raised or `span` is over. If
    /// `span` is nil, there is no time limit.
    ///
    /// - Returns: the numbers of the connections whose wish can be fulfilled.
    /// - Throws: ``TUNError`` if the device fails, and what the observers of TCP throw.
    func wait(
        for wishes: [LinkWish], orConnections: Bool, span: TimeSpan?, until stop: borrowing StopSignal
    ) throws -> Set<Int>
    /// Whether TCP has nothing left to do for closed connections.
    var isIdle: Bool { get }
    /// Whether TCP still works on the closed connection of that number.
    func isLeaving(_ number: Int) -> Bool
    /// Ends the work of TCP on a closed connection.
    func drop(_ number: Int) throws
    /// The figures of TCP about the connection of that number; nil if TCP is the operating system's. They are forgotten then.
    func figures(of number: Int) -> TCPFigures?
    /// Reports what has not been reported yet. The run calls it last.
    func conclude() throws
    /// Gives the other sides `span` to take the remaining octets and to end their streams, before the run ends. `meanwhile` is called
    /// again and again, and hands over as many octets as there is room for.
    func drain(within span: TimeSpan, meanwhile: () -> Void) throws
}

// The operating system does this for its sockets.
extension Carrier {
    var isIdle: Bool { true }
    func isLeaving(_ number: Int) -> Bool { false }
    func drop(_ number: Int) {}
    func figures(of number: Int) -> TCPFigures? { nil }
    func conclude() {}
    func drain(within span: TimeSpan, meanwhile: () -> Void) {}
}
