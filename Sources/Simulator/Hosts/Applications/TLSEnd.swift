import Crypto
import TLSSim

/// A TLS with its own randomness, forked from the run's seed by name: what one end draws never shifts what the other does.
package struct TLSEnd: Sendable {
    /// The machine.
    package var tls: TLSEndpoint
    /// What it draws from.
    package var random: any RandomSource & Sendable
    /// What a server remembers of early data that it has taken; nil for a server that takes none.
    package var replays: TLS13.ReplayRegister?

    /// An end of TLS that has done nothing yet.
    package init(_ tls: TLSEndpoint, _ random: any RandomSource & Sendable, replays: TLS13.ReplayRegister? = nil) {
        self.tls = tls
        self.random = random
        self.replays = replays
    }

    /// Gives TLS an input.
    package mutating func take(_ input: Input) -> [Output] {
        guard var register = replays else { return tls.handle(input, using: &random) }
        defer { replays = register }
        return tls.handle(input, replays: &register, using: &random)
    }
}
