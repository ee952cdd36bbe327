import Trace

/// Relations between the events of a journal: the fate of each packet, the state of each side at an event, the packets that carry
/// a message.
struct Timeline {
    /// The machine whose state stands on every line of the ladder.
    static let transport = "TCP"

    /// The fate of a packet.
    enum Fate {
        /// The packet arrived, at that event. A duplicate that arrives later does not count.
        case arrived(event: Int)
        /// The network lost the packet, at that event.
        case lost(event: Int, why: any Remark)
        /// The journal ends before the packet arrives.
        case underWay
    }

    /// The transport's state on each host.
    struct Sides: Equatable {
        private var states: [Principal: String] = [:]

        /// The state of a host; empty if it is not known.
        subscript(_ host: Principal) -> String {
            get { states[host] ?? "" }
            set { states[host] = newValue }
        }
    }

    /// The part of a message that one packet carries.
    struct Share {
        /// The packet's number.
        let packet: Int
        /// Where the part lies in the packet.
        let inPacket: Range<Int>
        /// Where the part lies in the message.
        let inMessage: Range<Int>
    }

    /// A message and the event at which it is drawn: where it was written, or where it was read if the journal has no event of its
    /// writing, because the peer is another program.
    struct Written {
        let event: Int
        let who: Principal
        let message: Message
    }

    /// A packet and the event at which it is drawn: where it was sent, or where it arrived if the journal has no event of its
    /// sending.
    struct Sent {
        let event: Int
        let who: Principal
        let to: Principal
        let packet: Packet
    }

    /// The identity of a message: messages with the same octets in the same place of the same stream are the same.
    private struct Octets: Hashable {
        let who: Principal
        let machine: String
        let stream: Range<Int>
        let octets: [UInt8]

        init(_ message: Message, from who: Principal) {
            self.who = who
            machine = message.machine
            stream = message.stream
            octets = message.panes.first?.bytes ?? []
        }
    }

    /// The states before anything happened.
    let initial: Sides
    /// Every packet seen on the wire, in order.
    let packets: [Sent]
    /// Every message written or read, in order. A message that was read as it was written is here once.
    let messages: [Written]

    /// The fates of the packets, by their numbers.
    private let fates: [Int: Fate]
    /// The events at which packets are drawn, by the numbers of the packets.
    private let lineOfPacket: [Int: Int]
    /// The places in ``packets``, by the events at which the packets are drawn.
    private let packetAt: [Int: Int]
    /// The copies of packets, by the events of their arrivals.
    private let copyAt: [Int: Sent]
    /// The places in ``messages``, by the events that wrote or read the messages.
    private let entries: [Int: Int]
    /// The states after each event.
    private let after: [Sides]

    init(_ journal: Journal) {
        initial = Timeline.initialStates(journal)
        after = Timeline.states(journal, from: initial)
        var packets: [Sent] = []
        var messages: [Written] = []
        var fates: [Int: Fate] = [:]
        var lineOfPacket: [Int: Int] = [:]
        var lineOfMessage: [Octets: Int] = [:]
        var entries: [Int: Int] = [:]
        var packetAt: [Int: Int] = [:]
        var copyAt: [Int: Sent] = [:]
        func draw(_ packet: Packet, from who: Principal, to: Principal, at event: Int) {
            packetAt[event] = packets.count
            packets.append(Sent(event: event, who: who, to: to, packet: packet))
            lineOfPacket[packet.number] = event
        }
        func draw(_ message: Message, from who: Principal, at event: Int) {
            entries[event] = messages.count
            lineOfMessage[Octets(message, from: who)] = messages.count
            messages.append(Written(event: event, who: who, message: message))
        }
        for event in journal.events {
            switch event.kind {
            case .sent(let packet, let to): draw(packet, from: event.who, to: to, at: event.number)
            case .received(let packet, let from):
                if lineOfPacket[packet.number] == nil { draw(packet, from: from, to: event.who, at: event.number) }
                if case .arrived = fates[packet.number] {
                    copyAt[event.number] = Sent(event: event.number, who: from, to: event.who, packet: packet)
                }
                if fates[packet.number] == nil { fates[packet.number] = .arrived(event: event.number) }
            case .lost(let packet, let why):
                if fates[packet.number] == nil { fates[packet.number] = .lost(event: event.number, why: why) }
            case .wrote(let message): draw(message, from: event.who, at: event.number)
            case .read(let message):
                let writer = Principal(event.who.role?.peer ?? .client)
                if let entry = lineOfMessage[Octets(message, from: writer)] {
                    entries[event.number] = entry
                } else {
                    draw(message, from: writer, at: event.number)
                }
            default: break
            }
        }
        self.lineOfPacket = lineOfPacket
        self.packetAt = packetAt
        self.copyAt = copyAt
        self.entries = entries
        self.packets = packets
        self.messages = messages
        self.fates = fates
    }

    func fate(ofPacket number: Int) -> Fate { fates[number] ?? .underWay }

    /// Whether the network lost a packet.
    func isLost(_ sent: Sent) -> Bool {
        if case .lost = fate(ofPacket: sent.packet.number) { true } else { false }
    }

    /// The event at which the packet of that number is drawn; nil if it was neither sent nor received.
    func line(ofPacket number: Int) -> Int? { lineOfPacket[number] }

    /// The packet drawn at an event.
    func packet(at event: Int) -> Sent? { packetAt[event].map { packets[$0] } }

    /// The copy of a packet that arrives at an event, after the packet itself has arrived.
    func copy(at event: Int) -> Sent? { copyAt[event] }

    /// The message drawn at an event.
    func message(at event: Int) -> Written? {
        entries[event].map { messages[$0] }.flatMap { $0.event == event ? $0 : nil }
    }

    /// The place in ``messages`` of the message that an event wrote or read.
    func entry(ofMessageAt event: Int) -> Int? { entries[event] }

    /// The hosts between which a packet is drawn. A sender or receiver without a lifeline is drawn at a side of the ladder. A packet to an
    /// address that no host has goes to the network.
    func ends(of sent: Sent, in journal: Journal) -> (from: Principal, to: Principal) {
        var from = sent.who
        if !from.hasLifeline {
            from = sent.to.hasLifeline ? far(from: sent.to) : sent.packet.source == journal.client ? .client : .server
        }
        return (from, sent.to.hasLifeline || sent.to == .network ? sent.to : far(from: from))
    }

    /// The hosts between which a message is drawn.
    func ends(of written: Written) -> (from: Principal, to: Principal) {
        let from = written.who.hasLifeline ? written.who : .client
        return (from, far(from: from))
    }

    private func far(from host: Principal) -> Principal { host == .server ? .client : .server }

    /// The hosts' states as an event leaves them. A machine announces its new state before it sends.
    func states(at event: Int) -> Sides { after.indices.contains(event - 1) ? after[event - 1] : initial }

    /// The packets that carry a message, retransmissions included.
    func shares(of written: Written) -> [Share] {
        packets.compactMap { sent in
            guard let share = Timeline.share(of: written, in: sent), isNearest(written, to: sent) else { return nil }
            return share
        }
    }

    /// The messages of which a packet carries a part, with that part.
    func cargo(of sent: Sent) -> [(written: Written, share: Share)] {
        messages.compactMap { written in
            guard let share = Timeline.share(of: written, in: sent), isNearest(written, to: sent) else { return nil }
            return (written, share)
        }
    }

    /// Whether, among all messages with the same octets in the same place of a stream, this message is written nearest to a packet.
    /// A run of many connections has such messages: all its ChangeCipherSpecs have the same octets.
    private func isNearest(_ written: Written, to sent: Sent) -> Bool {
        let distance = abs(written.event - sent.event)
        return !messages.contains { other in
            abs(other.event - sent.event) < distance && other.message.stream == written.message.stream
                && Timeline.share(of: other, in: sent) != nil
        }
    }

    // MARK: Parts

    /// The part of a message that a packet carries; nil for a packet of another sender, for a packet with another part of the stream,
    /// and for a packet that has other octets there, because it belongs to another connection.
    private static func share(of written: Written, in sent: Sent) -> Share? {
        let (stream, packet) = (written.message.stream, sent.packet)
        let common = stream.clamped(to: packet.stream)
        guard !common.isEmpty, written.who == sent.who else { return nil }
        let start = packet.payload.lowerBound + common.lowerBound - packet.stream.lowerBound
        let share = Share(
            packet: packet.number, inPacket: start..<(start + common.count),
            inMessage: (common.lowerBound - stream.lowerBound)..<(common.upperBound - stream.lowerBound))
        guard let octets = written.message.panes.first?.bytes, octets.count == stream.count,
            share.inPacket.upperBound <= packet.bytes.count
        else { return share }
        return packet.bytes[share.inPacket] == octets[share.inMessage] ? share : nil
    }

    private static func initialStates(_ journal: Journal) -> Sides {
        var sides = Sides()
        for principal in journal.lifelines {
            let first = journal.events.lazy.compactMap { event -> String? in
                guard event.who == principal, case .transition(transport, let from, _) = event.kind else { return nil }
                return from
            }.first
            if let first { sides[principal] = first }
        }
        return sides
    }

    private static func states(_ journal: Journal, from initial: Sides) -> [Sides] {
        var sides = initial
        return journal.events.map { event in
            if case .transition(transport, _, let to) = event.kind, event.who.hasLifeline { sides[event.who] = to }
            return sides
        }
    }
}
