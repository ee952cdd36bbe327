import Crypto
import TLSSim

/// A TLS endpoint with its own randomness, which is forked from the run's seed by name. So the draws of one end never change those of
/// the other.
package struct TLSEnd: Sendable {
    /// The machine of TLS.
    package var tls: TLSEndpoint
    /// The source of its random numbers.
    package var random: any RandomSource & Sendable
    /// The register of early data that a server has accepted, against replays; nil for a server that accepts none, and for a client.
    package var replays: TLS13.ReplayRegister?

    /// An end of TLS before its first input.
    package init(_ tls: TLSEndpoint, _ random: any RandomSource & Sendable, replays: TLS13.ReplayRegister? = nil) {
        self.tls = tls
        self.random = random
        self.replays = replays
    }

    /// Gives TLS an input, and returns its outputs.
    package mutating func take(_ input: Input) -> [Output] {
        guard var register = replays else { return tls.handle(input, using: &random) }
        defer { replays = register }
        return tls.handle(input, replays: &register, using: &random)
    }
}
