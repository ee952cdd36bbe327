import TLSSim

/// One direction of a stream in the order of its octets, and cut into records, though segments come in any order.
///
/// It holds a record at a time, and only where the body of it is of use. Bodies that are sealed are counted and stepped over.
struct RecordStream: Sendable {
    /// Octets that a segment has carried. Behind them some may be missing, which the capture has cut off.
    struct Piece: Sendable {
        var octets: ArraySlice<UInt8>
        /// The place of the first in the stream.
        var start: Int
        /// How many they were on the wire.
        var length: Int
        let frame: Int
        let time: Int64

        var end: Int { start + length }
    }

    /// A record, and the frames that carried it.
    struct Seen: Sendable {
        let type: ContentType
        let version: ProtocolVersion
        /// Octets of the body.
        let length: Int
        /// Header and body; nil where the body is not read.
        let wire: [UInt8]?
        /// Where pieces of it begin, counted from its header, with their frames.
        let marks: [Mark]
        /// The place behind it in the stream.
        let end: Int

        var frame: Int { marks.first?.frame ?? 0 }
        var time: Int64 { marks.last?.time ?? 0 }
    }

    /// A frame that carried the octets from a place on.
    struct Mark: Sendable {
        var place: Int
        let frame: Int
        let time: Int64
    }

    /// The most octets and pieces that wait for a gap before them.
    static let mostHeld = 1 << 18
    static let mostPieces = 512
    /// The longest body of a record, whatever protects it (RFC 5246 section 6.2.3).
    static let longestBody = RecordLimits.plaintext + 2_048

    /// The place of the next octet.
    private(set) var next = 0
    private var held: [Piece] = []
    private var heldOctets = 0
    /// What is kept of the record now begun.
    private var buffer: [UInt8] = []
    private var marks: [Mark] = []
    /// Octets at the front of it that are read.
    private var taken = 0
    /// Octets of a body that are stepped over.
    private var skip = 0
    /// Whether octets are missing, so that it is not known where the next record begins.
    private(set) var isLost = false
    /// Whether octets of use were missing for good, or were cut off.
    private(set) var hasGap = false
    private(set) var isCut = false

    /// Octets that are there and not read.
    var unread: ArraySlice<UInt8> { buffer[taken...] }

    /// Takes a piece, and gives back those whose turn it is.
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

    /// The gap before what is held will not be filled any more. What is held has its turn.
    mutating func giveUp() -> [Piece] {
        guard let start = held.map(\.start).min() else { return [] }
        lose(at: start)
        hasGap = true
        return due(upTo: start)
    }

    private func trimmed(_ piece: Piece) -> Piece {
        var piece = piece
        let known = max(0, next - piece.start)
        piece.octets = piece.octets.dropFirst(known)
        (piece.start, piece.length) = (piece.start + known, piece.length - known)
        return piece
    }

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

    /// Octets of a body that is not read may be missing.
    private mutating func step(to place: Int) {
        guard skip > 0, place > next else { return }
        let count = min(skip, place - next)
        skip -= count
        next += count
    }

    /// It is not known any more where records begin.
    private mutating func lose(at place: Int) {
        step(to: place)
        guard place > next || !buffer.isEmpty else { return }
        next = max(next, place)
        (buffer, marks, taken, skip, isLost) = ([], [], 0, 0, true)
    }

    /// Adds a piece whose turn it is.
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

    /// Behind a piece that was read there may be octets that the capture has cut off.
    mutating func finish(_ piece: Piece) {
        guard piece.end > next else { return }
        isCut = true
        lose(at: piece.end)
    }

    /// Whether octets can be the beginning of a record: type, version 3.x, a length that records have.
    static func begins(_ octets: some Collection<UInt8>) -> Bool {
        guard let header = RecordHeader(Array(octets.prefix(RecordLimits.header))) else { return false }
        return isSound(header)
    }

    private static func isSound(_ header: RecordHeader) -> Bool {
        ContentType(rawValue: header.typeCode) != nil && header.version.rawValue >> 8 == 3
            && header.version.rawValue & 0xff <= 4 && header.length <= longestBody
    }

    /// Why no further record can be read.
    struct NoRecord: Error {
        /// The first octets of what is there.
        let octets: [UInt8]
        let mark: Mark
    }

    /// The bodies that are of use.
    enum Wanted: Sendable {
        case all
        /// All but application data.
        case handshake
        /// Alerts that are too short to be sealed, and nothing else.
        case alertsInClear

        func holds(_ header: RecordHeader) -> Bool {
            switch self {
            case .all: true
            case .handshake: header.typeCode != ContentType.applicationData.rawValue
            case .alertsInClear: header.typeCode == ContentType.alert.rawValue && header.length == 2
            }
        }
    }

    /// Takes out the next record.
    ///
    /// - Throws: ``NoRecord`` where a record must begin and none does.
    mutating func record(_ wanted: Wanted) throws(NoRecord) -> Seen? {
        guard let mark = marks.first else { return nil }
        guard let header = RecordHeader(buffer, from: taken) else {
            // What is no beginning of a header will not become one.
            let isPossible =
                ContentType(rawValue: buffer[taken]) != nil && (buffer.count < taken + 2 || buffer[taken + 1] == 3)
            guard isPossible else { throw NoRecord(octets: Array(buffer[taken...]), mark: mark) }
            forget()
            return nil
        }
        guard Self.isSound(header), let type = ContentType(rawValue: header.typeCode) else {
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
            type: type, version: header.version, length: Int(header.length),
            wire: isWanted ? Array(buffer[start..<end]) : nil,
            marks: (isWanted ? marks.prefix { $0.place < end } : marks.prefix(1)).map {
                Mark(place: max(0, $0.place - start), frame: $0.frame, time: $0.time)
            }, end: next - buffer.count + end)
        skip = max(0, end - buffer.count)
        drop(min(end, buffer.count) - start)
        return seen
    }

    /// Steps over octets at the front: of a record that was read, or of plain text.
    mutating func drop(_ count: Int) {
        taken = min(taken + count, buffer.count)
        while marks.count > 1, marks[1].place <= taken { marks.removeFirst() }
        if taken == buffer.count { (buffer, marks, taken) = ([], [], 0) }
    }

    /// Less than a record is left: nothing else is ever moved.
    private mutating func forget() {
        guard taken > 0 else { return }
        buffer.removeFirst(taken)
        for index in marks.indices { marks[index].place = max(0, marks[index].place - taken) }
        taken = 0
    }
}
