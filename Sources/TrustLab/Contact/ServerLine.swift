/// A connection to a server, as far as it is needed to ask the server something.
package protocol ServerLine {
    /// Sends `octets`; what comes of it shows in what arrives.
    ///
    /// - Throws: what ends the whole examination, such as the user's wish.
    mutating func send(_ octets: [UInt8]) throws

    /// Waits for what comes next.
    ///
    /// - Throws: as ``send(_:)``.
    mutating func receive() throws -> Arrival
}

/// An arrival on a ``ServerLine``.
package enum Arrival: Hashable, Sendable {
    /// Octets.
    case octets([UInt8])
    /// The server has ended its stream.
    case end
    /// The connection is broken: it was reset.
    case broken
    /// No octet came within the time.
    case silence
}
