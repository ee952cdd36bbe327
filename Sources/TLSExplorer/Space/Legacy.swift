import TLSSim
import Trace

/// What an end keeps of a connection for the next one, as its program keeps it.
struct Legacy: Hashable, Sendable {
    /// A client's session of TLS 1.2; nil if it has none.
    var session: ResumableSession?
    /// A client's ticket of TLS 1.3; nil if it has none. It is used once (RFC 8446 section C.4), so a connection that offers it does not keep it.
    var ticket: TLS13.Ticket?
    /// A server's sessions by their ids; nil for a server that gives none.
    var sessions: SessionCache?
    /// A server's register of early data; nil for a server that accepts none.
    var replays: TLS13.ReplayRegister?
    /// Whether a session is forgotten whose connection has ended with a fatal alert.
    var forgets = true

    /// Takes what the outputs of an end tell its program to keep, and to forget.
    mutating func keep(_ outputs: [Output], of role: Role) {
        for output in outputs {
            switch (output, role) {
            case (.resumable(let kept), .client): session = kept
            case (.resumable(let kept), .server): sessions?.insert(kept)
            case (.forget(let spoilt), .client) where forgets && session?.masterSecret == spoilt.masterSecret:
                session = nil
            case (.forget(let spoilt), .server) where forgets: sessions?.remove(spoilt.sessionID)
            case (.ticket(let kept), .client): ticket = kept
            default: break
            }
        }
    }

    /// What a client and a server have kept, together.
    static func of(client: Party, server: Party) -> Legacy {
        var all = client.legacy ?? Legacy()
        all.sessions = server.legacy?.sessions
        all.replays = server.replays
        return all
    }
}

/// The connections of a space. The raw value distinguishes the draws of their ends.
enum Ordinal: String, Hashable, Sendable {
    /// The connection before those that are explored. The attacker leaves it alone.
    case earlier = "earlier "
    case first = ""
    case second = "second "
    /// The first connection, where the attacker has led the client back to its own host.
    case own = "own "
}
