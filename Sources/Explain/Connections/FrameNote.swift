/// What is said of a frame of a connection.
package struct FrameNote: Sendable {
    /// The frame, as analysers number them.
    package let frame: Int
    /// Its time, in microseconds since 1970.
    package let time: Int64
    /// Whether the side sent it that has sent the first frame of the connection.
    let isFromOne: Bool
    /// What it is.
    var marks: Marks = []
    /// Why it was sent again; nil for what is sent the first time.
    var again: Again?
    /// The frame that carried its first octet before, if the capture has it.
    var of: Int?
    /// The states of the side that sent the first frame and of the other, after this frame.
    var states: (one: RecordedState, other: RecordedState) = (.unknown, .unknown)
}

/// The state that a side must have been in (RFC 9293 section 3.3.2) by the packets so far.
enum RecordedState: String, Sendable {
    case unknown = "?"
    case listen = "LISTEN"
    case synSent = "SYN-SENT"
    case synReceived = "SYN-RECEIVED"
    case established = "ESTABLISHED"
    case finWait1 = "FIN-WAIT-1"
    case finWait2 = "FIN-WAIT-2"
    case closeWait = "CLOSE-WAIT"
    case closing = "CLOSING"
    case lastACK = "LAST-ACK"
    case timeWait = "TIME-WAIT"
    case closed = "CLOSED"
}
