import Crypto
import PKI
import TCPSim
import Trace

/// A network of hosts in virtual time, and the keeper of its journal.
///
/// It decides nothing about protocols. It carries segments, rings timers, does what TCP and the applications want done, and writes down
/// what happens with what caused it.
package struct World: Sendable {
    /// Where a run that does not come to an end is cut off.
    static let mostHappenings = 20_000

    /// What is going to happen at some instant.
    enum Happening: Sendable {
        /// A datagram comes out of the wire at a host.
        case arrival(Packet, octets: [UInt8], sentIn: Int, at: Int)
        /// A timer of a host's connection may have run out.
        case timer(Connection.Timer, of: Int)
        /// An application is prompted.
        case prompt(Prompt, to: Int, cause: Int)
    }

    /// What has happened.
    package internal(set) var journal: Journal
    /// The hosts, each named by its place here.
    var hosts: [Host]
    /// A request that an application has read and not answered, where the answer comes from outside the world.
    package internal(set) var request: (octets: [UInt8], at: Instant, by: Principal, readIn: Int)?
    var network: Network
    var schedule = Schedule<Happening>()
    var now: Instant

    /// A world in which nothing has happened yet.
    ///
    /// - Parameter wire: what lies between any two hosts.
    package init(
        journal: Journal, hosts: [Host], wire: Wire, random: SeededRandomSource, from start: Instant = .zero
    ) {
        self.journal = journal
        self.hosts = []
        now = start
        network = Network(wire, random: random)
        for host in hosts { add(host) }
    }

    /// Puts a host into the network, before anything happens. One with a name of its own has a lifeline from then on.
    package mutating func add(_ host: Host) {
        hosts.append(host)
        journal.join(host.principal, at: host.connection.local.endpoint)
    }

    /// The host that acts as `principal`; nil if there is none.
    package subscript(principal: Principal) -> Host? { hosts.first { $0.principal == principal } }

    /// The end of HTTPS that calls; nil where something else does.
    package var client: HTTPSEnd? { self[.client]?.application as? HTTPSEnd }
    /// The end of HTTPS that is called; nil where something else is.
    package var server: HTTPSEnd? { self[.server]?.application as? HTTPSEnd }

    /// The place of the host at an address; nil if no host is there.
    func place(of address: IPv4Address) -> Int? { hosts.firstIndex { $0.address == address } }

    // MARK: A run

    /// Runs until nothing is left to happen; cut off where `goesOn`, asked before each happening with the number of events, says no.
    package mutating func run(while goesOn: (Int) -> Bool = { _ in true }) {
        open()
        if proceed(while: goesOn) { finish() }
    }

    /// The applications ask for their connections, those that listen first.
    package mutating func open() {
        Chapter.open.record(in: &journal, at: now)
        for role in [Role.server, .client] {
            for host in hosts.indices where hosts[host].application.role == role {
                call(role == .server ? .passiveOpen : .activeOpen, by: host)
            }
        }
        for host in hosts.indices { tell(.started, to: host, cause: journal.events.count) }
    }

    /// Lets happen what is going to, until nothing is left or a request waits for its answer.
    ///
    /// - Returns: false for a run that is cut off because it does not come to an end, or because it may not go on.
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

    /// When something is going to happen next; nil if nothing is.
    package var next: Instant? { schedule.next }

    /// Lets the next thing happen.
    package mutating func happenNext() {
        guard let (instant, happening) = schedule.popFirst() else { return }
        now = instant
        happen(happening)
    }

    /// Has an application prompted from outside, at an instant that is not past.
    package mutating func prompt(_ principal: Principal, _ prompt: Prompt, at instant: Instant, cause: Int? = nil) {
        guard let host = hosts.firstIndex(where: { $0.principal == principal }) else { return }
        schedule.add(.prompt(prompt, to: host, cause: cause ?? journal.events.count), at: max(now, instant))
    }

    /// Has the request that waits answered, at an instant that is not past.
    package mutating func answer(_ octets: [UInt8], at instant: Instant) {
        guard let (_, _, host, cause) = request else { return }
        request = nil
        prompt(host, .answer(octets), at: instant, cause: cause)
    }

    /// Says what was left unfinished when nothing more happened.
    package mutating func finish() {
        reportUnfinished()
        network.reportUnused(at: now, in: &journal)
    }

    /// A side that neither finished nor gave up says so: on a bad wire nothing may ever reach it again.
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

    /// A run ends for one side without its end.
    private mutating func fail(_ note: WireFailure, _ who: Principal) {
        journal.record(at: now, who: who, step: note.step, .failed(note))
    }

    /// Adds what belongs to the story and to no machine.
    package mutating func record(_ body: (inout Journal, Instant) -> Void) {
        body(&journal, now)
    }
}

extension Journal {
    /// The principal holds its private key from the beginning.
    mutating func configure(_ who: Principal, _ key: SecretID, of identity: Identity, at now: Instant) {
        record(
            at: now, who: who, step: "tls.configured", .learned(key, .configured, value: identity.privateKey.secret))
    }
}
