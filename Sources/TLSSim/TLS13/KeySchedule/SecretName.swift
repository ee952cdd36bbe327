/// Every secret of the key schedule, by the name that RFC 8446 section 7.1 and RFC 9846 have for it.
public enum SecretName: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// From the PSK, or from zeros.
    case early = "early_secret"
    /// The base of the key of a binder.
    case binderKey = "binder_key"
    /// For early data.
    case clientEarlyTraffic = "client_early_traffic_secret"
    /// For exporters before the handshake is over.
    case earlyExporter = "early_exporter_secret"
    /// From the early secret and the exchange.
    case handshake = "handshake_secret"
    /// For the client's handshake messages, and the base of its Finished.
    case clientHandshakeTraffic = "client_handshake_traffic_secret"
    /// For the server's handshake messages, and the base of its Finished.
    case serverHandshakeTraffic = "server_handshake_traffic_secret"
    /// From the handshake secret; nothing is added. RFC 8446 calls it the master secret.
    case main = "main_secret"
    /// For the client's data.
    case clientApplicationTraffic = "client_application_traffic_secret_0"
    /// For the server's data.
    case serverApplicationTraffic = "server_application_traffic_secret_0"
    /// For exporters.
    case exporter = "exporter_secret"
    /// For tickets.
    case resumption = "resumption_secret"
    /// Of one ticket; the PSK of a later connection.
    case ticketPSK = "resumption_psk"

    /// The name.
    public var description: String { rawValue }
}
