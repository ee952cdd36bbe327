/// HTTP in both directions of a connection, in clear or in opened records.
struct HTTPTalk: Sendable {
    /// What was seen.
    private(set) var record = HTTPRecord()
    private var one = HTTPReader()
    private var other = HTTPReader()
    /// The places behind the octets in clear that were read; nil before the first.
    private var next: (one: Int?, other: Int?) = (nil, nil)

    /// - Parameter keepsText: whether fields and bodies are kept, and not only the first lines.
    init(keepsText: Bool = false) { record.keepsText = keepsText }

    /// Whether more octets of a side are read: its stream has begun with HTTP.
    func listens(isFromOne: Bool) -> Bool {
        let reader = isFromOne ? one : other
        return reader.hasBegun && !reader.hasEnded
    }

    /// Reads from the beginning again: TLS has begun on the connection, and there may be HTTP in it.
    mutating func restart() { (one, other, next) = (HTTPReader(), HTTPReader(), (nil, nil)) }

    /// Takes a piece of a stream in clear. Pieces come in order, with gaps where octets are missing. `now` is the frame that has come.
    mutating func take(_ piece: RecordStream.Piece, isFromOne: Bool, now: Int) {
        let place = (isFromOne ? next.one : next.other) ?? piece.start
        if piece.start > place { lose(piece.start - place, isFromOne: isFromOne) }
        take(
            piece.octets.dropFirst(max(0, place - piece.start)), isFromOne: isFromOne,
            frame: max(piece.frame, now))
        let end = max(place, piece.start + piece.octets.count)
        if isFromOne { next.one = end } else { next.other = end }
    }

    /// Takes octets that continue a direction.
    mutating func take(_ octets: ArraySlice<UInt8>, isFromOne: Bool, frame: Int) {
        if isFromOne {
            one.take(octets, isFromOne: true, frame: frame, &record)
        } else {
            other.take(octets, isFromOne: false, frame: frame, &record)
        }
    }

    /// Notes that octets of a direction are missing: so many, or nil for an unknown number.
    mutating func lose(_ count: Int?, isFromOne: Bool) {
        if isFromOne { one.lose(count ?? .max, &record) } else { other.lose(count ?? .max, &record) }
    }
}
