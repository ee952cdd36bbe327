import Crypto
import Trace

/// The second secret of the main line: the exchange comes in (RFC 8446 section 7.1).
///
/// Whether the other side is who it should be is not known yet. A server's signature or the PSK settles that.
public struct HandshakeSecret: Hashable, Sendable {
    /// The secret.
    public let octets: [UInt8]
    private let key: HMAC

    /// HKDF-Extract: from above the salt, from the left the exchange.
    init(salt: [UInt8], shared: [UInt8]?, hash: HashAlgorithm) {
        octets = HKDF.extract(hash: hash, salt: salt, inputKeyingMaterial: shared ?? hash.zeros)
        key = HMAC(key: octets, hash: hash)
    }

    /// The hash.
    public var hash: HashAlgorithm { key.hash }

    /// client_handshake_traffic_secret or server_handshake_traffic_secret, of all messages from ClientHello to ServerHello.
    public func traffic(of side: Role, _ transcriptHash: [UInt8]) -> TrafficSecret {
        let label: ScheduleLabel = side == .client ? .clientHandshakeTraffic : .serverHandshakeTraffic
        return TrafficSecret(HKDF.expand(key, label, context: transcriptHash), hash: hash)
    }

    /// The last secret of the main line.
    public var mainSecret: MainSecret {
        MainSecret(salt: HKDF.expand(key, .derived, context: hash.hash([])), hash: hash)
    }
}
