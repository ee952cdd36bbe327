import TCPSim
import Trace

/// A note about the wire. Neither side can know what it says.
enum WireNote: Remark {
    case incident(Link.Incident, packet: Int)
    /// A segment is sent again. The second note is what the sender's TCP says about it; nil if it says nothing.
    case retransmission(Retransmission, TCPSim.Note?)
    /// What arrived in the event `trigger` makes the sender send a segment again. The note leads back to the true reason.
    case inferred(Retransmission, trigger: Int)
    case unused(StandingRule)

    /// A stable id for the step, such as "wire.lost".
    var step: String {
        switch self {
        case .incident(.tooLarge, _), .incident(.queueFull, _), .incident(.lost, _): "wire.lost"
        case .incident(.corrupted, _): "wire.corrupted"
        case .incident(.heldUp, _): "wire.delayed"
        case .incident(.duplicated, _): "wire.duplicated"
        case .retransmission(_, let note): note?.step ?? "tcp.segment"
        case .inferred: "wire.inferred"
        case .unused: "wire.rule_unused"
        }
    }

    var english: String {
        switch self {
        case .incident(let incident, let packet): incident.english(packet)
        case .retransmission(let again, let note?): "\(again.english) \(note.english)"
        case .retransmission(let again, nil): again.english
        case .inferred(_, let trigger): "What arrived at #\(trigger) makes us send a segment again."
        case .unused(let standing): standing.english
        }
    }

    var chinese: String {
        switch self {
        case .incident(let incident, let packet): incident.chinese(packet)
        case .retransmission(let again, let note?): again.chinese + note.chinese
        case .retransmission(let again, nil): again.chinese
        case .inferred(_, let trigger): "#\(trigger) 到达的内容使我们再次发送一个报文段。"
        case .unused(let standing): standing.chinese
        }
    }

    /// The note of the sender's TCP about a segment that is sent again; nil for any other note.
    var note: TCPSim.Note? { if case .retransmission(_, let note) = self { note } else { nil } }

    var englishBackground: String {
        if case .retransmission(_, let note?) = self { note.englishBackground } else { "" }
    }

    var chineseBackground: String {
        if case .retransmission(_, let note?) = self { note.chineseBackground } else { "" }
    }

    /// The sender's own view of a retransmission: it has the note of its TCP, and does not know what became of the first copy.
    var englishOwnText: String? {
        if case .retransmission(_, let note) = self { note?.englishText ?? "" } else { nil }
    }

    var chineseOwnText: String? {
        if case .retransmission(_, let note) = self { note?.chineseText ?? "" } else { nil }
    }
}

extension Link.Incident {
    /// Whether the incident loses the datagram.
    var isLoss: Bool {
        switch self {
        case .tooLarge, .queueFull, .lost: true
        case .corrupted, .heldUp, .duplicated: false
        }
    }
}

/// Why a datagram is lost, as a clause; empty for an incident that is no loss.
struct LossReason: Remark {
    let incident: Link.Incident

    var english: String {
        switch incident {
        case .tooLarge(let octets, let mtu): "\(counted(octets, "octet")) do not fit into the MTU of \(mtu)"
        case .queueFull(let queue): "the queue of \(queue.measure) is full"
        case .lost(nil): "the wire dropped it"
        case .lost(let rule?): "the rule \"\(rule)\""
        case .corrupted, .heldUp, .duplicated: ""
        }
    }

    var chinese: String {
        switch incident {
        case .tooLarge(let octets, let mtu): "\(octets) 字节装不进 \(mtu) 的 MTU"
        case .queueFull(let queue): "\(queue.chineseMeasure)的队列已满"
        case .lost(nil): "线路丢弃了它"
        case .lost(let rule?): "规则 \"\(rule)\""
        case .corrupted, .heldUp, .duplicated: ""
        }
    }
}

extension Link.Incident {
    fileprivate func english(_ packet: Int) -> String {
        switch self {
        case .tooLarge:
            """
            DF is set, so a router must not cut the datagram. The router should tell the sender by ICMP (RFC 1191). This wire sends no \
            ICMP, like a path with a firewall that drops it. So the sender notices only the silence (RFC 2923).
            """
        case .queueFull:
            "The hosts send more than the line carries, and the queue is full. For TCP the loss is the sign to slow down."
        case .lost: ""
        case .corrupted(let octet, let bit, let rule):
            "Frame \(packet) is damaged: bit \(bit) of octet \(octet) is flipped\(Self.by(rule))."
        case .heldUp(let span, let rule):
            "Frame \(packet) is delayed by \(span.words)\(Self.by(rule)). Later frames may overtake it."
        case .duplicated(let span, let rule):
            "Frame \(packet) is duplicated\(Self.by(rule)). The copy arrives \(span.words) later."
        }
    }

    fileprivate func chinese(_ packet: Int) -> String {
        switch self {
        case .tooLarge:
            """
            DF 已置位，所以路由器不能分割这个数据报。路由器应当用 ICMP 告诉发送方（RFC 1191）。这条线路不发送 ICMP，\
            就像路径上有防火墙把它丢弃一样。所以发送方只发现没有动静（RFC 2923）。
            """
        case .queueFull:
            "主机发送的超过线路能承载的，队列已满。对 TCP 来说，丢失就是要放慢的信号。"
        case .lost: ""
        case .corrupted(let octet, let bit, let rule):
            "第 \(packet) 帧损坏：\(Self.chineseBy(rule))字节 \(octet) 的位 \(bit) 翻转了。"
        case .heldUp(let span, let rule):
            "第 \(packet) 帧\(Self.chineseBy(rule))延迟 \(span.words)。后面的帧可能超过它。"
        case .duplicated(let span, let rule):
            "第 \(packet) 帧\(Self.chineseBy(rule))重复。第二份晚 \(span.words) 到达。"
        }
    }

    private static func by(_ rule: LinkRule?) -> String { rule.map { " by the rule \"\($0)\"" } ?? "" }
    private static func chineseBy(_ rule: LinkRule?) -> String { rule.map { "按规则 \"\($0)\" " } ?? "" }
}

extension StandingRule {
    fileprivate var english: String {
        let what =
            switch rule.order {
            case .frame: seen == 0 ? "nothing was sent" : "the last frame was \(seen)"
            case .segments(let side, let kind, _, _):
                "of \(kind.rawValue), the \(side) sent \(seen == 0 ? "none" : "only \(seen)")"
            case .partition(nil, _, _): "neither side sent anything in that time"
            case .partition(let side?, _, _): "the \(side) sent nothing in that time"
            }
        return "The rule \"\(rule)\" has met no packet: \(what)."
    }

    fileprivate var chinese: String {
        let what =
            switch rule.order {
            case .frame: seen == 0 ? "什么都没有发送" : "最后一帧是第 \(seen) 帧"
            case .segments(let side, let kind, _, _):
                "\(Chinese.name(side))发送的 \(kind.rawValue) \(seen == 0 ? "一个也没有" : "只有 \(seen) 个")"
            case .partition(nil, _, _): "那段时间内双方什么都没有发送"
            case .partition(let side?, _, _): "那段时间内\(Chinese.name(side))什么都没有发送"
            }
        return "规则 \"\(rule)\" 没有遇到任何数据包：\(what)。"
    }
}
