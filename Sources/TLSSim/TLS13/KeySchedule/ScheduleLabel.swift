import Crypto

/// The labels of the key schedule, without their prefix "tls13 " (RFC 8446 sections 7.1 to 7.5).
///
/// A label says what a secret is for. It is the only difference between the secrets that come out of one: the key of the client is not
/// the key of the server because "c" is not "s".
public enum ScheduleLabel: String, Hashable, Sendable, CaseIterable {
    /// To the key of the binder of a PSK that was agreed outside TLS.
    case externalBinder = "ext binder"
    /// To the key of the binder of a ticket's PSK.
    case resumptionBinder = "res binder"
    /// To client_early_traffic_secret.
    case clientEarlyTraffic = "c e traffic"
    /// To the exporter secret of early data. "master" has stayed on the wire (RFC 9846 section 7.1).
    case earlyExporter = "e exp master"
    /// From one secret of the main line to the salt of the next.
    case derived = "derived"
    /// To client_handshake_traffic_secret.
    case clientHandshakeTraffic = "c hs traffic"
    /// To server_handshake_traffic_secret.
    case serverHandshakeTraffic = "s hs traffic"
    /// To client_application_traffic_secret_0.
    case clientApplicationTraffic = "c ap traffic"
    /// To server_application_traffic_secret_0.
    case serverApplicationTraffic = "s ap traffic"
    /// To the exporter secret.
    case exporter = "exp master"
    /// To the resumption secret.
    case resumption = "res master"
    /// From a traffic secret to its key (section 7.3).
    case key = "key"
    /// From a traffic secret to its IV (section 7.3).
    case iv = "iv"
    /// From a secret to the key of Finished or of a binder (section 4.4.4).
    case finished = "finished"
    /// From a traffic secret to that of the next generation (section 7.2).
    case trafficUpdate = "traffic upd"
    /// From the resumption secret to the PSK of a ticket (section 4.6.1).
    case ticketPSK = "resumption"
    /// The second step of an exporter (section 7.5).
    case exported = "exporter"
}

extension HKDF {
    /// HKDF-Expand-Label with a label of the key schedule. It cannot fail: the labels are known, what stands as context in the key
    /// schedule has at most 255 octets, and no output is longer than a digest.
    static func expand(
        _ secret: HMAC, _ label: ScheduleLabel, context: [UInt8] = [], count: Int? = nil
    ) -> [UInt8] {
        let octets = try? expandLabel(
            secret, label: label.rawValue, context: context, count: count ?? secret.hash.outputLength)
        return octets ?? []
    }
}

/// As many zeros as the hash has octets: what stands for a secret that there is not (RFC 8446 section 7.1).
extension HashAlgorithm {
    var zeros: [UInt8] { [UInt8](repeating: 0, count: outputLength) }
}
