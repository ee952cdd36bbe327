import TLSSim
import Trace

/// Finds TLS in a recorded connection, on any port, at the beginning or after plain text, and reads it to its end.
struct TLSCourse: Sendable {
    /// The number of octets of a connection in which the beginning of TLS is searched.
    static let mostSearched = 1 << 15

    /// One direction of the connection.
    struct Line: Sendable {
        fileprivate(set) var stream = RecordStream()
        /// The plain text before TLS, or instead of it.
        fileprivate(set) var words = Prelude.Words()
        /// The number of TLS records that were read.
        fileprivate(set) var records = 0
        /// The place where a record had to begin and none did; nil if there is no such place.
        fileprivate(set) var noRecord: RecordStream.NoRecord?
        /// The frame in which other octets follow close_notify; nil if none do.
        fileprivate(set) var frameAfterTLS: Int?
        /// The frame of a message that cannot be read, and the error; nil if all messages can be read.
        fileprivate(set) var malformed: (frame: Int, error: TLSError)?
        /// Whether no more of this direction is read.
        fileprivate(set) var hasEnded = false
    }

    private(set) var one = Line()
    private(set) var other = Line()
    /// The TLS records and messages of both sides; nil until TLS begins.
    var talk: TLSTalk? { box.first }
    /// The same, alone in its array: it is large, and many connections never have it. It is read in the array's span, which copies nothing.
    private var box: [TLSTalk] = []
    /// The plain-text protocol before TLS; nil if TLS begins the stream, or has not begun.
    private(set) var prelude: Prelude?
    /// The hello of a client that speaks SSL 2.0 alone: its frame, and whether it is `one`; and the frame of the server's hello in SSL 2.0.
    private(set) var oldHello: (frame: Int, isFromOne: Bool)?
    private(set) var oldAnswer: Int?
    /// HTTP in clear or in opened records.
    private(set) var http = HTTPTalk()
    /// What was heard since it was last taken out; nil if the connection is not told as a run.
    private var heard: Heard?
    /// The number of octets that were searched.
    private var searched = 0

    /// - Parameter isTold: whether the connection is told as a run.
    init(isTold: Bool = false) {
        guard isTold else { return }
        (heard, http) = (Heard(), HTTPTalk(keepsText: true))
    }

    /// Whether TLS has begun.
    var hasBegun: Bool { !box.isEmpty }

    /// Takes out what was heard since the last time.
    mutating func takeHeard() -> Heard { heard?.take() ?? Heard() }

    /// Whether `one` is the client, by its ClientHello or its request in plain text; nil if the streams do not tell.
    var firstSpeakerIsOne: Bool? {
        if hasBegun, box.span[0].hello != nil || box.span[0].answer != nil { return box.span[0].clientIsOne }
        if let oldHello { return oldHello.isFromOne }
        if one.words.areRequest { return true }
        return other.words.areRequest ? false : nil
    }

    /// Whether more octets of a side are read.
    func listens(isFromOne: Bool) -> Bool {
        !hasBegun
            ? searched < Self.mostSearched || http.listens(isFromOne: isFromOne) : !self[isFromOne].hasEnded
    }

    subscript(isFromOne: Bool) -> Line {
        _read { yield isFromOne ? one : other }
        _modify {
            if isFromOne { yield &one } else { yield &other }
        }
    }

    /// Takes octets of a side's stream, in any order.
    ///
    /// - Parameters:
    ///   - hasBeginning: whether the capture has the beginning of the stream.
    ///   - secrets: the secrets with which records are decrypted.
    /// - Returns: marks for the messages that have become whole with these octets.
    mutating func take(
        _ piece: RecordStream.Piece, isFromOne: Bool, hasBeginning: Bool, _ secrets: SecretsStore
    ) -> Marks {
        for due in self[isFromOne].stream.take(piece) {
            feed(due, isFromOne: isFromOne, hasBeginning: hasBeginning, now: piece.frame, secrets)
        }
        guard hasBegun else { return [] }
        defer { box[0].marks = [] }
        return box.span[0].marks
    }

    /// Reads the octets behind gaps: the connection has ended, so the gaps will not be filled.
    mutating func end(_ secrets: SecretsStore) {
        while true {
            let frames = (
                one: listens(isFromOne: true) ? one.stream.waiting : nil,
                other: listens(isFromOne: false) ? other.stream.waiting : nil
            )
            guard frames.one != nil || frames.other != nil else { return }
            // Of both sides, the one goes on whose octets came first.
            let isFromOne = frames.one ?? .max < frames.other ?? .max
            for piece in self[isFromOne].stream.giveUp() {
                feed(piece, isFromOne: isFromOne, hasBeginning: false, now: 0, secrets)
            }
        }
    }

    /// Reads a piece that continues the stream. `now` is the frame that has come; 0 if the connection has ended.
    private mutating func feed(
        _ piece: RecordStream.Piece, isFromOne: Bool, hasBeginning: Bool, now: Int, _ secrets: SecretsStore
    ) {
        guard !self[isFromOne].hasEnded else { return }
        if !hasBegun, searched >= Self.mostSearched {
            // No TLS will begin any more.
            self[isFromOne].stream.pass(piece)
            return readHTTP(piece, isFromOne: isFromOne, now: now)
        }
        let wasLost = self[isFromOne].stream.isLost
        self[isFromOne].stream.append(piece)
        if !hasBegun {
            search(piece, isFromOne: isFromOne, hasBeginning: hasBeginning && !self[isFromOne].stream.hasGap)
        }
        if hasBegun, wasLost || self[isFromOne].stream.isLost || !self[isFromOne].stream.unread.isEmpty {
            read(
                isFromClient: isFromOne == box.span[0].clientIsOne, isFromOne: isFromOne, wasLost: wasLost, now: now,
                secrets)
        } else if !hasBegun {
            readHTTP(piece, isFromOne: isFromOne, now: now)
        }
        self[isFromOne].stream.finish(piece)
    }

    /// Searches the beginning of TLS in the octets that were not read.
    private mutating func search(_ piece: RecordStream.Piece, isFromOne: Bool, hasBeginning: Bool) {
        let unread = self[isFromOne].stream.unread
        searched += piece.length
        switch Prelude.beginning(in: unread) {
        case .hello(let offset, let isClient) where hasBeginning || Prelude.isHello(unread.dropFirst(offset)):
            let clientIsOne = isFromOne == isClient
            if offset > 0 { self[isFromOne].words.take(unread.prefix(offset), frame: piece.frame) }
            self[isFromOne].stream.drop(offset)
            box = [TLSTalk(clientIsOne: clientIsOne, begins: isClient)]
            http.restart()
            // Plain text may have caused an alert. Then it was no protocol before TLS.
            if unread.dropFirst(offset).first == ContentType.handshake.rawValue {
                let named = Prelude.named(client: self[clientIsOne].words, server: self[!clientIsOne].words)
                // In a capture that begins later, unknown octets before the hello may be TLS as well.
                prelude = hasBeginning || named != .other ? named : nil
            }
        case .oldHello(let hello, let length) where hasBeginning:
            self[isFromOne].stream.drop(length)
            guard hello.version >= .ssl30 else {
                oldHello = oldHello ?? (piece.frame, isFromOne)
                return
            }
            var begun = TLSTalk(clientIsOne: isFromOne, begins: true)
            begun.take(
                TLSTalk.SeenHello(
                    message: hello, frames: (piece.frame, piece.frame), time: piece.time, lastTime: piece.time,
                    octets: length - 2, end: self[isFromOne].stream.next, recordVersion: nil))
            box = [begun]
        case .none where oldHello?.isFromOne == !isFromOne && Prelude.isOldAnswer(unread):
            oldAnswer = oldAnswer ?? piece.frame
            self[isFromOne].stream.drop(unread.count)
        case .hello where RecordStream.begins(unread), .none where !hasBeginning && RecordStream.begins(unread):
            box = [TLSTalk(clientIsOne: isFromOne != Prelude.isFromServer(unread), begins: nil)]
        case .unclear where unread.count < Self.mostSearched: break
        case .unclear, .none, .hello, .oldHello:
            if !unread.isEmpty { self[isFromOne].words.take(unread, frame: piece.frame) }
            self[isFromOne].stream.drop(unread.count)
        }
    }

    /// Reads the records that are whole.
    private mutating func read(isFromClient: Bool, isFromOne: Bool, wasLost: Bool, now: Int, _ secrets: SecretsStore) {
        guard hasBegun else { return }
        // The array has one owner while its element is changed, so that it is not copied.
        var box: [TLSTalk] = []
        swap(&box, &self.box)
        read(&box[0], isFromClient: isFromClient, isFromOne: isFromOne, wasLost: wasLost, now: now, secrets)
        swap(&box, &self.box)
    }

    private mutating func read(
        _ talk: inout TLSTalk, isFromClient: Bool, isFromOne: Bool, wasLost: Bool, now: Int, _ secrets: SecretsStore
    ) {
        if wasLost || self[isFromOne].stream.isLost {
            talk.lose(isFromClient: isFromClient)
            http.lose(isFromOne: isFromOne)
        }
        talk.prepare(isFromClient: isFromClient, secrets: secrets)
        let hasClosed = talk.mayHaveClosed(isFromClient: true) || talk.mayHaveClosed(isFromClient: false)
        while !self[isFromOne].hasEnded {
            var frame = 0
            do {
                while let record = try self[isFromOne].stream.record(talk.wanted(isFromClient: isFromClient)) {
                    frame = record.frame
                    self[isFromOne].records += 1
                    defer { hear(record, talk, isFromOne: isFromOne, now: now) }
                    try talk.take(record, isFromClient: isFromClient, secrets: secrets)
                }
                return
            } catch let error as RecordStream.NoRecord {
                // Another protocol may follow close_notify.
                if hasClosed || talk.mayHaveClosed(isFromClient: isFromClient) {
                    self[isFromOne].frameAfterTLS = error.mark.frame
                } else if talk[isFromClient].hasGap {
                    talk.lose(isFromClient: isFromClient)
                    return self[isFromOne].stream.dropUnread()
                } else {
                    let isFirst = self[isFromOne].records == 0
                    if isFirst { self[isFromOne].words.take(error.octets, frame: error.mark.frame) }
                    self[isFromOne].noRecord = error
                }
                self[isFromOne].hasEnded = true
            } catch let error as TLSError where !talk[isFromClient].hasGap {
                self[isFromOne].malformed = (frame, error)
                self[isFromOne].hasEnded = true
            } catch {
                // Behind a gap it is not sure that this was a message.
                talk.lose(isFromClient: isFromClient)
            }
        }
    }

    /// Reads HTTP in clear.
    private mutating func readHTTP(_ piece: RecordStream.Piece, isFromOne: Bool, now: Int) {
        let known = http.record.count
        http.take(piece, isFromOne: isFromOne, now: now)
        if http.record.count > known { heard?.tell() }
    }

    /// Reads HTTP in a record that was opened, and keeps the record for the story.
    private mutating func hear(_ record: RecordStream.Seen, _ talk: TLSTalk, isFromOne: Bool, now: Int) {
        // What came before a gap was given up is complete with the frame that has come; what stands behind it, with its own frames.
        let own = record.marks.map(\.frame).max() ?? now
        let last = self[isFromOne].stream.hasGap ? own : max(own, now)
        let known = http.record.count
        if let content = talk.content, content.isOpened, content.type == .applicationData {
            http.take(content.octets[...], isFromOne: isFromOne, frame: last)
        }
        heard?.add(record, talk, isFromOne: isFromOne, last: last)
        if http.record.count > known { heard?.tell() }
    }
}
