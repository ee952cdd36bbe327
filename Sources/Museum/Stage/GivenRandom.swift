import Crypto

/// WRONG: a random source whose first octets are given and not random (against RFC 5246 sections 7.4.1.2 and
/// 7.4.1.3). A side of TLS 1.2 draws the random of its hello first, so these octets become the hello random.
struct GivenRandom: RandomSource, Sendable {
    private var first: [UInt8]
    private var rest: any RandomSource & Sendable

    /// A source that returns the octets of `first`, and then those of `rest`.
    init(_ first: [UInt8], then rest: any RandomSource & Sendable) {
        self.first = first
        self.rest = rest
    }

    mutating func octets(_ count: Int) -> [UInt8] {
        let known = Array(first.prefix(max(0, count)))
        first.removeFirst(known.count)
        return known + rest.octets(count - known.count)
    }
}
