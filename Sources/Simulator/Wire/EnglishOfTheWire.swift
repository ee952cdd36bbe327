import TCPSim
import Trace

extension WireNote {
    /// The sentences. The wire speaks as one who sees everything.
    var english: String {
        switch self {
        case .incident(let incident, let packet): incident.english(packet)
        case .again(let again, let note): again.english + (note.map { "\n\($0.sentence(in: .english))" } ?? "")
        case .inferred(_, let trigger): "What arrived at #\(trigger) makes us send a segment again."
        case .unused(let standing): standing.english
        }
    }
}

extension Link.Incident {
    /// Why a datagram is lost, in a few words.
    var why: String {
        switch self {
        case .tooLarge(let octets, let mtu): "\(octets) octets do not fit into the MTU of \(mtu)"
        case .queueFull(let queue): "the queue of \(queue.measure) is full"
        case .lost(nil): "the wire dropped it"
        case .lost(let rule?): "the rule \"\(rule)\""
        case .corrupted, .heldUp, .duplicated: ""
        }
    }

    fileprivate func english(_ packet: Int) -> String {
        switch self {
        case .tooLarge:
            """
            DF is set, so no router may cut it up; it should tell the sender by ICMP (RFC 1191). Here nobody does, as where a \
            firewall drops ICMP: the sender never learns why nothing comes through (RFC 2923).
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
    fileprivate var english: String {
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
