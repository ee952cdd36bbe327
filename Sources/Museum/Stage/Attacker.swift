import Crypto
import Simulator
import TCPHost
import TCPSim
import TLSSim
import Trace

/// The attacker, and everything that she can do on a stage.
///
/// She sees the datagrams that are addressed to her and, if she is on the path, those that pass. She can send datagrams with any
/// source address. She has a TCP of her own for honest connections. No member gives access to the state, the seed or the memory of a
/// victim.
package struct Attacker {
    private let stage: Stage
    /// The index of her own machine on each wire.
    private let hosts: [Leg: Int]
    /// Her random source.
    package var random: SeededRandomSource
    private var identification: UInt16 = 0

    init(_ stage: Stage, hosts: [Leg: Int], random: SeededRandomSource) {
        self.stage = stage
        self.hosts = hosts
        self.random = random
    }

    /// The current virtual time.
    package var now: Instant { stage.now }
    /// The number of the last frame in a wire's capture; 0 before the first frame.
    package func frame(_ leg: Leg = .wire) -> Int { stage.record.next(leg) - 1 }

    // MARK: What she sees

    /// The datagrams that she has seen since she looked last.
    package func look() -> [Sight] {
        defer { stage.sights = [] }
        return stage.sights
    }

    /// Lets time pass.
    ///
    /// - Returns: the datagrams that she has seen since she looked last.
    package func wait(_ span: TimeSpan) -> [Sight] {
        stage.run(for: span)
        return look()
    }

    /// Lets time pass until she sees a datagram that satisfies a condition. She has then looked at all datagrams up to it.
    ///
    /// - Returns: the datagram; nil if she sees none within `span`.
    package func wait(_ span: TimeSpan, for isWanted: (Sight) -> Bool) -> Sight? {
        let end = stage.now + span
        while true {
            while !stage.sights.isEmpty {
                let sight = stage.sights.removeFirst()
                if isWanted(sight) { return sight }
            }
            guard stage.step(upTo: end) else { return nil }
        }
    }

    /// The last frame, of those that she has seen since she looked last, whose data contains certain octets.
    ///
    /// - Parameter octets: the octets; if it is empty, every frame with data fits.
    /// - Returns: the number of the frame; empty if there is none.
    package func sighted(_ octets: [UInt8] = [], on leg: Leg = .wire) -> [Int] {
        let sight = stage.sights.last {
            $0.leg == leg && !$0.segment.payload.isEmpty && (octets.isEmpty || $0.segment.payload.contains(octets))
        }
        return [sight?.frame].compactMap { $0 }
    }

    /// Sets the decision about every datagram that is not hers. It applies only to an attacker in the path.
    package func guardPath(_ decide: @escaping (Sight) -> PathDecision) { stage.gate = decide }

    // MARK: What she sends

    /// Sends a segment that she has made without a TCP.
    ///
    /// - Parameters:
    ///   - source: the source address in the IP header.
    ///   - remark: the sentence about the segment in the journal.
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

    /// Sends a datagram that she has made without a TCP.
    package func send(_ datagram: [UInt8], on leg: Leg = .wire, _ remark: (any Remark)? = nil) {
        stage.forge(datagram, on: leg, remark: remark)
    }

    // MARK: Her own connections

    /// Opens a connection of her own.
    ///
    /// - Parameter port: her port; 0 if her TCP shall choose one.
    package func open(to server: Socket, from port: UInt16 = 0, on leg: Leg = .wire) -> Line {
        let host = hosts[leg] ?? 0
        return Line(stage, host: host, socket: stage.connect(host, from: port, to: server, Chatter()))
    }

    /// Listens at the address of her machine on a wire. If she poses as the server there, that is the server's address.
    ///
    /// - Returns: a function that returns the connections that peers have opened since its last call.
    package func listen(at port: UInt16, on leg: Leg) -> () -> [Line] {
        let host = hosts[leg] ?? 0
        stage.listen(host, port: port) { _ in Chatter() }
        let stage = stage
        var known: Set<Int> = []
        return {
            stage.applications(of: host).map(\.socket).filter { known.insert($0).inserted }
                .map { Line(stage, host: host, socket: $0) }
        }
    }

    /// Listens at the address of her machine on a wire, and runs a TLS of her own on each connection.
    ///
    /// - Parameter program: makes the program of a new connection, from the remote socket.
    /// - Returns: a function that returns her programs, from the oldest connection to the newest.
    package func serve(
        at port: UInt16, on leg: Leg = .wire, _ program: @escaping (Socket) -> TLSProgram
    ) -> () -> [TLSProgram] {
        let host = hosts[leg] ?? 0
        stage.listen(host, port: port, program)
        let stage = stage
        return { stage.applications(of: host).compactMap { $0.application as? TLSProgram } }
    }

    /// Processes events until `isOver` is true, no event is left, or the time `limit` is over.
    package func wait(atMost limit: TimeSpan = .seconds(60), until isOver: () -> Bool) {
        stage.run(atMost: limit, until: isOver)
    }
}

/// The attacker's end of one of her own connections.
package final class Line {
    private let stage: Stage
    private let host: Int
    /// The connection's socket number.
    private let socket: Int
    /// The number of received octets that she has read.
    private var taken = 0

    init(_ stage: Stage, host: Int, socket: Int) {
        self.stage = stage
        self.host = host
        self.socket = socket
    }

    private var program: Chatter? { stage.application(host, socket) as? Chatter }
    /// Whether the connection is open or was open.
    package var isOpen: Bool { program?.isConnected ?? false }
    /// Whether nothing more can arrive: the peer has closed, or the connection has ended with an error.
    package var isOver: Bool { program?.hasEnded ?? true || stage.hosts[host].errors[socket] != nil }
    /// Her socket and the peer's.
    package var route: Route? { stage.hosts[host].tcp.route(of: socket) }
    /// The connection in her own TCP.
    package var connection: Connection? { stage.hosts[host].connection(socket) }

    /// The octets that have arrived since she read last.
    package func read() -> [UInt8] {
        guard let all = program?.heard, all.count > taken else { return [] }
        defer { taken = all.count }
        return Array(all[taken...])
    }

    /// Sends octets. They wait in a queue until the connection is open.
    ///
    /// - Parameter passage: the octets and what the journal says of them; nil for `octets` without a remark.
    package func send(_ octets: [UInt8], _ passage: Relay.Passage? = nil) {
        perform([.pass(passage ?? .octets(octets))])
    }

    /// Carries out actions of a program that runs on this connection.
    func perform(_ actions: [ApplicationAction]) { stage.perform(actions, by: host, socket, cause: nil) }

    /// Writes into the journal what her own end of this connection has drawn or computed.
    package func learned(_ secret: SecretID, _ acquired: Acquired, _ value: [UInt8]) {
        stage.record.learned(secret, acquired, value, on: route)
    }

    /// Closes the connection after everything that was sent.
    package func close() { perform([.close]) }

    /// Resets the connection.
    package func abort() { perform([.abort]) }
}

extension Relay.Passage {
    /// Octets that pass without a remark in the journal.
    package static func octets(_ octets: [UInt8], step: String = "attack.said") -> Relay.Passage {
        Relay.Passage([], step: step, facts: [], messages: [], octets: octets)
    }
}
