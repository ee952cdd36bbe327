import Crypto
import Trace

/// The derivation of the keys that protect records from the premaster secret (RFC 5246 sections 8.1 and 6.3).
public struct KeySchedule: Hashable, Sendable {
    /// The length of a master secret, in octets. It is the same for every key exchange (RFC 5246 section 8.1).
    public static let masterSecretLength = 48

    /// The master secret, from which the keys and verify_data follow.
    public let masterSecret: [UInt8]
    /// The keys for records of the client.
    public let clientKeys: DirectionKeys
    /// The keys for records of the server.
    public let serverKeys: DirectionKeys

    let suite: CipherSuite
    /// The PRF that computed the master secret; nil if the master secret comes from a session that is resumed.
    let masterInvocation: PRFInvocation?
    let keyInvocation: PRFInvocation
    let encryptThenMAC: Bool
    /// HMAC with the master secret as key. The key block and both verify_data are computed with it.
    private let hmac: HMAC

    /// Derives the master secret and the keys of a full handshake.
    ///
    /// - Parameters:
    ///   - sessionHash: the digest of the transcript up to ClientKeyExchange if the extended master secret was agreed (RFC 7627
    ///     section 4); nil for the formula of RFC 5246 with the two hello randoms.
    ///   - encryptThenMAC: whether encrypt-then-MAC was agreed for a CBC suite (RFC 7366).
    public init(
        premasterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8], suite: CipherSuite,
        sessionHash: [UInt8]? = nil, encryptThenMAC: Bool = false
    ) {
        let invocation = PRFInvocation(.masterSecret(extended: sessionHash != nil), suite.hash) { input in
            switch input {
            case .random(.client): clientRandom
            case .random(.server): serverRandom
            case .sessionHash, .handshakeHash: sessionHash ?? []
            case .premasterSecret, .masterSecret: premasterSecret
            }
        }
        self.init(
            masterSecret: invocation.compute(), masterInvocation: invocation, clientRandom: clientRandom,
            serverRandom: serverRandom, suite: suite, encryptThenMAC: encryptThenMAC)
    }

    /// Derives the keys of a resumed session from its old master secret and the two new randoms (RFC 5246 section 7.3, figure 2).
    public init(
        resuming masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8], suite: CipherSuite,
        encryptThenMAC: Bool = false
    ) {
        self.init(
            masterSecret: masterSecret, masterInvocation: nil, clientRandom: clientRandom, serverRandom: serverRandom,
            suite: suite, encryptThenMAC: encryptThenMAC)
    }

    private init(
        masterSecret: [UInt8], masterInvocation: PRFInvocation?, clientRandom: [UInt8], serverRandom: [UInt8],
        suite: CipherSuite, encryptThenMAC: Bool
    ) {
        self.masterSecret = masterSecret
        hmac = HMAC(key: masterSecret, hash: suite.hash)
        self.masterInvocation = masterInvocation
        self.suite = suite
        self.encryptThenMAC = encryptThenMAC
        let lengths = [suite.cipher.macKeyLength, suite.cipher.keyLength, suite.cipher.fixedIVLength]
        keyInvocation = PRFInvocation(.keyBlock, suite.hash, count: 2 * lengths.reduce(0, +)) { input in
            switch input {
            case .random(.client): clientRandom
            case .random(.server): serverRandom
            case .premasterSecret, .masterSecret, .sessionHash, .handshakeHash: masterSecret
            }
        }
        // The order is: MAC keys, encryption keys, IVs. In each pair the client's comes first.
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

    /// The protection of the client's records.
    public var clientProtection: RecordProtection {
        RecordProtection(suite.cipher, keys: clientKeys, encryptThenMAC: encryptThenMAC)
    }

    /// The protection of the server's records.
    public var serverProtection: RecordProtection {
        RecordProtection(suite.cipher, keys: serverKeys, encryptThenMAC: encryptThenMAC)
    }

    /// The key block: MAC keys, encryption keys, IVs. In each pair the client's comes first (RFC 5246 section 6.3).
    public var keyBlock: [UInt8] {
        [\DirectionKeys.macKey, \.key, \.fixedIV].flatMap { clientKeys[keyPath: $0] + serverKeys[keyPath: $0] }
    }

    /// verify_data of one side over a transcript (RFC 5246 section 7.4.9).
    public func verifyData(of side: Role, transcriptHash: [UInt8]) -> [UInt8] {
        finishedInvocation(side, transcriptHash).compute(with: hmac)
    }

    /// The PRF that computes verify_data.
    func finishedInvocation(_ side: Role, _ transcriptHash: [UInt8]) -> PRFInvocation {
        PRFInvocation(.verifyData(side), suite.hash) { $0 == .handshakeHash ? transcriptHash : masterSecret }
    }
}
