import Crypto

/// The first secret of the main line, from a PSK, or from zeros without a PSK (RFC 8446 section 7.1).
///
/// No exchange enters it. So whatever is derived from it is only as secret as the PSK.
public struct EarlySecret: Hashable, Sendable {
    /// The secret.
    public let octets: [UInt8]
    private let key: HMAC

    /// HKDF-Extract with zeros as salt.
    ///
    /// - Parameters:
    ///   - psk: the pre-shared key; nil without one.
    ///   - hash: the hash of the suite and of the PSK.
    public init(psk: [UInt8]?, hash: HashAlgorithm) {
        octets = SecretName.early.derivation().value(below: nil, psk, hash: hash)
        key = HMAC(key: octets, hash: hash)
    }

    /// The hash.
    public var hash: HashAlgorithm { key.hash }

    /// binder_key: the key of the MAC by which a client proves that it has the PSK comes from it.
    public func binderKey(_ kind: PSKKind) -> [UInt8] {
        SecretName.binderKey.derivation(psk: kind).value(below: key, hash: hash)
    }

    /// client_early_traffic_secret, for the hash of the first ClientHello.
    public func clientTraffic(_ transcriptHash: [UInt8]) -> TrafficSecret {
        TrafficSecret(.clientEarlyTraffic, below: key, transcriptHash)
    }

    /// early_exporter_secret, for the hash of the first ClientHello.
    public func exporter(_ transcriptHash: [UInt8]) -> ExporterSecret {
        ExporterSecret(.earlyExporter, below: key, transcriptHash)
    }

    /// The next secret of the main line.
    ///
    /// - Parameter shared: the shared secret of the exchange; nil in the mode psk_ke, which has none.
    public func handshakeSecret(shared: [UInt8]?) -> HandshakeSecret {
        HandshakeSecret(below: key, shared: shared)
    }
}

/// The origin of a PSK (RFC 8446 section 2.2).
public enum PSKKind: Hashable, Sendable, CaseIterable {
    /// A resumption PSK: from an earlier connection, by a ticket.
    case resumption
    /// An external PSK: agreed outside TLS.
    case external

    /// The name of the secret in a calculation.
    var quantity: String { self == .resumption ? "PSK" : "external PSK" }

    /// The label of the binder key. The labels differ, so that a PSK of one kind cannot be used as the other.
    var label: ScheduleLabel { self == .resumption ? "res binder" : "ext binder" }
}

/// The proof that a client has a PSK (RFC 8446 section 4.2.11.2).
public enum PSKBinder {
    /// The MAC over the hello without its binders. It is computed as verify_data of Finished, from the binder key.
    ///
    /// - Parameter transcriptHash: the hash of all messages up to the hello, which is cut before the length of its binders.
    public static func make(_ early: EarlySecret, _ kind: PSKKind, transcriptHash: [UInt8]) -> [UInt8] {
        TrafficSecret(early.binderKey(kind), hash: early.hash).verifyData(transcriptHash)
    }
}
