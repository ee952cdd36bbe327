import Crypto
import PKI
import Simulator
import TLSSim
import Trace

/// The first flight of a client, with its early data, is copied and sent again (RFC 8446 section 8).
///
/// The attacker has no key and opens nothing. Nothing of the server is in the keys of early data, so that a server that remembers nothing
/// opens the copy as it opened the original.
package struct EarlyDataReplay: Sendable {
    /// What the server does against copies.
    package typealias Defence = TLS13.ReplayRegister.Method

    /// What is done with the copy.
    package enum Scene: String, Hashable, Sendable, CaseIterable {
        /// It is sent to the same server, one second after the original.
        case soon
        /// It is sent to the same server after half a minute.
        case late
        /// It is sent to another server with the same ticket key, which shares nothing else.
        case otherServer = "other-server"
        /// It is sent to another server that asks the same register.
        case sharedMemory = "shared-memory"
        /// It is sent to the same server, which has begun anew meanwhile and has lost its register.
        case restarted
        /// There is no copy: the original is held up for eleven seconds on its way.
        case heldUp = "held-up"
        /// The attacker lets the answer get lost, and the client's application asks again in a connection of its own.
        case clientRepeats = "client-repeats"
    }

    /// The number from which it follows.
    let seed: UInt64
    /// What the server does against copies.
    package let defence: Defence
    /// What is done with the copy.
    package let scene: Scene
    /// The client's first flight: ClientHello, ChangeCipherSpec, early data.
    package let flight: [UInt8]
    /// What a server has made of the original.
    package let original: Reception
    /// What a server has made of the second flight; nil where there is none.
    package let second: Reception?
    /// How often an application has carried the order out, at all servers together.
    package let timesCarriedOut: Int
    /// The connections, in the order of time.
    package let connections: [Connection]

    /// A connection of an attack.
    package typealias Connection = AttackConnection<Part>

    /// Which connection it is.
    package enum Part: String, Sendable, CaseIterable {
        /// The client's own.
        case original
        /// The attacker's, in which the copy is sent.
        case copy
        /// The client's second one, in which its application asks again.
        case again
    }

    /// What a server has made of a first flight.
    package struct Reception: Hashable, Sendable {
        /// Whether it has taken the early data.
        package internal(set) var outcome = EarlyDataOutcome.none
        /// What its application has read as early data.
        package internal(set) var early: [UInt8] = []
        /// What its application has read after the handshake.
        package internal(set) var data: [UInt8] = []
        /// Its secrets, by their names.
        package internal(set) var secrets: [SecretName: [UInt8]] = [:]
        /// The alert with which it has given up; nil if it has not.
        package internal(set) var alert: AlertDescription?
        /// The name of its state in the end.
        package internal(set) var state = ""
        /// Whether the handshake was completed.
        package internal(set) var isEstablished = false
    }

    /// The longest order that the server takes early, in octets.
    package static let mostEarlyData: UInt32 = 16_384
    /// What the client asks for: something that must not happen twice.
    package static let order = Array(
        "POST /pay HTTP/1.1\r\nHost: \(Visit.hostName)\r\nContent-Length: 18\r\n\r\nto=bob&amount=100!".utf8)
    /// What the server's application answers.
    package static let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 18\r\n\r\n100 paid to bob.\r\n".utf8)

    /// Makes a ticket, has the client use it, and does with its first flight what the scene says.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func run(
        seed: UInt64, _ scene: Scene, against defence: Defence
    ) throws(TrustError) -> EarlyDataReplay {
        run(on: EarlyDataStage(seed: seed, cast: try Visit.Cast(Visit.Options(seed: seed))), scene, against: defence)
    }

    /// Every scene against every defence, from one ticket.
    ///
    /// - Throws: ``TrustError`` if the certificates cannot be made.
    package static func all(seed: UInt64) throws(TrustError) -> [EarlyDataReplay] {
        let stage = EarlyDataStage(seed: seed, cast: try Visit.Cast(Visit.Options(seed: seed)))
        return Scene.allCases.flatMap { scene in
            Defence.inOrder.map { run(on: stage, scene, against: $0) }
        }
    }

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
            // All that the attacker can send: what she has recorded. She cannot answer the server's flight.
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
            seed: stage.seed, defence: defence, scene: scene, flight: flights.first?.octets ?? [], original: reception,
            second: second, timesCarriedOut: reception.carriedOut + (second?.carriedOut ?? 0), connections: connections)
    }
}
