import Crypto
import TLSSim
import Trace

/// Decrypts a recorded EncryptedPreMasterSecret by asking a server whether padding is right (Bleichenbacher 1998).
///
/// The attacker has the recording and the server's public key. The attacker multiplies what is encrypted by chosen
/// numbers, which RSA allows without the private key, sends the product as the message of a new client, and learns from
/// the answer whether the plaintext now begins with 00 02. Each time it does, fewer plaintexts are left.
///
/// The lesson's key has 505 bits: short enough that the arithmetic takes seconds, and of a length for which one product in 256 to 512
/// has the right beginning. For a key of 2048 bits it is one in 32,768 to 65,536; with the stricter oracle of SSL 3.0 in mind it was
/// called the attack of the million messages. ``BleichenbacherSearch`` is how the attacker goes about it.
package struct BleichenbacherAttack: Sendable {
    /// What the attack is aimed at.
    package enum Target: Hashable, Sendable, CaseIterable {
        /// A server that answers a wrong beginning at once, with an alert of its own.
        case undefended
        /// The server of this program: it goes on with a random premaster secret (RFC 5246 section 7.4.7.1).
        case defended
    }

    /// What came of it.
    package struct Result: Sendable {
        /// What was attacked.
        package let target: Target
        /// What the attacker has to begin with.
        package let recorded: [UInt8]
        /// The premaster secret; nil where nothing was learned.
        package let premaster: [UInt8]?
        /// Ciphertexts sent, each in a connection of its own.
        package let queries: Int
        /// How often each alert came back.
        package let answers: [(alert: AlertDescription, count: Int)]
        /// How many bits of the plaintext were open after how many queries, at each answer that differed.
        package let progress: [Progress]
        /// How often the search had to begin anew, with another multiple of the plaintext.
        package let blindings: Int
    }

    /// How far it was at a moment.
    package struct Progress: Hashable, Sendable {
        /// Queries so far.
        package let queries: Int
        /// The factor that had the right beginning, in bits.
        package let factorBits: Int
        /// Intervals in which the plaintext may lie.
        package let intervals: Int
        /// Bits of the longest of them.
        package let openBits: Int
        /// How often the search had begun anew: then everything was open again.
        package let blindings: Int
    }

    /// Bits of the lesson's key.
    package static let keyBits = 505
    private let target: Target
    private var random: SeededRandomSource
    /// Only the server looks at it.
    private let key: RSAPrivateKey
    private let ciphertext: Integer
    private let recorded: [UInt8]
    private var answers: [AlertDescription: Int] = [:]

    /// Draws a key and a premaster secret, and carries the attack out.
    ///
    /// - Throws: ``RSAError``; no seed is known for which it does.
    package static func run(seed: UInt64, against target: Target) throws(RSAError) -> Result {
        var attack = try BleichenbacherAttack(seed: seed, target)
        var search = BleichenbacherSearch(
            attack.key.publicKey, using: SeededRandomSource(seed: seed).fork("bleichenbacher, the attacker"))
        let plaintext = search.run { attack.conforms($0) }
        let alerts = attack.answers.keys.sorted { $0.rawValue < $1.rawValue }
        return Result(
            target: target, recorded: attack.recorded,
            premaster: plaintext.flatMap { $0.bigEndian(count: attack.key.size) }.map {
                Array($0.suffix(RSAKeyExchange.premasterLength))
            },
            queries: search.queries, answers: alerts.map { ($0, attack.answers[$0] ?? 0) }, progress: search.progress,
            blindings: search.blindings)
    }

    /// The premaster secret of that seed, to compare with.
    package static func premaster(seed: UInt64) -> [UInt8] {
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

    /// The alert with which a handshake with this EncryptedPreMasterSecret ends. The attacker knows no premaster
    /// secret, so that the attacker's Finished is never right.
    private mutating func ask(_ encrypted: Integer) -> AlertDescription {
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

    /// Whether the plaintext times `factor` begins with 00 02.
    private mutating func conforms(_ factor: Integer) -> Bool {
        let n = key.publicKey.n
        guard let blinded = factor.power(key.publicKey.e, modulo: n) else { return false }
        // If no other answer has been seen, this one says nothing.
        return ask((ciphertext * blinded).modulo(n)) == .badRecordMAC && answers.count > 1
    }
}
