import TLSSim
import Trace

/// TLS in a recorded connection: found on any port, at the beginning or after plain text, and followed to its end.
struct TLSCourse: Sendable {
    /// How many octets of a connection are looked through for the beginning of TLS.
    static let mostSearched = 1 << 15

    /// One direction.
    struct Line: Sendable {
        fileprivate(set) var stream = RecordStream()
        /// What it says in plain text.
        fileprivate(set) var words = Prelude.Words()
        /// Records that were read.
        fileprivate(set) var records = 0
        /// Where a record had to begin and none did.
        fileprivate(set) var noRecord: RecordStream.NoRecord?
        /// A message that cannot be read: the frame, and what is wrong with it.
        fileprivate(set) var malformed: (frame: Int, error: TLSError)?
        /// Whether nothing more is read of it.
        fileprivate(set) var hasEnded = false
    }

    private(set) var one = Line()
    private(set) var other = Line()
    /// What was said in TLS; nil as long as there is none.
    private(set) var talk: TLSTalk?
    private(set) var prelude: Prelude?
    private var searched = 0

    /// Which side has said the first words of a client, in TLS or in another protocol; nil where nothing tells.
    var firstSpeakerIsOne: Bool? {
        if let talk, talk.hello != nil || talk.answer != nil { return talk.clientIsOne }
        if one.words.areRequest { return true }
        return other.words.areRequest ? false : nil
    }

    /// Whether octets of a side are still of use.
    func listens(isFromOne: Bool) -> Bool {
        talk == nil ? searched < Self.mostSearched : !self[isFromOne].hasEnded
    }

    subscript(isFromOne: Bool) -> Line {
        _read { yield isFromOne ? one : other }
        _modify {
            if isFromOne { yield &one } else { yield &other }
        }
    }

    /// Takes octets of a side's stream.
    ///
    /// - Parameters:
    ///   - piece: what was captured of them, in the reader's buffer.
    ///   - hasBeginning: whether the capture has the beginning of the stream.
    ///   - secrets: what opens sessions.
    /// - Returns: what of TLS has become whole with these octets.
    mutating func take(
        _ piece: RecordStream.Piece, isFromOne: Bool, hasBeginning: Bool, _ secrets: SecretsStore
    ) -> Marks {
        for due in self[isFromOne].stream.take(piece) {
            feed(due, isFromOne: isFromOne, hasBeginning: hasBeginning, secrets)
        }
        defer { talk?.marks = [] }
        return talk?.marks ?? []
    }

    /// The connection is over: gaps are not filled any more.
    mutating func end(_ secrets: SecretsStore) {
        for isFromOne in [true, false] where talk != nil && !self[isFromOne].hasEnded {
            while true {
                let due = self[isFromOne].stream.giveUp()
                if due.isEmpty { break }
                for piece in due { feed(piece, isFromOne: isFromOne, hasBeginning: false, secrets) }
            }
        }
    }

    private mutating func feed(
        _ piece: RecordStream.Piece, isFromOne: Bool, hasBeginning: Bool, _ secrets: SecretsStore
    ) {
        guard !self[isFromOne].hasEnded else { return }
        let wasLost = self[isFromOne].stream.isLost
        self[isFromOne].stream.append(piece)
        if talk == nil { search(piece, isFromOne: isFromOne, hasBeginning: hasBeginning) }
        if let talk, wasLost || self[isFromOne].stream.isLost || !self[isFromOne].stream.unread.isEmpty {
            read(isFromClient: isFromOne == talk.clientIsOne, isFromOne: isFromOne, wasLost: wasLost, secrets)
        }
        self[isFromOne].stream.finish(piece)
    }

    /// Looks for the beginning of TLS in plain text.
    private mutating func search(_ piece: RecordStream.Piece, isFromOne: Bool, hasBeginning: Bool) {
        searched += piece.length
        let unread = self[isFromOne].stream.unread
        switch Prelude.beginning(in: unread) {
        case .hello(let offset, let isClient):
            let clientIsOne = isFromOne == isClient
            if offset > 0 { self[isFromOne].words.take(unread.prefix(offset), frame: piece.frame) }
            self[isFromOne].stream.drop(offset)
            talk = TLSTalk(clientIsOne: clientIsOne, isMidstream: false)
            // To an alert plain text may have led: then it was no prelude.
            if unread.dropFirst(offset).first == ContentType.handshake.rawValue {
                prelude = Prelude.named(client: self[clientIsOne].words, server: self[!clientIsOne].words)
            }
        case .none where !hasBeginning && RecordStream.begins(unread):
            talk = TLSTalk(clientIsOne: isFromOne, isMidstream: true)
        case .unclear where unread.count < Self.mostSearched: break
        case .unclear, .none:
            if !unread.isEmpty { self[isFromOne].words.take(unread, frame: piece.frame) }
            self[isFromOne].stream.drop(unread.count)
        }
    }

    private mutating func read(isFromClient: Bool, isFromOne: Bool, wasLost: Bool, _ secrets: SecretsStore) {
        guard var talk else { return }
        self.talk = nil
        defer { self.talk = talk }
        if wasLost || self[isFromOne].stream.isLost { talk.lose(isFromClient) }
        talk.prepare(isFromClient, secrets)
        var frame = 0
        do {
            while let record = try self[isFromOne].stream.record(talk.wanted(isFromClient)) {
                frame = record.frame
                self[isFromOne].records += 1
                try talk.take(record, isFromClient, secrets)
            }
        } catch let error as RecordStream.NoRecord {
            self[isFromOne].hasEnded = true
            if self[isFromOne].records == 0 { self[isFromOne].words.take(error.octets, frame: error.mark.frame) }
            // Behind close_notify another protocol may go on.
            if !talk[isFromClient].hasClosed { self[isFromOne].noRecord = error }
        } catch let error as TLSError {
            self[isFromOne].malformed = (frame, error)
            self[isFromOne].hasEnded = true
        } catch {
            self[isFromOne].hasEnded = true
        }
    }
}
