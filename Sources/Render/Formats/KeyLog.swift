import Trace

/// The secrets of a run in the format that Wireshark, curl and browsers share (SSLKEYLOGFILE): with the file a capture can be
/// decrypted.
///
/// TLS 1.2 has one line for a session: `CLIENT_RANDOM`, the ClientHello's random that names the session, the master secret. TLS 1.3
/// has one for each secret that keys come from.
/// Source: draft-ietf-tls-keylogfile; the label is NSS's.
public enum KeyLog {
    /// The quantity that names a session in the file.
    static let label = SecretID("client_random")
    /// The quantity from which all of a session's keys follow.
    static let secret = SecretID("master secret")

    /// The secrets of TLS 1.3 and their labels in the file.
    static let labels: [SecretID: String] = [
        SecretID("client_early_traffic_secret"): "CLIENT_EARLY_TRAFFIC_SECRET",
        SecretID("early_exporter_secret"): "EARLY_EXPORTER_SECRET",
        SecretID("client_handshake_traffic_secret"): "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
        SecretID("server_handshake_traffic_secret"): "SERVER_HANDSHAKE_TRAFFIC_SECRET",
        SecretID("client_application_traffic_secret_0"): "CLIENT_TRAFFIC_SECRET_0",
        SecretID("server_application_traffic_secret_0"): "SERVER_TRAFFIC_SECRET_0",
        SecretID("exporter_secret"): "EXPORTER_SECRET",
    ]

    /// The file for `journal`: a comment, then a line for every session.
    public static func text(_ journal: Journal) -> String {
        let title = Text.legible(journal.title).split(separator: "\n").joined(separator: " ")
        return (["# TLS key log of: " + title] + sessions(journal)).joined(separator: "\n") + "\n"
    }

    /// A line for every session whose master secret the client or the server computed.
    ///
    /// An endpoint's own view counts: where an attacker stands in the middle, both sessions are there.
    public static func sessions(_ journal: Journal) -> [String] {
        var lines: [String] = []
        var random: [Principal: [UInt8]] = [:]
        for event in journal.events {
            switch event.kind {
            case .learned(label, _, let value?): random[event.who] = value
            case .wrote(let message) where event.who == .client, .read(let message) where event.who == .server:
                if let value = message.discloses.first(where: { $0.secret == label })?.value {
                    random[event.who] = value
                }
            case .learned(let known, _, let value?) where labels[known] != nil:
                guard event.who == .client || event.who == .server, let random = random[event.who],
                    let name = labels[known]
                else { continue }
                let line = "\(name) \(Hex.string(random)) \(Hex.string(value))"
                if !lines.contains(line) { lines.append(line) }
            case .learned(secret, _, let master?):
                guard event.who == .client || event.who == .server, let random = random[event.who] else { continue }
                let line = "CLIENT_RANDOM \(Hex.string(random)) \(Hex.string(master))"
                if !lines.contains(line) { lines.append(line) }
            default: break
            }
        }
        return lines
    }
}
