import Crypto
import Trace

/// One end of a TLS connection: a value that takes inputs and returns outputs.
///
/// It contains the machine of the version that is spoken. An endpoint that may speak both versions contains a ``VersionNegotiation``
/// until the first hello of the other side decides the version.
public struct TLSEndpoint: Hashable, Sendable {
    /// The role of the endpoint.
    public let role: Role

    private var machine: SomeMachine

    /// How many records and messages without effect are accepted in a row: empty records, warnings, and the other kinds of
    /// ``TLSError/Idling``.
    ///
    /// RFC 5246 section 6.2.1 allows empty records, which hide the amount of traffic, and sets no limit to their number. Nor does section
    /// 7.2 for warnings, or RFC 8446. OpenSSL accepts 32 in a row.
    public static let idleLimit = 32

    /// A client of TLS 1.2 that has not started.
    public init(_ configuration: Client.Configuration) { self.init(client: .tls12(configuration)) }

    /// A server of TLS 1.2 that waits for a ClientHello.
    public init(_ configuration: Server.Configuration) { self.init(server: .tls12(configuration)) }

    /// A client that has not started, for these versions.
    public init(client versions: Versions<Client.Configuration, TLS13.ClientConfiguration>) {
        role = .client
        machine =
            switch versions {
            case .tls12(let configuration): .tls12(Machine(configuration))
            case .tls13(let configuration): .tls13(Machine(configuration))
            case .both(let tls12, let tls13): .undecided(VersionNegotiation(client: tls12, tls13))
            }
    }

    /// A server that waits for a ClientHello, for these versions.
    public init(server versions: Versions<Server.Configuration, TLS13.ServerConfiguration>) {
        role = .server
        machine =
            switch versions {
            case .tls12(let configuration): .tls12(Machine(configuration))
            case .tls13(let configuration): .tls13(Machine(configuration))
            case .both(let tls12, let tls13): .undecided(VersionNegotiation(server: tls12, tls13))
            }
    }

    /// The name of the state, which says what the endpoint waits for: "ExpectServerHello".
    public var state: String { machine.condition.state }

    /// Whether the endpoint has ended, with success or not. Then no input has any effect.
    public var isOver: Bool { machine.condition.isOver }

    /// The parameters of a server that may answer early data before the client's Finished (RFC 8446 section 2.3); nil otherwise. At that
    /// time the client has not proved its identity again: the early data may be a replay (section 8).
    public var earlyParameters: SecurityParameters? {
        if case .tls13(let machine) = machine { machine.earlyParameters } else { nil }
    }

    /// How many compressions of the MAC's hash were needed to open records so far. Only MAC-then-encrypt is counted. A simulated host can
    /// turn the number into a time.
    package var work: Int {
        if case .tls12(let machine) = machine { machine.session.records.inbound?.work ?? 0 } else { 0 }
    }

    /// Sets the time, in milliseconds since 1970, for tickets, sessions and checks from now on. Without a call the endpoint keeps the time of
    /// its configuration.
    public mutating func set(time: Int64) { machine.set(time: time) }

    /// Takes one input and returns the outputs, in order. It never traps, whatever arrives. A server accepts no early data.
    public mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        var none: TLS13.ReplayRegister?
        return machine.handle(input, &none, using: &random)
    }

    /// Takes one input as ``handle(_:using:)`` does. A server looks up in `replays` whether early data is a replay, and records there the
    /// early data that it accepts.
    public mutating func handle<R: RandomSource>(
        _ input: Input, replays: inout TLS13.ReplayRegister, using random: inout R
    ) -> [Output] {
        var register: TLS13.ReplayRegister? = replays
        // The register is moved, not shared: a second reference to it would cause a copy at the first change.
        replays = TLS13.ReplayRegister(.none, start: 0)
        let outputs = machine.handle(input, &register, using: &random)
        if let register { replays = register }
        return outputs
    }

    /// Changes the keys with which this side writes. If `request` is true it asks the peer to do the same (RFC 8446 section 4.6.3). Nothing
    /// happens in TLS 1.2, which has no KeyUpdate, and before this side may send data.
    public mutating func updateKeys(request: Bool) -> [Output] { machine.updateKeys(request: request) }
}

/// The machine inside an endpoint. A method that changes it takes it out of `self` and puts it back, so that nothing is copied.
private enum SomeMachine: Hashable, Sendable {
    /// Either version may still be spoken.
    case undecided(VersionNegotiation)
    case tls12(Machine<TLS12>)
    case tls13(Machine<TLS13>)

    var condition: (state: String, isOver: Bool) {
        switch self {
        case .undecided(let negotiation): (negotiation.tls13.state, negotiation.tls13.isOver)
        case .tls12(let machine): (machine.state, machine.isOver)
        case .tls13(let machine): (machine.state, machine.isOver)
        }
    }

    mutating func set(time: Int64) {
        switch consume self {
        case .undecided(var negotiation):
            negotiation.set(time: time)
            self = .undecided(consume negotiation)
        case .tls12(var machine):
            machine.session.set(time: time)
            self = .tls12(consume machine)
        case .tls13(var machine):
            machine.session.now = time
            self = .tls13(consume machine)
        }
    }

    mutating func updateKeys(request: Bool) -> [Output] {
        switch consume self {
        case .tls13(var machine):
            let outputs = machine.updateKeys(request: request)
            self = .tls13(consume machine)
            return outputs
        case let other:
            self = other
            return []
        }
    }

    mutating func handle<R: RandomSource>(
        _ input: Input, _ replays: inout TLS13.ReplayRegister?, using random: inout R
    ) -> [Output] {
        switch consume self {
        case .undecided(var negotiation):
            let outputs = negotiation.handle(input, using: &random)
            guard let version = negotiation.version else {
                self = .undecided(consume negotiation)
                return outputs
            }
            // The machine of the chosen version gets all inputs that have waited. The other machine is dropped.
            let inputs = negotiation.inputs
            if version == .tls12, let tls12 = negotiation.tls12 {
                self = .tls12(tls12)
            } else {
                self = .tls13((consume negotiation).tls13)
            }
            return inputs.flatMap { handle($0, &replays, using: &random) }
        case .tls12(var machine):
            let outputs = machine.handle(input, using: &random)
            self = .tls12(consume machine)
            return outputs
        case .tls13(var machine):
            let outputs = machine.handle(input, replays: &replays, using: &random)
            self = .tls13(consume machine)
            return outputs
        }
    }
}
