import TCPSim
import Trace

/// What became of every segment so far, as only one who sees both ends and the wire can know.
///
/// From it comes the reason of a retransmission that its sender can only suspect.
struct FlightLog: Sendable {
    /// A segment on its way, or at its end.
    private struct Flight {
        let sender: Principal
        /// The event in which it was sent.
        let event: Int
        /// The numbers that it occupies: from `sequence` until before `end`.
        let sequence: SequenceNumber
        let end: SequenceNumber
        /// What it acknowledges.
        let acknowledgment: SequenceNumber?
        /// The event in which the wire did something to it other than to lose it.
        var incident: Int?
        /// The event in which it first arrived whole.
        var arrived: Int?
        /// The event in which it was lost.
        var lost: Int?
    }

    private var flights: [Flight] = []

    /// The next packet of the run is `segment`, sent in `event`.
    mutating func sent(_ segment: Segment, by sender: Principal, in event: Int) {
        flights.append(
            Flight(
                sender: sender, event: event, sequence: segment.sequence, end: segment.end,
                acknowledgment: segment.control.contains(.ack) ? segment.acknowledgment : nil))
    }

    /// The packet of that number has arrived whole.
    mutating func arrived(_ packet: Int, in event: Int) {
        guard flights.indices.contains(packet - 1), flights[packet - 1].arrived == nil else { return }
        flights[packet - 1].arrived = event
    }

    /// The packet of that number is lost.
    mutating func lost(_ packet: Int, in event: Int) {
        guard flights.indices.contains(packet - 1), flights[packet - 1].lost == nil else { return }
        flights[packet - 1].lost = event
    }

    /// The wire has done something to the packet of that number that does not lose it.
    mutating func changed(_ packet: Int, in event: Int) {
        guard flights.indices.contains(packet - 1), flights[packet - 1].incident == nil else { return }
        flights[packet - 1].incident = event
    }

    /// The event in which the wire did something to the packet of that number; nil if it did nothing.
    func incident(of packet: Int) -> Int? {
        flights.indices.contains(packet - 1) ? flights[packet - 1].incident : nil
    }

    /// Why what occupies `number` in the numbers of `sender` is not acknowledged; nil if nothing was sent there.
    func reason(at number: SequenceNumber, of sender: Principal) -> Again? {
        let sent = flights.filter { $0.sender == sender && $0.sequence <= number && number < $0.end }
        guard let last = sent.last else { return nil }
        guard let there = sent.first(where: { $0.arrived != nil }), let arrived = there.arrived else {
            if let lost = last.lost { return Again(of: last.event, .lost(lost)) }
            return Again(of: last.event, .underWay(heldUp: last.incident))
        }
        let answers = flights.filter { flight in
            flight.sender != sender && flight.event > arrived && flight.acknowledgment.map { number < $0 } ?? false
        }
        if let slow = answers.first(where: { $0.arrived == nil && $0.lost == nil }) {
            return Again(of: there.event, .answerUnderWay(arrived: arrived, answer: slow.event, heldUp: slow.incident))
        }
        if let answer = answers.last, let lost = answer.lost {
            return Again(of: there.event, .answerLost(arrived: arrived, answer: answer.event, lost))
        }
        return Again(of: there.event, .unanswered(arrived: arrived))
    }
}

/// That a segment is sent again, and why that was necessary, or why not. The numbers are those of events.
struct Again: Hashable, Sendable {
    /// Why no acknowledgment has come.
    enum Reason: Hashable, Sendable {
        /// It was lost in that event.
        case lost(Int)
        /// It takes longer than its sender waits, perhaps because the wire held it up.
        case underWay(heldUp: Int?)
        /// It arrived, but what acknowledges it was lost.
        case answerLost(arrived: Int, answer: Int, Int)
        /// It arrived, but what acknowledges it takes longer than the sender waits.
        case answerUnderWay(arrived: Int, answer: Int, heldUp: Int?)
        /// It arrived, and nothing acknowledges it yet.
        case unanswered(arrived: Int)
    }

    /// The event in which it was sent before.
    let original: Int
    let reason: Reason

    init(of original: Int, _ reason: Reason) {
        self.original = original
        self.reason = reason
    }

    /// The event that is to blame.
    var event: Int {
        switch reason {
        case .lost(let event), .answerLost(_, _, let event), .unanswered(let event): event
        case .underWay(let incident): incident ?? original
        case .answerUnderWay(_, let answer, let incident): incident ?? answer
        }
    }
}
