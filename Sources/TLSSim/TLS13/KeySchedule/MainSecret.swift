import Crypto
import Trace

/// The last secret of the main line; RFC 8446 section 7.1 calls it the master secret, RFC 9846 the main secret.
///
/// No new input enters it. It separates the keys: the keys of the handshake can be revealed, and tell nothing about the keys of the data.
public struct MainSecret: Hashable, Sendable {
    /// The secret.
    public let octets: [UInt8]
    private let key: HMAC

    /// The secret below the handshake secret.
    init(below handshake: HMAC) {
        octets = SecretName.main.derivation().value(below: handshake, hash: handshake.hash)
        key = HMAC(key: octets, hash: handshake.hash)
    }

    /// The hash.
    public var hash: HashAlgorithm { key.hash }

    /// client_application_traffic_secret_0 or server_application_traffic_secret_0, for the hash of all messages to the server's Finished.
    public func traffic(of side: Role, _ transcriptHash: [UInt8]) -> TrafficSecret {
        TrafficSecret(.applicationTraffic(of: side), below: key, transcriptHash)
    }

    /// exporter_secret, for the hash of all messages to the server's Finished.
    public func exporter(_ transcriptHash: [UInt8]) -> ExporterSecret {
        ExporterSecret(.exporter, below: key, transcriptHash)
    }

    /// resumption_secret, for the hash of all messages to the client's Finished.
    public func resumption(_ transcriptHash: [UInt8]) -> ResumptionSecret {
        ResumptionSecret(
            SecretName.resumption.derivation().value(below: key, transcriptHash, hash: hash), hash: hash)
    }
}

/// The secret from which the PSKs of a connection's tickets are derived (RFC 8446 section 4.6.1).
public struct ResumptionSecret: Hashable, Sendable {
    /// The secret.
    public let octets: [UInt8]
    /// The hash.
    public let hash: HashAlgorithm

    /// A secret of these octets.
    public init(_ octets: [UInt8], hash: HashAlgorithm) {
        self.octets = octets
        self.hash = hash
    }

    /// The PSK of the ticket with that nonce. Octets after the 255th are ignored; the nonce of a ticket cannot be longer.
    public func psk(nonce: [UInt8]) -> [UInt8] {
        SecretName.ticketPSK.derivation()
            .value(below: HMAC(key: octets, hash: hash), Array(nonce.prefix(HKDFLabel.longestContext)), hash: hash)
    }
}

/// The secret from which values for use outside TLS are derived (RFC 8446 section 7.5).
public struct ExporterSecret: Hashable, Sendable {
    /// The secret.
    public let octets: [UInt8]
    /// The hash.
    public let hash: HashAlgorithm

    /// A secret of these octets.
    public init(_ octets: [UInt8], hash: HashAlgorithm) {
        self.octets = octets
        self.hash = hash
    }

    /// The secret of that name below `secret`, for a hash of messages.
    init(_ name: SecretName, below secret: HMAC, _ transcriptHash: [UInt8]) {
        self.init(name.derivation().value(below: secret, transcriptHash, hash: secret.hash), hash: secret.hash)
    }

    /// TLS-Exporter(label, context, count). No context and an empty context give the same value, unlike in TLS 1.2 (RFC 5705 section 4).
    ///
    /// - Throws: ``HKDFLabelError`` for a label or a count that does not fit.
    public func export(label: String, context: [UInt8] = [], count: Int) throws(HKDFLabelError) -> [UInt8] {
        let derived = try HKDF.deriveSecret(
            HMAC(key: octets, hash: hash), label: label, transcriptHash: hash.hash([]))
        return try HKDF.expandLabel(
            hash: hash, secret: derived, label: ScheduleLabel.exported.rawValue, context: hash.hash(context),
            count: count)
    }
}
