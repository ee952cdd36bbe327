import TCPSim
import Trace

@testable import Simulator

/// Compares what a run says of segments that are sent again, of timers and of windows with the whole journal of the run.
struct CopyFates {
    /// What is said and is not so.
    private(set) var complaints: [String] = []
    /// The kinds of sentences that are said.
    private(set) var said: Set<String> = []

    private struct Flight {
        let event: Int
        let who: Principal
        let segment: Segment
        let isProbe: Bool
        /// The events in which it was damaged, delayed and lost, and in which it arrived. Of a packet that is dropped because of its damage,
        /// both the damage and the loss are known.
        var damaged: Int?
        var delayed: Int?
        var lost: Int?
        var arrived: Int?

        var number: SequenceNumber { segment.sequence }
        func covers(_ number: SequenceNumber) -> Bool { segment.sequence <= number && number < segment.end }
        /// It has arrived before the event.
        func isThere(_ event: Int) -> Bool { arrived.map { $0 < event } ?? false }
        /// It arrives, but not before the event.
        func isUnderWay(_ event: Int) -> Bool { !isThere(event) && lost == nil && damaged == nil }
    }

    private var flights: [Flight] = []
    private let journal: Journal

    init(_ journal: Journal) {
        self.journal = journal
        gather()
        for event in journal.events {
            let text = event.remark?.sentence(in: .english) ?? ""
            if case .sent = event.kind { judge(event, text) }
            judgeWindow(event, text)
            if case .lost = event.kind { judgeLoss(event, text) }
        }
    }

    // MARK: The journal

    private mutating func gather() {
        var places: [Int: Int] = [:]
        for event in journal.events {
            switch event.kind {
            case .sent(let packet, _):
                guard let segment = try? SegmentCodec.decode(packet.bytes, recording: false).segment else { continue }
                places[packet.number] = flights.count
                flights.append(
                    Flight(
                        event: event.number, who: event.who, segment: segment,
                        isProbe: event.step == "tcp.window_probe"))
            case .received(let packet, _):
                if let place = places[packet.number], flights[place].arrived == nil {
                    flights[place].arrived = event.number
                }
            case .lost(let packet, _):
                if let place = places[packet.number], flights[place].lost == nil { flights[place].lost = event.number }
            default:
                guard let place = flights.lastIndex(where: { $0.event == event.cause }) else { continue }
                if event.step == "wire.corrupted" { flights[place].damaged = flights[place].damaged ?? event.number }
                if event.step == "wire.delayed" { flights[place].delayed = flights[place].delayed ?? event.number }
            }
        }
    }

    private mutating func complain(_ event: Event, _ text: String, _ why: String) {
        complaints.append("#\(event.number): \(why): \(text)")
    }

    // MARK: Copies and timers

    private mutating func judge(_ event: Event, _ text: String) {
        guard let flight = flights.first(where: { $0.event == event.number }), flight.segment.length > 0 else { return }
        let copies = flights.filter {
            $0.event < event.number && $0.who == flight.who && $0.covers(flight.number)
        }
        guard !copies.isEmpty else {
            if text.contains("Sent again") { complain(event, text, "this is the first copy") }
            return
        }
        let expected = truth(copies, of: flight, at: event.number)
        if !text.hasPrefix(expected) { complain(event, text, "so it is: \(expected)") }
        if copies.count > 1 { said.insert("later copy") }
        judgeTimer(event, text, copies)
    }

    /// The sentence that is true, up to its first doubtful word.
    private mutating func truth(_ copies: [Flight], of flight: Flight, at event: Int) -> String {
        func name(_ place: Int) -> String {
            "the \(ordinal(place + 1)) copy, \(copies[place].isProbe ? "the probe " : "")#\(copies[place].event)"
        }
        func delay(_ flight: Flight) -> String { flight.delayed.map { ", delayed at #\($0)" } ?? "." }
        if let place = copies.firstIndex(where: { $0.isThere(event) }) {
            let arrived = copies[place].arrived ?? 0
            let answers = flights.filter {
                $0.event > arrived && $0.event < event && $0.segment.sourcePort == flight.segment.destinationPort
                    && $0.segment.control.contains(.ack) && !$0.segment.control.contains(.rst)
                    && flight.number < $0.segment.acknowledgment
            }
            if let late = answers.last(where: { $0.isUnderWay(event) }) {
                said.insert("answer under way")
                return "Sent again too early: \(name(place)), arrived at #\(arrived), and an acknowledgment of it, "
                    + "#\(late.event), is still in the network\(delay(late))"
            }
            let head = "Sent again, although \(name(place)), arrived at #\(arrived): "
            guard let last = answers.last else { return head + "no acknowledgment covers it yet" }
            let its = head + "its last acknowledgment, #\(last.event), "
            if last.damaged != nil {
                said.insert("answer damaged")
                return its + "was damaged"
            }
            if last.lost != nil {
                said.insert("answer lost")
                return its + "was lost"
            }
            return its + "came at"
        }
        if let place = copies.firstIndex(where: { $0.isUnderWay(event) }) {
            said.insert("under way")
            return "Sent again too early: \(name(place)), is still in the network\(delay(copies[place]))"
        }
        let last = copies.count - 1
        let fate = copies[last].damaged != nil ? "damaged" : "lost"
        said.insert(fate)
        return copies.count == 1
            ? "Sent again: \(name(last)), was \(fate)"
            : "Sent again: none of the \(copies.count) copies so far has arrived. The last, #\(copies[last].event), was \(fate)"
    }

    /// Of a segment that a timer sends again: how long the timer ran, for which time it is sent, and how long the timer runs then.
    private mutating func judgeTimer(_ event: Event, _ text: String, _ copies: [Flight]) {
        guard event.step == "tcp.retransmission" else { return }
        let timers = journal.events.filter { $0.who == event.who && $0.kind.isOfRetransmission }
        guard let expiry = timers.last(where: { $0.number < event.number }), case .timer(_, .expired) = expiry.kind,
            let armed = timers.last(where: { $0.number < expiry.number }), case .timer(_, .armed(let due)) = armed.kind
        else { return complain(event, text, "no timer has run out") }
        let waited = Self.words(due - armed.at)
        if !text.contains(" came within \(waited)") { complain(event, text, "the timer ran for \(waited)") }
        let count = "for the \(ordinal(copies.filter { !$0.isProbe }.count)) time"
        if !text.contains(count) { complain(event, text, "it is sent again \(count)") }
        guard let next = timers.first(where: { $0.number > event.number }), case .timer(_, .armed(let end)) = next.kind
        else { return complain(event, text, "no timer runs") }
        let wait = Self.words(end - next.at)
        if text.contains("twice as long") {
            said.insert("twice as long")
            if end - next.at != (due - armed.at) * 2 { complain(event, text, "the next wait is \(wait)") }
        }
        let gaveUp = timers.first { $0.number > next.number }.flatMap { over in
            journal.events.first { $0.number > over.number && $0.step == "tcp.gave_up" && $0.cause == over.number }
        }
        let outlook = gaveUp == nil ? "The next wait is \(wait)" : "if no acknowledgment comes within \(wait), we give"
        if !text.contains(outlook), gaveUp != nil || !text.contains("This is the last attempt") {
            complain(event, text, "so it goes on: \(outlook)")
        }
    }

    /// "20.5 ms" below a second, "1 s" above.
    private static func words(_ span: TimeSpan) -> String {
        let isShort = span < .seconds(1)
        let tenths = span.microseconds / (isShort ? 100 : 100_000)
        return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") \(isShort ? "ms" : "s")"
    }

    // MARK: Windows

    /// The variables of each side so far.
    private var variables: [Principal: [String: String]] = [:]
    /// The octets that each side has sent since its first duplicate acknowledgment.
    private var limited: [Principal: Int] = [:]

    private mutating func judgeWindow(_ event: Event, _ text: String) {
        if event.step == "tcp.duplicate_ack", text.hasPrefix("Duplicate acknowledgment 1 ") { limited[event.who] = 0 }
        defer {
            for change in event.changes { variables[event.who, default: [:]][change.name] = change.after }
            if let flight = flights.first(where: { $0.event == event.number }), event.step == "tcp.data" {
                limited[event.who, default: 0] += flight.segment.payload.count
            }
        }
        switch event.kind {
        case .sent where event.step == "tcp.fast_retransmit": break
        case .remarked where event.step == "tcp.loss_window": break
        default: return
        }
        // The event that has the changes of this turn can come before this one or be this one.
        var after = variables[event.who] ?? [:]
        for change in event.changes { after[change.name] = change.after }
        let numbers = ["SND.NXT", "SND.UNA", "Eff.snd.MSS"].compactMap { UInt32(after[$0] ?? "") }
        guard numbers.count == 3, let stated = text.split(separator: "in flight (").dropFirst().first,
            let flight = Int(stated.prefix { $0.isNumber })
        else { return complain(event, text, "no octets in flight are named") }
        let data = flights.filter {
            $0.who == event.who && $0.event < event.number && !$0.segment.payload.isEmpty
        }
        let end = data.map { $0.segment.dataSequence + $0.segment.payload.count }.reduce(SequenceNumber(numbers[1])) {
            $0 < $1 ? $1 : $0
        }
        let isFast = event.step == "tcp.fast_retransmit"
        let truth = (end - SequenceNumber(numbers[1])) - (isFast ? limited[event.who] ?? 0 : 0)
        if flight != truth { complain(event, text, "in flight are \(truth)") }
        let size = Int(numbers[2])
        let threshold = max(flight / 2, 2 * size)
        let isHalf = flight / 2 >= 2 * size
        said.insert(isHalf ? "half" : "floor")
        let window = isFast ? threshold + 3 * size : size
        if !text.contains("\(threshold)") || text.contains("two full segments") == isHalf
            || !text.contains(isFast ? "cwnd becomes \(window)" : "cwnd = \(window)")
        {
            complain(event, text, "ssthresh is \(threshold), \(isHalf ? "half" : "two segments"), cwnd \(window)")
        }
    }

    // MARK: Losses

    /// Of a segment that is lost: the timer of its sender, and whether the sender tries again.
    private mutating func judgeLoss(_ event: Event, _ text: String) {
        guard let flight = flights.first(where: { $0.lost == event.number }) else { return }
        if flight.isProbe != text.contains("persist timer of") {
            complain(event, text, flight.isProbe ? "it is a probe" : "it is no probe")
        }
        let timers = journal.events.filter {
            $0.number > event.number && $0.who == flight.who && $0.kind.isOfRetransmission
        }
        guard flight.segment.length > 0, let next = timers.first, case .timer(_, .expired) = next.kind else { return }
        let gaveUp = journal.events.contains { $0.step == "tcp.gave_up" && $0.cause == next.number }
        if gaveUp != text.contains("This was the last attempt") {
            complain(event, text, gaveUp ? "it was the last attempt" : "it was not the last attempt")
        }
    }
}

extension Event.Kind {
    /// Whether it is about the retransmission timer.
    fileprivate var isOfRetransmission: Bool {
        if case .timer("retransmission", _) = self { true } else { false }
    }
}
