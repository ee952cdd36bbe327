import TCPSim

/// A note on a frame of a connection: what the frame is, and the states after it.
package struct FrameNote: Sendable {
    /// The number of the frame in the capture, from 1.
    package let frame: Int
    /// The time of the frame, in microseconds since 1970.
    package let time: Int64
    /// Whether the sender is the side that has sent the first frame of the connection.
    let isFromOne: Bool
    /// Whether the client has sent the frame. It is valid after ``withRoles(clientIsOne:)``.
    var isFromClient = true
    /// What the frame is in its connection.
    var marks: Marks = []
    /// Why the segment was sent again; nil for a segment that is sent for the first time.
    var again: Again?
    /// The frame that carried its first octet before; nil if the capture does not have that frame.
    var of: Int?
    /// The states of both sides by the packets so far (RFC 9293 section 3.3.2); nil if they are not known. The first state is that of the
    /// side that has sent the first frame; after ``withRoles(clientIsOne:)`` it is that of the client.
    var states: (one: State?, other: State?)
}

extension FrameNote {
    /// The note with the client and the server as sides.
    func withRoles(clientIsOne: Bool) -> FrameNote {
        var note = self
        note.isFromClient = isFromOne == clientIsOne
        if !clientIsOne { note.states = (states.other, states.one) }
        return note
    }
}
