import Capture
import Trace

/// One direction of a recorded connection.
package struct RecordedStream: Hashable, Sendable {
    /// The socket that sent the stream.
    package let sender: Endpoint
    /// The octets from the first one up to the first one that is missing.
    package let bytes: [UInt8]
    /// Ranges of the stream that were sent and are not in the capture.
    package let missing: [Range<Int>]
    /// Whether the SYN was recorded. If not, the stream may have begun before the capture did.
    package let hasBeginning: Bool
    /// The numbers of packets whose data contradicts octets of the same places in other packets: an attacker injected data, or the
    /// capture is damaged.
    package let contradictions: [Int]
    /// The numbers of packets that the capture has cut (its snap length).
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
    /// The number of the connection's first packet in the capture.
    package let firstPacket: Int
    /// The stream of the side that opened the connection.
    package let client: RecordedStream
    /// The stream of the other side.
    package let server: RecordedStream
}

/// Keeps every octet of the connections in a capture, and puts their streams together by sequence numbers (RFC 9293 section 3.4).
///
/// An ``Explainer`` forgets octets that it has read; a reassembler keeps all of them. Packets may come in any order: twice, overlapping,
/// the SYN last. Octets that never passed the point of capture stay missing. Checksums are not verified: an eavesdropper reads damaged
/// segments too.
package struct Reassembler: Sendable {
    /// How many frames belong to no stream, by reason.
    package private(set) var asides = SetAsideTally()
    /// The number of frames in the capture.
    package private(set) var frames = 0
    private var fragments = Fragments()
    private var tracks: [Track] = []
    /// The place in `tracks` of the newest connection between two sockets.
    private var newest: [SocketPair: Int] = [:]

    /// Reads a whole capture.
    ///
    /// - Throws: ``ParseError`` for the first error in the file. It names the field, its offset in the file and the rule that it breaks.
    package init(_ capture: [UInt8]) throws(ParseError) {
        var reader = CaptureReader()
        reader.append(capture)
        reader.end()
        while let item = try reader.next() {
            switch item {
            case .frame(let frame):
                take(Dissection(frame, of: reader), frames: [frame.number], in: reader.buffer)
            case .skipped(let error): throw error
            case .secrets, .other: break
            }
        }
        fragments.end()
        setAside(fragments.takeDropped(), .fragment)
        frames = reader.frames
    }

    /// - Parameter frames: the frames of the datagram, of which the last one completes it.
    private mutating func take(_ dissection: Dissection, frames: [Int], in buffer: [UInt8]) {
        switch dissection {
        case .segment(let segment): take(segment, frame: frames.last ?? 0, in: buffer)
        case .report(let report):
            if newest[SocketPair(report.source, report.destination)] == nil { setAside(frames, .icmp) }
        case .setAside(let why, let number): setAside(frames, why, number: number)
        case .fragment(let fragment):
            let whole = fragments.take(fragment, frames: frames, in: buffer)
            setAside(fragments.takeDropped(), .fragment)
            if let whole { take(whole.content, frames: whole.frames + frames, in: whole.datagram) }
        }
    }

    private mutating func setAside(_ frames: [Int], _ why: SetAside, number: UInt16? = nil) {
        for frame in frames { asides.add(frame, why, number: number) }
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

/// A connection whose packets are being collected.
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

    /// Whether a SYN begins a new connection between the same sockets. If not, it is a retransmission of this connection's SYN.
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

    /// Whether the first stream is the server's, for a connection without a SYN in the capture. The client is the side whose stream
    /// begins with a handshake record (22) with a ClientHello (1). If that does not decide, the server is the side with the lower port.
    private func looksLikeServer(_ first: RecordedStream, _ second: RecordedStream) -> Bool {
        func saysHello(_ stream: RecordedStream) -> Bool {
            stream.bytes.count > 5 && stream.bytes[0] == 22 && stream.bytes[5] == 1
        }
        if saysHello(first) != saysHello(second) { return saysHello(second) }
        return first.sender.port < second.sender.port
    }
}

/// One direction of a connection whose packets are being collected.
private struct Half {
    let sender: NetworkSocket
    /// Whether a SYN without ACK was seen from this side.
    private(set) var opens = false
    private var places = StreamPlaces()
    /// The place of the first octet of data; nil until a SYN has come.
    private var origin: Int?
    /// The place behind the last octet of data; nil until a FIN has come.
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
        // The number of a SYN that data has overtaken lies a little before that data. The number of a new connection is random.
        return places.number(at: earliest) &- first <= Self.longestOvertaking
    }

    /// How far data may run ahead of the SYN, in octets. It is more than an initial window.
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
        // The data in a reset is an explanation of the reset, and no part of the stream (RFC 9293 section 3.5.3).
        guard segment.length > 0, !segment.control.contains(.rst) else { return }
        if segment.isCut { cutPackets.append(packet) }
        pieces.append(
            RecordStream.Piece(
                octets: buffer[segment.payload], start: start, length: segment.length, frame: packet, time: 0))
    }

    /// The stream, put together from the pieces in the order of their places. Where two pieces overlap, the octets of the piece that begins
    /// first are kept; if both begin at the same place, those of the piece that came first.
    var stream: RecordedStream {
        // A keep-alive probe before the first data carries the number of the SYN. Its octet is no part of the stream.
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
            // Octets that the capture has cut off may be in another packet. They are missing only if no piece covers them.
        }
        let sent = max(end ?? 0, pieces.map(\.end).max() ?? 0) - begin
        if sent > reached { missing.append(reached..<sent) }
        return RecordedStream(
            sender: sender.endpoint, bytes: bytes, missing: missing, hasBeginning: origin != nil,
            contradictions: contradictions, cutPackets: cutPackets, hasEnded: end != nil, hasReset: hasReset,
            packets: packets)
    }

    /// Whether the octets of a piece differ from the octets of the stream so far at the same places.
    private func contradicts(_ octets: ArraySlice<UInt8>, at start: Int, _ known: [UInt8]) -> Bool {
        let low = max(0, start)
        let high = min(known.count, start + octets.count)
        guard low < high else { return false }
        return known[low..<high] != octets.dropFirst(low - start).prefix(high - low)
    }
}
