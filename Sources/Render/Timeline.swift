import Trace

/// What the events of a journal mean for one another: what became of a packet, in which state each side was when it left
/// and after it arrived, which packets carry which message.
struct Timeline {
    /// The machine whose state stands on every line of the ladder.
    static let transport = "TCP"

    /// What became of a packet.
    enum Fate {
        /// It arrived, at that event; a duplicate that arrives later does not count.
        case arrived(event: Int)
        /// The network lost it, at that event.
        case lost(event: Int, why: String)
        /// The journal ends before it arrives.
        case underWay
    }

    /// The transport's state on both sides.
    struct Sides: Equatable {
        var client = ""
        var server = ""

        subscript(_ principal: Principal) -> String? {
            get {
                switch principal {
                case .client: client
                case .server: server
                default: nil
                }
            }
            set {
                switch principal {
                case .client: client = newValue ?? ""
                case .server: server = newValue ?? ""
                default: break
                }
            }
        }
    }

    /// The part of a message that one packet carries.
    struct Share {
        /// The packet's number.
        let packet: Int
        /// Where the part lies in the packet.
        let inPacket: Range<Int>
        /// Where it lies in the message.
        let inMessage: Range<Int>
    }

    /// A message and the event at which it was written.
    struct Written {
        let event: Int
        let who: Principal
        let message: Message

        /// Equal for what was written and what was read of it.
        struct Key: Hashable {
            let who: Principal
            let message: Message
        }

        var key: Key { Key(who: who, message: message) }
    }

    /// A packet and the event at which it was sent.
    struct Sent {
        let event: Int
        let who: Principal
        let to: Principal
        let packet: Packet
    }

    /// The states before anything happened.
    let initial: Sides
    /// Every packet put on the wire, in order.
    let packets: [Sent]
    /// Every message written, in order.
    let messages: [Written]
    /// The transitions that a packet's line already shows.
    private(set) var shown: Set<Int> = []

    private let fates: [Int: Fate]
    private let after: [Sides]
    private var onLine: [Int: Sides] = [:]

    init(_ journal: Journal) {
        initial = Timeline.initialStates(journal)
        after = Timeline.states(journal, from: initial)
        var packets: [Sent] = []
        var messages: [Written] = []
        var fates: [Int: Fate] = [:]
        for event in journal.events {
            switch event.kind {
            case .sent(let packet, let to):
                packets.append(Sent(event: event.number, who: event.who, to: to, packet: packet))
            case .received(let packet, _):
                if fates[packet.number] == nil { fates[packet.number] = .arrived(event: event.number) }
            case .lost(let packet, let why):
                if fates[packet.number] == nil { fates[packet.number] = .lost(event: event.number, why: why) }
            case .wrote(let message):
                messages.append(Written(event: event.number, who: event.who, message: message))
            default: break
            }
        }
        self.packets = packets
        self.messages = messages
        self.fates = fates
        for sent in packets { settle(sent, in: journal) }
    }

    /// What became of the packet of that number.
    func fate(ofPacket number: Int) -> Fate { fates[number] ?? .underWay }

    /// Whether the packet of that number has a line of its own, drawn where it was sent.
    func isOnLadder(packet number: Int) -> Bool { packets.contains { $0.packet.number == number } }

    /// The states that belong on the line of an event. For a packet: its sender's once it has left, its receiver's once
    /// it has arrived and been processed. For everything else: both as the event leaves them.
    func states(onLineOf event: Int) -> Sides {
        onLine[event] ?? (after.indices.contains(event - 1) ? after[event - 1] : initial)
    }

    /// The packets that carry `message`, written by `who`, retransmissions included.
    func shares(of message: Message, by who: Principal) -> [Share] {
        packets.compactMap { sent in
            sent.who == who ? Timeline.share(of: message.stream, in: sent.packet) : nil
        }
    }

    /// The messages of which a packet carries a part, with that part.
    func cargo(of sent: Sent) -> [(written: Written, share: Share)] {
        messages.compactMap { written in
            guard written.who == sent.who, let share = Timeline.share(of: written.message.stream, in: sent.packet)
            else { return nil }
            return (written, share)
        }
    }

    // MARK: Parts

    private static func share(of stream: Range<Int>, in packet: Packet) -> Share? {
        let common = stream.clamped(to: packet.stream)
        guard !common.isEmpty else { return nil }
        let start = packet.payload.lowerBound + common.lowerBound - packet.stream.lowerBound
        return Share(
            packet: packet.number, inPacket: start..<(start + common.count),
            inMessage: (common.lowerBound - stream.lowerBound)..<(common.upperBound - stream.lowerBound))
    }

    private static func initialStates(_ journal: Journal) -> Sides {
        var sides = Sides()
        for principal in [Principal.client, .server] {
            let first = journal.events.lazy.compactMap { event -> String? in
                guard event.who == principal, case .transition(transport, let from, _) = event.kind else { return nil }
                return from
            }.first
            sides[principal] = first
        }
        return sides
    }

    private static func states(_ journal: Journal, from initial: Sides) -> [Sides] {
        var sides = initial
        return journal.events.map { event in
            if case .transition(transport, _, let to) = event.kind { sides[event.who] = to }
            return sides
        }
    }

    /// Finds the states for a packet's line. A machine may announce its new state before or after it sends; either way
    /// the transitions up to its next packet, or up to the next thing that happens to it, belong to this one.
    private mutating func settle(_ sent: Sent, in journal: Journal) {
        var sides = states(onLineOf: sent.event)
        sides[sent.who] = follow(sent.who, from: sent.event, in: journal, pastSending: false) ?? sides[sent.who]
        if case .arrived(let event) = fate(ofPacket: sent.packet.number), sent.to != sent.who {
            sides[sent.to] =
                follow(sent.to, from: event, in: journal, pastSending: true) ?? states(onLineOf: event)[sent.to]
        }
        onLine[sent.event] = sides
    }

    /// The last state that `who` enters after an event and because of it; nil if it enters none.
    private mutating func follow(
        _ who: Principal, from event: Int, in journal: Journal, pastSending: Bool
    ) -> String? {
        var state: String?
        for next in journal.events[event...] where next.who == who {
            switch next.kind {
            case .received, .call, .chapter, .remarked, .timer(_, .expired): return state
            case .sent where !pastSending: return state
            case .transition(Timeline.transport, _, let to):
                state = to
                shown.insert(next.number)
            default: break
            }
        }
        return state
    }
}
