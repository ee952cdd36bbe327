/// A connection of the capture that has not ended, as far as the frames so far tell of it.
struct Conversation: Sendable {
    /// How it is known which side is the client.
    enum RolesFrom: String, Sendable {
        /// The client has sent the first SYN without ACK.
        case syn
        /// The server has sent the SYN,ACK.
        case synACK = "syn_ack"
        /// The client has sent a ClientHello, or a request in plain text.
        case firstWords = "first_words"
        /// The client is the side with the higher port.
        case ports
    }

    var course: Course
    /// The direction of the side that has sent the first frame, and the direction of the other side.
    var one: Direction
    var other: Direction
    /// TLS in the connection.
    var tls: TLSCourse
    /// The sequence numbers of the first SYN of each side; nil if no SYN of the side is in the capture.
    private var first: (one: UInt32?, other: UInt32?) = (nil, nil)

    init(number: Int, _ segment: SeenSegment, frame: Int, time: Int64, stamp: Int64?, isTold: Bool) {
        course = Course(number: number, frame: frame, time: time, stamp: stamp, inside: segment.inside)
        one = Direction(segment.source)
        other = Direction(segment.destination)
        tls = TLSCourse(isTold: isTold)
    }

    /// The sockets of both sides.
    var pair: SocketPair { SocketPair(one.socket, other.socket) }

    /// Whether a segment begins another connection between the same sockets.
    func isOver(at segment: SeenSegment) -> Bool {
        guard segment.opens else { return false }
        let known = segment.source == one.socket ? first.one : first.other
        if let known { return known != segment.sequence }
        // A SYN,ACK tells the number of the SYN that it answers.
        let side = segment.source == one.socket ? one : other
        return !course.hasSYN || side.hasBegun && side.number(at: 0) &- 1 != segment.sequence
    }

    /// Whether a SYN has the number before the data of its side that has already come.
    func isLateSYN(_ segment: SeenSegment) -> Bool {
        let side = segment.source == one.socket ? one : other
        guard !side.hasSYN, side.hasBegun else { return false }
        // More than an initial window does not overtake a SYN. The number of a new connection is random.
        return side.number(at: 0) &- (segment.sequence &+ 1) <= 1 << 17
    }

    /// Takes a segment of the connection.
    ///
    /// - Parameters:
    ///   - time: the time by the steady clock, in microseconds since 1970.
    ///   - stamp: the time stamp of the frame; nil if it has none.
    ///   - secrets: the secrets with which TLS records are decrypted.
    mutating func take(
        _ segment: SeenSegment, frame: Int, time: Int64, stamp: Int64?, in buffer: [UInt8], _ secrets: SecretsStore
    ) -> FrameNote {
        let isFromOne = segment.source == one.socket
        let wasClosed = isClosed
        course.take(stamp, of: frame, at: time)
        if segment.control.contains(.syn) {
            if isFromOne, first.one == nil { first.one = segment.sequence }
            if !isFromOne, first.other == nil { first.other = segment.sequence }
        }
        var note = FrameNote(frame: frame, time: time, isFromOne: isFromOne)
        if isFromOne {
            course.take(segment, in: buffer, noting: &note, from: &one, to: &other)
        } else {
            course.take(segment, in: buffer, noting: &note, from: &other, to: &one)
        }
        // What had a wrong checksum, and was acknowledged all the same, is a part of the stream.
        for (piece, isOfOne) in takeDelivered() {
            note.marks.formUnion(
                tls.take(piece, isFromOne: isOfOne, hasBeginning: (isOfOne ? one : other).hasSYN, secrets))
        }
        // A window probe may carry the only copy of an octet (RFC 9293 section 3.8.6.1).
        let isNew = segment.length > 0 && !note.marks.isDisjoint(with: [.data, .windowProbe])
        if isNew, tls.listens(isFromOne: isFromOne) {
            let place = isFromOne ? one.place(of: segment.sequence) : other.place(of: segment.sequence)
            let piece = RecordStream.Piece(
                octets: buffer[segment.payload], start: place + (segment.control.contains(.syn) ? 1 : 0),
                length: segment.length, frame: frame, time: time)
            let hasBeginning = isFromOne ? one.hasSYN : other.hasSYN
            note.marks.formUnion(tls.take(piece, isFromOne: isFromOne, hasBeginning: hasBeginning, secrets))
        }
        if isClosed, !wasClosed { settle() }
        return note
    }

    /// Takes out the pieces of both sides that were delivered although their checksum is wrong.
    private mutating func takeDelivered() -> [(piece: RecordStream.Piece, isOfOne: Bool)] {
        guard !one.suspects.pieces.isEmpty || !other.suspects.pieces.isEmpty else { return [] }
        defer { (one.suspects.pieces, other.suspects.pieces) = ([], []) }
        return (one.suspects.pieces.map { ($0, true) } + other.suspects.pieces.map { ($0, false) })
            .filter { tls.listens(isFromOne: $0.1) }
    }

    /// The connection has closed: drops what only a connection with more to come needs. Late segments are still told.
    private mutating func settle() {
        course.fingerprints.settle()
        one.settle()
        other.settle()
    }

    /// Exchanges the directions of both sides.
    mutating func exchangeDirections() { swap(&one, &other) }

    /// Which side is the client, and how that is known.
    var roles: (clientIsOne: Bool, from: RolesFrom) {
        if let openerIsOne = course.openerIsOne { return (openerIsOne, .syn) }
        if let answer = course.syns.first(where: \.acknowledges) { return (!answer.isFromOne, .synACK) }
        if let speaker = tls.firstSpeakerIsOne { return (speaker, .firstWords) }
        return (one.socket.port >= other.socket.port, .ports)
    }

    /// The largest number of notes that are held back until it is known which side is the client.
    private static let mostHeld = 64
    /// Notes of frames before it is known which side is the client.
    private var held: [FrameNote] = []

    /// Holds a note back until the roles are known: from a SYN, from the first words, or by the ports when 64 notes are held.
    ///
    /// - Returns: the held notes with their roles; none while the roles are not known.
    mutating func hold(_ note: FrameNote) -> [FrameNote] {
        held.append(note)
        return course.hasSYN || tls.firstSpeakerIsOne != nil || held.count == Self.mostHeld ? release() : []
    }

    /// Gives back the held notes, with the roles as they are known now.
    mutating func release() -> [FrameNote] {
        defer { held = [] }
        let clientIsOne = roles.clientIsOne
        return held.map { $0.withRoles(clientIsOne: clientIsOne) }
    }

    /// Whether the FINs of both sides are acknowledged, or a side has reset the connection.
    var isClosed: Bool {
        course.resetCount > 0 || one.isFINAcknowledged && other.isFINAcknowledged
    }
}
