import Crypto
import Trace

/// What a thief makes of the inside of a random generator: which outputs before the theft, and which after it.
///
/// This is not forward secrecy. Forward secrecy is about a long-term key that is stolen, and whether it opens recorded sessions (RFC
/// 5246 appendix F.1.1.2); it asks for fresh secrets that were thrown away. What a generator's state gives away is a question of its
/// own, with names of its own: backtracking resistance for the past, prediction resistance for the future (NIST SP 800-90A).
package struct StolenState: Sendable {
    /// How the generator goes from one output to the next. `H` is SHA-256.
    package enum Generator: String, Hashable, Sendable, CaseIterable {
        /// The state is a counter under a fixed key: output i is H(key, i).
        case counter
        /// Each output replaces the state by H(1, state), which has no way back.
        case ratchet
        /// The same, and before each output fresh entropy is mixed in.
        case reseeded
    }

    /// How it goes on.
    package let generator: Generator
    /// Every output, in order.
    package let outputs: [[UInt8]]
    /// How many outputs were drawn when the state was stolen.
    package let stolenAfter: Int
    /// The stolen state.
    package let state: [UInt8]
    /// What the thief computes from the state alone for each output; nil where there is nothing to compute it from.
    package let computed: [[UInt8]?]

    /// Whether the thief has every output before the theft.
    package var knowsPast: Bool { zip(outputs, computed).prefix(stolenAfter).allSatisfy { $0 == $1 } }
    /// Whether the thief has every output after it.
    package var knowsFuture: Bool { zip(outputs, computed).dropFirst(stolenAfter).allSatisfy { $0 == $1 } }

    /// Outputs in a run: as many before the theft as after it.
    static let count = 4

    /// Draws outputs, has the state stolen in the middle, and computes what can be computed from it.
    package static func run(_ generator: Generator, seed: UInt64) -> StolenState {
        var random = SeededRandomSource(seed: seed).fork("stolen state")
        let theft = count / 2
        var state = Machine(generator, key: random.octets(32))
        var outputs: [[UInt8]] = []
        var loot = state
        for index in 0..<count {
            if index == theft { loot = state }
            outputs.append(state.next(entropy: random.octets(32)))
        }
        return StolenState(
            generator: generator, outputs: outputs, stolenAfter: theft, state: loot.secret,
            computed: loot.past(theft) + loot.future(count - theft))
    }
}

/// A generator at work, and what can be made of its state.
private struct Machine {
    let generator: StolenState.Generator
    private(set) var secret: [UInt8]
    private var index: UInt8 = 0

    init(_ generator: StolenState.Generator, key: [UInt8]) {
        self.generator = generator
        secret = key
    }

    /// The next output. The entropy is used by a generator that asks for some.
    mutating func next(entropy: [UInt8]) -> [UInt8] {
        defer { index &+= 1 }
        switch generator {
        case .counter: return Self.hash(secret + [index])
        case .reseeded:
            secret = Self.hash([2] + secret + entropy)
            fallthrough
        case .ratchet:
            defer { secret = Self.hash([1] + secret) }
            return Self.hash([0] + secret)
        }
    }

    /// What the state says of the outputs before it.
    func past(_ count: Int) -> [[UInt8]?] {
        switch generator {
        case .counter: (0..<count).map { Self.hash(secret + [UInt8(truncatingIfNeeded: $0)]) }
        // Nothing but H leads from one state to the next, and H has no way back.
        case .ratchet, .reseeded: Array(repeating: nil, count: count)
        }
    }

    /// What the state says of the outputs after it, to one who does not know the entropy.
    func future(_ count: Int) -> [[UInt8]?] {
        guard generator != .reseeded else { return Array(repeating: nil, count: count) }
        var copy = self
        return (0..<count).map { _ in copy.next(entropy: []) }
    }

    private static func hash(_ octets: [UInt8]) -> [UInt8] { HashAlgorithm.sha256.hash(octets) }
}
