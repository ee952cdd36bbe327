import Crypto

/// The secret of one direction for a part of the connection: early data, handshake, or the data between two key updates (RFC 8446 sections
/// 7.1 to 7.3).
public struct TrafficSecret: Hashable, Sendable {
    /// The secret.
    public let octets: [UInt8]
    private let secret: HMAC

    /// A secret of these octets.
    public init(_ octets: [UInt8], hash: HashAlgorithm) {
        self.octets = octets
        secret = HMAC(key: octets, hash: hash)
    }

    /// The secret of that name below `above`, for a hash of messages.
    init(_ name: SecretName, below above: HMAC, _ transcriptHash: [UInt8]) {
        self.init(name.derivation().value(below: above, transcriptHash, hash: above.hash), hash: above.hash)
    }

    /// The hash.
    public var hash: HashAlgorithm { secret.hash }

    /// Key and IV of records (section 7.3).
    public func keys(for suite: TLS13.CipherSuite) -> TrafficKeys {
        TrafficKeys(
            key: HKDF.expand(secret, .key, count: suite.cipher.keyLength),
            iv: HKDF.expand(secret, .iv, count: TLS13.CipherSuite.ivLength))
    }

    /// The secret after a KeyUpdate (section 7.2). The old secret cannot be computed from it. So KeyUpdate protects the data sent before.
    public var next: TrafficSecret { TrafficSecret(HKDF.expand(secret, .trafficUpdate), hash: hash) }

    /// finished_key, the key of the MAC in Finished (section 4.4.4).
    public var finishedKey: [UInt8] { HKDF.expand(secret, .finished) }

    /// verify_data: a MAC over the transcript up to here (section 4.4.4).
    public func verifyData(_ transcriptHash: [UInt8]) -> [UInt8] {
        HMAC.authenticate(transcriptHash, key: finishedKey, hash: hash)
    }
}

/// The key and IV that protect the records of one direction (RFC 8446 section 7.3).
public struct TrafficKeys: Hashable, Sendable {
    /// The key of the AEAD cipher.
    public let key: [UInt8]
    /// The octets, 12, with which the record's number is XORed to make the nonce.
    public let iv: [UInt8]
}
