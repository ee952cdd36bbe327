import Crypto

/// WRONG: a generator that gives certain octets first, in place of fresh ones (against RFC 5246 section 7.4.1.3). A side of TLS 1.2 draws its
/// random before all else.
struct GivenRandom: RandomSource, Sendable {
    private var first: [UInt8]
    private var rest: any RandomSource & Sendable

    /// A generator that gives `first`, and then goes on as `rest`.
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
