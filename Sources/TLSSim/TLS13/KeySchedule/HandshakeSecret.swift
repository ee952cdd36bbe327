import Crypto
import Trace

/// The second secret of the main line: the shared secret of the exchange enters it (RFC 8446 section 7.1).
///
/// The identity of the other side is not proved yet. The server's signature or the PSK proves it.
public struct HandshakeSecret: Hashable, Sendable {
    /// The secret.
    public let octets: [UInt8]
    private let key: HMAC

    /// HKDF-Extract of the shared secret, or of zeros if `shared` is nil, with the salt from the early secret.
    init(salt: [UInt8], shared: [UInt8]?, hash: HashAlgorithm) {
        octets = HKDF.extract(hash: hash, salt: salt, inputKeyingMaterial: shared ?? hash.zeros)
        key = HMAC(key: octets, hash: hash)
    }

    /// The hash.
    public var hash: HashAlgorithm { key.hash }

    /// client_handshake_traffic_secret or server_handshake_traffic_secret, for the hash of all messages from ClientHello to ServerHello.
    public func traffic(of side: Role, _ transcriptHash: [UInt8]) -> TrafficSecret {
        let label: ScheduleLabel = side == .client ? .clientHandshakeTraffic : .serverHandshakeTraffic
        return TrafficSecret(HKDF.expand(key, label, context: transcriptHash), hash: hash)
    }

    /// The last secret of the main line.
    public var mainSecret: MainSecret {
        MainSecret(salt: HKDF.expand(key, .derived, context: hash.hash([])), hash: hash)
    }
}
