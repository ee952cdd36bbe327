/// A connection of which at most a SYN and its answer have come. Its frames wait as they are, in a fiftieth of the room of a
/// ``Conversation``: a scan or a flood consists of such connections.
struct EarlyConnection: Sendable {
    /// A frame that waits.
    struct Frame: Sendable {
        let frame: Int
        let time: Int64
        let stamp: Int64?
        private let segment: SeenSegment
        /// The options and the data of the segment.
        let octets: [UInt8]
        /// The datagram, for a connection that is told as a run; empty otherwise.
        let datagram: [UInt8]

        init(
            _ segment: SeenSegment, in buffer: [UInt8], frame: Int, time: Int64, stamp: Int64?, datagram: [UInt8]
        ) {
            (self.frame, self.time, self.stamp, self.datagram) = (frame, time, stamp, datagram)
            var segment = segment
            octets = Array(
                buffer[(segment.payload.lowerBound - segment.optionsLength)..<segment.payload.upperBound])
            segment.payload = segment.optionsLength..<octets.count
            self.segment = segment
        }

        /// The frame with another number, another time and other sockets.
        func moved(to frame: Int, time: Int64, from source: NetworkSocket, to destination: NetworkSocket) -> Frame {
            var segment = segment
            (segment.source, segment.destination) = (source, destination)
            return Frame(self, segment, frame: frame, time: time)
        }

        private init(_ other: Frame, _ segment: SeenSegment, frame: Int, time: Int64) {
            (self.frame, self.time, self.segment) = (frame, time, segment)
            (stamp, octets, datagram) = (other.stamp.map { _ in time }, other.octets, other.datagram)
        }

        /// The segment, whose data is in ``octets``.
        var held: SeenSegment { segment }
    }

    /// The most frames that wait: a SYN that is sent again, and the answers to it.
    private static let most = 4
    /// The longest data of a segment that waits, in octets.
    private static let mostData = 64

    /// The number of the connection, from 1.
    let number: Int
    /// Whether an older connection of the capture had the same sockets.
    let reusesPorts: Bool
    /// Whether the frames before its SYN are its own, by their numbers: the capture is not in order.
    let hasLateSYN: Bool
    /// Whether the connection is told as a run.
    let isTold: Bool
    private(set) var frames: [Frame] = []

    /// - Parameter frames: the frames that wait; none if the first one opens the connection at once.
    init(number: Int, reusesPorts: Bool, hasLateSYN: Bool, isTold: Bool, _ frames: [Frame] = []) {
        self.frames = frames
        (self.number, self.reusesPorts, self.hasLateSYN, self.isTold) = (number, reusesPorts, hasLateSYN, isTold)
    }

    /// Whether the connection waits with a segment: it begins with a SYN, and only SYNs, their answers and a reset have come.
    func waits(with segment: SeenSegment) -> Bool {
        guard Self.holds(segment), frames.count < Self.most else { return false }
        if segment.control.contains(.syn) { return !segment.control.contains(.fin) }
        return segment.control.contains(.rst) && frames.count == 1 && frames[0].held.opens
    }

    /// Whether there is room for the data of a segment.
    private static func holds(_ segment: SeenSegment) -> Bool { segment.payload.count <= mostData }

    /// Whether a connection that begins with a segment waits.
    static func waits(first segment: SeenSegment) -> Bool {
        holds(segment) && segment.control.contains(.syn) && !segment.control.contains(.fin)
    }

    mutating func add(_ frame: Frame) { frames.append(frame) }

    /// Whether a segment begins another connection between the same sockets.
    func isOver(at segment: SeenSegment) -> Bool {
        guard segment.opens else { return false }
        if let own = frames.first(where: { $0.held.source == segment.source && $0.held.control.contains(.syn) }) {
            return own.held.sequence != segment.sequence
        }
        // A SYN,ACK tells the number of the SYN that it answers.
        let answer = frames.first { $0.held.control.isSuperset(of: [.syn, .ack]) }
        return answer.map { $0.held.acknowledgment &- 1 != segment.sequence } ?? false
    }
}
