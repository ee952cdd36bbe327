import Crypto

extension SeededRandomSource {
    /// A whole number from 0 on, below `bound`. Each is as likely as the others, but for one part in 2^64.
    mutating func number(below bound: Int) -> Int {
        let draw = octets(8).reduce(0) { $0 << 8 | UInt64($1) }
        return Int(UInt64(max(0, bound)).multipliedFullWidth(by: draw).high)
    }

    /// Any 32 bits.
    mutating func word() -> UInt32 { octets(4).reduce(0) { $0 << 8 | UInt32($1) } }

    /// What happens by chance, `rate` times a second: the instants within a time, in microseconds from its beginning. Each tenth of a
    /// millisecond has its own draw.
    mutating func instants(rate: Int, in seconds: Int) -> [Int64] {
        (0..<(seconds * 10_000)).filter { _ in number(below: 10_000) < rate }.map { Int64($0) * 100 }
    }
}
