import Trace

/// The secrets of a run in the format that Wireshark, curl and browsers share (SSLKEYLOGFILE): with the file a capture can be
/// decrypted.
///
/// Only TLS 1.2's line is written: `CLIENT_RANDOM`, the ClientHello's random that names the session, the master secret.
/// Source: draft-ietf-tls-keylogfile; the label is NSS's.
public enum KeyLog {
    /// The quantity that names a session in the file.
    static let label = SecretID("client_random")
    /// The quantity from which all of a session's keys follow.
    static let secret = SecretID("master secret")

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
