/// What is said of a frame of a connection.
package struct FrameNote: Sendable {
    /// The frame, as analysers number them.
    package let frame: Int
    /// Its time, in microseconds since 1970.
    package let time: Int64
    /// Whether the side sent it that has sent the first frame of the connection.
    let isFromOne: Bool
    /// Whether the client sent it; decided once the roles are known.
    var isFromClient = true
    /// What it is.
    var marks: Marks = []
    /// Why it was sent again; nil for what is sent the first time.
    var again: Again?
    /// The frame that carried its first octet before, if the capture has it.
    var of: Int?
    /// The states of the side that sent the first frame and of the other, after this frame; once the roles are known, of the client and the
    /// server.
    var states: (one: RecordedState, other: RecordedState) = (.unknown, .unknown)
}

extension FrameNote {
    /// The same, once it is known which side is the client.
    func told(clientIsOne: Bool) -> FrameNote {
        var note = self
        note.isFromClient = isFromOne == clientIsOne
        if !clientIsOne { note.states = (states.other, states.one) }
        return note
    }
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
