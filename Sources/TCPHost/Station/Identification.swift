/// The Identification of the datagrams that a host sends, one after the other (RFC 791 3.1).
///
/// All connections of a host share it, since it has to tell the datagrams between two hosts apart.
package struct Identification: Hashable, Sendable {
    /// The identification of the next datagram.
    package private(set) var next: UInt16 = 1

    /// The numbering of a host that has not sent a datagram yet.
    package init() {}

    /// Returns the identification of the next datagram, and counts on.
    package mutating func take() -> UInt16 {
        defer { next &+= 1 }
        return next
    }
}
