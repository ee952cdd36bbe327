import Trace

/// The cookies that have opened a connection, for as long as they are valid.
///
/// A valid cookie proves that the sender of a segment has received our SYN,ACK. It does not prove that the segment is new: the third
/// segment of the handshake, the first data and the FIN of a client that has sent no data may all acknowledge the cookie with the right
/// number. While the connection exists, they belong to it. Afterwards an old segment of these would open it again, with numbers that the
/// other side has used already. Then each side would find the other's segments unacceptable, and each would answer the other's answer
/// without end (RFC 9293 3.10.7.4, first check). So a cookie opens one connection. Linux remembers nothing here (net/ipv4/syncookies.c):
/// there a valid cookie opens a connection each time that it comes.
///
/// A flood of SYNs adds nothing here. A socket and a number are remembered for each connection that was open, for two minutes at most.
/// TIME-WAIT remembers more, and with the MSL of the RFC for a longer time. A listening socket that is closed and opened again begins
/// without this memory.
struct SpentCookies: Hashable, Sendable {
    /// A connection, identified by the remote socket and the other side's initial sequence number.
    private struct Opening: Hashable {
        let remote: Socket
        let first: SequenceNumber
    }

    /// The connections, by the period in which their cookies were made: the present period or the last one.
    private var openings: [UInt64: Set<Opening>] = [:]

    /// Records that a valid cookie opens a connection.
    ///
    /// - Returns: false if the cookie has opened a connection before.
    mutating func spend(_ cookie: SYNCookies.Cookie, of remote: Socket, first: SequenceNumber, at now: Instant) -> Bool
    {
        let present = SYNCookies.counter(at: now)
        for period in openings.keys where period + 1 < present { openings[period] = nil }
        return openings[cookie.counter, default: []].insert(Opening(remote: remote, first: first)).inserted
    }
}
