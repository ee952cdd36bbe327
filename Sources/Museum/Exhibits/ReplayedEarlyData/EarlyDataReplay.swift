import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// The first flight of a client, with its early data, is copied and sent again (RFC 8446 section 8).
///
/// The attacker has no key and decrypts nothing. The keys of early data do not depend on any value of the server. So a server that
/// remembers nothing decrypts the copy as it decrypted the original.
package struct EarlyDataReplay: Sendable {
    /// How a server detects copies.
    package typealias Defence = TLS13.ReplayRegister.Method

    /// The situations in which the first flight or its copy arrives.
    package enum Scene: String, Hashable, Sendable, CaseIterable {
        /// It is sent to the same server, one second after the original.
        case soon
        /// It is sent to the same server after half a minute.
        case late
        /// It is sent to another server. The two servers share the ticket key and nothing else.
        case otherServer = "other-server"
        /// It is sent to another server. Both servers use the same register.
        case sharedMemory = "shared-memory"
        /// It is sent to the same server, which has been restarted and has lost its register.
        case restarted
        /// There is no copy: the original is held up for eleven seconds on its way.
        case heldUp = "held-up"
        /// The attacker lets the answer get lost, and the client's application asks again in a connection of its own.
        case clientRepeats = "client-repeats"
    }

    /// How the server detects copies.
    package let defence: Defence
    /// The situation.
    package let scene: Scene
    /// The client's first flight: ClientHello, ChangeCipherSpec, early data.
    package let flight: [UInt8]
    /// What the server did with the original flight.
    package let original: Reception
    /// What the server did with the second flight; nil if there is no second flight.
    package let second: Reception?
    /// How many times the order was carried out, counted over the applications of all servers.
    package let timesCarriedOut: Int
    /// The connections, in the order of time.
    package let connections: [Connection]

    package typealias Connection = CaseConnection<Part>

    /// The names of the connections.
    package enum Part: String, Sendable, CaseIterable {
        /// The client's connection.
        case original
        /// The attacker's connection, in which she sends the copy.
        case copy
        /// The client's second connection, in which its application asks again.
        case again
    }

    /// What a server did with a first flight.
    package struct Reception: Hashable, Sendable {
        /// Whether the server has accepted the early data.
        package internal(set) var outcome = EarlyDataOutcome.none
        /// What its application has read as early data.
        package internal(set) var early: [UInt8] = []
        /// What its application has read after the handshake.
        package internal(set) var data: [UInt8] = []
        /// The server's secrets by their names.
        package internal(set) var secrets: [SecretName: [UInt8]] = [:]
        /// The alert with which the server ended the connection; nil if it sent none.
        package internal(set) var alert: AlertDescription?
        /// The name of the server's last state.
        package internal(set) var state = ""
        /// Whether the handshake was completed.
        package internal(set) var isEstablished = false
    }

    /// The largest amount of early data that the server accepts with a ticket, in octets (max_early_data_size, RFC 8446 section 4.6.1).
    package static let mostEarlyData: UInt32 = 16_384
    /// The client's request, an order that must not be carried out twice.
    package static let order = Array(
        "POST /pay HTTP/1.1\r\nHost: \(Visit.hostName)\r\nContent-Length: 18\r\n\r\nto=bob&amount=100!".utf8)
    /// The answer of the server's application.
    package static let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 18\r\n\r\n100 paid to bob.\r\n".utf8)

    /// Runs every scene against every defence. All runs use the same ticket.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func all(seed: UInt64) throws(TrustError) -> [EarlyDataReplay] {
        let stage = EarlyDataStage(seed: seed, cast: try Visit.Cast(Visit.Options(seed: seed)))
        return Scene.allCases.flatMap { scene in
            Defence.inOrder.map { run(on: stage, scene, against: $0) }
        }
    }

    /// Runs one scene: lets the client use its ticket, and sends the second flight of the scene, if there is one.
    private static func run(on stage: EarlyDataStage, _ scene: Scene, against defence: Defence) -> EarlyDataReplay {
        // The client comes back and sends its order early.
        var original = stage.world(.original, of: scene, against: defence, remembering: scene.register(defence))
        original.open()
        original.proceed()
        let flights = original.recording
        let reception = Reception(original)
        var connections = [Connection(part: .original, journal: original.journal)]
        var second: Reception?
        if scene != .heldUp {
            let part: Part = scene == .clientRepeats ? .again : .copy
            // The attacker can send only what she has recorded. She cannot answer the server's flight.
            var world = stage.world(
                part, of: scene, against: defence,
                remembering: scene.otherRegister(defence) ?? original.server?.end.replays,
                repeating: part == .copy ? ReplayingClient(flights) : nil)
            world.open()
            world.proceed()
            second = Reception(world)
            connections.append(Connection(part: part, journal: world.journal))
        }
        return EarlyDataReplay(
            defence: defence, scene: scene, flight: flights.first?.octets ?? [], original: reception, second: second,
            timesCarriedOut: reception.carriedOut + (second?.carriedOut ?? 0), connections: connections)
    }
}
