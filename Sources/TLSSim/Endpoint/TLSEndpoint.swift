import Crypto
import Trace

/// One end of a TLS connection: a value that takes what happens and says what to do.
///
/// Inside is the machine of the version that is spoken. An end that may speak both versions has a ``VersionParting`` there until the first
/// hello of the other side decides.
public struct TLSEndpoint: Hashable, Sendable {
    /// Which end it is.
    public let role: Role

    private var machine: SomeMachine

    /// Records, alerts and messages in a row that lead nowhere and are put up with: empty records, warnings, wishes to renegotiate,
    /// ChangeCipherSpecs of TLS 1.3, KeyUpdates.
    ///
    /// RFC 5246 section 6.2.1 allows empty records as cover and says nothing about their number, nor does section 7.2 about that
    /// of warnings; RFC 8446 has no limit either. OpenSSL takes 32 in a row.
    public static let idleLimit = 32

    /// A client of TLS 1.2 that has not started.
    public init(_ configuration: Client.Configuration) { self.init(client: .tls12(configuration)) }

    /// A server of TLS 1.2 that waits for a ClientHello.
    public init(_ configuration: Server.Configuration) { self.init(server: .tls12(configuration)) }

    /// A client that has not started, of the versions that it is configured for.
    public init(client versions: Versions<Client.Configuration, TLS13.ClientConfiguration>) {
        role = .client
        machine =
            switch versions {
            case .tls12(let configuration): .tls12(Machine(configuration))
            case .tls13(let configuration): .tls13(Machine(configuration))
            case .both(let tls12, let tls13): .undecided(VersionParting(client: tls12, tls13))
            }
    }

    /// A server that waits for a ClientHello, of the versions that it is configured for.
    public init(server versions: Versions<Server.Configuration, TLS13.ServerConfiguration>) {
        role = .server
        machine =
            switch versions {
            case .tls12(let configuration): .tls12(Machine(configuration))
            case .tls13(let configuration): .tls13(Machine(configuration))
            case .both(let tls12, let tls13): .undecided(VersionParting(server: tls12, tls13))
            }
    }

    /// The name of the state, which says what is awaited: "ExpectServerHello".
    public var state: String { machine.condition.state }

    /// Whether it has ended, well or not: whatever happens, it has nothing more to say.
    public var isOver: Bool { machine.condition.isOver }

    /// What a server has agreed on with a client whose early data it may answer before the client's Finished (RFC 8446 section 2.3); nil
    /// otherwise. Who the other side is has not been proved again by then: the early data may be a copy (section 8).
    public var earlyParameters: SecurityParameters? {
        if case .tls13(let machine) = machine { machine.earlyParameters } else { nil }
    }

    /// Compressions of the MAC's hash that opening records has taken so far, for hosts whose computing takes time. Counted for
    /// MAC-then-encrypt.
    package var work: Int {
        if case .tls12(let machine) = machine { machine.session.records.inbound?.work ?? 0 } else { 0 }
    }

    /// Tells the time, in milliseconds since 1970: what is made, kept or judged from here on bears it. An endpoint that is not told stays at
    /// the time of its configuration.
    public mutating func set(time: Int64) { machine.set(time: time) }

    /// Takes one input and returns what is to be done, in order. Never traps, whatever arrives.
    public mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        var none: TLS13.ReplayRegister?
        return machine.handle(input, &none, using: &random)
    }

    /// Takes one input as ``handle(_:using:)`` does. A server looks up in `replays` whether early data is a copy, and enters there what it
    /// accepts. Without a register it accepts none.
    public mutating func handle<R: RandomSource>(
        _ input: Input, replays: inout TLS13.ReplayRegister, using random: inout R
    ) -> [Output] {
        var register: TLS13.ReplayRegister? = replays
        // It changes hands, so that there is never a second one to be copied.
        replays = TLS13.ReplayRegister(.none, start: 0)
        let outputs = machine.handle(input, &register, using: &random)
        if let register { replays = register }
        return outputs
    }

    /// Changes the keys of what this side writes, and asks the peer to do the same if `request` (RFC 8446 section 4.6.3). Nothing happens
    /// in TLS 1.2, which has no such message, and before this side may send data.
    public mutating func updateKeys(request: Bool) -> [Output] { machine.updateKeys(request: request) }
}

/// The machine inside an endpoint. What changes it takes it out and puts it back: no octet of it is copied.
private enum SomeMachine: Hashable, Sendable {
    /// Either version may still be spoken.
    case undecided(VersionParting)
    case tls12(Machine<TLS12>)
    case tls13(Machine<TLS13>)

    var condition: (state: String, isOver: Bool) {
        switch self {
        case .undecided(let parting): (parting.tls13.state, parting.tls13.isOver)
        case .tls12(let machine): (machine.state, machine.isOver)
        case .tls13(let machine): (machine.state, machine.isOver)
        }
    }

    mutating func set(time: Int64) {
        switch consume self {
        case .undecided(var parting):
            parting.set(time: time)
            self = .undecided(consume parting)
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
        case .undecided(var parting):
            let outputs = parting.handle(input, using: &random)
            guard let version = parting.version else {
                self = .undecided(consume parting)
                return outputs
            }
            // The machine of the version gets all that has come or waited meanwhile, and the other one is forgotten.
            let inputs = parting.inputs
            if version == .tls12, let tls12 = parting.tls12 {
                self = .tls12(tls12)
            } else {
                self = .tls13((consume parting).tls13)
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
