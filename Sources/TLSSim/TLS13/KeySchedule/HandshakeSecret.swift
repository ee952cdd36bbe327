import Crypto
import Trace

/// The second secret of the main line: the shared secret of the exchange enters it (RFC 8446 section 7.1).
///
/// The identity of the other side is not proved yet. The server's signature or the PSK proves it.
public struct HandshakeSecret: Hashable, Sendable {
    /// The secret.
    public let octets: [UInt8]
    private let key: HMAC

    /// The secret below the early secret. `shared` is nil in the mode psk_ke, which has no exchange.
    init(below early: HMAC, shared: [UInt8]?) {
        octets = SecretName.handshake.derivation().value(below: early, shared, hash: early.hash)
        key = HMAC(key: octets, hash: early.hash)
    }

    /// The hash.
    public var hash: HashAlgorithm { key.hash }

    /// client_handshake_traffic_secret or server_handshake_traffic_secret, for the hash of all messages from ClientHello to ServerHello.
    public func traffic(of side: Role, _ transcriptHash: [UInt8]) -> TrafficSecret {
        TrafficSecret(.handshakeTraffic(of: side), below: key, transcriptHash)
    }

    /// The last secret of the main line.
    public var mainSecret: MainSecret { MainSecret(below: key) }
}
