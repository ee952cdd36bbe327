import Crypto
import Trace

/// One end of a TLS connection: a value that takes what happens and says what to do.
///
/// Inside is the machine of TLS 1.2 or that of TLS 1.3. An end that may speak both has a ``VersionParting`` before them until the first
/// hello of the other side decides.
public struct TLSEndpoint: Hashable, Sendable {
    /// Which end it is.
    public let role: Role

    private var tls12: TLS12Endpoint?
    private var tls13: TLS13.Endpoint?
    /// There as long as either version may still be spoken.
    private var parting: VersionParting?
    /// The time that was told last, in milliseconds since 1970; nil where none was.
    private var time: Int64?

    /// Warnings, empty records and wishes to renegotiate in a row that are put up with.
    ///
    /// RFC 5246 section 6.2.1 allows empty records as cover and says nothing about their number, nor does section 7.2 about that
    /// of warnings. OpenSSL takes 32 empty records in a row.
    public static let idleLimit = 32

    /// A client of TLS 1.2 that has not started.
    public init(_ configuration: Client.Configuration) { self.init(client: .tls12(configuration)) }

    /// A server of TLS 1.2 that waits for a ClientHello.
    public init(_ configuration: Server.Configuration) { self.init(server: .tls12(configuration)) }

    /// A client that has not started, of the versions that it is configured for.
    public init(client versions: Versions<Client.Configuration, TLS13.ClientConfiguration>) {
        role = .client
        switch versions {
        case .tls12(let configuration): tls12 = TLS12Endpoint(configuration)
        case .tls13(let configuration): tls13 = TLS13.Endpoint(configuration)
        case .both(let older, var newer):
            newer.fallback = older
            tls13 = TLS13.Endpoint(newer)
            parting = VersionParting(fallback: .client(older))
        }
    }

    /// A server that waits for a ClientHello, of the versions that it is configured for.
    public init(server versions: Versions<Server.Configuration, TLS13.ServerConfiguration>) {
        role = .server
        switch versions {
        case .tls12(let configuration): tls12 = TLS12Endpoint(configuration)
        case .tls13(let configuration): tls13 = TLS13.Endpoint(configuration)
        case .both(var older, let newer):
            older.speaksTLS13 = true
            tls13 = TLS13.Endpoint(newer)
            parting = VersionParting(fallback: .server(older))
        }
    }

    /// The name of the state, which says what is awaited: "ExpectServerHello".
    public var state: String { tls12?.state ?? tls13?.state ?? "" }

    /// Whether it has ended, well or not: whatever happens, it has nothing more to say.
    public var isOver: Bool { tls12?.isOver ?? tls13?.isOver ?? true }

    /// What a server has agreed on with a client whose early data it may answer before the client's Finished (RFC 8446 section 2.3); nil
    /// otherwise.
    public var earlyParameters: SecurityParameters? { tls13?.earlyParameters }

    /// Tells the time, in milliseconds since 1970: what is made, kept or judged from here on bears it. An endpoint that is not told stays at
    /// the time of its configuration.
    public mutating func set(time: Int64) {
        self.time = time
        tls12?.set(time: time / 1_000)
        tls13?.set(time: time)
    }

    /// Takes one input and returns what is to be done, in order. Never traps, whatever arrives.
    public mutating func handle<R: RandomSource>(_ input: Input, using random: inout R) -> [Output] {
        handle(input) { endpoint, input in
            endpoint.tls12?.handle(input, using: &random) ?? endpoint.tls13?.handle(input, using: &random) ?? []
        }
    }

    /// Takes one input as ``handle(_:using:)`` does. A server looks up in `replays` whether early data is a copy, and enters there what it
    /// accepts. Without a register it accepts none.
    public mutating func handle<R: RandomSource>(
        _ input: Input, replays: inout TLS13.ReplayRegister, using random: inout R
    ) -> [Output] {
        handle(input) { endpoint, input in
            endpoint.tls12?.handle(input, using: &random)
                ?? endpoint.tls13?.handle(input, replays: &replays, using: &random) ?? []
        }
    }

    /// Takes an input as long as the version is not settled; what the one machine has to do is done by `proceed`.
    private mutating func handle(_ input: Input, by proceed: (inout TLSEndpoint, Input) -> [Output]) -> [Output] {
        guard parting != nil else { return proceed(&self, input) }
        switch input {
        case .start, .verdict: return proceed(&self, input)
        case .send(let data):
            parting?.waitingData += data
            return []
        case .bytes(let octets):
            guard let version = parting?.version(after: octets) else { return [] }
            return settle(version, by: proceed)
        // Nothing will tell any more. The two versions end alike here.
        case .close, .transportEnded: return settle(.tls13, by: proceed) + proceed(&self, input)
        }
    }

    /// Changes the keys of what this side writes, and asks the peer to do the same if `request` (RFC 8446 section 4.6.3). Nothing happens
    /// in TLS 1.2, which has no such message, and before this side may send data.
    public mutating func updateKeys(request: Bool) -> [Output] {
        parting == nil ? tls13?.updateKeys(request: request) ?? [] : []
    }

    /// The version is known: its machine gets everything that has come or waited meanwhile, and the other one is forgotten.
    private mutating func settle(
        _ version: ProtocolVersion, by proceed: (inout TLSEndpoint, Input) -> [Output]
    ) -> [Output] {
        guard let parting else { return [] }
        self.parting = nil
        if version == .tls12, let older = parting.older(than: tls13) {
            tls12 = older
            tls13 = nil
            if let time { set(time: time) }
        }
        var outputs = parting.octets.isEmpty ? [] : proceed(&self, .bytes(parting.octets))
        if !parting.waitingData.isEmpty { outputs += proceed(&self, .send(parting.waitingData)) }
        return outputs
    }
}
