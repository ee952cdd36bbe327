import TLSSim
import Trace

extension TLSTalk {
    /// An alert.
    struct SeenAlert: Sendable {
        let frame: Int
        let time: Int64
        let isFromClient: Bool
        /// Its level and name; nil for one that is sealed.
        var level: UInt8?
        var name: AlertDescription?
        var isEncrypted = false
        /// Whether the handshake was complete.
        var isAfterHandshake = false
        /// Whether it ends the connection. In TLS 1.3 the level means nothing (RFC 8446 section 6).
        var isFatal: Bool { name.map { level == 2 && $0 != .closeNotify } ?? true }
    }

    /// What one side has sent.
    struct Side: Sendable {
        var keys = RecordKeys.none
        /// Records under keys, opened or not.
        var protectedRecords = 0
        var specChanges = 0
        var isFinished = false
        var hasClosed = false
        var applicationOctets = 0
        var applicationRecords = 0
        var plaintext: Plaintext?
        /// The certificates in DER; nil where no Certificate message is in clear.
        var certificates: [[UInt8]]?
        /// The record that came last: what it says it is, and how long its body is.
        var last: (type: ContentType, length: Int, frame: Int)?
        /// Handshake messages that are not whole yet, and where their octets came from.
        private(set) var joiner = HandshakeJoiner()
        private var marks: [Mark] = []
        private var joined = 0
        private var received = 0

        mutating func append(_ octets: [UInt8], _ record: RecordStream.Seen, isOpened: Bool) {
            // What was sealed has one place: that of its record.
            for mark in isOpened ? record.marks.prefix(1) : record.marks[...] {
                marks.append(
                    Mark(
                        place: received + max(0, mark.place - RecordLimits.header), frame: mark.frame, time: mark.time))
            }
            received += octets.count
            joiner.append(octets)
        }

        mutating func next() throws(TLSError) -> (message: HandshakeMessage, mark: Mark)? {
            guard let message = try joiner.next(), let mark = marks.last(where: { $0.place <= joined }) else {
                return nil
            }
            joined += HandshakeMessage.headerLength + message.body.count
            marks.removeAll { $0.place < mark.place }
            return (message, mark)
        }

        /// Octets are missing: what was begun will not be whole.
        mutating func lose() { (joiner, marks, joined, received) = (HandshakeJoiner(), [], 0, 0) }
    }

    /// The longest silence between two messages of a handshake.
    struct Pause: Sendable {
        var length: Int64 = 0
        var frames = (before: 0, after: 0)
        /// Who has spoken after it.
        var isFromClient = false
    }
}
