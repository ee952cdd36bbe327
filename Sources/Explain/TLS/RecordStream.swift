import TLSSim

/// Puts the segments of one direction, which come in any order, into the order of the stream, and cuts the stream into TLS records.
///
/// It keeps one record at a time, and only if the body is wanted. Sealed bodies are counted and skipped.
struct RecordStream: Sendable {
    /// The data of a segment. The capture may have cut off octets at its end.
    struct Piece: Sendable {
        var octets: ArraySlice<UInt8>
        /// The place of the first octet in the stream.
        var start: Int
        /// The number of octets on the wire.
        var length: Int
        let frame: Int
        let time: Int64

        var end: Int { start + length }
    }

    /// A record, and the frames that carried it.
    struct Seen: Sendable {
        /// The type of the content; nil for a heartbeat (RFC 6520), which the endpoints here do not speak.
        let type: ContentType?
        let version: ProtocolVersion
        /// The length of the body in octets.
        let length: Int
        /// The header and the body; nil if the body is not wanted.
        let wire: [UInt8]?
        /// The frames that carried the record. Places are counted from the beginning of its header.
        let marks: [Mark]
        /// The place behind the record in the stream.
        let end: Int

        var frame: Int { marks.first?.frame ?? 0 }
        var time: Int64 { marks.last?.time ?? 0 }
    }

    /// A frame that carried octets from a place on.
    struct Mark: Sendable {
        var place: Int
        let frame: Int
        let time: Int64
    }

    /// The largest numbers of octets and of pieces that wait until a gap before them is filled.
    static let mostHeld = 1 << 18
    static let mostPieces = 512
    /// The longest body of a record in any version, in octets (RFC 5246 section 6.2.3).
    static let longestBody = RecordLimits.plaintext + 2_048

    /// The place of the next octet.
    private(set) var next = 0
    /// Pieces that wait until a gap before them is filled.
    private var held: [Piece] = []
    private var heldOctets = 0
    /// Octets of the stream that were not dropped, and the frames that carried them.
    private var buffer: [UInt8] = []
    private var marks: [Mark] = []
    /// The number of octets at the front of the buffer that were read.
    private var taken = 0
    /// The number of octets that are still to be skipped of a body that is not wanted.
    private var skip = 0
    /// Whether octets are missing, so that it is not known where the next record begins.
    private(set) var isLost = false
    /// Whether octets that would have been read are missing, and whether the capture has cut some off.
    private(set) var hasGap = false
    private(set) var isCut = false

    /// The frame of the first piece that waits; nil if none waits.
    var waiting: Int? { held.min { $0.start < $1.start }?.frame }

    /// The octets that were not read.
    var unread: ArraySlice<UInt8> { buffer[taken...] }

    /// Takes a piece.
    ///
    /// - Returns: the pieces that now continue the stream, for ``append(_:)``; none if the piece must wait.
    mutating func take(_ piece: Piece) -> [Piece] {
        var piece = piece
        step(to: piece.start)
        guard piece.end > next else { return [] }
        guard piece.start > next else {
            return held.isEmpty ? [trimmed(piece)] : [trimmed(piece)] + due(upTo: piece.end)
        }
        piece.octets = ArraySlice(Array(piece.octets))
        held.append(piece)
        heldOctets += piece.octets.count
        guard heldOctets > Self.mostHeld || held.count > Self.mostPieces else { return [] }
        return giveUp()
    }

    /// Gives up the gap before the pieces that wait.
    ///
    /// - Returns: the pieces that now continue the stream behind the gap.
    mutating func giveUp() -> [Piece] {
        guard let start = held.map(\.start).min() else { return [] }
        lose(at: start)
        hasGap = true
        return due(upTo: start)
    }

    /// A piece without the octets before ``next``.
    private func trimmed(_ piece: Piece) -> Piece {
        var piece = piece
        let known = max(0, next - piece.start)
        piece.octets = piece.octets.dropFirst(known)
        (piece.start, piece.length) = (piece.start + known, piece.length - known)
        return piece
    }

    /// Takes out the waiting pieces that continue the stream from a place on.
    private mutating func due(upTo end: Int) -> [Piece] {
        var end = end
        var due: [Piece] = []
        while let index = held.firstIndex(where: { $0.start <= end }) {
            let piece = held.remove(at: index)
            heldOctets -= piece.octets.count
            due.append(piece)
            end = max(end, piece.end)
        }
        return due
    }

    /// Skips missing octets up to a place, as far as they belong to a body that is not wanted.
    private mutating func step(to place: Int) {
        guard skip > 0, place > next else { return }
        let count = min(skip, place - next)
        skip -= count
        next += count
    }

    /// Notes that octets before a place are missing, so that it is not known where the next record begins.
    private mutating func lose(at place: Int) {
        step(to: place)
        guard place > next || !buffer.isEmpty else { return }
        next = max(next, place)
        dropUnread()
    }

    /// Adds a piece that continues the stream.
    mutating func append(_ given: Piece) {
        var piece = trimmed(given)
        let stepped = min(skip, piece.octets.count)
        skip -= stepped
        next += stepped
        piece.octets = piece.octets.dropFirst(stepped)
        guard !piece.octets.isEmpty else { return }
        if isLost {
            guard Self.begins(piece.octets) else { return next += piece.octets.count }
            isLost = false
        }
        marks.append(Mark(place: buffer.count, frame: piece.frame, time: piece.time))
        buffer += piece.octets
        next += piece.octets.count
    }

    /// Passes over a piece that continues the stream, and over what was not read before it.
    mutating func pass(_ piece: Piece) { (next, buffer, marks, taken) = (max(next, piece.end), [], [], 0) }

    /// Ends the reading of a piece. The octets that the capture has cut off at its end are missing.
    mutating func finish(_ piece: Piece) {
        guard piece.end > next else { return }
        isCut = true
        lose(at: piece.end)
    }

    /// Whether octets may be the beginning of a record: they have a known type, a version 3.x, and a length that is not too long.
    static func begins(_ octets: some Collection<UInt8>) -> Bool {
        guard let header = RecordHeader(Array(octets.prefix(RecordLimits.header))) else { return false }
        return isSound(header)
    }

    /// The content type of a heartbeat (RFC 6520 section 6).
    private static let heartbeat: UInt8 = 24

    private static func isType(_ code: UInt8) -> Bool { ContentType(rawValue: code) != nil || code == heartbeat }

    private static func isSound(_ header: RecordHeader) -> Bool {
        isType(header.typeCode) && header.version.rawValue >> 8 == 3
            && header.version.rawValue & 0xff <= 4 && header.length <= longestBody
    }

    /// No record begins where one must begin.
    struct NoRecord: Error {
        /// The first octets at the place.
        let octets: [UInt8]
        /// The frame that carried them.
        let mark: Mark
    }

    /// The records whose bodies are read.
    enum Wanted: Sendable {
        case all
        /// All but application data.
        case handshake
        /// Only alerts of two octets: a sealed alert is longer.
        case alertsInClear

        func holds(_ header: RecordHeader) -> Bool {
            switch self {
            case .all: true
            case .handshake: header.typeCode != ContentType.applicationData.rawValue
            case .alertsInClear: header.typeCode == ContentType.alert.rawValue && header.length == 2
            }
        }
    }

    /// Drops the octets that were not read: no record begins with them. The next record is looked for at the beginning of each piece.
    mutating func dropUnread() { (buffer, marks, taken, skip, isLost) = ([], [], 0, 0, true) }

    /// Takes out the next record; nil if it is not whole yet. A record whose body is not wanted needs only its header.
    ///
    /// - Throws: ``NoRecord`` if no record begins where one must begin.
    mutating func record(_ wanted: Wanted) throws(NoRecord) -> Seen? {
        guard let mark = marks.first else { return nil }
        guard let header = RecordHeader(buffer, from: taken) else {
            // The header is not whole. A wrong type or version shows already that it is no header.
            let isPossible = Self.isType(buffer[taken]) && (buffer.count < taken + 2 || buffer[taken + 1] == 3)
            guard isPossible else { throw NoRecord(octets: Array(buffer[taken...]), mark: mark) }
            forget()
            return nil
        }
        guard Self.isSound(header) else {
            throw NoRecord(octets: Array(buffer[taken...].prefix(64)), mark: mark)
        }
        let end = taken + RecordLimits.header + Int(header.length)
        let isWanted = wanted.holds(header)
        guard !isWanted || buffer.count >= end else {
            forget()
            return nil
        }
        let start = taken
        let seen = Seen(
            type: ContentType(rawValue: header.typeCode), version: header.version, length: Int(header.length),
            wire: isWanted ? Array(buffer[start..<end]) : nil,
            marks: (isWanted ? marks.prefix { $0.place < end } : marks.prefix(1)).map {
                Mark(place: max(0, $0.place - start), frame: $0.frame, time: $0.time)
            }, end: next - buffer.count + end)
        skip = max(0, end - buffer.count)
        drop(min(end, buffer.count) - start)
        return seen
    }

    /// Drops octets at the front of those that were not read: a record, or plain text.
    mutating func drop(_ count: Int) {
        taken = min(taken + count, buffer.count)
        while marks.count > 1, marks[1].place <= taken { marks.removeFirst() }
        if taken == buffer.count { (buffer, marks, taken) = ([], [], 0) }
    }

    /// Removes the octets that were read from the buffer. Less than a record is left to be moved, so this is cheap.
    private mutating func forget() {
        guard taken > 0 else { return }
        buffer.removeFirst(taken)
        for index in marks.indices { marks[index].place = max(0, marks[index].place - taken) }
        taken = 0
    }
}
