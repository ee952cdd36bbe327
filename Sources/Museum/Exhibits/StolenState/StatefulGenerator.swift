import Crypto

/// A random generator with a state that can be stolen. `H` is SHA-256.
///
/// A stolen state is not a question of forward secrecy. Forward secrecy is about a stolen long-term key, and whether that key opens
/// recorded sessions (RFC 5246 appendix F.1.1.2). A generator has backtracking resistance if a stolen state does not give away earlier
/// outputs, and prediction resistance if it does not give away later ones (NIST SP 800-90A).
struct StatefulGenerator: RandomSource, Sendable {
    /// How the generator computes an output and the next state.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The state is a counter under a fixed key: output i is H(key, i).
        case counter
        /// Each output replaces the state by H(1, state), which has no way back.
        case ratchet
        /// As ``ratchet``, and before each output the state becomes H(2, state, fresh entropy).
        case reseeded
    }

    /// What the thief gets. It does not contain the entropy that is mixed in later.
    struct State: Hashable, Sendable {
        /// The kind of the generator.
        let kind: Kind
        /// 32 octets: the key of a counter, or the value that the next hash is computed from.
        fileprivate(set) var secret: [UInt8]
        /// The number of outputs so far, modulo 256.
        fileprivate(set) var index: UInt8 = 0
    }

    /// The present state.
    private(set) var state: State
    private var entropy: SeededRandomSource
    private var rest: [UInt8] = []

    /// A generator that draws its first state and all later entropy from `entropy`.
    init(_ kind: Kind, _ entropy: SeededRandomSource) {
        self.entropy = entropy
        state = State(kind: kind, secret: self.entropy.octets(32))
    }

    /// The next output, of 32 octets.
    mutating func output() -> [UInt8] { state.next(entropy: entropy.octets(32)) }

    mutating func octets(_ count: Int) -> [UInt8] {
        while rest.count < count { rest += output() }
        defer { rest.removeFirst(max(0, count)) }
        return Array(rest.prefix(max(0, count)))
    }
}

extension StatefulGenerator.State {
    /// The next output. Only the kind ``StatefulGenerator/Kind/reseeded`` uses the entropy.
    fileprivate mutating func next(entropy: [UInt8]) -> [UInt8] {
        defer { index &+= 1 }
        switch kind {
        case .counter: return Self.hash(secret + [index])
        case .reseeded:
            secret = Self.hash([2] + secret + entropy)
            fallthrough
        case .ratchet:
            defer { secret = Self.hash([1] + secret) }
            return Self.hash([0] + secret)
        }
    }

    /// All earlier outputs, the oldest first, computed from this state; nil if that would take the inverse of H.
    var past: [[UInt8]]? { kind == .counter ? (0..<index).map { Self.hash(secret + [$0]) } : nil }

    /// The next `count` outputs, computed from this state without the entropy; nil if they depend on entropy.
    func future(_ count: Int) -> [[UInt8]]? {
        guard kind != .reseeded else { return nil }
        var copy = self
        return (0..<count).map { _ in copy.next(entropy: []) }
    }

    /// The next `count` outputs of a generator that has this state and mixes in no entropy.
    func futureWithoutEntropy(_ count: Int) -> [[UInt8]] {
        StatefulGenerator.State(kind: kind == .reseeded ? .ratchet : kind, secret: secret, index: index).future(count)
            ?? []
    }

    private static func hash(_ octets: [UInt8]) -> [UInt8] { HashAlgorithm.sha256.hash(octets) }
}
