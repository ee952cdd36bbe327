import Simulator
import Trace

@testable import TCPHost
@testable import TCPSim

/// A host that listens with one mistake in it, and the space in which the mistake shows.
struct ListenerMutant: Mutation {
    /// The mistake, as docs/explorer.md has it.
    let name: String
    /// The rule that finds it out.
    let rule: TCPSpace.Rule
    /// The length of the shortest way to break that rule.
    let steps: Int
    var bounds = TCPSpace.Bounds()
    var scope = TCPSpace.Scope(clients: 1)
    /// Rules that are left out, so that another one shows what else the mistake does.
    var excused: Set<TCPSpace.Rule> = []
    let machine: TCPSpace.HostMachine

    static let rules = TCPSpace.Rule.ofHosts

    func space() -> TCPSpace {
        TCPSpace(bounds: bounds, scope: scope, excusing: excused, machines: TCPSpace.Machines(host: machine))
    }

    var soundSpace: TCPSpace { TCPSpace(bounds: bounds, scope: scope, excusing: excused) }

    // MARK: Ways to make a mistake

    /// The host that makes none.
    private static let handOver = TCPSpace.Machines().host

    /// Changes the host after a cause, knowing it as it was before.
    static func afterwards(
        _ change: @escaping @Sendable (inout TCPHost.Host, TCPHost.Host, TCPSpace.Cause) -> Void
    ) -> TCPSpace.HostMachine {
        { host, cause in
            let before = host
            handOver(&host, cause)
            change(&host, before, cause)
        }
    }

    /// Changes a segment that arrives, or the host that it arrives at; nil for no arrival.
    static func arriving(
        _ change: @escaping @Sendable (Segment, Socket, inout TCPHost.Host) -> Segment?
    ) -> TCPSpace.HostMachine {
        { host, cause in
            guard let (segment, source) = cause.segment else { return handOver(&host, cause) }
            guard let other = change(segment, source, &host) else { return }
            let arrival = other == segment ? cause : .arrival(other)
            handOver(&host, arrival)
        }
    }

    /// Takes a cookie for one that was made at another time, or for another socket or number.
    static func forgiving(
        at ages: [TimeSpan] = [.seconds(0)], from sockets: [Socket] = [], distance: Int = 0
    ) -> TCPSpace.HostMachine {
        { host, cause in
            guard let (segment, source) = cause.segment, let cookies = host.settings.connection.synCookies,
                segment.control == .ack
            else { return handOver(&host, cause) }
            func cookie(_ socket: Socket, _ first: SequenceNumber, _ age: TimeSpan) -> SequenceNumber {
                let syn = Segment(
                    sourcePort: socket.port, destinationPort: segment.destinationPort, sequence: first, control: .syn,
                    options: [.maximumSegmentSize(1_460)])
                let local = Socket(host.settings.local, segment.destinationPort)
                return cookies.cookie(for: syn, from: socket, to: local, at: host.now + age).number
            }
            let first = segment.sequence - 1
            let isTaken = ages.contains { age in
                (sockets + [source]).contains { cookie($0, first + distance, age) + 1 == segment.acknowledgment }
            }
            var other = host
            var right = segment
            right.acknowledgment = cookie(source, first, .seconds(0)) + 1
            handOver(&other, .arrival(right))
            guard isTaken, other.connections.count > host.connections.count else {
                return handOver(&host, cause)
            }
            host = other
        }
    }
}

extension TCPHost.Host {
    /// The connection with `remote` that is not CLOSED.
    fileprivate func connection(with remote: Socket) -> (id: Int, connection: Connection)? {
        slots.first { $0.value.route.remote == remote && $0.value.connection.state != .closed }
            .map { ($0.key, $0.value.connection) }
    }
}

/// Mistakes that have been made in real listeners, or that a rule is there to prevent.
extension ListenerMutant {
    static let all = waiting + cookies + calls + afterTheEnd

    /// A space with cookies for each SYN.
    private static let always = TCPSpace.Scope(clients: 1, backlog: 1, cookies: .always)
    /// A space in which a stranger's SYN fills the backlog.
    private static let flooded = {
        var scope = TCPSpace.Scope(clients: 1, backlog: 1)
        scope.flood = 1
        return scope
    }()
    private static let talking = {
        var scope = TCPSpace.Scope(clients: 1, backlog: 1)
        scope.data = 1
        return scope
    }()

    /// The backlog, and what waits in it.
    private static let waiting = [
        ListenerMutant(
            name: "The listener takes every SYN, however many connections wait", rule: .backlog, steps: 3,
            scope: flooded, machine: Variant.boundless.machines.host),
        ListenerMutant(
            name: "A half-open connection that is reset keeps its place in the backlog", rule: .books, steps: 3,
            scope: {
                var scope = TCPSpace.Scope(clients: 1)
                scope.oldSYN = 10
                return scope
            }(),
            machine: afterwards { host, before, cause in
                guard case .arrival(let segment) = cause, segment.control.contains(.rst) else { return }
                host.sockets[0] = before.sockets[0]
            }),
        ListenerMutant(
            name: "A listener does not wait for the third segment", rule: .ghost, steps: 1,
            scope: flooded,
            machine: afterwards { host, _, cause in
                guard case .arrival(let syn) = cause, syn.control == .syn, let (_, source) = cause.segment,
                    let (_, connection) = host.connection(with: source), connection.state == .synReceived
                else { return }
                let forged = Segment(
                    sourcePort: syn.sourcePort, destinationPort: syn.destinationPort,
                    sequence: connection.receiving.next, acknowledgment: connection.sending.next, control: .ack,
                    window: syn.window)
                handOver(&host, .arrival(forged))
            }),
        ListenerMutant(
            name: "A half-open connection has no timer", rule: .progress, steps: 1, scope: flooded,
            machine: untimed),
        ListenerMutant(
            name: "A half-open connection has no timer, and outlives the listening socket", rule: .deadlock, steps: 5,
            scope: flooded, excused: [.discarded, .progress],
            machine: { host, cause in
                Variant.halfClosed.machines.host(&host, cause)
                stopTimers(&host)
            }),
    ]

    private static let untimed = afterwards { host, _, _ in stopTimers(&host) }

    private static func stopTimers(_ host: inout TCPHost.Host) {
        for id in host.slots.keys where host.slots[id]?.connection.state == .synReceived {
            host.slots[id]?.connection.tcb.retransmission.isArmed = false
        }
    }

    /// A listener that does not remember which cookies have opened a connection.
    private static let forgetful = afterwards { host, _, _ in
        host.sockets[0]?.updateListener { $0.spent = SpentCookies() }
    }

    /// SYN cookies.
    private static let cookies = [
        ListenerMutant(
            name: "The listener accepts any acknowledgment as one with a cookie", rule: .falseCookie, steps: 3,
            bounds: .init(forged: 1), scope: always, machine: Variant.anyCookie.machines.host),
        ListenerMutant(
            name: "The MSS that a cookie claims is not checked", rule: .falseCookie, steps: 3,
            bounds: .init(forged: 1), scope: always, machine: Variant.uncheckedSize.machines.host),
        ListenerMutant(
            name: "A cookie is good for any socket", rule: .falseCookie, steps: 3, bounds: .init(forged: 1),
            scope: always, machine: forgiving(from: [Socket(IPv4Address(203, 0, 113, 1), 60_001)])),
        ListenerMutant(
            name: "A cookie is good for any initial sequence number", rule: .falseCookie, steps: 3,
            bounds: .init(forged: 1), scope: always, machine: forgiving(distance: 1)),
        ListenerMutant(
            name: "A cookie does not expire", rule: .falseCookie, steps: 3, bounds: .init(forged: 1), scope: always,
            machine: forgiving(at: [.seconds(0), .seconds(-128)])),
        ListenerMutant(
            name: "A cookie that comes back is not known again", rule: .trueCookie, steps: 4, scope: always,
            machine: arriving { segment, source, host in
                guard segment.control == .ack, host.connection(with: source) == nil else { return segment }
                var other = segment
                other.acknowledgment += 1
                return other
            }),
        ListenerMutant(
            name: "A cookie opens a connection each time it comes", rule: .trueCookie, steps: 10,
            bounds: .init(timeouts: 2), scope: always, machine: forgetful),
        ListenerMutant(
            name: "A cookie opens a connection each time it comes, also one that is over", rule: .progress,
            steps: 9, bounds: .init(timeouts: 2), scope: always, excused: [.trueCookie], machine: forgetful),
        ListenerMutant(
            name: "A connection by a cookie counts from another number", rule: .agreement, steps: 4, scope: always,
            excused: [.progress],
            machine: afterwards { host, before, cause in
                guard case .arrival = cause, let (_, source) = cause.segment, before.connection(with: source) == nil,
                    let (id, _) = host.connection(with: source)
                else { return }
                host.slots[id]?.connection.tcb.sending = SendSequenceSpace(initial: SequenceNumber(7))
            }),
        ListenerMutant(
            name: "An acknowledgment that belongs to no connection is not answered", rule: .stray, steps: 1,
            bounds: .init(forged: 1),
            machine: arriving { segment, source, host in
                segment.control == .ack && host.connection(with: source) == nil ? nil : segment
            }),
    ]

    /// ACCEPT, RECEIVE and CLOSE.
    private static let calls = [
        ListenerMutant(
            name: "accept hands over the newest connection", rule: .accepted, steps: 7,
            scope: TCPSpace.Scope(clients: 2, backlog: 2),
            machine: afterwards { host, before, cause in
                guard cause == .accept,
                    let first = host.slots.first(where: {
                        $0.value.listener == nil && before.slots[$0.key]?.listener != nil
                    })?.key,
                    let other = host.slots.first(where: { $0.value.listener != nil })?.key,
                    let route = host.slots[other]?.route, let number = host.slots[first]?.socket
                else { return }
                host.withdraw(other, of: route)
                host.slots[other]?.listener = nil
                host.slots[other]?.socket = number
                host.sockets[number] = .connection(other)
                host.slots[first]?.socket = nil
                host.slots[first]?.listener = 0
            }),
        ListenerMutant(
            name: "What arrives before accept is queued twice", rule: .inOrder, steps: 6, scope: talking,
            machine: afterwards { host, _, cause in
                guard case .arrival = cause, let (segment, source) = cause.segment, !segment.payload.isEmpty,
                    let (id, _) = host.connection(with: source), host.slots[id]?.listener != nil
                else { return }
                host.slots[id]?.connection.unread.append(segment.payload)
            }),
        ListenerMutant(
            name: "A reset before accept takes what has arrived with it", rule: .unread, steps: 7,
            scope: {
                var scope = talking
                scope.mayAbort = true
                return scope
            }(),
            machine: afterwards { host, _, _ in
                for (id, slot) in host.slots where slot.listener != nil && slot.connection.state == .closed {
                    _ = host.slots[id]?.connection.dropUnread()
                }
            }),
        ListenerMutant(
            name: "When the listening socket closes, half-open connections stay", rule: .discarded, steps: 3,
            machine: Variant.halfClosed.machines.host),
    ]

    /// TIME-WAIT.
    private static let afterTheEnd = [
        ListenerMutant(
            name: "A connection in TIME-WAIT gives way to an old SYN", rule: .timeWait, steps: 11,
            scope: {
                var scope = TCPSpace.Scope(clients: 1)
                scope.oldSYN = 10
                return scope
            }(),
            machine: arriving { segment, source, host in
                if segment.control == .syn, let (id, connection) = host.connection(with: source),
                    connection.state == .timeWait
                {
                    host.slots[id]?.connection.tcb.receiving.next = segment.sequence - 1
                }
                return segment
            }),
        ListenerMutant(
            name: "A connection in TIME-WAIT that has given way does not return", rule: .timeWait, steps: 13,
            scope: {
                var scope = TCPSpace.Scope(clients: 1)
                (scope.mayReopen, scope.mayAbort) = (true, true)
                return scope
            }(),
            machine: afterwards { host, _, _ in
                for id in host.slots.keys { host.slots[id]?.predecessor = nil }
            }),
        ListenerMutant(
            name: "The connection to which one in TIME-WAIT gives way begins with the old one's first number",
            rule: .successor, steps: 13, scope: reopening, machine: repeatingFirstNumber),
    ]

    /// A client that may open once more.
    private static let reopening = {
        var scope = TCPSpace.Scope(clients: 1)
        scope.mayReopen = true
        return scope
    }()

    /// B's clock stands still, and what a connection in TIME-WAIT has sent is not looked at.
    private static let repeatingFirstNumber: TCPSpace.HostMachine = { host, cause in
        if cause == .pause { return }
        if let (segment, source) = cause.segment, segment.control == .syn,
            let (id, old) = host.connection(with: source), old.state == .timeWait
        {
            var other = host
            other.slots[id]?.connection.tcb.sending.next = old.sending.initial - 1
            handOver(&other, cause)
            if let (next, connection) = other.connection(with: source), connection.state == .synReceived {
                other.slots[next]?.predecessor = old
                host = other
                return
            }
        }
        handOver(&host, cause)
    }
}
