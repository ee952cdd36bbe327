import TCPSim
import TLSSim
import Trace

/// One direction of a connection, as an attacker reads it who has no key: the octets in order, in records, and the handshake messages in clear.
struct SeenStream: Sendable {
    /// A part of the stream that an attacker can tell from the others.
    enum Piece: Sendable {
        /// A handshake message in clear. `at` is the number of its first octet; nil if it does not begin its record.
        case message(HandshakeMessage, at: SequenceNumber?)
        /// Any other record: its type, the length of its fragment in octets, the number of its last octet, and whether it is protected.
        case record(ContentType, length: Int, last: SequenceNumber, isProtected: Bool)
    }

    /// The number of the stream's first octet; nil before a segment has passed.
    private var start: SequenceNumber?
    /// The number of octets that have passed in order.
    private(set) var count = 0
    private var records = RecordLayer()
    private var messages = HandshakeJoiner()
    private var hasChangedCipherSpec = false

    /// Takes a segment of the sender. Octets that have passed before, and octets behind a gap, are left out.
    ///
    /// - Parameter isTLS13: whether the two sides speak TLS 1.3. A ChangeCipherSpec has no meaning there.
    /// - Returns: the parts of the stream of which this segment has the last octet.
    mutating func take(_ segment: Segment, isTLS13: Bool) -> [Piece] {
        let first = start ?? segment.dataSequence
        start = first
        let known = (first + count).place(from: segment.dataSequence)
        guard known >= 0, known < segment.payload.count else { return [] }
        let news = Array(segment.payload.dropFirst(known))
        count += news.count
        records.append(news)
        var pieces: [Piece] = []
        // What is no TLS has no pieces.
        while let record = try? records.next() {
            let isProtected = record.type == .applicationData || (hasChangedCipherSpec && !isTLS13)
            guard record.type == .handshake, !isProtected else {
                if record.type == .changeCipherSpec { hasChangedCipherSpec = true }
                pieces.append(
                    .record(
                        record.type, length: record.plaintext.count, last: first + (record.stream.upperBound - 1),
                        isProtected: isProtected))
                continue
            }
            var place: SequenceNumber? = messages.isEmpty ? first + record.stream.lowerBound + RecordLimits.header : nil
            messages.append(record.plaintext)
            while let message = try? messages.next() {
                pieces.append(.message(message, at: place))
                place = place.map { $0 + message.bytes.count }
            }
        }
        return pieces
    }
}

/// Both directions of a connection, as an attacker reads them who has no key.
struct SeenConnection: Sendable {
    private var streams: [Role: SeenStream] = [:]
    private var isTLS13 = false

    /// The number of octets that a side has sent, each counted once.
    func octets(of side: Role) -> Int { streams[side]?.count ?? 0 }

    /// The side that has sent a datagram.
    static func sender(of seen: DecodedDatagram) -> Role { seen.header.source == .server ? .server : .client }

    /// Takes a datagram that passes.
    ///
    /// - Returns: the parts of its stream of which it has the last octet.
    mutating func take(_ seen: DecodedDatagram) -> [SeenStream.Piece] {
        let pieces = streams[Self.sender(of: seen), default: SeenStream()].take(seen.segment, isTLS13: isTLS13)
        for case .message(let message, _) in pieces where message.type == .serverHello {
            guard let answer = try? message.parsed(ServerHello.read) else { continue }
            isTLS13 = answer.selectedVersion == .tls13
        }
        return pieces
    }
}
