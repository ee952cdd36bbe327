import Crypto
import Trace

/// A random generator with a state that can be stolen. `H` is SHA-256.
///
/// What a thief makes of the state is not forward secrecy. Forward secrecy is about a long-term key that is stolen, and whether it opens
/// recorded sessions (RFC 5246 appendix F.1.1.2). What a state gives away has names of its own: backtracking resistance for the past,
/// prediction resistance for the future (NIST SP 800-90A).
struct StatefulGenerator: RandomSource, Sendable {
    /// How it goes from one output to the next.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The state is a counter under a fixed key: output i is H(key, i).
        case counter
        /// Each output replaces the state by H(1, state), which has no way back.
        case ratchet
        /// The same, and before each output fresh entropy is mixed in.
        case reseeded
    }

    /// What is stolen: all but the entropy that is still to come.
    struct State: Hashable, Sendable {
        /// How the generator goes on.
        let kind: Kind
        /// The key of a counter, or what is hashed next.
        fileprivate(set) var secret: [UInt8]
        /// How many outputs there were.
        fileprivate(set) var index: UInt8 = 0
    }

    /// Its state.
    private(set) var state: State
    private var entropy: SeededRandomSource
    private var rest: [UInt8] = []

    /// A generator that draws its first state, and the entropy that it asks for later, from `entropy`.
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
    /// The next output. The entropy is used by a generator that asks for some.
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

    /// What it says of the outputs before it, the first one first; nil where there is nothing to compute them from: no way leads back
    /// through H.
    var past: [[UInt8]]? { kind == .counter ? (0..<index).map { Self.hash(secret + [$0]) } : nil }

    /// What it says of so many outputs after it to one who does not know the entropy; nil where nothing.
    func future(_ count: Int) -> [[UInt8]]? {
        guard kind != .reseeded else { return nil }
        var copy = self
        return (0..<count).map { _ in copy.next(entropy: []) }
    }

    private static func hash(_ octets: [UInt8]) -> [UInt8] { HashAlgorithm.sha256.hash(octets) }
}
