import TLSSim
import Trace

extension TLSTalk {
    /// What a record says, if it was in clear or was opened.
    struct Content: Sendable {
        /// The type of the content: the inner one of a record of TLS 1.3.
        let type: ContentType
        let octets: [UInt8]
        let isOpened: Bool
        /// Whether it begins with the beginning of a message.
        let isAligned: Bool
    }

    /// Knows the parts of records and messages, as far as the hellos tell them.
    fileprivate var dissector: Dissector {
        // Before TLS 1.2 ServerKeyExchange has another form.
        let suite = answer.flatMap { $0.chosenVersion < .tls12 ? nil : CipherSuite.withCodePoint($0.cipherSuite) }
        var dissector = Dissector(suite: suite)
        dissector.encryptThenMAC = answer?.extensions.contains(.encryptThenMAC) ?? false
        // Early data comes before ServerHello.
        if isTLS13 || answer == nil && content?.isOpened == true { dissector.version = .tls13 }
        return dissector
    }
}

/// A TLS record of a connection that is told as a run.
struct HeardRecord: Sendable {
    /// Whether the side that has sent the first frame of the connection has sent it.
    let isFromOne: Bool
    let record: RecordStream.Seen
    /// The content; nil for a sealed record.
    private let content: TLSTalk.Content?
    /// The frame that completes the record. If the body was passed over, it is the frame with the header.
    let last: Int
    private let dissector: Dissector
    /// Why no record is opened from this one on; nil for any other record.
    let closed: TLSClosed?

    fileprivate init(
        _ record: RecordStream.Seen, _ talk: TLSTalk, isFromOne: Bool, last: Int, closed: TLSClosed?
    ) {
        (self.record, self.isFromOne, self.last) = (record, isFromOne, last)
        (content, dissector) = (talk.content, talk.dissector)
        self.closed = closed
    }

    /// The place of the record in the stream.
    var stream: Range<Int> { (record.end - RecordLimits.header - record.length)..<record.end }

    /// Whether it tells more than that data flows: a message of the handshake, an alert, or the end of the opening.
    fileprivate var isTelling: Bool { closed != nil || content.map { $0.type != .applicationData } ?? false }

    /// The record as a message. A recording has no party that learns something: so it discloses nothing.
    ///
    /// - Parameter wire: the header and the body.
    func message(_ wire: [UInt8]) -> Message {
        let isClear = content?.isOpened == false || record.type == .changeCipherSpec && record.length == 1
        guard let type = record.type, content != nil || isClear else {
            return CapturedMessages.sealed(
                type: record.type, version: record.version, wire: wire, stream: stream)
        }
        let made = dissector.message(
            of: Record(
                type: content?.type ?? type, version: record.version, wire: wire,
                plaintext: content?.octets ?? Array(wire.dropFirst(RecordLimits.header)), encrypted: !isClear,
                stream: stream), aligned: content?.isAligned ?? true)
        return Message(
            machine: made.machine, version: made.version, stream: made.stream, encrypted: made.encrypted
        ) { Message.Meaning(label: made.label, step: made.step, panes: made.panes) }
    }
}

/// What frames of a connection complete, kept for its story.
struct Heard: Sendable {
    private(set) var records: [HeardRecord] = []
    /// Whether something stands in it that a story must not fold away.
    private(set) var isTelling = false
    /// Whether the failure of the opening was told.
    private var hasToldFailure = false

    /// Adds a record, which the talk has just taken.
    mutating func add(_ record: RecordStream.Seen, _ talk: TLSTalk, isFromOne: Bool, last: Int) {
        let isSealed = talk.content == nil && record.type != .changeCipherSpec
        let closed = isSealed && !hasToldFailure ? talk.opening.failure : nil
        hasToldFailure = hasToldFailure || closed != nil
        records.append(HeardRecord(record, talk, isFromOne: isFromOne, last: last, closed: closed))
        isTelling = isTelling || records.last?.isTelling == true
    }

    /// Notes that HTTP has begun a message.
    mutating func tell() { isTelling = true }

    /// Takes out what was added since the last time.
    mutating func take() -> Heard {
        defer { (records, isTelling) = ([], false) }
        return self
    }
}
