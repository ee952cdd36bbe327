import TCPSim
import Trace

/// What there is to say about the wire, which neither side can know.
enum WireNote: Remark {
    /// Something happens to the packet of that number.
    case incident(Link.Incident, packet: Int)
    /// A segment is sent again, for reasons of TCP's own.
    case again(Again, TCPSim.Note?)
    /// What the event `trigger` tells the sender is put down to what happened.
    case inferred(Again, trigger: Int)
    /// A rule has found nothing to do.
    case unused(StandingRule)

    /// A stable id for the step, such as "wire.lost".
    var step: String {
        switch self {
        case .incident(.tooLarge, _), .incident(.queueFull, _), .incident(.lost, _): "wire.lost"
        case .incident(.corrupted, _): "wire.corrupted"
        case .incident(.heldUp, _): "wire.delayed"
        case .incident(.duplicated, _): "wire.duplicated"
        case .again(_, let note): note?.step ?? "tcp.segment"
        case .inferred: "wire.inferred"
        case .unused: "wire.rule_unused"
        }
    }

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    func background(in language: Language) -> String {
        if case .again(_, let note?) = self { note.background(in: language) } else { "" }
    }
}

extension Link.Incident {
    /// Whether the datagram is lost by it.
    var isLoss: Bool {
        switch self {
        case .tooLarge, .queueFull, .lost: true
        case .corrupted, .heldUp, .duplicated: false
        }
    }
}
