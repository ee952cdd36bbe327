import Trace

/// Every secret of the key schedule, by the name that RFC 8446 section 7.1 and RFC 9846 have for it.
public enum SecretName: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The first secret of the main line, from the PSK or from zeros.
    case early = "early_secret"
    /// The secret from which the key of a binder is derived.
    case binderKey = "binder_key"
    /// The traffic secret of early data.
    case clientEarlyTraffic = "client_early_traffic_secret"
    /// The secret of exporters before the handshake is complete.
    case earlyExporter = "early_exporter_secret"
    /// The second secret of the main line, from the early secret and the exchange.
    case handshake = "handshake_secret"
    /// The traffic secret of the client's handshake messages; the key of its Finished comes from it, too.
    case clientHandshakeTraffic = "client_handshake_traffic_secret"
    /// The traffic secret of the server's handshake messages; the key of its Finished comes from it, too.
    case serverHandshakeTraffic = "server_handshake_traffic_secret"
    /// The last secret of the main line, from the handshake secret alone. RFC 8446 calls it the master secret.
    case main = "main_secret"
    /// The first traffic secret of the client's data.
    case clientApplicationTraffic = "client_application_traffic_secret_0"
    /// The first traffic secret of the server's data.
    case serverApplicationTraffic = "server_application_traffic_secret_0"
    /// The secret of exporters.
    case exporter = "exporter_secret"
    /// The secret from which the PSKs of tickets are derived.
    case resumption = "resumption_secret"
    /// The secret of one ticket: the PSK of a later connection.
    case ticketPSK = "resumption_psk"

    /// The traffic secret of a side's handshake messages.
    static func handshakeTraffic(of side: Role) -> SecretName {
        side == .client ? .clientHandshakeTraffic : .serverHandshakeTraffic
    }

    /// The first traffic secret of a side's data.
    static func applicationTraffic(of side: Role) -> SecretName {
        side == .client ? .clientApplicationTraffic : .serverApplicationTraffic
    }

    /// The name.
    public var description: String { rawValue }
}
