import TCPSim
import Trace

/// What became of every segment so far. Only an observer of both ends and of the wire can know this.
///
/// The log gives the true reason of a retransmission. The sender can only guess that reason.
struct FlightLog: Sendable {
    /// A segment that was sent, and what became of it so far.
    private struct Flight {
        let sender: Principal
        /// The number of the event in which it was sent.
        let event: Int
        /// The sequence numbers that it occupies: from `sequence` up to, but not including, `end`.
        let sequence: SequenceNumber
        let end: SequenceNumber
        /// SEG.ACK; nil for a segment without the ACK bit.
        let acknowledgment: SequenceNumber?
        /// The event in which the wire first changed, delayed or copied it.
        var incident: Int?
        /// The event in which it first arrived undamaged.
        var arrived: Int?
        /// The event in which it was first lost.
        var lost: Int?
    }

    private var flights: [Flight] = []

    /// Notes that the next packet of the run is `segment`, sent in the event `event`.
    mutating func sent(_ segment: Segment, by sender: Principal, in event: Int) {
        flights.append(
            Flight(
                sender: sender, event: event, sequence: segment.sequence, end: segment.end,
                acknowledgment: segment.control.contains(.ack) ? segment.acknowledgment : nil))
    }

    /// Notes that the packet of that number has arrived undamaged. Only its first arrival is kept.
    mutating func arrived(_ packet: Int, in event: Int) {
        guard flights.indices.contains(packet - 1), flights[packet - 1].arrived == nil else { return }
        flights[packet - 1].arrived = event
    }

    /// Notes that the packet of that number is lost. Only its first loss is kept.
    mutating func lost(_ packet: Int, in event: Int) {
        guard flights.indices.contains(packet - 1), flights[packet - 1].lost == nil else { return }
        flights[packet - 1].lost = event
    }

    /// Notes that the wire has changed, delayed or copied the packet of that number. Only the first incident is kept.
    mutating func changed(_ packet: Int, in event: Int) {
        guard flights.indices.contains(packet - 1), flights[packet - 1].incident == nil else { return }
        flights[packet - 1].incident = event
    }

    /// The event in which the wire first changed, delayed or copied the packet of that number; nil if it did not.
    func incident(of packet: Int) -> Int? {
        flights.indices.contains(packet - 1) ? flights[packet - 1].incident : nil
    }

    /// Why the octet or control bit at the sequence number `number` of `sender` is not acknowledged yet.
    ///
    /// - Returns: nil if `sender` has sent nothing with that number.
    func reason(at number: SequenceNumber, of sender: Principal) -> Retransmission? {
        let sent = flights.filter { $0.sender == sender && $0.sequence <= number && number < $0.end }
        guard let last = sent.last else { return nil }
        guard let there = sent.first(where: { $0.arrived != nil }), let arrived = there.arrived else {
            if let lost = last.lost { return Retransmission(original: last.event, reason: .lost(lost)) }
            return Retransmission(original: last.event, reason: .underWay(heldUp: last.incident))
        }
        let answers = flights.filter { flight in
            flight.sender != sender && flight.event > arrived && flight.acknowledgment.map { number < $0 } ?? false
        }
        if let slow = answers.first(where: { $0.arrived == nil && $0.lost == nil }) {
            let reason = Retransmission.Reason.answerUnderWay(
                arrived: arrived, answer: slow.event, heldUp: slow.incident)
            return Retransmission(original: there.event, reason: reason)
        }
        if let answer = answers.last, let lost = answer.lost {
            let reason = Retransmission.Reason.answerLost(arrived: arrived, answer: answer.event, lost)
            return Retransmission(original: there.event, reason: reason)
        }
        return Retransmission(original: there.event, reason: .unanswered(arrived: arrived))
    }
}

/// A segment that is sent again, and why its sender has no acknowledgment yet. The integers are numbers of events.
struct Retransmission: Hashable, Sendable {
    /// Why no acknowledgment has come.
    enum Reason: Hashable, Sendable {
        /// The first copy was lost in that event.
        case lost(Int)
        /// The first copy takes longer than its sender waits. `heldUp` is the event in which the wire delayed it, if it did.
        case underWay(heldUp: Int?)
        /// The first copy arrived, but its acknowledgment, sent in the event `answer`, was lost in the event of the last number.
        case answerLost(arrived: Int, answer: Int, Int)
        /// The first copy arrived, but its acknowledgment takes longer than the sender waits.
        case answerUnderWay(arrived: Int, answer: Int, heldUp: Int?)
        /// The first copy arrived, and no acknowledgment covers it yet.
        case unanswered(arrived: Int)
    }

    /// The event in which the earlier copy was sent.
    let original: Int
    let reason: Reason

    /// The event that has led to the retransmission.
    var event: Int {
        switch reason {
        case .lost(let event), .answerLost(_, _, let event), .unanswered(let event): event
        case .underWay(let incident): incident ?? original
        case .answerUnderWay(_, let answer, let incident): incident ?? answer
        }
    }
}
