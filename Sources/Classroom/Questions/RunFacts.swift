import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// What questions ask of a run.
extension QuestionRun {
    /// The SYN.
    var syn: Packet { get throws(ExerciseError) { try journal.packet("tcp.syn") } }
    /// The SYN,ACK.
    var synAck: Packet { get throws(ExerciseError) { try journal.packet("tcp.syn_ack") } }
    /// The third segment of the handshake.
    var third: Packet { get throws(ExerciseError) { try journal.packet("tcp.handshake_ack") } }
    /// The client's first segment with data.
    var hello: Packet { get throws(ExerciseError) { try first(of: .client) { !$0.payload.isEmpty } } }
    /// The client's FIN.
    var fin: Packet { get throws(ExerciseError) { try journal.packet("tcp.fin", of: .client) } }

    /// The packets that one side sent, each with its time.
    func sent(by who: Principal) throws(ExerciseError) -> [(at: Instant, packet: Packet)] {
        try journal.events.compactMap { event in
            guard event.who == who, case .sent(let packet, _) = event.kind else { return nil }
            return (event.at, packet)
        }
    }

    /// The first packet that one side sent and that is as asked.
    func first(of who: Principal, where isAsked: (Packet) -> Bool) throws(ExerciseError) -> Packet {
        guard let found = try sent(by: who).first(where: { isAsked($0.packet) }) else { throw .noStep("packet") }
        return found.packet
    }

    /// The segments with data that one side sends at the moment of its first data.
    func firstFlight(of who: Principal) throws(ExerciseError) -> [Packet] {
        let data = try sent(by: who).filter { !$0.packet.payload.isEmpty }
        return data.filter { $0.at == data.first?.at }.map(\.packet)
    }

    /// The states of one side's TCP: when it enters each, and from where.
    func states(of who: Principal) throws(ExerciseError) -> [(at: Instant, from: String, to: String)] {
        try journal.events.compactMap { event in
            guard event.who == who, case .transition("TCP", let from, let to) = event.kind else { return nil }
            return (event.at, from, to)
        }
    }

    /// When one side's TCP enters a state.
    func entry(of who: Principal, into state: String) throws(ExerciseError) -> Instant {
        guard let event = try journal.entry(of: who, into: state) else { throw .noStep(state) }
        return event.at
    }

    /// The state that follows another one on one side.
    func state(of who: Principal, after state: String) throws(ExerciseError) -> String {
        guard let next = try states(of: who).first(where: { $0.from == state }) else { throw .noStep(state) }
        return next.to
    }

    /// The messages that are written, in their order.
    var messages: [(who: Principal, message: Message)] {
        get throws(ExerciseError) {
            try journal.events.compactMap { event in
                guard case .wrote(let message) = event.kind else { return nil }
                return (event.who, message)
            }
        }
    }

    /// The name of the alert that ends the handshake, with which a side gives up; nil where it succeeds.
    var alert: String? {
        get throws(ExerciseError) {
            let alerts = try messages.map(\.message.label).filter { $0.hasPrefix("Alert ") }
            return alerts.map { String($0.dropFirst("Alert ".count)) }.first { $0 != "close_notify" }
        }
    }

    /// Whether octets stand in what was sent, as they are.
    func carriesInClear(_ octets: [UInt8]) throws(ExerciseError) -> Bool {
        for who in [Principal.client, .server] {
            var stream: [Int: ArraySlice<UInt8>] = [:]
            for (_, packet) in try sent(by: who) where !packet.payload.isEmpty {
                stream[packet.stream.lowerBound] = packet.bytes[packet.payload]
            }
            let whole = stream.sorted { $0.key < $1.key }.flatMap(\.value)
            if whole.contains(octets) { return true }
        }
        return false
    }

    /// What a quantity is in this run.
    func value(_ secret: SecretID) throws(ExerciseError) -> [UInt8] { try journal.value(secret) }

    /// Those of the quantities that the thief knows in the end, who has all that was sent and the server's key.
    func loot(of secrets: [SecretID]) throws(ExerciseError) -> Set<String> {
        let ledger = Ledger(try journal)
        return Set(secrets.filter { ledger.holds(.thief, $0) }.map(\.name))
    }

    /// A number that enters a calculation in a toy group, or comes out of it.
    func toyNumber(_ name: String, of step: String) throws(ExerciseError) -> UInt64 {
        let calculation = try journal.calculation(step)
        let quantities = calculation.inputs + calculation.results
        guard let quantity = quantities.first(where: { $0.name == name }) else { throw .noStep(name) }
        return try Integer(bigEndian: quantity.octets).small
    }

    /// The certificates that the server sends, its own first (RFC 5246 section 7.4.2).
    var certificates: [[UInt8]] {
        get throws(ExerciseError) {
            let record = try journal.message("tls.certificate", of: .server).record
            // A record's header, a message's header, and the length of the list.
            var rest = record.dropFirst(5 + 4 + 3)
            var certificates: [[UInt8]] = []
            while rest.count > 3 {
                let length = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
                certificates.append(Array(rest.dropFirst(3).prefix(length)))
                rest = rest.dropFirst(3 + length)
            }
            guard certificates.count > 1 else { throw .noStep("certificates") }
            return certificates
        }
    }

    // MARK: - What a reader is shown

    /// A datagram.
    func shown(_ gist: String, _ packet: Packet) -> Working.Shown { .octets(.packet(gist), packet.bytes) }

    /// Quantities, by their names.
    func shown(_ secrets: SecretID...) throws(ExerciseError) -> [Working.Shown] {
        var shown: [Working.Shown] = []
        for secret in secrets { shown.append(.octets(.quantity(secret.name), try value(secret))) }
        return shown
    }

    /// What one side sends, or what arrives at it: a line each with time and header.
    func traffic(of who: Principal, sent: Bool, until end: Instant? = nil) throws(ExerciseError) -> Working.Shown {
        let lines = try journal.events.compactMap { event -> String? in
            guard event.who == who, end.map({ event.at <= $0 }) ?? true else { return nil }
            switch event.kind {
            case .sent(let packet, _) where sent: return "\(event.at) ms  \(packet.relativeLabel)"
            case .received(let packet, _) where !sent: return "\(event.at) ms  \(packet.relativeLabel)"
            default: return nil
            }
        }
        return .text(sent ? .sent(by: who) : .arrived(at: who), lines.joined(separator: "\n"))
    }
}

extension Working {
    /// One of several: what the run comes to, and by the name of a slip what else may be chosen.
    static func choice(
        _ right: String, _ slips: KeyValuePairs<String, String>, shown: [Shown] = []
    ) -> Working {
        Working(.choice(right), slips: slips.map { .choice($0.key, $0.value) }, shown: shown)
    }
}

extension Packet {
    /// Its acknowledgment number.
    var acknowledgment: UInt64 { get throws(ExerciseError) { try number("tcp.ack_raw") } }
    /// The octet with the flags, behind an IPv4 header without options.
    var flags: UInt8 { bytes.count > 33 ? bytes[33] : 0 }
}

extension Message {
    /// Its record as it went out.
    var record: [UInt8] { panes.first?.bytes ?? [] }
    /// The random of a hello: behind the headers of record and message, and the version.
    var random: [UInt8] { Array(record.dropFirst(11).prefix(32)) }
}
