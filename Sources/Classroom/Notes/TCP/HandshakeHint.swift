import Trace

/// What is said about answers to the exercises of lesson 1.
enum HandshakeHint: Remark {
    case nextExpected, ownNumber, acknowledged(syn: UInt64, next: UInt64)
    case everySegmentAcknowledges, opened(HandshakeOpening)
    case doubtEnds, countedFromTheStart, doubt(from: Instant, to: Instant)
    case fieldBehind, acknowledgmentField([UInt8])

    var english: String {
        switch self {
        case .nextExpected:
            "An acknowledgment names the number that the receiver expects next. Ask what the SYN itself takes."
        case .ownNumber:
            "That is the number of the SYN itself. An acknowledgment names the number that is expected next."
        case .acknowledged(let syn, let next):
            "The SYN has the number \(syn) and takes it. The server expects \(next) next, 1 in relative numbers."
        case .everySegmentAcknowledges:
            """
            Look at the acknowledgment number in the segment that the client sends right after the lost one. The rule \
            drops one segment only.
            """
        case .opened(let opening): opening.english
        case .doubtEnds:
            "The doubt begins when the SYN arrives at the server. It ends when the client's answer arrives there."
        case .countedFromTheStart:
            "That is a moment, counted from the start of the run. The question is how much time lies between two moments."
        case .doubt(let start, let end):
            """
            The SYN arrives at \(start) ms and the client's answer at \(end) ms. Between the two the server cannot tell \
            a client from a ghost.
            """
        case .fieldBehind:
            "The field at offset 28 is the acknowledgment number. Take the SYN's number and count on from it."
        case .acknowledgmentField(let octets):
            "The octets \(Hex.string(octets)) are the acknowledgment number: the SYN's number plus 1, most significant octet first."
        }
    }
}

/// The segment that opens the server's connection if the third segment of the handshake is lost. The raw value is the
/// machine's word in a key.
enum HandshakeOpening: String, Remark {
    case never
    case data
    case repetition

    /// The letter of the choice in exercise 1.2.
    var letter: Character {
        switch self {
        case .never: "a"
        case .data: "b"
        case .repetition: "c"
        }
    }

    var english: String {
        switch self {
        case .never: "Nothing that arrives confirms the server's number, so the server never leaves SYN-RECEIVED."
        case .data:
            """
            The segment with the ClientHello carries the same acknowledgment number as the lost one. It opens the \
            connection and delivers data at once (RFC 9293 3.10.7.4).
            """
        case .repetition: "The client sends its acknowledgment again, and this segment opens the connection."
        }
    }
}
