import Crypto
import TLSSim
import Trace

/// Reads a secret out of CBC records by asking a server whether padding is right (Vaudenay 2002; Canvel, Hiltgen, Vaudenay and
/// Vuagnoux 2003).
///
/// The attacker holds no key and sits on the path. The attacker makes the victim's browser repeat a request, chooses
/// the path in the request, and wants the cookie in it. In each connection the attacker changes one record, and learns
/// how the server answers it. A connection survives no such record; but the cookie stands at the same place in the next
/// one, under other keys.
///
/// **Reality differs in how the attacker learns it.** After ChangeCipherSpec an alert is encrypted, and each has two
/// octets: on the path all alerts look alike. What can be seen is the time. A server that stopped at wrong padding
/// answered sooner than one that went on to the MAC (Canvel and others 2003); one that always computes a MAC still
/// takes a compression of the hash more or less for more or less data (Lucky Thirteen, AlFardan and Paterson 2013).
/// Here the attacker is handed the answer that a timing would give.
package struct PaddingOracleAttack: Sendable {
    /// What the attack is aimed at.
    package enum Target: Hashable, Sendable, CaseIterable {
        /// A server that tells wrong padding from a wrong MAC, as TLS 1.0 had it.
        case undefended
        /// A server of today: one answer for both.
        case defended
    }

    /// What came of it.
    package struct Result: Sendable {
        /// What was attacked.
        package let target: Target
        /// Octets of the secret, the last first found; nil where nothing was learned.
        package let secret: [UInt8]?
        /// Records that were changed and sent, each in a connection of its own.
        package let queries: Int
        /// How often each alert came back, by code point.
        package let answers: [(alert: AlertDescription, count: Int)]
        /// The first query that was answered otherwise than the rest; nil if there was none.
        package let example: Example?
        /// How the octets were found, in order.
        package let finds: [Find]
    }

    /// A query worth showing.
    package struct Example: Sendable {
        /// The block with the end of the secret, as it was on the wire.
        package let block: [UInt8]
        /// The block before it on the wire.
        package let previous: [UInt8]
        /// What the attacker put before it instead.
        package let forged: [UInt8]
        /// The octet that was guessed.
        package let guess: UInt8
    }

    /// An octet that was found.
    package struct Find: Hashable, Sendable {
        /// Its place in the secret, counted from 0.
        package let place: Int
        /// What it is.
        package let octet: UInt8
        /// Queries it took.
        package let queries: Int
    }

    /// The suite that is attacked: the one that every implementation of TLS 1.2 has to have (RFC 5246 section 9).
    package static let suite = CipherSuite.rsaAES128CBCSHA
    /// The server's name in the request (reserved for documentation by RFC 2606).
    static let hostName = "www.example.com"
    /// Octets of the secret: a block.
    package static let secretLength = 16

    private let target: Target
    private var random: SeededRandomSource
    /// The victim's cookie. Only the victim and the server look at it.
    private let cookie: [UInt8]
    private var queries = 0
    private var answers: [AlertDescription: Int] = [:]
    private var example: Example?

    /// Draws a cookie and carries the attack out.
    package static func run(seed: UInt64, against target: Target) -> Result {
        var attack = PaddingOracleAttack(seed: seed, target)
        let finds = attack.readBlock()
        let alerts = attack.answers.keys.sorted { $0.rawValue < $1.rawValue }
        return Result(
            target: target, secret: finds.count == secretLength ? finds.reversed().map(\.octet) : nil,
            queries: attack.queries, answers: alerts.map { ($0, attack.answers[$0] ?? 0) }, example: attack.example,
            finds: finds)
    }

    /// The cookie of that seed, to compare with.
    package static func cookie(seed: UInt64) -> [UInt8] {
        var random = SeededRandomSource(seed: seed).fork("cookie")
        return Array(Hex.string(random.octets(secretLength / 2)).utf8)
    }

    private init(seed: UInt64, _ target: Target) {
        self.target = target
        cookie = Self.cookie(seed: seed)
        random = SeededRandomSource(seed: seed).fork("padding oracle")
    }

    // MARK: The victim and the server

    /// The request in every connection. The attacker chose the path so that the cookie fills one block of the cipher.
    static func request(cookie: [UInt8]) -> [UInt8] {
        let before = "GET /?aaaaa HTTP/1.1\r\nHost: \(hostName)\r\nCookie: id="
        let excess = before.utf8.count % AESCBC.blockLength
        let filler = String(repeating: "a", count: (AESCBC.blockLength - excess) % AESCBC.blockLength)
        let aligned = before.replacing("aaaaa", with: "aaaaa" + filler)
        return Array(aligned.utf8) + cookie + Array("\r\n\r\n".utf8)
    }

    /// Where the cookie's block begins in the plaintext.
    static var offset: Int { request(cookie: []).count - "\r\n\r\n".utf8.count }

    /// The keys of a new connection. What the handshake would do has no part in this.
    private mutating func freshKeys() -> KeySchedule {
        KeySchedule(
            premasterSecret: random.octets(RSAKeyExchange.premasterLength), clientRandom: random.octets(32),
            serverRandom: random.octets(32), suite: Self.suite)
    }

    /// The alert with which the server answers what the attacker makes of the victim's record. On the wire it is encrypted; it stands
    /// for the time that the answer takes.
    private mutating func ask(_ change: ([UInt8]) -> [UInt8]) -> AlertDescription? {
        let schedule = freshKeys()
        var client = schedule.clientProtection
        guard
            let fragment = try? client.seal(Self.request(cookie: cookie), type: .applicationData, version: .tls12)
        else { return nil }
        let changed = change(fragment)
        queries += 1
        let alert: AlertDescription?
        switch target {
        case .defended:
            var server = schedule.clientProtection
            do {
                _ = try server.open(changed[...], type: .applicationData, version: .tls12)
                alert = nil
            } catch {
                alert = error.alert
            }
        case .undefended:
            let server = UndefendedMACThenEncrypt(keys: schedule.clientKeys, mac: .sha1)
            switch server.open(changed, type: .applicationData) {
            case .content: alert = nil
            case .wrongPadding: alert = .decryptionFailed
            case .wrongMAC: alert = .badRecordMAC
            }
        }
        if let alert { answers[alert, default: 0] += 1 }
        return alert
    }

    // MARK: The attacker

    /// The octets of the cookie, the last first, as far as they can be had.
    private mutating func readBlock() -> [Find] {
        var known: [UInt8] = []
        var finds: [Find] = []
        while known.count < Self.secretLength {
            let before = queries
            guard let octet = nextOctet(knowing: known) else { break }
            known.insert(octet, at: 0)
            finds.append(
                Find(place: Self.secretLength - known.count, octet: octet, queries: queries - before))
        }
        return finds
    }

    /// The octet before those that are known: the one guess for which the padding is right.
    private mutating func nextOctet(knowing known: [UInt8]) -> UInt8? {
        for guess in UInt8.min...UInt8.max {
            // A lucky padding longer than the one that is meant would look the same; not twice, with other noise before it.
            if isRight(guess, knowing: known), isRight(guess, knowing: known) { return guess }
        }
        return nil
    }

    /// Whether the server finds the padding right when the end of the cookie's block, if guessed well, becomes padding.
    ///
    /// Under CBC the plaintext of a block is its decryption XOR the block before it. So the attacker appends the
    /// cookie's block once more, behind a forged block: the one that stood before it, XOR what turns the guess into
    /// padding.
    private mutating func isRight(_ guess: UInt8, knowing known: [UInt8]) -> Bool {
        let block = AESCBC.blockLength
        let padding = UInt8(truncatingIfNeeded: known.count)
        let noise = random.octets(block - known.count - 1)
        let mask = noise + ([guess] + known).map { $0 ^ padding }
        // Behind the IV.
        let start = block + Self.offset
        var seen: Example?
        let answer = ask { fragment in
            let target = Array(fragment[start..<(start + block)])
            let previous = Array(fragment[(start - block)..<start])
            let forged = zip(previous, mask).map { $0 ^ $1 }
            seen = Example(block: target, previous: previous, forged: forged, guess: guess)
            return fragment + forged + target
        }
        // If no other answer has been seen, this one says nothing.
        guard answer == .badRecordMAC, answers.count > 1 else { return false }
        if example == nil { example = seen }
        return true
    }
}
