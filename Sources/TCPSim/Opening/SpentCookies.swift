import Trace

/// The cookies that have opened a connection, for as long as they are valid.
///
/// A valid cookie proves that the sender of a segment has received our SYN,ACK. It does not prove that the segment is new: the third
/// segment of the handshake, the first data and the FIN of a client that has sent no data may all acknowledge the cookie with the right
/// number. While the connection is there, they belong to it. Afterwards an old one of them would open it again, with numbers that the
/// other side has used: the two would then find each other's segments unacceptable, and each would answer the other's answer without
/// end (RFC 9293 3.10.7.4, first check). So a cookie opens one connection. Linux remembers nothing here (net/ipv4/syncookies.c): there a
/// cookie opens a connection as often as it comes while it is valid.
///
/// A flood of SYNs leaves nothing here: what is remembered is a socket and a number for each connection that was open, for two minutes at
/// most. TIME-WAIT remembers more, and with the MSL of the RFC for longer. A listening socket that is closed and opened anew begins without this memory.
struct SpentCookies: Hashable, Sendable {
    /// A connection by its other side: the remote socket, and the first sequence number that was chosen there.
    private struct Opening: Hashable {
        let remote: Socket
        let first: SequenceNumber
    }

    /// The connections, by the period in which their cookies were made: the present one or the last.
    private var openings: [UInt64: Set<Opening>] = [:]

    /// Takes note that a valid cookie opens a connection; false if it has opened one before.
    mutating func spend(_ cookie: SYNCookies.Cookie, of remote: Socket, first: SequenceNumber, at now: Instant) -> Bool
    {
        let present = SYNCookies.counter(at: now)
        for period in openings.keys where period + 1 < present { openings[period] = nil }
        return openings[cookie.counter, default: []].insert(Opening(remote: remote, first: first)).inserted
    }
}
