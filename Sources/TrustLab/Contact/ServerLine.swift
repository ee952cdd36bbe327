/// A connection to a server, with the two operations that an examination needs.
package protocol ServerLine {
    /// Sends `octets`. A failure to send is not an error here: ``receive()`` reports the broken connection.
    ///
    /// - Throws: an error that ends the whole examination, such as an interruption by the user.
    mutating func send(_ octets: [UInt8]) throws

    /// Waits for the next arrival.
    ///
    /// - Throws: the same errors as ``send(_:)``.
    mutating func receive() throws -> Arrival
}

/// An arrival on a ``ServerLine``.
package enum Arrival: Hashable, Sendable {
    /// The next octets of the stream.
    case octets([UInt8])
    /// The server has ended its stream.
    case end
    /// The connection is broken: it was reset.
    case broken
    /// No octet came within the time limit.
    case silence
}
