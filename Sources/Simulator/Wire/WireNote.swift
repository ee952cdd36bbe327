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
        if case .again(let again, let note?) = self {
            return "\(again.sentence(in: language))\n\(note.sentence(in: language))"
        }
        switch language {
        case .english: return english
        }
    }

    /// The wire speaks as one who sees everything.
    private var english: String {
        switch self {
        case .incident(let incident, let packet): incident.english(packet)
        case .again(let again, _): again.sentence(in: .english)
        case .inferred(_, let trigger): "What arrived at #\(trigger) makes us send a segment again."
        case .unused(let standing): standing.english
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

/// Why a datagram is lost, in a few words; empty for an incident that is no loss.
struct LossReason: Remark {
    let incident: Link.Incident

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch incident {
        case .tooLarge(let octets, let mtu): "\(octets) octets do not fit into the MTU of \(mtu)"
        case .queueFull(let queue): "the queue of \(queue.measure) is full"
        case .lost(nil): "the wire dropped it"
        case .lost(let rule?): "the rule \"\(rule)\""
        case .corrupted, .heldUp, .duplicated: ""
        }
    }
}

extension Link.Incident {
    fileprivate func english(_ packet: Int) -> String {
        switch self {
        case .tooLarge:
            """
            DF is set, so a router must not cut the datagram up. It should tell the sender by ICMP (RFC 1191). This wire does \
            not, like a firewall that drops ICMP: the sender has only the silence to go by (RFC 2923).
            """
        case .queueFull:
            "More is sent than the line takes, and what waits has a limit. For TCP that is the sign to slow down."
        case .lost: ""
        case .corrupted(let octet, let bit, let rule):
            "Frame \(packet) is damaged: bit \(bit) of octet \(octet) is flipped\(Self.by(rule))."
        case .heldUp(let span, let rule):
            "Frame \(packet) is held up for \(span.measure)\(Self.by(rule)); what is sent meanwhile may overtake it."
        case .duplicated(let span, let rule):
            "Frame \(packet) is duplicated\(Self.by(rule)): the copy arrives \(span.measure) after it."
        }
    }

    private static func by(_ rule: LinkRule?) -> String { rule.map { " by the rule \"\($0)\"" } ?? "" }
}

extension Again {
    /// Why the segment is sent again.
    fileprivate func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch reason {
        case .lost(let event): "Again: the one of #\(original) was lost at #\(event)."
        case .answerLost(let arrived, let answer, let event):
            """
            Again, though the one of #\(original) arrived at #\(arrived): its acknowledgment, #\(answer), was lost\
            \(event == answer + 1 ? "" : " at #\(event)").
            """
        case .underWay(let incident):
            """
            Again, though nothing is lost: the one of #\(original) is still under way\
            \(incident.map { ", held up at #\($0)" } ?? ""). A spurious retransmission.
            """
        case .answerUnderWay(let arrived, let answer, let incident):
            """
            Again, though nothing is lost: the one of #\(original) arrived at #\(arrived), and its acknowledgment, #\(answer), is \
            still under way\(incident.map { ", held up at #\($0)" } ?? ""). A spurious retransmission.
            """
        case .unanswered(let arrived):
            "Again, though the one of #\(original) arrived at #\(arrived): no acknowledgment covers it yet."
        }
    }
}

extension StandingRule {
    fileprivate var english: String {
        let what =
            switch rule.order {
            case .frame: seen == 0 ? "nothing was sent" : "the last frame was \(seen)"
            case .segments(let side, let kind, _, _):
                "of \(kind.rawValue), the \(side) sent \(seen == 0 ? "none" : "only \(seen)")"
            case .partition(nil, _, _): "nobody sent anything in that time"
            case .partition(let side?, _, _): "the \(side) sent nothing in that time"
            }
        return "The rule \"\(rule)\" has met no packet: \(what)."
    }
}
