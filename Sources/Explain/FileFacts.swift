import Trace

/// Facts about a capture as a whole, counted while it is read.
package struct FileFacts: Sendable {
    /// Why frames were set aside.
    package internal(set) var asides = SetAsideTally()
    /// The number of frames.
    package private(set) var frames = 0
    /// The number of frames with a TCP segment.
    package var segments = 0
    /// The time of the first frame with a time, in microseconds since 1970.
    package private(set) var first: Int64?
    /// The time of the last frame with a time, in microseconds since 1970.
    package private(set) var last: Int64?
    /// The earliest time of a frame by the steady clock.
    private var earliest: Int64?
    /// The time between the earliest frame and the latest by the steady clock, in microseconds.
    var span: Int64 { (clock.latest ?? 0) - (earliest ?? clock.latest ?? 0) }
    /// Frames without a time.
    private(set) var timeless = Evidence()
    /// Whether every time so far is 0.
    private(set) var isAllZero = true
    /// Frames whose time is more than 10 ms before that of an earlier frame, or has jumped.
    private(set) var backwards = Evidence()
    /// The latest time since the last jump.
    private var latest: Int64?
    /// The clock of the capture, without the jumps of its time stamps.
    package private(set) var clock = SteadyClock()
    /// Why the file, or the first such file of several, cannot be read to its end; nil as long as it can.
    package private(set) var stop: ParseError?
    /// The number of frames before the place at which ``stop`` ended the reading.
    private(set) var framesBeforeStop = 0
    /// The number of blocks that were stepped over, and the reason for the first of them.
    package private(set) var skipped: (count: Int, first: ParseError?) = (0, nil)
    /// What several connections have in common.
    package private(set) var common = FileDiagnoses()
    /// The frames with IP fragments that carry TCP.
    var fragments = Evidence()
    /// The sums of the connections that have ended.
    package private(set) var figures = ConnectionFigures()
    /// The number of connections that have ended.
    package var connections: Int { figures.connections }

    /// The shortest step back that is told, in microseconds. Frames of several queues are out of order by less.
    private static let leastBack: Int64 = 10_000

    /// Takes the number and the time stamp of a frame.
    ///
    /// - Returns: the time by the steady clock, in microseconds since 1970.
    mutating func take(_ frame: Int, at stamp: Int64?) -> Int64 {
        frames += 1
        let (time, hasJumped) = clock.take(stamp)
        guard let stamp = stamp.map(SteadyClock.bounded) else {
            timeless.add(frame)
            return time
        }
        if stamp != 0 { isAllZero = false }
        if hasJumped || stamp < (latest ?? stamp) - Self.leastBack { backwards.add(frame) }
        latest = hasJumped ? stamp : max(latest ?? stamp, stamp)
        if first == nil { first = stamp }
        earliest = min(earliest ?? time, time)
        last = stamp
        return time
    }

    /// Notes that the file cannot be read any further: it ends there, or contradicts itself.
    mutating func stop(at error: ParseError) {
        guard stop == nil else { return }
        (stop, framesBeforeStop) = (error, frames)
    }

    /// Notes a block that was stepped over: its length is sound, and its content is not.
    mutating func skip(_ error: ParseError) { skipped = (skipped.count + 1, skipped.first ?? error) }

    mutating func take(_ connection: EndedConnection) {
        common.take(connection)
        figures.take(connection)
    }

    mutating func take(_ syn: LoneSYN, _ pattern: SYNPattern) {
        common.take(syn, pattern)
        figures.takeSilence()
    }
}

/// Sums over several connections.
package struct ConnectionFigures: Sendable {
    /// The number of connections.
    package private(set) var connections = 0
    /// The connections that were still open at their last frame.
    package private(set) var unfinished = 0
    /// Octets of their streams, each counted once.
    package private(set) var octets = 0
    package private(set) var dataSegments = 0
    /// Segments that were sent again.
    package private(set) var sentAgain = 0
    /// Segments with data that were sent again.
    package private(set) var dataSentAgain = 0
    /// The connections with TLS.
    package private(set) var tls = 0

    /// The connection that took the longest, and where its time went; nil without times.
    private(set) var slowest: (connection: Int, times: ConnectionTimes)?

    /// Whether they are those of connections in which nothing was said.
    var isOfSilence: Bool { unfinished + octets + dataSegments + sentAgain + tls == 0 && slowest == nil }

    /// Adds a connection in which nothing was said.
    mutating func takeSilence() { connections += 1 }

    /// Adds a connection.
    mutating func take(_ connection: EndedConnection) {
        if let times = connection.times, times.whole > slowest?.times.whole ?? -1 {
            slowest = (connection.number, times)
        }
        connections += 1
        if connection.closing == .open { unfinished += 1 }
        if connection.tls.isThere { tls += 1 }
        dataSegments += connection.client.dataSegments + connection.server.dataSegments
        octets += connection.client.distinctOctets + connection.server.distinctOctets
        sentAgain += connection.client.sentAgain + connection.server.sentAgain
        dataSentAgain += connection.client.dataSentAgain + connection.server.dataSentAgain
    }
}
