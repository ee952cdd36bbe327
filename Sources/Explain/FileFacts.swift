import Trace

/// What is said of a capture as a whole.
package struct FileFacts: Sendable {
    /// Why frames were set aside.
    package internal(set) var asides = SetAsideTally()
    /// Frames.
    package private(set) var frames = 0
    /// Frames with a segment of TCP.
    package var segments = 0
    /// The time of the first frame that has one, in microseconds since 1970.
    package private(set) var first: Int64?
    /// The time of the last frame that has one.
    package private(set) var last: Int64?
    /// Frames without a time.
    private(set) var timeless = Evidence()
    /// Whether the times of all frames are zero.
    private(set) var isAllZero = true
    private(set) var backwards = Evidence()
    /// The latest time since the last step backwards.
    private var latest: Int64?
    /// Why the file cannot be read to its end; nil where it can.
    package private(set) var stop: ParseError?
    /// Blocks that were stepped over: how many, and why the first was.
    package private(set) var skipped: (count: Int, first: ParseError?) = (0, nil)
    /// What is the matter with several connections together.
    package private(set) var common = FileFindings()
    /// Fragments that carry TCP.
    var fragments = Evidence()
    /// What the connections that have ended come to.
    package private(set) var figures = ConnectionFigures()
    /// Connections that have ended.
    package var connections: Int { figures.connections }

    mutating func take(_ frame: Int, at time: Int64?) {
        frames += 1
        guard let time else { return timeless.add(frame) }
        if time != 0 { isAllZero = false }
        if let before = latest, time < before - 1_000_000 {
            backwards.add(frame)
            latest = time
        }
        latest = max(latest ?? time, time)
        if first == nil { first = time }
        last = time
    }

    /// The file cannot be read any further.
    mutating func stop(at error: ParseError) { stop = error }

    /// A block was stepped over.
    mutating func skip(_ error: ParseError) { skipped = (skipped.count + 1, skipped.first ?? error) }

    mutating func take(_ connection: EndedConnection) {
        common.take(connection)
        figures.take(connection)
    }
}

/// What several connections come to.
package struct ConnectionFigures: Sendable {
    /// How many there are.
    package private(set) var connections = 0
    /// Of them, those that were open when the capture ended.
    package private(set) var unfinished = 0
    /// Different octets of their streams.
    package private(set) var octets = 0
    /// Segments with data.
    package private(set) var dataSegments = 0
    /// Segments that were sent again.
    package private(set) var sentAgain = 0
    /// Connections with TLS.
    package private(set) var tls = 0

    /// Adds a connection.
    mutating func take(_ connection: EndedConnection) {
        connections += 1
        if connection.closing == .open { unfinished += 1 }
        if connection.tls.talk != nil { tls += 1 }
        dataSegments += connection.client.dataSegments + connection.server.dataSegments
        octets += connection.client.distinctOctets + connection.server.distinctOctets
        sentAgain += connection.client.sentAgain + connection.server.sentAgain
    }
}
