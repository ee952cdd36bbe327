import Simulator
import TLSSim
import Trace

/// Queries on a run that several exercises make. A query throws ``ExerciseError/noStep(_:)`` if the run does not
/// contain its result.
extension Journal {
    /// The packets that were put on the wire, with the times; if `who` is given, only those of this sender.
    func sent(by who: Principal? = nil) -> [(at: Instant, packet: Packet)] {
        events.compactMap { event in
            guard who == nil || event.who == who, case .sent(let packet, _) = event.kind else { return nil }
            return (event.at, packet)
        }
    }

    /// A packet that was sent in a step with the id `step`; if `who` is given, only packets of this sender count.
    ///
    /// - Parameter occurrence: the place of the packet among these, from 1; -1 is the last one.
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

    /// The first message with the step id `step` that `who` wrote.
    func message(_ step: String, of who: Principal) throws(ExerciseError) -> Message {
        for event in events where event.step == step && event.who == who {
            if case .wrote(let message) = event.kind { return message }
        }
        throw .noStep(step)
    }

    /// The first event in which a message with the step id `step` was written; if `who` is given, by this side.
    func writing(of step: String, by who: Principal? = nil) throws(ExerciseError) -> Event {
        guard let event = events.first(where: { $0.isWriting && $0.step == step && (who == nil || $0.who == who) })
        else { throw .noStep(step) }
        return event
    }

    /// The first calculation with the step id `step`.
    func calculation(_ step: String) throws(ExerciseError) -> Calculation {
        for event in events where event.step == step {
            if case .computed(let calculation) = event.kind { return calculation }
        }
        throw .noStep(step)
    }

    /// The first event of `who` with the step id `step`.
    func event(_ step: String, of who: Principal) throws(ExerciseError) -> Event {
        guard let event = events.first(where: { $0.step == step && $0.who == who }) else { throw .noStep(step) }
        return event
    }

    /// The first event in which the TCP of `who` enters `state`; nil if it never does.
    func entry(of who: Principal, into state: String) -> Event? {
        events.first { event in
            guard event.who == who, case .transition("TCP", _, state) = event.kind else { return false }
            return true
        }
    }

    /// The octets of a quantity in this run, as `who` knows it.
    func value(_ secret: SecretID, of who: Principal = .client) throws(ExerciseError) -> [UInt8] {
        for event in events where event.who == who {
            if case .learned(secret, _, let value?) = event.kind { return value }
        }
        guard let value = Ledger(self).fact(who, secret)?.value else { throw .noStep("learned \(secret)") }
        return value
    }

    /// The letters, from a on, of those secrets in `loot` that are enough, each by itself, for an eavesdropper to
    /// compute `goal`.
    func letters(of loot: [SecretID], opening goal: SecretID) -> Set<String> {
        let ledger = Ledger(self)
        return Exercise.letters(of: loot) { secret in
            ledger.reach(.eavesdropper, with: [secret], under: derivations).contains(goal)
        }
    }
}

extension Event {
    /// Whether a message was written.
    var isWriting: Bool { if case .wrote = kind { true } else { false } }

    /// The types of the handshake messages that were written in this event, as `tls.handshake.type` has them.
    var writtenTypes: [UInt64] {
        guard case .wrote(let message) = kind else { return [] }
        return message.panes.compactMap { $0.fields.first(named: "tls.handshake.type")?.number }
    }
}

extension Packet {
    /// The number in the field with that name.
    func number(_ field: String) throws(ExerciseError) -> UInt64 {
        guard let number = fields.first(named: field)?.number else { throw .noStep(field) }
        return number
    }

    /// The sequence number of the segment, as it is in the header.
    var sequence: UInt64 { get throws(ExerciseError) { try number("tcp.seq_raw") } }
}

extension UInt64 {
    /// The sequence number that lies `count` behind this one, modulo 2^32 (RFC 9293 section 3.4).
    func advanced(inSequenceSpaceBy count: UInt64) -> UInt64 { (self &+ count) & 0xffff_ffff }
}

extension Visit {
    /// The journal of a visit under `seed`. `change` sets the options that the exercise tells the learner to give.
    static func journal(_ seed: UInt64, _ change: (inout Options) throws -> Void = { _ in }) throws -> Journal {
        var options = Options(seed: seed)
        try change(&options)
        return try run(options).journal
    }

    /// The number of octets by which the record with the first hello of `who` grows in TLS 1.3 if the group of the key
    /// exchange is X25519MLKEM768 in place of X25519.
    static func growthOfHello(of who: Principal, _ seed: UInt64) throws -> Int {
        func length(_ group: NamedGroup) throws -> Int {
            let journal = try journal(seed) { $0.tls13 = TLS13Options(group: group) }
            return try journal.message(who == .client ? "tls.client_hello" : "tls.server_hello", of: who).stream.count
        }
        return try length(.x25519MLKEM768) - length(.x25519)
    }
}
