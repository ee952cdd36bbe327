/// HTTP in both directions of a connection, in clear or in opened records.
struct HTTPTalk: Sendable {
    /// What was seen.
    private(set) var record = HTTPRecord()
    /// The readers of both directions, and the places behind the octets in clear that they have read; none before the first octets.
    private var lines: [(reader: HTTPReader, next: Int?)] = []

    /// - Parameter keepsText: whether fields and bodies are kept, and not only the first lines.
    init(keepsText: Bool = false) { record.keepsText = keepsText }

    /// Whether more octets of a side are read: its stream has begun with HTTP.
    func listens(isFromOne: Bool) -> Bool {
        guard !lines.isEmpty else { return false }
        let reader = lines[isFromOne ? 0 : 1].reader
        return reader.hasBegun && !reader.hasEnded
    }

    /// Reads from the beginning again: TLS has begun on the connection, and there may be HTTP in it.
    mutating func restart() { lines = [] }

    /// Takes a piece of a stream in clear. Pieces come in order, with gaps where octets are missing. `now` is the frame that has come.
    mutating func take(_ piece: RecordStream.Piece, isFromOne: Bool, now: Int) {
        begin()
        let index = isFromOne ? 0 : 1
        let place = lines[index].next ?? piece.start
        if piece.start > place { lines[index].reader.lose(piece.start - place, &record) }
        let octets = piece.octets.dropFirst(max(0, place - piece.start))
        lines[index].next = max(place, piece.start + piece.octets.count)
        take(octets, isFromOne: isFromOne, frame: max(piece.frame, now))
    }

    /// Takes octets that continue a direction.
    mutating func take(_ octets: ArraySlice<UInt8>, isFromOne: Bool, frame: Int) {
        begin()
        lines[isFromOne ? 0 : 1].reader.take(octets, isFromOne: isFromOne, frame: frame, &record)
    }

    /// Notes that octets of a direction are missing, and that it is not known how many.
    mutating func lose(isFromOne: Bool) {
        if !lines.isEmpty { lines[isFromOne ? 0 : 1].reader.lose(.max, &record) }
    }

    private mutating func begin() {
        if lines.isEmpty { lines = [(HTTPReader(), nil), (HTTPReader(), nil)] }
    }
}
