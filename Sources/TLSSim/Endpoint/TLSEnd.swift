import Crypto
import PKI

/// A TLS endpoint with its own randomness, and what it has told its program so far.
///
/// In a simulation the randomness is forked from the run's seed by name, so that the draws of one end never change those of the other.
package struct TLSEnd: Sendable {
    /// The machine of TLS.
    package var tls: TLSEndpoint
    /// The source of its random numbers.
    package var random: any RandomSource & Sendable
    /// The register of early data that a server has accepted, against replays; nil for a server that accepts none, and for a client.
    package var replays: TLS13.ReplayRegister?

    /// All octets that TLS has delivered: as early data, and as data under the keys of the handshake.
    package private(set) var read: (early: [UInt8], data: [UInt8]) = ([], [])
    /// Whether the server has accepted the client's early data.
    package private(set) var earlyData = EarlyDataOutcome.none
    /// The verdict on the peer's chain; nil before the chain has arrived.
    package private(set) var verdict: Verdict?
    /// The parameters that the handshake has agreed on; nil before the end of the handshake.
    package private(set) var parameters: SecurityParameters?
    /// The session that a later connection can resume; nil if there is none.
    package private(set) var session: ResumableSession?
    /// The first ticket of TLS 1.3 that has arrived; nil if none has.
    package private(set) var ticket: TLS13.Ticket?
    /// Whether the peer has sent close_notify.
    package private(set) var peerHasClosed = false
    /// The error with which TLS has failed; nil if it has not.
    package private(set) var failure: TLSError?
    /// The alert that TLS has sent because of ``failure``; nil if it has sent none.
    package private(set) var alert: AlertDescription?

    /// An end of TLS before its first input.
    package init(_ tls: TLSEndpoint, _ random: any RandomSource & Sendable, replays: TLS13.ReplayRegister? = nil) {
        self.tls = tls
        self.random = random
        self.replays = replays
    }

    /// All octets that TLS has delivered.
    package var heard: [UInt8] { read.early.isEmpty ? read.data : read.early + read.data }
    /// Whether the handshake is complete.
    package var isEstablished: Bool { parameters != nil }
    /// The version of the completed handshake; nil before its end.
    package var version: ProtocolVersion? { parameters?.version }

    /// Gives TLS an input, and returns its outputs.
    package mutating func take(_ input: Input) -> [Output] {
        guard var register = replays else { return tls.handle(input, using: &random) }
        defer { replays = register }
        return tls.handle(input, replays: &register, using: &random)
    }

    /// Has the peer's chain judged.
    package mutating func judge(_ chain: [[UInt8]], by judge: ChainJudge) -> Verdict {
        let new = judge.verdict(on: chain)
        verdict = new
        return new
    }

    /// Keeps what an output tells. The program calls it for each output in order, before it reacts.
    package mutating func keep(_ output: Output) {
        switch output {
        case .plaintext(let octets): read.data += octets
        case .earlyPlaintext(let octets): read.early += octets
        case .earlyData(let outcome): earlyData = outcome
        case .established(let new): parameters = new
        case .resumable(let new): session = new
        case .forget: session = nil
        case .ticket(let new): ticket = ticket ?? new
        case .peerClosed: peerHasClosed = true
        case .failed(let error, let sent): (failure, alert) = (error, sent)
        default: break
        }
    }
}
