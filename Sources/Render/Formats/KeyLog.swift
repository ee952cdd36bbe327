import Trace

/// The secrets of a run in the format that Wireshark, curl and browsers share (SSLKEYLOGFILE). With such a file an analyser
/// can decrypt a capture.
///
/// A line has a label, the random of the ClientHello, which names the session, and a secret. The label of the master secret
/// of TLS 1.2 is `CLIENT_RANDOM`; each secret of TLS 1.3 that protects something has a label of its own. Source:
/// draft-ietf-tls-keylogfile; the labels are those of NSS.
package enum KeyLog {
    /// The quantity that names a session in the file.
    static let label = SecretID("client_random")
    /// The quantities from which a session's keys follow, and their labels in the file.
    private static let labels: [SecretID: String] = [
        SecretID("master secret"): "CLIENT_RANDOM",
        SecretID("client_early_traffic_secret"): "CLIENT_EARLY_TRAFFIC_SECRET",
        SecretID("early_exporter_secret"): "EARLY_EXPORTER_SECRET",
        SecretID("client_handshake_traffic_secret"): "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
        SecretID("server_handshake_traffic_secret"): "SERVER_HANDSHAKE_TRAFFIC_SECRET",
        SecretID("client_application_traffic_secret_0"): "CLIENT_TRAFFIC_SECRET_0",
        SecretID("server_application_traffic_secret_0"): "SERVER_TRAFFIC_SECRET_0",
        SecretID("exporter_secret"): "EXPORTER_SECRET",
    ]

    /// Whether the file has a line for this quantity.
    package static func holds(_ secret: SecretID) -> Bool { labels[secret] != nil }

    /// The line for a secret of the session that has this client_random; nil for a quantity that has no line in the file.
    package static func line(_ secret: SecretID, _ value: [UInt8], clientRandom: [UInt8]) -> String? {
        labels[secret].map { "\($0) \(Hex.string(clientRandom)) \(Hex.string(value))" }
    }

    /// The file for `journal`: a comment, then the lines of all sessions.
    package static func text(_ journal: Journal) -> String {
        let title = Text.legible(journal.title.english)
        return (["# TLS key log of: " + title] + sessions(journal)).joined(separator: "\n") + "\n"
    }

    /// The lines of every session whose secrets the client or the server computed, in the order of the computations. No line
    /// stands twice.
    ///
    /// Each endpoint's own client_random counts: where an attacker stands in the middle, the lines of both sessions are there.
    package static func sessions(_ journal: Journal) -> [String] {
        var lines: [String] = []
        var random: [Principal: [UInt8]] = [:]
        for event in journal.events {
            switch event.kind {
            case .learned(label, _, let value?): random[event.who] = value
            case .wrote(let message) where event.who == .client, .read(let message) where event.who == .server:
                if let value = message.discloses.first(where: { $0.secret == label })?.value {
                    random[event.who] = value
                }
            case .learned(let name, _, let secret?):
                guard event.who.role != nil, let random = random[event.who],
                    let line = line(name, secret, clientRandom: random)
                else { continue }
                if !lines.contains(line) { lines.append(line) }
            default: break
            }
        }
        return lines
    }
}
