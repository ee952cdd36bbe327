import Capture
import Trace

/// One direction of a recorded connection.
package struct RecordedStream: Hashable, Sendable {
    /// Who sent it.
    package let sender: Endpoint
    /// Its octets from the first one on, up to the first that is missing.
    package let bytes: [UInt8]
    /// Octets that must have been sent and are not in the capture, as ranges of the stream.
    package let missing: [Range<Int>]
    /// Whether the SYN was recorded. If not, the stream may have begun before the capture did.
    package let hasBeginning: Bool
    /// Packets of data that the recording has twice with different octets: someone interfered, or the capture is damaged.
    package let contradictions: [Int]
    /// Packets the capture has not whole (its snap length).
    package let cutPackets: [Int]
    /// Whether this side has ended its stream (FIN).
    package let hasEnded: Bool
    /// Whether this side has reset the connection (RST).
    package let hasReset: Bool
    /// How many packets of this side were recorded.
    package let packets: Int
}

/// Both directions of a recorded connection.
package struct RecordedConnection: Hashable, Sendable {
    /// Number of its first packet in the capture.
    package let firstPacket: Int
    /// What the side that opened the connection sent.
    package let client: RecordedStream
    /// What the other side sent.
    package let server: RecordedStream
}

/// Keeps every octet of the connections in a capture, and puts their streams together (RFC 9293 section 3.4 read from outside).
///
/// An ``Explainer`` forgets what it has read; here all octets stay, and packets may come in any order: twice, overlapping, the SYN last.
/// What never passed the point of capture is missing for good. Checksums are not looked at: an eavesdropper takes what there is.
package struct Reassembler: Sendable {
    /// Frames that belong to no stream, with the reasons.
    package private(set) var asides = SetAsideTally()
    /// How many frames the capture has.
    package private(set) var frames = 0
    private var fragments = Fragments()
    private var tracks: [Track] = []
    /// The newest connection between two sockets.
    private var newest: [SocketPair: Int] = [:]

    /// Reads a whole capture, of which nothing may be wrong.
    ///
    /// - Throws: ``ParseError`` naming the field, its offset in the file and the rule it breaks.
    package init(_ capture: [UInt8]) throws(ParseError) {
        var reader = CaptureReader()
        reader.append(capture)
        reader.end()
        while let item = try reader.next() {
            switch item {
            case .frame(let frame):
                take(Dissection(frame, of: reader), frame: frame.number, in: reader.buffer)
            case .skipped(let error): throw error
            case .secrets, .other: break
            }
        }
        frames = reader.frames
    }

    private mutating func take(_ dissection: Dissection, frame: Int, in buffer: [UInt8]) {
        switch dissection {
        case .segment(let segment): take(segment, frame: frame, in: buffer)
        case .report(let report):
            if newest[SocketPair(report.source, report.destination)] == nil { asides.add(frame, .icmp) }
        case .setAside(let why): asides.add(frame, why)
        case .fragment(let fragment):
            let (found, content) = fragments.take(fragment, in: buffer)
            take(found, frame: frame, in: content)
        }
    }

    private mutating func take(_ segment: SeenSegment, frame: Int, in buffer: [UInt8]) {
        let pair = SocketPair(segment.source, segment.destination)
        var index = newest[pair]
        if let known = index, segment.opens, tracks[known].isOver(at: segment) { index = nil }
        let place = index ?? tracks.endIndex
        if index == nil {
            tracks.append(Track(frame, segment))
            newest[pair] = place
        }
        tracks[place].add(frame, segment, in: buffer)
    }

    /// The connections, in the order in which they appear in the capture.
    package var connections: [RecordedConnection] { tracks.map(\.connection) }
}

/// A connection in the making.
private struct Track {
    let firstPacket: Int
    /// The side that sent the first segment seen.
    var one: Half
    var other: Half

    init(_ packet: Int, _ segment: SeenSegment) {
        firstPacket = packet
        one = Half(sender: segment.source)
        other = Half(sender: segment.destination)
    }

    /// Whether a SYN begins a new connection between the same ports, and is not the old one's sent again.
    func isOver(at segment: SeenSegment) -> Bool {
        let half = segment.source == one.sender ? one : other
        return !half.couldBegin(at: segment.sequence &+ 1)
    }

    mutating func add(_ packet: Int, _ segment: SeenSegment, in buffer: [UInt8]) {
        if segment.source == one.sender {
            one.add(packet, segment, in: buffer)
        } else {
            other.add(packet, segment, in: buffer)
        }
    }

    var connection: RecordedConnection {
        let first = one.stream
        let second = other.stream
        let swap = one.opens || other.opens ? !one.opens : looksLikeServer(first, second)
        return RecordedConnection(
            firstPacket: firstPacket, client: swap ? second : first, server: swap ? first : second)
    }

    /// Without a SYN the first words tell: a handshake record (22) that begins with a ClientHello (1). Else the lower port,
    /// where services listen.
    private func looksLikeServer(_ first: RecordedStream, _ second: RecordedStream) -> Bool {
        func saysHello(_ stream: RecordedStream) -> Bool {
            stream.bytes.count > 5 && stream.bytes[0] == 22 && stream.bytes[5] == 1
        }
        if saysHello(first) != saysHello(second) { return saysHello(second) }
        return first.sender.port < second.sender.port
    }
}

/// One direction in the making.
private struct Half {
    let sender: NetworkSocket
    /// Whether a SYN without ACK was seen from this side.
    private(set) var opens = false
    private var places = StreamPlaces()
    /// The place of the first octet of data, once a SYN has told it.
    private var origin: Int?
    private var end: Int?
    private var pieces: [RecordStream.Piece] = []
    private var cutPackets: [Int] = []
    private var hasReset = false
    private var packets = 0

    init(sender: NetworkSocket) {
        self.sender = sender
    }

    /// Whether the data seen so far may be the beginning of a stream whose first octet has that number.
    func couldBegin(at first: UInt32) -> Bool {
        if let origin { return places.number(at: origin) == first }
        guard let earliest = pieces.map(\.start).min() else { return true }
        // A SYN that was overtaken by data lies a little before it; a number drawn for a new connection, anywhere.
        return places.number(at: earliest) &- first <= Self.longestOvertaking
    }

    /// How far data may run ahead of the SYN, in octets: an initial window and some.
    private static let longestOvertaking: UInt32 = 1 << 17

    mutating func add(_ packet: Int, _ segment: SeenSegment, in buffer: [UInt8]) {
        packets += 1
        if segment.control.contains(.rst) { hasReset = true }
        let isSYN = segment.control.contains(.syn)
        let number = isSYN ? segment.sequence &+ 1 : segment.sequence
        if !places.hasBegun { places.begin(with: number, at: 0) }
        let start = places.place(of: number)
        if isSYN, origin == nil {
            origin = start
            opens = segment.opens
        }
        places.advance(to: start + segment.length)
        if segment.control.contains(.fin) { end = start + segment.length }
        // What a reset carries is a diagnosis, not data (RFC 9293 section 3.5.3).
        guard segment.length > 0, !segment.control.contains(.rst) else { return }
        if segment.isCut { cutPackets.append(packet) }
        pieces.append(
            RecordStream.Piece(
                octets: buffer[segment.payload], start: start, length: segment.length, frame: packet, time: 0))
    }

    /// Sorts the pieces and lays them end to end. Where two overlap, the one that begins first stands; of equals, the earlier.
    var stream: RecordedStream {
        // Keep-alive probes repeat the octet before; it is no part of a stream whose SYN was seen.
        let begin = origin ?? pieces.map(\.start).min() ?? 0
        var bytes: [UInt8] = []
        var missing: [Range<Int>] = []
        var contradictions: [Int] = []
        var reached = 0
        let sorted = pieces.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
        for (_, piece) in sorted {
            let start = piece.start - begin
            let end = start + piece.octets.count
            if start > reached {
                missing.append(reached..<start)
                reached = start
            }
            let isWhole = missing.isEmpty
            if isWhole, contradicts(piece.octets, at: start, bytes) { contradictions.append(piece.frame) }
            if end > reached {
                if isWhole { bytes += piece.octets.dropFirst(reached - start) }
                reached = end
            }
            // What was cut off may still come in another packet: it is missing only if nothing reaches it.
        }
        let sent = max(end ?? 0, pieces.map(\.end).max() ?? 0) - begin
        if sent > reached { missing.append(reached..<sent) }
        return RecordedStream(
            sender: sender.endpoint, bytes: bytes, missing: missing, hasBeginning: origin != nil,
            contradictions: contradictions, cutPackets: cutPackets, hasEnded: end != nil, hasReset: hasReset,
            packets: packets)
    }

    /// Whether a piece says something else than what is known already, where they overlap.
    private func contradicts(_ octets: ArraySlice<UInt8>, at start: Int, _ known: [UInt8]) -> Bool {
        let low = max(0, start)
        let high = min(known.count, start + octets.count)
        guard low < high else { return false }
        return known[low..<high] != octets.dropFirst(low - start).prefix(high - low)
    }
}
