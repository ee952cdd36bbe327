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

    func compute() -> [UInt8] { compute(with: HMAC(key: secret.octets, hash: hash)) }

    /// The same where the secret has been put into HMAC already.
    func compute(with hmac: HMAC) -> [UInt8] { PRF.compute(hmac, label: label, seed: seedOctets, count: count) }

    /// The computation with every A(i) and every block, as a step of its own; `results` names what comes of the output.
    func calculation(
        _ name: String, formula: String, results: ([UInt8]) -> [Calculation.Quantity]
    ) -> Calculation {
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
            name, formula: formula, inputs: [secret] + seed, steps: steps, results: results(shown.output),
            reproduce: command(shown.seed))
    }

    /// OpenSSL's own TLS 1.2 PRF, given the same secret and label + seed.
    private func command(_ seed: [UInt8]) -> String {
        let digest = hash.name.filter { $0 != "-" }
        return "openssl kdf -keylen \(count) -kdfopt digest:\(digest) -kdfopt hexsecret:\(Hex.string(secret.octets)) "
            + "-kdfopt hexseed:\(Hex.string(seed)) TLS1-PRF"
    }
}

/// From the premaster secret to the keys that protect records (RFC 5246 sections 8.1 and 6.3).
public struct KeySchedule: Hashable, Sendable {
    /// Octets of a master secret, whatever the key exchange.
    public static let masterSecretLength = 48

    /// 48 octets from which everything else follows.
    public let masterSecret: [UInt8]
    /// The keys for what the client sends.
    public let clientKeys: DirectionKeys
    /// The keys for what the server sends.
    public let serverKeys: DirectionKeys

    let suite: CipherSuite
    /// How the master secret came about; nil when it was there before, from a session that is resumed.
    let masterInvocation: PRFInvocation?
    let keyInvocation: PRFInvocation
    let encryptThenMAC: Bool
    /// HMAC under the master secret: key block and both verify_data come from it.
    private let hmac: HMAC

    /// Derives everything.
    ///
    /// - Parameters:
    ///   - sessionHash: the transcript's digest up to ClientKeyExchange when the extended master secret was agreed
    ///     (RFC 7627 section 4); nil for RFC 5246's own formula with the two hello randoms.
    ///   - encryptThenMAC: whether that order of a CBC suite was agreed (RFC 7366).
    public init(
        premasterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8], suite: CipherSuite,
        sessionHash: [UInt8]? = nil, encryptThenMAC: Bool = false
    ) {
        let premaster = Calculation.Quantity("pre_master_secret", premasterSecret)
        let invocation =
            if let sessionHash {
                PRFInvocation(
                    hash: suite.hash, secret: premaster, label: "extended master secret",
                    seed: [.init("session_hash", sessionHash)], count: Self.masterSecretLength)
            } else {
                PRFInvocation(
                    hash: suite.hash, secret: premaster, label: "master secret",
                    seed: [.init("ClientHello.random", clientRandom), .init("ServerHello.random", serverRandom)],
                    count: Self.masterSecretLength)
            }
        self.init(
            masterSecret: invocation.compute(), masterInvocation: invocation, clientRandom, serverRandom, suite,
            encryptThenMAC)
    }

    /// Derives the keys of a resumed session: its old master secret with two new randoms (RFC 5246 section 7.3, figure 2).
    public init(
        resuming masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8], suite: CipherSuite,
        encryptThenMAC: Bool = false
    ) {
        self.init(
            masterSecret: masterSecret, masterInvocation: nil, clientRandom, serverRandom, suite, encryptThenMAC)
    }

    private init(
        masterSecret: [UInt8], masterInvocation: PRFInvocation?, _ clientRandom: [UInt8], _ serverRandom: [UInt8],
        _ suite: CipherSuite, _ encryptThenMAC: Bool
    ) {
        self.masterSecret = masterSecret
        hmac = HMAC(key: masterSecret, hash: suite.hash)
        self.masterInvocation = masterInvocation
        self.suite = suite
        self.encryptThenMAC = encryptThenMAC
        let lengths = [suite.cipher.macKeyLength, suite.cipher.keyLength, suite.cipher.fixedIVLength]
        // Section 6.3: here the server's random comes first. In the master secret the client's does.
        keyInvocation = PRFInvocation(
            hash: suite.hash, secret: .init("master_secret", masterSecret), label: "key expansion",
            seed: [.init("ServerHello.random", serverRandom), .init("ClientHello.random", clientRandom)],
            count: 2 * lengths.reduce(0, +))
        // MAC keys, then encryption keys, then IVs; of each the client's first.
        var block = keyInvocation.compute(with: hmac)[...]
        let parts = lengths.map { length in
            let client = block.prefix(length)
            let server = block.dropFirst(length).prefix(length)
            block = block.dropFirst(2 * length)
            return (client: Array(client), server: Array(server))
        }
        clientKeys = DirectionKeys(macKey: parts[0].client, key: parts[1].client, fixedIV: parts[2].client)
        serverKeys = DirectionKeys(macKey: parts[0].server, key: parts[1].server, fixedIV: parts[2].server)
    }

    /// Protection for what the client sends.
    public var clientProtection: RecordProtection {
        RecordProtection(suite.cipher, keys: clientKeys, encryptThenMAC: encryptThenMAC)
    }

    /// Protection for what the server sends.
    public var serverProtection: RecordProtection {
        RecordProtection(suite.cipher, keys: serverKeys, encryptThenMAC: encryptThenMAC)
    }

    /// The key block in the order in which it is cut: MAC keys, encryption keys, IVs, of each the client's first.
    public var keyBlock: [UInt8] {
        [\DirectionKeys.macKey, \.key, \.fixedIV].flatMap { clientKeys[keyPath: $0] + serverKeys[keyPath: $0] }
    }

    /// verify_data of one side over a transcript (section 7.4.9).
    public func verifyData(of side: Role, transcriptHash: [UInt8]) -> [UInt8] {
        finishedInvocation(side, transcriptHash).compute(with: hmac)
    }

    /// The labels of the two sides differ, so that neither Finished can be played back as the other.
    private func finishedInvocation(_ side: Role, _ transcriptHash: [UInt8]) -> PRFInvocation {
        PRFInvocation(
            hash: suite.hash, secret: .init("master_secret", masterSecret),
            label: side == .client ? "client finished" : "server finished",
            seed: [.init("Hash(handshake_messages)", transcriptHash)], count: Finished.verifyDataLength)
    }
}

extension KeySchedule {
    /// The master secret as a step to read. A resumed session computes none: it has it from the one before.
    var masterSecretCalculation: Calculation {
        guard let masterInvocation else {
            return Calculation(
                "master secret", formula: "that of the session resumed", results: [.init("master_secret", masterSecret)]
            )
        }
        let extended = masterInvocation.label == "extended master secret"
        return masterInvocation.calculation(
            "master secret",
            formula: extended
                ? "PRF(pre_master_secret, \"extended master secret\", session_hash)[0..47]"
                : "PRF(pre_master_secret, \"master secret\", ClientHello.random + ServerHello.random)[0..47]",
            results: { [.init("master_secret", $0)] })
    }

    /// The key block and what it is cut into.
    var keyBlockCalculation: Calculation {
        keyInvocation.calculation(
            "key block",
            formula: "PRF(master_secret, \"key expansion\", ServerHello.random + ClientHello.random)",
            results: { _ in keyBlockParts })
    }

    /// The keys by name, in the order in which they are cut from the key block (section 6.3).
    public var keyBlockParts: [Calculation.Quantity] {
        let kinds: [(name: String, part: KeyPath<DirectionKeys, [UInt8]>, note: String)] = [
            ("write_MAC_key", \.macKey, ""), ("write_key", \.key, ""), ("write_IV", \.fixedIV, nonceNote),
        ]
        return kinds.flatMap { name, part, note in
            [("client", clientKeys), ("server", serverKeys)].compactMap { side, keys in
                keys[keyPath: part].isEmpty
                    ? nil : Calculation.Quantity("\(side)_\(name)", keys[keyPath: part], note: note)
            }
        }
    }

    private var nonceNote: String {
        switch suite.cipher {
        case .aesGCM: "implicit part of the GCM nonce"
        case .chaCha20Poly1305: "XORed with the sequence number to make the nonce"
        case .aesCBC: ""
        }
    }

    /// verify_data as a step to read.
    func verifyDataCalculation(of side: Role, transcriptHash: [UInt8]) -> Calculation {
        let invocation = finishedInvocation(side, transcriptHash)
        return invocation.calculation(
            "verify_data of the \(side)",
            formula: "PRF(master_secret, \"\(invocation.label)\", Hash(handshake_messages))[0..11]",
            results: { [.init("verify_data", $0)] })
    }
}
