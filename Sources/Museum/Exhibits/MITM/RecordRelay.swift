import TLSSim
import Trace

/// One direction of a connection that goes through an attacker in the middle. She splits the octets into records and, as long as she can
/// read them, into handshake messages. Then she writes records again.
package struct RecordRelay {
    /// The record layer that reads. After ChangeCipherSpec it needs keys to read further handshake messages.
    package var reading = RecordLayer()
    package var writing = RecordLayer()
    private var joiner = HandshakeJoiner()
    private var isLegible = true
    /// The handshake messages that were read, in clear or decrypted, with their framing.
    package private(set) var messages: [HandshakeMessage] = []

    /// A unit that was read.
    package enum Piece {
        /// A whole handshake message.
        case message(HandshakeMessage)
        /// A record that is not a readable handshake record: its type, and its content, which may be encrypted.
        case content(ContentType, [UInt8])
    }

    /// A direction in which no octet has arrived.
    package init() {}

    /// Adds octets that have arrived.
    package mutating func append(_ octets: [UInt8]) { reading.append(octets) }

    /// Takes out the next piece; nil if no whole piece has arrived, or if the next record cannot be read.
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

    /// Reads octets, and returns the octets that go on in their place.
    ///
    /// - Parameter change: returns the octets that replace a piece. It may change the record layers for what follows.
    package mutating func pass(
        _ octets: [UInt8], _ change: (Piece, inout RecordRelay) -> [UInt8]
    ) -> [UInt8] {
        append(octets)
        var passed: [UInt8] = []
        while let piece = next() { passed += change(piece, &self) }
        return passed
    }
}
