import TCPSim

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
    /// The states that the side of the first frame and the other must have been in by the packets so far (RFC 9293 section 3.3.2); once the
    /// roles are known, those of the client and the server. Nil where nothing tells.
    var states: (one: State?, other: State?)
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
