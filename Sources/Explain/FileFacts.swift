import Capture

/// What is said of a capture as a whole.
package struct FileFacts: Sendable {
    /// Why frames were set aside: how many, and the first.
    package private(set) var asides: [SetAside: (count: Int, first: Int)] = [:]
    /// Frames, and those with a segment of TCP.
    package private(set) var frames = 0
    package var segments = 0
    /// The times of the first frame and the last, in microseconds since 1970.
    package private(set) var first: Int64?
    package private(set) var last: Int64?
    /// Frames without a time.
    private(set) var timeless = 0
    private(set) var backwards = Evidence()
    var fragments = Evidence()
    package private(set) var connections = 0
    package private(set) var unfinished = 0
    package private(set) var octets = 0
    package private(set) var sentAgain = 0
    package private(set) var tls = 0

    mutating func take(_ frame: CaptureReader.Frame) {
        frames += 1
        guard let time = frame.timestamp else { return timeless += 1 }
        if let last, time < last - 1_000_000 { backwards.add(frame.number) }
        if first == nil { first = time }
        last = time
    }

    mutating func setAside(_ frame: Int, _ why: SetAside) {
        asides[why, default: (0, frame)].count += 1
    }

    mutating func take(_ connection: EndedConnection) {
        connections += 1
        if connection.closing == .open { unfinished += 1 }
        if connection.tls.talk != nil { tls += 1 }
        octets += connection.client.distinctOctets + connection.server.distinctOctets
        sentAgain += connection.client.sentAgain + connection.server.sentAgain
    }
}
