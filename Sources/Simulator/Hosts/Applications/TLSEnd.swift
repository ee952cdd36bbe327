import Crypto
import PKI
import TLSSim

/// A TLS with its own randomness, forked from the run's seed by name: what one end draws never shifts what the other does.
package struct TLSEnd: Sendable {
    /// The machine.
    package var tls: TLSEndpoint
    /// What it draws from.
    package var random: SeededRandomSource
    /// What a server remembers of early data that it has taken; nil for a server that takes none.
    package var replays: TLS13.ReplayRegister?

    /// An end of TLS that has done nothing yet.
    package init(_ tls: TLSEndpoint, _ random: SeededRandomSource, replays: TLS13.ReplayRegister? = nil) {
        self.tls = tls
        self.random = random
        self.replays = replays
    }

    /// Gives TLS an input and all that follows from it: the judge's verdict, and what `reply` hands over upon an output.
    package mutating func take(
        _ input: Input, judge: ChainJudge, reply: (Output) -> Input? = { _ in nil }
    ) -> [Output] {
        var outputs: [Output] = []
        var inputs = [input]
        while !inputs.isEmpty {
            for output in take(inputs.removeFirst()) {
                outputs.append(output)
                if case .judge(let chain) = output { inputs.append(.verdict(judge.verdict(on: chain))) }
                if let input = reply(output) { inputs.append(input) }
            }
        }
        return outputs
    }

    /// Gives TLS an input.
    package mutating func take(_ input: Input) -> [Output] {
        guard var register = replays else { return tls.handle(input, using: &random) }
        defer { replays = register }
        return tls.handle(input, replays: &register, using: &random)
    }
}
