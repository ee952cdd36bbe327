import Crypto
import Trace

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
            .known(as: Knowledge.premasterSecret)
        let invocation =
            if let sessionHash {
                PRFInvocation(
                    hash: suite.hash, secret: premaster, label: "extended master secret",
                    seed: [.init("session_hash", sessionHash)], count: Self.masterSecretLength)
            } else {
                PRFInvocation(
                    hash: suite.hash, secret: premaster, label: "master secret",
                    seed: [Self.shown(clientRandom, of: .client), Self.shown(serverRandom, of: .server)],
                    count: Self.masterSecretLength)
            }
        self.init(
            masterSecret: invocation.compute(), masterInvocation: invocation, clientRandom: clientRandom,
            serverRandom: serverRandom, suite, encryptThenMAC: encryptThenMAC)
    }

    /// Derives the keys of a resumed session: its old master secret with two new randoms (RFC 5246 section 7.3, figure 2).
    public init(
        resuming masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8], suite: CipherSuite,
        encryptThenMAC: Bool = false
    ) {
        self.init(
            masterSecret: masterSecret, masterInvocation: nil, clientRandom: clientRandom, serverRandom: serverRandom,
            suite,
            encryptThenMAC: encryptThenMAC)
    }

    private init(
        masterSecret: [UInt8], masterInvocation: PRFInvocation?, clientRandom: [UInt8], serverRandom: [UInt8],
        _ suite: CipherSuite, encryptThenMAC: Bool
    ) {
        self.masterSecret = masterSecret
        hmac = HMAC(key: masterSecret, hash: suite.hash)
        self.masterInvocation = masterInvocation
        self.suite = suite
        self.encryptThenMAC = encryptThenMAC
        let lengths = [suite.cipher.macKeyLength, suite.cipher.keyLength, suite.cipher.fixedIVLength]
        // Section 6.3: here the server's random comes first. In the master secret the client's does.
        keyInvocation = PRFInvocation(
            hash: suite.hash, secret: Self.shown(masterSecret: masterSecret), label: "key expansion",
            seed: [Self.shown(serverRandom, of: .server), Self.shown(clientRandom, of: .client)],
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
    func finishedInvocation(_ side: Role, _ transcriptHash: [UInt8]) -> PRFInvocation {
        PRFInvocation(
            hash: suite.hash, secret: Self.shown(masterSecret: masterSecret),
            label: side == .client ? "client finished" : "server finished",
            seed: [.init("Hash(handshake_messages)", transcriptHash)], count: Finished.verifyDataLength)
    }
}
