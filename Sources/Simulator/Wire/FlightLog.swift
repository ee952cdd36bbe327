import TCPSim
import Trace

/// What became of every segment so far. Only an observer of both ends and of the wire can know this.
///
/// The log gives the true reason of a retransmission. The sender can only guess that reason.
///
/// A bad wire can hold thousands of segments at once. So no question may cost a look at all of them.
struct FlightLog: Sendable {
    /// A segment that was sent, and what became of it so far.
    private struct Flight {
        /// The number of the event in which it was sent.
        let event: Int
        /// The sequence numbers that it occupies: from `sequence` up to, but not including, `end`.
        let sequence: SequenceNumber
        let end: SequenceNumber
        /// SEG.ACK; nil for a segment without the ACK bit, and for a reset.
        let acknowledgment: SequenceNumber?
        /// Whether it is a probe of a closed window.
        let isProbe: Bool
        /// The event in which the wire first delayed it.
        var delayed: Int?
        /// The event in which the wire damaged it.
        var damaged: Int?
        /// The event in which it first arrived undamaged.
        var arrived: Int?
        /// The event in which it was first lost.
        var lost: Int?

        /// Whether it will still arrive, and count.
        var isUnderWay: Bool { arrived == nil && lost == nil && damaged == nil }

        /// Whether it was sent after the event `arrival`, and acknowledges the number.
        func answers(_ number: SequenceNumber, after arrival: Int) -> Bool {
            event > arrival && acknowledgment.map { number < $0 } ?? false
        }
    }

    /// One direction of a connection: its two ports.
    struct Direction: Hashable, Sendable {
        let source: UInt16
        let destination: UInt16

        /// The direction of `segment`.
        init(of segment: Segment) { self.init(source: segment.sourcePort, destination: segment.destinationPort) }

        init(source: UInt16, destination: UInt16) { (self.source, self.destination) = (source, destination) }

        /// The direction in which the answers go.
        var back: Direction { Direction(source: destination, destination: source) }
    }

    /// A block of 256 sequence numbers of one direction.
    private struct Block: Hashable {
        let direction: Direction
        let place: UInt32

        init(_ direction: Direction, _ number: SequenceNumber) {
            (self.direction, place) = (direction, number.rawValue >> 8)
        }
    }

    private var flights: [Flight] = []
    /// The segments that occupy a number of a block, in the order in which they were sent.
    private var occupants: [Block: [Int]] = [:]
    /// The segments with an acknowledgment, in the order in which they were sent. Those at the end that are no longer under way are removed
    /// when the list is read.
    private var answersUnderWay: [Direction: [Int]] = [:]
    /// The last segment with an acknowledgment.
    private var lastAnswers: [Direction: Int] = [:]

    /// Notes that the next packet of the run is `segment`, sent in the event `event`.
    mutating func sent(_ segment: Segment, in event: Int, isProbe: Bool = false) {
        let direction = Direction(of: segment)
        let acknowledges = segment.control.contains(.ack) && !segment.control.contains(.rst)
        if acknowledges {
            answersUnderWay[direction, default: []].append(flights.count)
            lastAnswers[direction] = flights.count
        }
        for offset in stride(from: 0, to: segment.length + 255, by: 256) where segment.length > 0 {
            let number = segment.sequence + min(offset, segment.length - 1)
            let block = Block(direction, number)
            if occupants[block]?.last != flights.count { occupants[block, default: []].append(flights.count) }
        }
        flights.append(
            Flight(
                event: event, sequence: segment.sequence, end: segment.end,
                acknowledgment: acknowledges ? segment.acknowledgment : nil, isProbe: isProbe))
    }

    /// Notes that the packet of that number has arrived undamaged. Only its first arrival is kept.
    mutating func arrived(_ packet: Int, in event: Int) { note(packet, \.arrived, event) }

    /// Notes that the packet of that number is lost. Only its first loss is kept.
    mutating func lost(_ packet: Int, in event: Int) { note(packet, \.lost, event) }

    /// Notes that the wire has damaged the packet of that number.
    mutating func damaged(_ packet: Int, in event: Int) { note(packet, \.damaged, event) }

    /// Notes that the wire has delayed the packet of that number. Only the first time is kept.
    mutating func delayed(_ packet: Int, in event: Int) { note(packet, \.delayed, event) }

    private mutating func note(_ packet: Int, _ fate: WritableKeyPath<Flight, Int?>, _ event: Int) {
        guard flights.indices.contains(packet - 1), flights[packet - 1][keyPath: fate] == nil else { return }
        flights[packet - 1][keyPath: fate] = event
    }

    /// The event in which the wire damaged the packet of that number; nil if it did not.
    func damage(of packet: Int) -> Int? {
        flights.indices.contains(packet - 1) ? flights[packet - 1].damaged : nil
    }

    /// Why the octet or control bit at the sequence number `number` is not acknowledged yet.
    ///
    /// - Returns: nil if nothing with that number was sent in that direction.
    mutating func reason(at number: SequenceNumber, in direction: Direction) -> Retransmission? {
        let copies = (occupants[Block(direction, number)] ?? []).filter {
            Work.count()
            return flights[$0].sequence <= number && number < flights[$0].end
        }
        guard let last = copies.indices.last else { return nil }
        func retransmission(of place: Int, _ reason: Retransmission.Reason) -> Retransmission {
            let flight = flights[copies[place]]
            return Retransmission(
                original: flight.event, copy: place + 1, copies: copies.count, isProbe: flight.isProbe, reason: reason)
        }
        if let place = copies.firstIndex(where: { flights[$0].arrived != nil }),
            let arrived = flights[copies[place]].arrived
        {
            return retransmission(of: place, answer(to: number, arrivedAt: arrived, in: direction.back))
        }
        if let place = copies.firstIndex(where: { flights[$0].isUnderWay }) {
            return retransmission(of: place, .underWay(heldUp: flights[copies[place]].delayed))
        }
        let flight = flights[copies[last]]
        if let damaged = flight.damaged {
            return retransmission(of: last, .damaged(damaged, dropped: flight.lost))
        }
        return flight.lost.map { retransmission(of: last, .lost($0)) }
    }

    /// What became of the acknowledgment of a number that arrived in the event `arrived`. A later segment acknowledges no less than an
    /// earlier one, so the last that is under way is the one that can acknowledge the number.
    private mutating func answer(
        to number: SequenceNumber, arrivedAt arrived: Int, in direction: Direction
    ) -> Retransmission.Reason {
        while let top = answersUnderWay[direction]?.last, !flights[top].isUnderWay {
            Work.count()
            answersUnderWay[direction]?.removeLast()
        }
        if let top = answersUnderWay[direction]?.last, flights[top].answers(number, after: arrived) {
            return .answerUnderWay(arrived: arrived, answer: flights[top].event, heldUp: flights[top].delayed)
        }
        guard let last = lastAnswers[direction], flights[last].answers(number, after: arrived) else {
            return .unanswered(arrived: arrived)
        }
        let flight = flights[last]
        if let damaged = flight.damaged {
            return .answerDamaged(arrived: arrived, answer: flight.event, damaged, dropped: flight.lost)
        }
        if let lost = flight.lost { return .answerLost(arrived: arrived, answer: flight.event, lost) }
        return .answerUnused(arrived: arrived, answer: flight.event, flight.arrived ?? flight.event)
    }
}
