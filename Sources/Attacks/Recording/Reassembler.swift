import Capture
import TCPSim
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

/// Puts the streams of TCP connections together from captured datagrams (RFC 9293 section 3.4 read from outside).
///
/// An eavesdropper has no receive window and sends no acknowledgment; it sorts what it saw by sequence number. Packets
/// may come twice, overlap and be out of order. What never passed the point of capture is missing for good.
package struct Reassembler: Sendable {
    /// Packets that belong to no stream, with the reasons.
    package private(set) var setAside: [(packet: Int, reason: SetAsideReason)] = []
    private var tracks: [Track] = []
    /// The newest connection between two endpoints, whichever of them opened it.
    private var newest: [Pair: Int] = [:]

    /// A reassembler that has seen nothing.
    package init() {}

    /// Two endpoints in an order that does not depend on the direction.
    private struct Pair: Hashable {
        let one: Endpoint
        let other: Endpoint

        init(_ a: Endpoint, _ b: Endpoint) {
            let inOrder = (a.address, a.port) < (b.address, b.port)
            one = inOrder ? a : b
            other = inOrder ? b : a
        }
    }

    /// Takes a captured packet: its number, and its datagram from the IP header on; nil for a frame without one.
    package mutating func add(packet: Int, datagram: [UInt8]?) {
        guard let datagram else { return setAside.append((packet, .noDatagram)) }
        do {
            add(packet, try CapturedSegment(datagram))
        } catch {
            setAside.append((packet, error))
        }
    }

    private mutating func add(_ packet: Int, _ segment: CapturedSegment) {
        let pair = Pair(segment.source, segment.destination)
        var index = newest[pair]
        if let known = index, segment.opens, tracks[known].isOver(at: segment) { index = nil }
        if index == nil {
            tracks.append(Track(packet, segment))
            newest[pair] = tracks.count - 1
        }
        guard let index = index ?? newest[pair] else { return }
        tracks[index].add(packet, segment)
    }

    /// The connections so far, in the order in which they appear in the capture.
    package var connections: [RecordedConnection] { tracks.map(\.connection) }
}

extension CapturedSegment {
    /// A SYN that answers no SYN: the first segment of a connection.
    fileprivate var opens: Bool { control.contains(.syn) && !control.contains(.ack) }
}

/// A connection in the making.
private struct Track {
    let firstPacket: Int
    /// The side that sent the first segment seen.
    var one: Half
    var other: Half

    init(_ packet: Int, _ segment: CapturedSegment) {
        firstPacket = packet
        one = Half(sender: segment.source)
        other = Half(sender: segment.destination)
    }

    /// Whether a SYN begins a new connection between the same ports, and is not the old one's sent again.
    func isOver(at segment: CapturedSegment) -> Bool {
        let half = segment.source == one.sender ? one : other
        return !half.couldBegin(at: segment.sequence + 1)
    }

    mutating func add(_ packet: Int, _ segment: CapturedSegment) {
        if segment.source == one.sender { one.add(packet, segment) } else { other.add(packet, segment) }
    }

    var connection: RecordedConnection {
        let first = one.stream
        let second = other.stream
        let swap = opener.map { $0 == other.sender } ?? looksLikeServer(first, second)
        return RecordedConnection(
            firstPacket: firstPacket, client: swap ? second : first, server: swap ? first : second)
    }

    private var opener: Endpoint? {
        one.opens ? one.sender : (other.opens ? other.sender : nil)
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
    let sender: Endpoint
    /// The sequence number of the first octet of data, once a SYN has told it.
    private(set) var origin: SequenceNumber?
    /// Whether a SYN without ACK was seen from this side.
    private(set) var opens = false
    /// Sequence numbers are 32 bits and wrap. Positions are counted from here and do not.
    private var reference: SequenceNumber?
    /// The highest position so far, to which the next one is taken to be near.
    private var highest = 0
    private var originPosition = 0
    private var endPosition: Int?
    private var pieces: [Piece] = []
    private var cutPackets: [Int] = []
    private var hasReset = false
    private var packets = 0

    private struct Piece {
        let position: Int
        let packet: Int
        let octets: [UInt8]
        /// Octets that were sent behind these and not captured.
        let missing: Int
    }

    init(sender: Endpoint) {
        self.sender = sender
    }

    /// Whether the data seen so far may be the beginning of a stream whose first octet has that number.
    func couldBegin(at first: SequenceNumber) -> Bool {
        if let origin { return origin == first }
        guard let reference, let earliest = pieces.map(\.position).min() else { return true }
        // A SYN that was overtaken by data lies a little before it; a number drawn for a new connection, anywhere.
        return first.isWithin(Self.longestOvertaking + 1, from: reference + (earliest - Self.longestOvertaking))
    }

    /// How far data may run ahead of the SYN, in octets: an initial window and some.
    private static let longestOvertaking = 1 << 17

    mutating func add(_ packet: Int, _ segment: CapturedSegment) {
        packets += 1
        if segment.control.contains(.rst) { hasReset = true }
        let isSYN = segment.control.contains(.syn)
        let start = isSYN ? segment.sequence + 1 : segment.sequence
        let position = self.position(of: start)
        if isSYN, origin == nil {
            origin = start
            originPosition = position
            opens = !segment.control.contains(.ack)
        }
        let length = segment.payload.count + segment.missing
        highest = max(highest, position + length)
        if segment.control.contains(.fin) { endPosition = position + length }
        // What a reset carries is a diagnosis, not data (RFC 9293 section 3.5.3).
        guard length > 0, !segment.control.contains(.rst) else { return }
        if segment.missing > 0 { cutPackets.append(packet) }
        pieces.append(Piece(position: position, packet: packet, octets: segment.payload, missing: segment.missing))
    }

    private mutating func position(of number: SequenceNumber) -> Int {
        guard let reference else {
            self.reference = number
            return 0
        }
        let expected = reference + highest
        return highest + Int(Int32(bitPattern: number.rawValue &- expected.rawValue))
    }

    /// Sorts the pieces and lays them end to end. Where two overlap, the one that begins first stands; of equals, the earlier.
    var stream: RecordedStream {
        // Keep-alive probes repeat the octet before; it is no part of a stream whose SYN was seen.
        let begin = origin == nil ? pieces.map(\.position).min() ?? 0 : originPosition
        var bytes: [UInt8] = []
        var missing: [Range<Int>] = []
        var contradictions: [Int] = []
        var reached = 0
        let sorted = pieces.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
        for (_, piece) in sorted {
            let start = piece.position - begin
            let end = start + piece.octets.count
            if start > reached {
                missing.append(reached..<start)
                reached = start
            }
            let isWhole = missing.isEmpty
            if isWhole, contradicts(piece.octets, at: start, bytes) { contradictions.append(piece.packet) }
            if end > reached {
                if isWhole { bytes.append(contentsOf: piece.octets.dropFirst(reached - start)) }
                reached = end
            }
            // What was cut off may still come in another packet: it is missing only if nothing reaches it.
        }
        let sent = max(endPosition ?? 0, pieces.map { $0.position + $0.octets.count + $0.missing }.max() ?? 0) - begin
        if sent > reached { missing.append(reached..<sent) }
        return RecordedStream(
            sender: sender, bytes: bytes, missing: missing, hasBeginning: origin != nil,
            contradictions: contradictions, cutPackets: cutPackets, hasEnded: endPosition != nil, hasReset: hasReset,
            packets: packets)
    }

    /// Whether a piece says something else than what is known already, where they overlap.
    private func contradicts(_ octets: [UInt8], at start: Int, _ known: [UInt8]) -> Bool {
        let low = max(0, start)
        let high = min(known.count, start + octets.count)
        guard low < high else { return false }
        return known[low..<high] != octets[(low - start)..<(high - start)]
    }
}

extension Reassembler {
    /// A reassembler that has seen a whole capture.
    package init(_ capture: CaptureFile) {
        for packet in capture.packets { add(packet: packet.number, datagram: packet.datagram) }
    }
}
