import Crypto

extension SeededRandomSource {
    /// A whole number from 0 to `bound` - 1; 0 if `bound` is not positive. The probabilities of two numbers differ by at most 2^-64.
    mutating func number(below bound: Int) -> Int {
        let draw = octets(8).reduce(0) { $0 << 8 | UInt64($1) }
        return Int(UInt64(max(0, bound)).multipliedFullWidth(by: draw).high)
    }

    /// A number of 32 random bits.
    mutating func word() -> UInt32 { octets(4).reduce(0) { $0 << 8 | UInt32($1) } }

    /// The instants of random events that occur `rate` times a second on average, in microseconds from the beginning. Each tenth of a
    /// millisecond has a draw of its own, so `rate` is at most 10,000.
    mutating func instants(rate: Int, in seconds: Int) -> [Int64] {
        (0..<(seconds * 10_000)).filter { _ in number(below: 10_000) < rate }.map { Int64($0) * 100 }
    }
}
