/// A connection of the capture, as it goes on.
struct Conversation: Sendable {
    /// How it is known which side is the client.
    enum RolesFrom: String, Sendable {
        /// It has sent the first SYN.
        case syn
        /// The other side has sent the SYN,ACK.
        case synACK = "syn_ack"
        /// It has said the first words: a ClientHello, or a request.
        case firstWords = "first_words"
        /// It has the higher port.
        case ports
    }

    var course: Course
    /// The side that has sent the first frame, and the other.
    var one: Direction
    var other: Direction
    /// TLS in it.
    var tls: TLSCourse
    /// Whether the connection's numbers are those that the first SYN of a side said.
    private var first: (one: UInt32?, other: UInt32?) = (nil, nil)

    init(number: Int, _ segment: SeenSegment, frame: Int, time: Int64) {
        course = Course(number: number, frame: frame, time: time)
        one = Direction(segment.source)
        other = Direction(segment.destination)
        tls = TLSCourse()
    }

    /// Whether a segment begins another connection on the same ports.
    func isOver(at segment: SeenSegment) -> Bool {
        guard segment.opens else { return false }
        let known = segment.source == one.socket ? first.one : first.other
        return known.map { $0 != segment.sequence } ?? !course.hasSYN || first.one == nil && first.other == nil
    }

    /// Takes a segment of it.
    ///
    /// - Parameter secrets: what opens sessions of TLS.
    mutating func take(
        _ segment: SeenSegment, frame: Int, time: Int64, in buffer: [UInt8], _ secrets: SecretsStore
    ) -> FrameNote {
        let isFromOne = segment.source == one.socket
        if segment.control.contains(.syn) {
            if isFromOne, first.one == nil { first.one = segment.sequence }
            if !isFromOne, first.other == nil { first.other = segment.sequence }
        }
        var note = FrameNote(frame: frame, time: time, isFromOne: isFromOne)
        if isFromOne {
            course.take(segment, in: buffer, &note, &one, &other)
        } else {
            course.take(segment, in: buffer, &note, &other, &one)
        }
        // A window probe may carry an octet that does not come again (RFC 9293 section 3.8.6.1).
        let isNew = segment.length > 0 && !note.marks.isDisjoint(with: [.data, .windowProbe])
        if isNew, tls.listens(isFromOne: isFromOne) {
            let direction = isFromOne ? one : other
            let start = direction.place(of: segment.sequence) + (segment.control.contains(.syn) ? 1 : 0)
            let piece = RecordStream.Piece(
                octets: buffer[segment.payload], start: start, length: segment.length, frame: frame, time: time)
            note.marks.formUnion(tls.take(piece, isFromOne: isFromOne, hasBeginning: direction.hasSYN, secrets))
        }
        return note
    }

    /// Which side is the client, and how that is known.
    var roles: (clientIsOne: Bool, from: RolesFrom) {
        if let opener = course.syns.first(where: { !$0.acknowledges }) { return (opener.isFromOne, .syn) }
        if let answer = course.syns.first(where: \.acknowledges) { return (!answer.isFromOne, .synACK) }
        if let speaker = tls.firstSpeakerIsOne { return (speaker, .firstWords) }
        return (one.socket.port >= other.socket.port, .ports)
    }

    /// Notes whose roles are not decided yet.
    private var held: [FrameNote] = []

    /// Holds a note back until the roles are decided: by a SYN, by the first words, or by how many are held.
    ///
    /// - Returns: the notes that are decided.
    mutating func hold(_ note: FrameNote) -> [FrameNote] {
        held.append(note)
        return course.hasSYN || tls.firstSpeakerIsOne != nil || held.count == Evidence.mostHeld ? release() : []
    }

    /// Decides the notes that are held.
    mutating func release() -> [FrameNote] {
        defer { held = [] }
        let clientIsOne = roles.clientIsOne
        return held.map { $0.told(clientIsOne: clientIsOne) }
    }

    /// Whether both sides have said that they are done, and know it of each other, or a side has reset the connection.
    var isClosed: Bool {
        if course.resetCount > 0 { return true }
        guard let end = one.end, let otherEnd = other.end else { return false }
        return (one.acknowledged ?? .min) > end && (other.acknowledged ?? .min) > otherEnd
    }
}

extension Course {
    /// Whether a SYN of either side is in the capture.
    var hasSYN: Bool { !syns.isEmpty }
}
