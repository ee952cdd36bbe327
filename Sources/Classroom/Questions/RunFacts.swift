import Crypto
import Trace

/// The facts about a run that templates need.
extension QuestionRun {
    var syn: Packet { get throws(ExerciseError) { try journal.packet("tcp.syn") } }
    var synAck: Packet { get throws(ExerciseError) { try journal.packet("tcp.syn_ack") } }
    /// The third segment of the handshake.
    var third: Packet { get throws(ExerciseError) { try journal.packet("tcp.handshake_ack") } }
    /// The client's first segment with data.
    var hello: Packet { get throws(ExerciseError) { try first(of: .client) { !$0.payload.isEmpty } } }
    /// The client's FIN.
    var fin: Packet { get throws(ExerciseError) { try journal.packet("tcp.fin", of: .client) } }

    /// The packets that one side sent, each with its time.
    func sent(by who: Principal) throws(ExerciseError) -> [(at: Instant, packet: Packet)] { try journal.sent(by: who) }

    /// The first packet of one side that satisfies the predicate.
    func first(of who: Principal, where isWanted: (Packet) -> Bool) throws(ExerciseError) -> Packet {
        try sent(by: who).first { isWanted($0.packet) }.orThrow(.noStep("packet")).packet
    }

    /// The segments with data that one side sends at the moment of its first data.
    func firstFlight(of who: Principal) throws(ExerciseError) -> [Packet] {
        let data = try sent(by: who).filter { !$0.packet.payload.isEmpty }
        return data.filter { $0.at == data.first?.at }.map(\.packet)
    }

    /// The state changes of one side's TCP: the time, the old state and the new state.
    func states(of who: Principal) throws(ExerciseError) -> [(at: Instant, from: String, to: String)] {
        try journal.events.compactMap { event in
            guard event.who == who, case .transition("TCP", let from, let to) = event.kind else { return nil }
            return (event.at, from, to)
        }
    }

    /// The time at which one side's TCP first enters a state.
    func entry(of who: Principal, into state: String) throws(ExerciseError) -> Instant {
        try journal.entry(of: who, into: state).orThrow(.noStep(state)).at
    }

    /// The state that one side's TCP enters when it first leaves `state`.
    func state(of who: Principal, after state: String) throws(ExerciseError) -> String {
        try states(of: who).first { $0.from == state }.orThrow(.noStep(state)).to
    }

    /// The messages that both sides write, in their order.
    var messages: [(who: Principal, message: Message)] {
        get throws(ExerciseError) {
            try journal.events.compactMap { event in
                guard case .wrote(let message) = event.kind else { return nil }
                return (event.who, message)
            }
        }
    }

    /// The name of the first alert other than close_notify; nil if the handshake succeeds.
    var alert: String? {
        get throws(ExerciseError) {
            let alerts = try messages.map(\.message.label).filter { $0.hasPrefix("Alert ") }
            return alerts.map { String($0.dropFirst("Alert ".count)) }.first { $0 != "close_notify" }
        }
    }

    /// Whether the octets appear in clear in the data that one side sent.
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

    /// The value of a quantity in this run.
    func value(_ secret: SecretID) throws(ExerciseError) -> [UInt8] { try journal.value(secret) }

    /// The names of those quantities that the thief knows at the end of the run. The thief has recorded all packets, and
    /// steals the server's keys afterwards.
    func loot(of secrets: [SecretID]) throws(ExerciseError) -> Set<String> {
        let ledger = Ledger(try journal)
        return Set(secrets.filter { ledger.holds(.thief, $0) }.map(\.name))
    }

    /// An input or a result of a calculation in a toy group.
    func toyNumber(_ name: String, of step: String) throws(ExerciseError) -> UInt64 {
        let calculation = try journal.calculation(step)
        let quantities = calculation.inputs + calculation.results
        let quantity = try quantities.first { $0.name == name }.orThrow(.noStep(name))
        return try Integer(bigEndian: quantity.octets).small
    }

    /// The certificates that the server sends, its own first (RFC 5246 section 7.4.2).
    var certificates: [[UInt8]] {
        get throws(ExerciseError) {
            let record = try journal.message("tls.certificate", of: .server).record
            // The header of the record has 5 octets, the header of the message 4, and the length of the list 3.
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

    // MARK: - Data that is shown with a question

    /// A datagram.
    func shown(_ gist: String, _ packet: Packet) -> Solution.Shown {
        .octets(
            Words(
                english: "\(gist): the whole datagram, IPv4 header first",
                chinese: "\(gist)：完整的数据报，IPv4 首部在前"), packet.bytes)
    }

    /// The values of quantities, with their names as captions.
    func shown(_ secrets: SecretID...) throws(ExerciseError) -> [Solution.Shown] {
        try secrets.map { secret throws(ExerciseError) in .octets(try name(of: secret), try value(secret)) }
    }

    /// The name of a quantity in both languages.
    func name(of secret: SecretID) throws(ExerciseError) -> Words { try journal.glossary.name(secret.name) }

    /// Offers these quantities as choices, by their names.
    func offer(_ secrets: [SecretID], in key: inout Solution) throws(ExerciseError) {
        key.offered = secrets.map(\.name)
        for secret in secrets { key.choices[secret.name] = try name(of: secret) }
    }

    /// The packets that one side sends, or those that arrive at it: a line for each, with its time and its TCP header.
    func traffic(of who: Principal, sent: Bool, until end: Instant? = nil) throws(ExerciseError) -> Solution.Shown {
        let lines = try journal.events.compactMap { event -> String? in
            guard event.who == who, end.map({ event.at <= $0 }) ?? true else { return nil }
            switch event.kind {
            case .sent(let packet, _) where sent: return "\(event.at) ms  \(packet.relativeLabel)"
            case .received(let packet, _) where !sent: return "\(event.at) ms  \(packet.relativeLabel)"
            default: return nil
            }
        }
        return .text(
            Words(
                english: "\(sent ? "Sent by" : "Arrived at") the \(who), with relative numbers",
                chinese: "\(sent ? "由\(who.chinese)发送" : "到达\(who.chinese)")，使用相对序号"),
            Words(same: lines.joined(separator: "\n")))
    }
}

extension Packet {
    var acknowledgment: UInt64 { get throws(ExerciseError) { try number("tcp.ack_raw") } }
    /// The octet of the TCP flags. It has offset 13 behind an IPv4 header of 20 octets (RFC 9293 section 3.1).
    var flags: UInt8 { bytes.count > 33 ? bytes[33] : 0 }
}

extension Message {
    /// Its TLS record, as it was sent.
    var record: [UInt8] { panes.first?.bytes ?? [] }
    /// The random of a hello. It follows the header of the record (5 octets), the header of the message (4) and the version (2).
    var random: [UInt8] { Array(record.dropFirst(11).prefix(32)) }
}
