import Simulator
import TLSSim
import Trace

/// What exercises ask of a run.
extension Journal {
    /// The packet that went out in the `occurrence`th step of that id, optionally of one side; -1 is the last.
    func packet(_ step: String, of who: Principal? = nil, _ occurrence: Int = 1) throws(ExerciseError) -> Packet {
        let packets = events.compactMap { event -> Packet? in
            guard event.step == step, who == nil || event.who == who, case .sent(let packet, _) = event.kind else {
                return nil
            }
            return packet
        }
        let index = occurrence > 0 ? occurrence - 1 : packets.count + occurrence
        guard packets.indices.contains(index) else { throw .noStep(step) }
        return packets[index]
    }

    /// The first message of that step that one side wrote.
    func message(_ step: String, of who: Principal) throws(ExerciseError) -> Message {
        for event in events where event.step == step && event.who == who {
            if case .wrote(let message) = event.kind { return message }
        }
        throw .noStep(step)
    }

    /// The first calculation of that step.
    func calculation(_ step: String) throws(ExerciseError) -> Calculation {
        for event in events where event.step == step {
            if case .computed(let calculation) = event.kind { return calculation }
        }
        throw .noStep(step)
    }

    /// The first event of that step on one side.
    func event(_ step: String, of who: Principal) throws(ExerciseError) -> Event {
        guard let event = events.first(where: { $0.step == step && $0.who == who }) else { throw .noStep(step) }
        return event
    }

    /// The event in which a TCP enters a state; nil if it never does.
    func entry(of who: Principal, into state: String) -> Event? {
        events.first { event in
            guard event.who == who, case .transition("TCP", _, state) = event.kind else { return false }
            return true
        }
    }

    /// What a quantity is in this run, as one side knows it.
    func value(_ secret: SecretID, of who: Principal = .client) throws(ExerciseError) -> [UInt8] {
        for event in events where event.who == who {
            if case .learned(secret, _, let value?) = event.kind { return value }
        }
        guard let value = Ledger(self).fact(who, secret)?.value else { throw .noStep("learned \(secret)") }
        return value
    }
}

extension Packet {
    /// The number in a field.
    func number(_ field: String) throws(ExerciseError) -> UInt64 {
        guard let number = fields.first(named: field)?.number else { throw .noStep(field) }
        return number
    }

    /// Its sequence number.
    var sequence: UInt64 { get throws(ExerciseError) { try number("tcp.seq_raw") } }
}

extension UInt64 {
    /// A sequence number that is that much further on: they are counted modulo 2^32.
    func advanced(inSequenceSpaceBy count: UInt64) -> UInt64 { (self &+ count) & 0xffff_ffff }
}

extension Visit {
    /// The visit that a learner is told to run.
    static func journal(_ seed: UInt64, _ change: (inout Options) throws -> Void = { _ in }) throws -> Journal {
        var options = Options(seed: seed)
        try change(&options)
        return try run(options).journal
    }
}
