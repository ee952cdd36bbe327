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
        /// Whether it is an error that ends the connection. An alert that was not decrypted counts as one.
        var isFatal: Bool { name.map { level == 2 && $0 != .closeNotify } ?? true }
    }

    /// The first ClientHello of a connection, and its place in the capture.
    struct SeenHello: Sendable {
        let message: ClientHello
        let frames: (first: Int, last: Int)
        /// The times of its first frame and of its last frame, in microseconds since 1970.
        let time: Int64
        let lastTime: Int64
        /// The length of the message in octets.
        let octets: Int
        /// The place behind it in the stream.
        let end: Int
        /// The version of its record; nil for the form of SSL 2.0, which has none (RFC 5246 appendix E.2).
        let recordVersion: ProtocolVersion?
    }

    /// The records and messages of one side.
    struct Side: Sendable {
        var keys = RecordKeys.none
        /// The number of protected records, opened or not, since the last ChangeCipherSpec.
        var protectedRecords = 0
        /// The number of ChangeCipherSpec messages (TLS 1.2 and older).
        var specChanges = 0
        /// Whether octets of the side are missing. Then the places of its records tell nothing.
        var hasGap = false
        /// The time and frame of the Finished, or of the first record that shows that it was sent; nil before.
        var finished: (time: Int64, frame: Int)?
        var isFinished: Bool { finished != nil }
        /// Whether the side has sent a close_notify that can be read.
        var hasClosed = false
        /// The octets and records of application data. For records that were not decrypted the octets are computed from their length.
        var applicationOctets = 0
        var applicationRecords = 0
        /// The decrypted application data; nil if none was decrypted.
        var plaintext: Plaintext?
        /// The certificates in DER, the leaf first; nil if no Certificate message can be read.
        var certificates: [[UInt8]]?
        /// The last record: its type, the length of its body in octets, its frame and time, and the place behind it in the stream.
        var last: (type: ContentType?, length: Int, frame: Int, time: Int64, end: Int)?
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
        mutating func lose() {
            (joiner, marks, joined, received) = (HandshakeJoiner(), [], 0, 0)
            hasGap = true
        }
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

extension HandshakeMessage {
    /// Whether octets are, from the first to the last, messages that a side sends in clear. The content of a protected record is not: the
    /// lengths in it do not fit.
    static func areClear(_ octets: [UInt8], isFromClient: Bool) -> Bool {
        var joiner = HandshakeJoiner()
        joiner.append(octets)
        var isAny = false
        while let message = try? joiner.next() {
            guard message.isClear(isFromClient: isFromClient) else { return false }
            isAny = true
        }
        return isAny && joiner.isEmpty
    }

    private func isClear(isFromClient: Bool) -> Bool {
        switch (type, isFromClient) {
        case (.clientHello, true): (try? parsed(ClientHello.read)) != nil
        case (.serverHello, false): (try? readServerHello()) != nil
        case (.certificate, _): (try? parsed(CertificateMessage.read)) != nil
        case (.clientKeyExchange, true), (.certificateVerify, true), (.serverKeyExchange, false),
            (.certificateRequest, false), (.newSessionTicket, false), (.certificateStatus, false):
            !body.isEmpty
        case (.serverHelloDone, false): body.isEmpty
        default: false
        }
    }

    /// Reads a ServerHello. Up to draft 21 of TLS 1.3 it had no session ID and no compression method, and the version was in its first field.
    func readServerHello() throws(TLSError) -> ServerHello {
        guard let version = body.first, version == 0x7f, body.count >= 36 else {
            return try parsed(ServerHello.read)
        }
        // An empty session ID before the suite, and the compression method 0 behind it.
        let octets: [UInt8] = Array(body[..<34]) + [0] + Array(body[34..<36]) + [0] + Array(body[36...])
        return try HandshakeMessage(.serverHello, body: octets).parsed(ServerHello.read)
    }
}
