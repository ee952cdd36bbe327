import TLSSim
import Trace

/// One direction of a connection between others, as an attacker in the middle takes it apart and puts it together again: in records, and
/// as long as she can read them in handshake messages.
package struct RecordRelay {
    /// How she reads what comes. With keys she reads on behind ChangeCipherSpec.
    package var reading = RecordLayer()
    /// How she writes what goes on.
    package var writing = RecordLayer()
    private var joiner = HandshakeJoiner()
    private var isLegible = true
    /// The handshake messages that have come, in clear or opened, with their framing.
    package private(set) var messages: [HandshakeMessage] = []

    /// What has come.
    package enum Piece {
        /// A whole handshake message.
        case message(HandshakeMessage)
        /// Anything else: a record's type, and its content as far as she can read it.
        case content(ContentType, [UInt8])
    }

    /// A direction in which nothing has come.
    package init() {}

    /// Adds octets that have come.
    package mutating func append(_ octets: [UInt8]) { reading.append(octets) }

    /// Takes out the next piece; nil until there is a whole one. A record that cannot be read is none.
    package mutating func next() -> Piece? {
        while true {
            if let message = try? joiner.next() {
                messages.append(message)
                return .message(message)
            }
            guard let record = try? reading.next() else { return nil }
            if record.type == .changeCipherSpec { isLegible = false }
            guard record.type == .handshake, isLegible || record.encrypted else {
                return .content(record.type, record.plaintext)
            }
            joiner.append(record.plaintext)
        }
    }

    /// The record that carries a message.
    package mutating func write(_ message: HandshakeMessage) -> [UInt8] { write(.handshake, message.bytes) }

    /// The records that carry a content.
    package mutating func write(_ type: ContentType, _ content: [UInt8]) -> [UInt8] {
        ((try? writing.seal(type, content)) ?? []).flatMap(\.wire)
    }

    /// The octets that carry a piece.
    package mutating func write(_ piece: Piece) -> [UInt8] {
        switch piece {
        case .message(let message): write(message)
        case .content(let type, let content): write(type, content)
        }
    }

    /// Takes in octets, and says what goes on in their place.
    ///
    /// - Parameter change: what she makes of a piece; it can change how she reads and writes what follows.
    package mutating func pass(
        _ octets: [UInt8], _ change: (Piece, inout RecordRelay) -> [UInt8]
    ) -> [UInt8] {
        append(octets)
        var passed: [UInt8] = []
        while let piece = next() { passed += change(piece, &self) }
        return passed
    }
}
