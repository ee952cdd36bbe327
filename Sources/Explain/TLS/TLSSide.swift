import TLSSim
import Trace

extension TLSTalk {
    /// An alert in a recording.
    struct SeenAlert: Sendable {
        let frame: Int
        let time: Int64
        let isFromClient: Bool
        /// The level and the name; nil for an alert that was not decrypted.
        var level: UInt8?
        var name: AlertDescription?
        var isEncrypted = false
        /// Whether the handshake was complete before it.
        var isAfterHandshake = false
        /// Whether it is an error that ends the connection. An alert that was not decrypted counts as one.
        var isFatal: Bool { name.map { level == 2 && $0 != .closeNotify } ?? true }
    }

    /// The records and messages of one side.
    struct Side: Sendable {
        var keys = RecordKeys.none
        /// The number of protected records, opened or not, since the last ChangeCipherSpec.
        var protectedRecords = 0
        /// The number of ChangeCipherSpec messages (TLS 1.2 and older).
        var specChanges = 0
        /// Whether the side has sent Finished.
        var isFinished = false
        /// Whether the side has sent a close_notify that can be read.
        var hasClosed = false
        /// The octets and records of application data. For records that were not decrypted the octets are computed from their length.
        var applicationOctets = 0
        var applicationRecords = 0
        /// The decrypted application data; nil if none was decrypted.
        var plaintext: Plaintext?
        /// The certificates in DER, the leaf first; nil if no Certificate message can be read.
        var certificates: [[UInt8]]?
        /// The last record: its type, the length of its body in octets, and its frame.
        var last: (type: ContentType, length: Int, frame: Int)?
        /// Joins the contents of records to handshake messages.
        private(set) var joiner = HandshakeJoiner()
        /// The frames of the contents that were received, by their places.
        private var marks: [Mark] = []
        /// The number of octets in messages that are whole, and of all octets.
        private var joined = 0
        private var received = 0

        /// Adds the content of a handshake record.
        mutating func append(_ octets: [UInt8], _ record: RecordStream.Seen, isOpened: Bool) {
            // The content of a sealed record has no places on the wire: it gets the frame with the beginning of the record.
            for mark in isOpened ? record.marks.prefix(1) : record.marks[...] {
                marks.append(
                    Mark(
                        place: received + max(0, mark.place - RecordLimits.header), frame: mark.frame, time: mark.time))
            }
            received += octets.count
            joiner.append(octets)
        }

        /// The next whole message, and the frame in which it begins; nil if no message is whole.
        mutating func next() throws(TLSError) -> (message: HandshakeMessage, mark: Mark)? {
            guard let message = try joiner.next(), let mark = marks.last(where: { $0.place <= joined }) else {
                return nil
            }
            joined += HandshakeMessage.headerLength + message.body.count
            marks.removeAll { $0.place < mark.place }
            return (message, mark)
        }

        /// Drops messages that are not whole: octets of them are missing.
        mutating func lose() { (joiner, marks, joined, received) = (HandshakeJoiner(), [], 0, 0) }
    }

    /// The longest pause between two messages of a handshake.
    struct Pause: Sendable {
        /// The length, in microseconds.
        var length: Int64 = 0
        var frames = (before: 0, after: 0)
        /// Whether the client has sent the message after the pause.
        var isFromClient = false
    }
}
