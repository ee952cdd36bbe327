import Crypto
import Trace

/// One use of the PRF: secret, label, seed, and how many octets are wanted (RFC 5246 section 5).
struct PRFInvocation: Hashable, Sendable {
    let hash: HashAlgorithm
    let secret: Calculation.Quantity
    let label: String
    let seed: [Calculation.Quantity]
    let count: Int

    private var seedOctets: [UInt8] { seed.flatMap(\.octets) }

    func compute() -> [UInt8] {
        PRF.compute(hash: hash, secret: secret.octets, label: label, seed: seedOctets, count: count)
    }

    /// The computation with every A(i) and every block, as a step of its own.
    func calculation(_ name: String, formula: String, results: [Calculation.Quantity]) -> Calculation {
        let shown = PRF.trace(hash: hash, secret: secret.octets, label: label, seed: seedOctets, count: count)
        var steps = [Calculation.Quantity("label + seed", shown.seed, note: "A(0)")]
        for (index, value) in shown.a.enumerated() {
            let previous = index == 0 ? "label + seed" : "A(\(index))"
            steps.append(.init("A(\(index + 1))", value, note: "HMAC_hash(secret, \(previous))"))
        }
        for (index, block) in shown.blocks.enumerated() {
            steps.append(
                .init("block \(index + 1)", block, note: "HMAC_hash(secret, A(\(index + 1)) + label + seed)"))
        }
        return Calculation(
            name, formula: formula, inputs: [secret] + seed, steps: steps, results: results, reproduce: command)
    }

    /// OpenSSL's own TLS 1.2 PRF, given the same secret and seed.
    private var command: String {
        let digest = hash.name.replacing("-", with: "")
        return "openssl kdf -keylen \(count) -kdfopt digest:\(digest) -kdfopt hexsecret:\(Hex.string(secret.octets)) "
            + "-kdfopt hexseed:\(Hex.string(Array(label.utf8) + seedOctets)) TLS1-PRF"
    }
}

/// From the premaster secret to the keys that protect records (RFC 5246 sections 8.1 and 6.3).
public struct KeySchedule: Hashable, Sendable {
    /// Octets of a master secret, whatever the key exchange.
    public static let masterSecretLength = 48

    /// 48 octets from which everything else follows.
    public let masterSecret: [UInt8]
    /// AES key for what the client sends.
    public let clientWriteKey: [UInt8]
    /// AES key for what the server sends.
    public let serverWriteKey: [UInt8]
    /// Implicit nonce part for what the client sends.
    public let clientWriteIV: [UInt8]
    /// Implicit nonce part for what the server sends.
    public let serverWriteIV: [UInt8]

    let suite: CipherSuite
    let masterInvocation: PRFInvocation
    let keyInvocation: PRFInvocation

    /// Derives everything.
    ///
    /// - Parameter sessionHash: the transcript's digest up to ClientKeyExchange when the extended master secret was agreed
    ///   (RFC 7627 section 4); nil for RFC 5246's own formula with the two hello randoms.
    public init(
        premasterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8], suite: CipherSuite,
        sessionHash: [UInt8]? = nil
    ) {
        let client = Calculation.Quantity("ClientHello.random", clientRandom)
        let server = Calculation.Quantity("ServerHello.random", serverRandom)
        let premaster = Calculation.Quantity("pre_master_secret", premasterSecret)
        let invocation =
            if let sessionHash {
                PRFInvocation(
                    hash: suite.hash, secret: premaster, label: "extended master secret",
                    seed: [.init("session_hash", sessionHash)], count: Self.masterSecretLength)
            } else {
                PRFInvocation(
                    hash: suite.hash, secret: premaster, label: "master secret", seed: [client, server],
                    count: Self.masterSecretLength)
            }
        self.init(
            masterSecret: invocation.compute(), masterInvocation: invocation, client: client, server: server,
            suite: suite)
    }

    private init(
        masterSecret: [UInt8], masterInvocation: PRFInvocation, client: Calculation.Quantity,
        server: Calculation.Quantity, suite: CipherSuite
    ) {
        self.masterSecret = masterSecret
        self.masterInvocation = masterInvocation
        self.suite = suite
        let key = suite.keyLength
        let iv = CipherSuite.fixedIVLength
        // Section 6.3: here the server's random comes first. In the master secret the client's does.
        keyInvocation = PRFInvocation(
            hash: suite.hash, secret: .init("master_secret", masterSecret), label: "key expansion",
            seed: [server, client], count: 2 * key + 2 * iv)
        let block = keyInvocation.compute()
        clientWriteKey = Array(block[..<key])
        serverWriteKey = Array(block[key..<(2 * key)])
        clientWriteIV = Array(block[(2 * key)..<(2 * key + iv)])
        serverWriteIV = Array(block[(2 * key + iv)...])
    }

    /// Protection for what the client sends.
    public var clientProtection: RecordProtection { RecordProtection(key: clientWriteKey, fixedIV: clientWriteIV) }

    /// Protection for what the server sends.
    public var serverProtection: RecordProtection { RecordProtection(key: serverWriteKey, fixedIV: serverWriteIV) }

    /// verify_data of one side over a transcript (section 7.4.9).
    public func verifyData(of side: Side, transcriptHash: [UInt8]) -> [UInt8] {
        finishedInvocation(side, transcriptHash).compute()
    }

    /// Whose Finished it is: the labels differ, so that neither can be played back as the other.
    public enum Side: Hashable, Sendable {
        /// "client finished".
        case client
        /// "server finished".
        case server
    }

    private func finishedInvocation(_ side: Side, _ transcriptHash: [UInt8]) -> PRFInvocation {
        PRFInvocation(
            hash: suite.hash, secret: .init("master_secret", masterSecret),
            label: side == .client ? "client finished" : "server finished",
            seed: [.init("Hash(handshake_messages)", transcriptHash)], count: Finished.verifyDataLength)
    }
}

extension KeySchedule {
    /// The master secret as a step to read.
    var masterSecretCalculation: Calculation {
        let extended = masterInvocation.label == "extended master secret"
        return masterInvocation.calculation(
            "master secret",
            formula: extended
                ? "PRF(pre_master_secret, \"extended master secret\", session_hash)[0..47]"
                : "PRF(pre_master_secret, \"master secret\", ClientHello.random + ServerHello.random)[0..47]",
            results: [.init("master_secret", masterSecret)])
    }

    /// The key block and what it is cut into.
    var keyBlockCalculation: Calculation {
        keyInvocation.calculation(
            "key block",
            formula: "PRF(master_secret, \"key expansion\", ServerHello.random + ClientHello.random)",
            results: [
                .init("client_write_key", clientWriteKey), .init("server_write_key", serverWriteKey),
                .init("client_write_IV", clientWriteIV, note: "implicit part of the GCM nonce"),
                .init("server_write_IV", serverWriteIV, note: "implicit part of the GCM nonce"),
            ])
    }

    /// verify_data as a step to read.
    func verifyDataCalculation(of side: Side, transcriptHash: [UInt8]) -> Calculation {
        let invocation = finishedInvocation(side, transcriptHash)
        return invocation.calculation(
            "verify_data of the \(side == .client ? "client" : "server")",
            formula: "PRF(master_secret, \"\(invocation.label)\", Hash(handshake_messages))[0..11]",
            results: [.init("verify_data", invocation.compute())])
    }
}
