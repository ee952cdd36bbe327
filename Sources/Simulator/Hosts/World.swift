import Crypto
import PKI
import TCPSim
import Trace

/// A network of hosts in virtual time, with its journal.
///
/// It makes no decision of a protocol. It carries segments, lets timers run out, carries out what TCP and the applications want done,
/// and records each event with its cause.
package struct World: Sendable {
    /// The largest number of happenings. A run that has more is cut off.
    static let mostHappenings = 20_000

    /// What the schedule has for a later instant. Hosts are named by their place in ``hosts``.
    enum Happening: Sendable {
        /// A datagram that was sent in the event `sentIn` comes out of the wire at a host.
        case arrival(Packet, octets: [UInt8], sentIn: Int, at: Int)
        /// A timer of a host's connection runs out, unless it was set again or stopped meanwhile.
        case timer(Connection.Timer, of: Int)
        /// An application is prompted.
        case prompt(Prompt, to: Int, cause: Int)
    }

    /// Everything that has happened.
    package internal(set) var journal: Journal
    /// The hosts. Elsewhere a host is named by its place in this array.
    var hosts: [Host]
    /// A request that an application has read and that waits for an answer from outside the world; nil if there is none.
    package internal(set) var request: (octets: [UInt8], at: Instant, by: Principal, readIn: Int)?
    var network: Network
    var schedule = Schedule<Happening>()
    var now: Instant

    /// A world before anything has happened.
    ///
    /// - Parameter wire: the wire between any two hosts.
    package init(
        journal: Journal, hosts: [Host], wire: Wire, random: SeededRandomSource, from start: Instant = .zero
    ) {
        self.journal = journal
        self.hosts = []
        now = start
        network = Network(wire, random: random)
        for host in hosts { add(host) }
    }

    /// Adds a host to the network, before anything happens. In the journal the host gets a lifeline if its principal has one.
    package mutating func add(_ host: Host) {
        hosts.append(host)
        journal.join(
            host.principal, at: host.connection.local.endpoint, overhears: host.eye != .offPath)
    }

    /// The host with the name `principal`; nil if there is none.
    package subscript(principal: Principal) -> Host? { hosts.first { $0.principal == principal } }

    /// The client, if it is an end of HTTPS; else nil.
    package var client: HTTPSEnd? { self[.client]?.application as? HTTPSEnd }
    /// The server, if it is an end of HTTPS; else nil.
    package var server: HTTPSEnd? { self[.server]?.application as? HTTPSEnd }

    /// The place of the host at an address; nil if no host is there.
    func place(of address: IPv4Address) -> Int? { hosts.firstIndex { $0.address == address } }

    // MARK: A run

    /// Runs until nothing is left to happen.
    ///
    /// - Parameter goesOn: whether the run may go on. It is asked before each happening with the number of events so far. A run that may
    ///   not go on is cut off.
    package mutating func run(while goesOn: (Int) -> Bool = { _ in true }) {
        open()
        if proceed(while: goesOn) { finish() }
    }

    /// Opens the connections of the applications: first those of servers, then those of clients. Then tells all that the run begins.
    package mutating func open() {
        Chapter.open.record(in: &journal, at: now)
        for role in [Role.server, .client] {
            for host in hosts.indices where hosts[host].application.role == role {
                call(role == .server ? .passiveOpen : .activeOpen, by: host)
            }
        }
        for host in hosts.indices { tell(.started, to: host, cause: journal.events.count) }
    }

    /// Runs until nothing is left to happen, or a request waits for its answer.
    ///
    /// - Returns: false if the run is cut off: it does not come to an end, or `goesOn` says no.
    @discardableResult
    package mutating func proceed(while goesOn: (Int) -> Bool = { _ in true }) -> Bool {
        var count = 0
        while request == nil, let next {
            guard goesOn(journal.events.count) else { return false }
            count += 1
            guard count <= World.mostHappenings else {
                now = next
                for host in hosts where host.application.state != nil {
                    fail(.exhausted(happenings: World.mostHappenings), host.principal)
                }
                return false
            }
            happenNext()
        }
        return true
    }

    /// The instant of the next happening; nil if there is none.
    package var next: Instant? { schedule.next }

    /// Lets the next happening take place.
    package mutating func happenNext() {
        guard let (instant, happening) = schedule.popFirst() else { return }
        now = instant
        happen(happening)
    }

    /// Prompts an application from outside, at `instant`, or now if `instant` is past.
    package mutating func prompt(_ principal: Principal, _ prompt: Prompt, at instant: Instant, cause: Int? = nil) {
        guard let host = hosts.firstIndex(where: { $0.principal == principal }) else { return }
        schedule.add(.prompt(prompt, to: host, cause: cause ?? journal.events.count), at: max(now, instant))
    }

    /// Has the application answer the request that waits, at `instant`, or now if `instant` is past. Does nothing if no request waits.
    package mutating func answer(_ octets: [UInt8], at instant: Instant) {
        guard let (_, _, host, cause) = request else { return }
        request = nil
        prompt(host, .answer(octets), at: instant, cause: cause)
    }

    /// Records, at the end of a run, which sides have not finished and which rules of the wire have applied to no packet.
    package mutating func finish() {
        reportUnfinished()
        network.reportUnused(at: now, in: &journal)
    }

    /// Records a failure for each side that has neither finished nor given up. On a bad wire such a side may wait for ever.
    private mutating func reportUnfinished() {
        for host in hosts {
            let who = host.principal
            let gaveUp = journal.events.contains { event in
                if case .failed = event.kind { event.who == who } else { false }
            }
            guard let state = host.application.state, state != "Closed", !gaveUp else { continue }
            fail(.unfinished(tcp: host.connection.state, tls: state), who)
        }
    }

    /// Records that the run has ended for one side before its connection did.
    private mutating func fail(_ note: WireFailure, _ who: Principal) {
        journal.record(at: now, who: who, step: note.step, .failed(note))
    }

    /// Lets `body` add to the journal what no host does, such as chapters and conclusions. It gets the journal and the present instant.
    package mutating func record(_ body: (inout Journal, Instant) -> Void) {
        body(&journal, now)
    }
}

extension Journal {
    /// Records that `who` has the private key of `identity` from the beginning.
    mutating func configure(_ who: Principal, _ key: SecretID, of identity: Identity, at now: Instant) {
        record(
            at: now, who: who, step: "tls.configured", .learned(key, .configured, value: identity.privateKey.secret))
    }
}
