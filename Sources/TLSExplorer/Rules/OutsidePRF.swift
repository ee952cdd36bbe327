import Crypto
import Trace

/// The PRF of TLS 1.2 once more (RFC 5246 section 5), for the rules alone: a rule must not ask the machine that it judges.
enum OutsidePRF {
    /// verify_data of a side over messages (section 7.4.9).
    static func verifyData(of side: Role, master: [UInt8], messages: [[UInt8]], hash: HashAlgorithm) -> [UInt8] {
        let seed = Array("\(side) finished".utf8) + hash.hash(messages.flatMap { $0 })
        var (round, octets): ([UInt8], [UInt8]) = (seed, [])
        while octets.count < 12 {
            round = keyed(master, round, hash)
            octets += keyed(master, round + seed, hash)
        }
        return Array(octets.prefix(12))
    }

    /// HMAC (RFC 2104 section 2).
    private static func keyed(_ key: [UInt8], _ text: [UInt8], _ hash: HashAlgorithm) -> [UInt8] {
        let block = hash == .sha384 || hash == .sha512 ? 128 : 64
        let short = key.count > block ? hash.hash(key) : key
        let padded = short + [UInt8](repeating: 0, count: block - short.count)
        return hash.hash(padded.map { $0 ^ 0x5c } + hash.hash(padded.map { $0 ^ 0x36 } + text))
    }
}
