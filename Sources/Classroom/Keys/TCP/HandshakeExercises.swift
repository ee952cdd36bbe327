import Simulator
import Trace

/// Lesson 1: the three-way handshake.
extension Exercise {
    static let handshake: [Exercise] = [
        Exercise(lesson: 1, number: 1, answer: .number) { seed in
            let journal = try Visit.journal(seed)
            let syn = try journal.packet("tcp.syn").sequence
            let acknowledgment = try journal.packet("tcp.syn_ack").number("tcp.ack_raw")
            return Solution(
                [.number(acknowledgment), .number(1)],
                because: HandshakeHint.acknowledged(syn: syn, next: acknowledgment),
                hint: .nextExpected,
                slips: [(.number(syn), .ownNumber), (.number(0), .ownNumber)])
        },
        Exercise(lesson: 1, number: 2, answer: .letters(through: "d")) { seed in
            let journal = try Visit.journal(seed) { $0.wire.rules = [try LinkRule("drop client ACK 1")] }
            let opening = journal.serversOpening
            return Solution(
                .letters([opening.letter]), because: HandshakeHint.opened(opening), hint: .everySegmentAcknowledges)
        },
        Exercise(lesson: 1, number: 3, answer: .time) { seed in
            let journal = try Visit.journal(seed) {
                $0.wire.latency = .milliseconds(40)
                $0.wire.jitter = .milliseconds(30)
            }
            let start = try journal.event("tcp.syn_received", of: .server).at
            guard let end = journal.entry(of: .server, into: "ESTABLISHED")?.at else {
                throw ExerciseError.noStep("tcp.established")
            }
            return Solution(
                .time(end - start), because: HandshakeHint.doubt(from: start, to: end), hint: .doubtEnds,
                slips: [
                    (.time(end - .zero), .countedFromTheStart),
                    (.time(start - .zero), .countedFromTheStart),
                ])
        },
        Exercise(lesson: 1, number: 4, answer: .octets) { seed in
            let journal = try Visit.journal(seed)
            let syn = try journal.packet("tcp.syn")
            let octets = try journal.packet("tcp.syn_ack").octets(28..<32)
            return Solution(
                .octets(octets), because: HandshakeHint.acknowledgmentField(octets), hint: .fieldBehind,
                slips: [(.octets(try syn.octets(24..<28)), .ownNumber)])
        },
    ]
}

extension Journal {
    /// The kind of segment that opened the server's connection.
    var serversOpening: HandshakeOpening {
        guard let entry = entry(of: .server, into: "ESTABLISHED") else { return .never }
        var last: Packet?
        for event in events.prefix(entry.number) where event.who == .server {
            if case .received(let packet, _) = event.kind { last = packet }
        }
        return last.map { $0.payload.isEmpty ? .repetition : .data } ?? .never
    }
}

extension Packet {
    /// The octets of the datagram in `range`.
    ///
    /// - Throws: ``ExerciseError`` if the datagram is shorter.
    fileprivate func octets(_ range: Range<Int>) throws(ExerciseError) -> [UInt8] {
        guard range.upperBound <= bytes.count else { throw .noStep("octets \(range)") }
        return Array(bytes[range])
    }
}
