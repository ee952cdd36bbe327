import Crypto

/// The labels of the key schedule, without their prefix "tls13 " (RFC 8446 sections 7.1 to 7.5).
///
/// A label says what a secret is for. Secrets that are derived from the same secret and messages differ only by their labels: "c" gives the
/// client's secret and "s" the server's.
public enum ScheduleLabel: String, Hashable, Sendable, CaseIterable {
    /// Derives the binder key of a PSK that was agreed outside TLS.
    case externalBinder = "ext binder"
    /// Derives the binder key of a ticket's PSK.
    case resumptionBinder = "res binder"
    /// Derives client_early_traffic_secret.
    case clientEarlyTraffic = "c e traffic"
    /// Derives early_exporter_secret. RFC 9846 keeps "master" in the label (section 7.1).
    case earlyExporter = "e exp master"
    /// Derives the salt of the next secret of the main line.
    case derived = "derived"
    /// Derives client_handshake_traffic_secret.
    case clientHandshakeTraffic = "c hs traffic"
    /// Derives server_handshake_traffic_secret.
    case serverHandshakeTraffic = "s hs traffic"
    /// Derives client_application_traffic_secret_0.
    case clientApplicationTraffic = "c ap traffic"
    /// Derives server_application_traffic_secret_0.
    case serverApplicationTraffic = "s ap traffic"
    /// Derives exporter_secret.
    case exporter = "exp master"
    /// Derives resumption_secret.
    case resumption = "res master"
    /// Derives the key of a traffic secret (section 7.3).
    case key = "key"
    /// Derives the IV of a traffic secret (section 7.3).
    case iv = "iv"
    /// Derives finished_key, the key of the MAC in Finished or in a binder (section 4.4.4).
    case finished = "finished"
    /// Derives the traffic secret of the next generation (section 7.2).
    case trafficUpdate = "traffic upd"
    /// Derives the PSK of a ticket from the resumption secret (section 4.6.1).
    case ticketPSK = "resumption"
    /// Derives an exported value in the second step of an exporter (section 7.5).
    case exported = "exporter"
}

extension HKDF {
    /// HKDF-Expand-Label with a label of the key schedule; `count` nil gives as many octets as the hash. It cannot fail: the labels are
    /// known, a context in the key schedule has at most 255 octets, and no output is longer than a digest.
    static func expand(
        _ secret: HMAC, _ label: ScheduleLabel, context: [UInt8] = [], count: Int? = nil
    ) -> [UInt8] {
        let octets = try? expandLabel(
            secret, label: label.rawValue, context: context, count: count ?? secret.hash.outputLength)
        return octets ?? []
    }
}

extension HashAlgorithm {
    /// As many zeros as the hash has octets. They stand in place of a secret that does not exist (RFC 8446 section 7.1).
    var zeros: [UInt8] { [UInt8](repeating: 0, count: outputLength) }
}
