import TCPHost
import TCPSim
import Trace

/// TCP as RFC 9293 specifies it, and TCPs that are wrong in one place, each to show what that place is for.
///
/// A wrong TCP uses the real ``Connection``, which knows nothing of the mistake: the events that the connection gets, or the actions that
/// it wants, are changed on the way. The scenarios and the explorer use the same variants.
package enum Variant: String, Hashable, Wording, CaseIterable {
    case standard
    case twoWay = "two-way"
    case mergedClose = "merged-close"
    case noTimeWait = "no-time-wait"
    case constantISN = "constant-isn"
    case numberlessFIN = "numberless-fin"
    case boundless = "no-backlog"
    case anyCookie = "any-cookie"
    case uncheckedSize = "unchecked-mss"
    case halfClosed = "kept-half-open"

    /// The initial sequence number of ``constantISN``.
    static let constant = SequenceNumber(0)

    /// The TCPs that the explorer can try. It sets the initial number of each connection itself, so a TCP that chooses a wrong number would
    /// behave like the real one.
    package static let explored: [Variant] = [.standard, .twoWay, .mergedClose, .noTimeWait]
    /// The TCPs that are wrong in how a host listens. Their connections are the real ones.
    package static let ofHosts: [Variant] = [.boundless, .anyCookie, .uncheckedSize, .halfClosed]

    /// The sentence that says what is wrong with it; nil for the real TCP.
    package var mistake: (any Wording)? { self == .standard ? nil : self }

    /// What is wrong with it, or what kind of TCP it is, in one or two sentences.
    package var english: String {
        switch self {
        case .standard: "TCP as in RFC 9293."
        case .twoWay:
            "The listening side is ESTABLISHED when it has answered a SYN. It takes its own SYN for acknowledged "
                + "and waits for no third segment."
        case .mergedClose:
            "It answers a FIN at once with FIN and ACK in one segment, even if its user has not finished."
        case .noTimeWait:
            "The side that closes first forgets the connection with its last ACK. It does not wait for 2 MSL."
        case .numberlessFIN: "A FIN takes no number. What acknowledges all data acknowledges the FIN, too."
        case .constantISN: "Every connection, on both sides, begins with the number \(Self.constant)."
        case .boundless: "The listener takes every SYN, however many connections wait."
        case .anyCookie: "The listener accepts any acknowledgment as one with a cookie."
        case .uncheckedSize: "The MSS that a cookie claims is not checked."
        case .halfClosed: "When the listening socket closes, half-open connections stay."
        }
    }

    package var chinese: String {
        switch self {
        case .standard: "符合 RFC 9293 的 TCP。"
        case .twoWay:
            "监听的一方回应 SYN 之后就处于 ESTABLISHED。它把自己的 SYN 当作已经确认，不等第三个报文段。"
        case .mergedClose:
            "它收到 FIN 就立即用一个报文段回应 FIN 和 ACK，即使它的用户还没有结束。"
        case .noTimeWait:
            "先关闭的一方发出最后的 ACK 就忘掉连接，不等 2 MSL。"
        case .numberlessFIN: "FIN 不占用序号。确认了全部数据，也就确认了 FIN。"
        case .constantISN: "每次连接，双方都从序号 \(Self.constant) 开始。"
        case .boundless: "监听套接字接受每个 SYN，不管有多少连接在等待。"
        case .anyCookie: "监听套接字把任何确认都当作带有 cookie 的确认来接受。"
        case .uncheckedSize: "不检查 cookie 声称的 MSS。"
        case .halfClosed: "监听套接字关闭时，半连接仍然留着。"
        }
    }

    /// The settings of a connection, with those that this TCP prescribes.
    func configure(_ configuration: Connection.Configuration) -> Connection.Configuration {
        guard self == .constantISN else { return configuration }
        var configuration = configuration
        configuration.isn = .forced(Self.constant)
        return configuration
    }

    /// The same as ``handle(_:by:at:)``, as a value.
    package var machine: Machine { { connection, event, now in handle(event, by: &connection, at: now) } }

    /// Hands an event to `connection`, and returns what this TCP wants done about it.
    package func handle(
        _ event: Connection.Event, by connection: inout Connection, at now: Instant
    ) -> [Connection.Action] {
        if self == .numberlessFIN { return NumberlessFIN.handle(event, by: &connection, at: now) }
        let before = connection.state
        let actions = connection.handle(event, at: now)
        switch self {
        case .standard, .constantISN, .numberlessFIN, .boundless, .anyCookie, .uncheckedSize, .halfClosed:
            return actions
        case .twoWay:
            guard before == .listen, connection.state == .synReceived, case .segmentArrives(let syn, let source) = event
            else { return actions }
            return actions + Self.acknowledge(syn, from: source, by: &connection, at: now)
        case .mergedClose:
            guard before != .closeWait, connection.state == .closeWait else { return actions }
            return Self.merge(actions, with: connection.handle(.close, at: now))
        case .noTimeWait:
            guard connection.state == .timeWait else { return actions }
            return (actions + connection.handle(.timeout(.timeWait), at: now)).filter { !Self.isOfTimeWait($0) }
        }
    }

    /// Hands the connection a forged third segment, which it should have waited for.
    private static func acknowledge(
        _ syn: Segment, from source: IPv4Address, by connection: inout Connection, at now: Instant
    ) -> [Connection.Action] {
        let forged = Segment(
            sourcePort: syn.sourcePort, destinationPort: syn.destinationPort, sequence: connection.receiving.next,
            acknowledgment: connection.sending.next, control: .ack, window: syn.window)
        return connection.handle(.segmentArrives(forged, from: source), at: now)
    }

    /// Both lists of actions. If the second list sends a segment, the last bare acknowledgment of the first list is left out with its
    /// note, because every segment acknowledges.
    private static func merge(
        _ actions: [Connection.Action], with more: [Connection.Action]
    ) -> [Connection.Action] {
        let sends = more.contains { if case .transmit = $0 { true } else { false } }
        let bare = actions.lastIndex {
            if case .transmit(let segment) = $0 { segment.control == .ack && segment.payload.isEmpty } else { false }
        }
        guard sends, let bare else { return actions + more }
        var actions = actions
        actions.remove(at: bare)
        // The action before a segment is the note that explains it, unless notes are switched off.
        if bare > 0, case .note = actions[bare - 1] { actions.remove(at: bare - 1) }
        return actions + more
    }

    private static func isOfTimeWait(_ action: Connection.Action) -> Bool {
        switch action {
        case .arm(.timeWait, _), .disarm(.timeWait), .note(.timeWait): true
        default: false
        }
    }
}
