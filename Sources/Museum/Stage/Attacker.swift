import Crypto
import Simulator
import TCPHost
import TCPSim
import TLSSim
import Trace

/// The attacker: an address of her own, an eye and a mouth.
///
/// Her eye shows what is addressed to her, and from the path what passes. Her mouth may write any source address. She has a TCP of her
/// own for honest connections. Nothing here leads to the state, the seed or the memory of a victim.
package struct Attacker {
    private let stage: Stage
    /// Her own machine on each wire.
    private let hosts: [Leg: Int]
    /// What she draws from.
    package var random: SeededRandomSource
    private var identification: UInt16 = 0

    init(_ stage: Stage, hosts: [Leg: Int], random: SeededRandomSource) {
        self.stage = stage
        self.hosts = hosts
        self.random = random
    }

    /// The time now.
    package var now: Instant { stage.now }
    /// The number of the last frame of a wire's capture. She counts along.
    package func frame(_ leg: Leg = .wire) -> Int { stage.record.next(leg) - 1 }

    // MARK: Her eye

    /// What she has seen since she looked last.
    package func look() -> [Sight] {
        defer { stage.sights = [] }
        return stage.sights
    }

    /// Lets time pass, and says what she has seen meanwhile.
    package func wait(_ span: TimeSpan) -> [Sight] {
        stage.run(for: span)
        return look()
    }

    /// Lets time pass until she sees something.
    ///
    /// - Returns: the first such sight; nil if there was none within `span`.
    package func wait(_ span: TimeSpan, for isIt: (Sight) -> Bool) -> Sight? {
        let end = stage.now + span
        while true {
            while !stage.sights.isEmpty {
                let sight = stage.sights.removeFirst()
                if isIt(sight) { return sight }
            }
            guard stage.step(upTo: end) else { return nil }
        }
    }

    /// The frame in which she has last seen these octets of others, or if there are none any data; she has not looked since.
    package func sighted(_ octets: [UInt8] = [], on leg: Leg = .wire) -> [Int] {
        let sight = stage.sights.last {
            $0.leg == leg && !$0.segment.payload.isEmpty && (octets.isEmpty || $0.segment.payload.contains(octets))
        }
        return [sight?.frame].compactMap { $0 }
    }

    /// In the path: decides about every datagram that is not hers.
    package func guardPath(_ decide: @escaping (Sight) -> Passage) { stage.gate = decide }

    // MARK: Her mouth

    /// Puts a segment on the wire that no TCP has made.
    ///
    /// - Parameters:
    ///   - source: the address that it bears.
    ///   - remark: what the story says of it.
    package mutating func send(
        _ segment: Segment, from source: IPv4Address, to destination: IPv4Address, on leg: Leg = .wire,
        _ remark: (any Remark)? = nil
    ) {
        identification &+= 1
        send(
            SegmentCodec.encode(
                segment, from: source, to: destination, identification: identification, recording: false
            ).bytes, on: leg, remark)
    }

    /// Puts a datagram on the wire.
    package func send(_ datagram: [UInt8], on leg: Leg = .wire, _ remark: (any Remark)? = nil) {
        stage.forge(datagram, on: leg, remark: remark)
    }

    // MARK: Her own connections

    /// Opens a connection of her own.
    ///
    /// - Parameter port: hers; 0 for any.
    package func open(to server: Socket, from port: UInt16 = 0, on leg: Leg = .wire) -> Line {
        let host = hosts[leg] ?? 0
        return Line(stage, host, stage.connect(host, from: port, to: server, Ear()))
    }

    /// Listens at the address of her machine on a wire. Where she poses as the server, that is the server's.
    ///
    /// - Returns: gives the connections that were opened since it was asked last.
    package func listen(at port: UInt16, on leg: Leg) -> () -> [Line] {
        let host = hosts[leg] ?? 0
        stage.listen(host, port: port) { _ in Ear() }
        let stage = stage
        var known: Set<Int> = []
        return {
            stage.applications(of: host).map(\.socket).filter { known.insert($0).inserted }
                .map { Line(stage, host, $0) }
        }
    }

    /// Serves at the address of her machine on a wire, with a TLS of her own for each connection.
    ///
    /// - Returns: gives her programs, the oldest first.
    package func serve(
        at port: UInt16, on leg: Leg = .wire, _ program: @escaping (Socket) -> TLSProgram
    ) -> () -> [TLSProgram] {
        let host = hosts[leg] ?? 0
        stage.listen(host, port: port, program)
        let stage = stage
        return { stage.applications(of: host).compactMap { $0.application as? TLSProgram } }
    }

    /// Lets happen what is going to until `isOver`, no longer than `limit`.
    package func wait(atMost limit: TimeSpan = .seconds(60), until isOver: () -> Bool) {
        stage.run(atMost: limit, until: isOver)
    }

    /// Lets the next thing happen; false if nothing is left.
    package func step() -> Bool { stage.step() }
}

/// The end of a connection of the attacker's own.
package final class Line {
    private let stage: Stage
    private let host: Int
    /// Its socket number.
    private let socket: Int
    private var taken = 0

    init(_ stage: Stage, _ host: Int, _ socket: Int) {
        self.stage = stage
        self.host = host
        self.socket = socket
    }

    private var ear: Ear? { stage.application(host, socket) as? Ear }
    /// Whether it is open, or was.
    package var isOpen: Bool { ear?.isConnected ?? false }
    /// Whether the other side has closed or reset it, or nothing more can come.
    package var isOver: Bool { ear?.hasEnded ?? true || stage.hosts[host].errors[socket] != nil }
    /// Both sockets: hers and the other side's.
    package var route: Route? { stage.hosts[host].tcp.route(of: socket) }
    /// Her TCP's variables of it, which are hers to know.
    package var connection: Connection? { stage.hosts[host].connection(socket) }

    /// What has arrived since she read last.
    package func read() -> [UInt8] {
        guard let all = ear?.heard, all.count > taken else { return [] }
        defer { taken = all.count }
        return Array(all[taken...])
    }

    /// Sends octets, as soon as the connection is open.
    package func send(_ octets: [UInt8], _ passage: Relay.Passage? = nil) {
        stage.perform([.pass(passage ?? .octets(octets))], by: host, socket, cause: nil)
    }

    /// Closes it behind what was sent.
    package func close() { stage.perform([.close], by: host, socket, cause: nil) }

    /// Ends it by a reset.
    package func abort() { stage.perform([.abort], by: host, socket, cause: nil) }
}

/// Hears what comes, and says nothing.
private struct Ear: Application {
    private(set) var heard: [UInt8] = []
    private(set) var isConnected = false
    private(set) var hasEnded = false

    mutating func handle(_ event: ApplicationEvent) -> [Deed] {
        switch event {
        case .connected: isConnected = true
        case .read(let octets): heard += octets
        case .ended: hasEnded = true
        case .started, .prompted, .saw: break
        }
        return []
    }
}

extension Relay.Passage {
    /// Octets of which nothing is said.
    package static func octets(_ octets: [UInt8], step: String = "attack.said") -> Relay.Passage {
        Relay.Passage([], step: step, facts: [], messages: [], octets: octets)
    }
}
