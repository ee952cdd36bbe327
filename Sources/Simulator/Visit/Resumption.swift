import Crypto
import TLSSim
import Trace

/// How a visit of TLS 1.2 resumes the session of an earlier visit.
package enum Resumption: String, Hashable, Sendable, CaseIterable {
    case id
    case ticket
}

/// What the two sides of an earlier visit of TLS 1.2 have kept.
package struct SessionMemory: Sendable {
    let resumption: Resumption
    /// The time of the next visit, in seconds since 1970.
    var now: Int64
    private let ticketKey: TicketKey
    /// The client's session; nil before the first visit.
    private var client: ResumableSession?
    /// The server's sessions.
    private var server = SessionCache()

    /// How long the earlier visit is before the visit that is told, in seconds.
    static let age: Int64 = 60

    /// The memory before the first visit.
    init(_ resumption: Resumption, now: Int64, seeds: SeededRandomSource) {
        self.resumption = resumption
        self.now = now
        var random = seeds.fork("ticket key")
        ticketKey = TicketKey(using: &random)
    }

    /// The memory after a visit that has left these sessions.
    func after(_ visit: (client: ResumableSession?, server: ResumableSession?), now: Int64) -> SessionMemory {
        var memory = self
        memory.client = visit.client
        if let session = visit.server { memory.server.insert(session) }
        memory.now = now
        return memory
    }

    /// Gives a client its session.
    func prepare(_ configuration: inout Client.Configuration) {
        configuration.session = client
        configuration.offersTickets = resumption == .ticket
        configuration.now = now
    }

    /// Gives a server its sessions, or its ticket key.
    func prepare(_ configuration: inout Server.Configuration) {
        configuration.sessions = resumption == .id ? server : nil
        configuration.ticketKey = resumption == .ticket ? ticketKey : nil
        configuration.now = now
    }

    /// The ticket key, which a thief finds in the server's memory.
    var loot: [UInt8] { ticketKey.secret }
}

extension Resumption {
    /// The heading of the handshake.
    var title: String {
        switch self {
        case .id: "TLS goes on with an old session that both sides remember"
        case .ticket: "TLS goes on with an old session that the client carries"
        }
    }

    var english: String {
        let promise =
            "No certificate is sent and no keys are exchanged. The client waits for one answer in place of two. Two new randoms and the old "
            + "secret make new keys. Finished proves that both sides have the old secret."
        return switch self {
        case .id:
            "The two sides met a minute ago. Both have kept the master secret of that connection under a name that the server "
                + "chose. The client asks for the session by this name. " + promise
        case .ticket:
            "The two sides met a minute ago. The server has kept nothing of the session. It sealed what it knew under a key of its "
                + "own and gave the result, the ticket, to the client. Now the client sends the ticket back. " + promise
        }
    }

    /// The heading of the theft.
    var theftTitle: String {
        switch self {
        case .id: "Later: a thief takes the server's private key"
        case .ticket: "Later: a thief takes the server's ticket key"
        }
    }

    /// The introduction to the theft, after a session that was made with that key exchange.
    func theftEnglish(_ kind: KeyExchangeKind) -> String {
        switch self {
        case .id:
            "An eavesdropper has recorded everything above. Then the private key leaks, minutes or years later. This connection did not use it. "
                + "The master secret comes from the earlier connection, so it is as safe as the key exchange there. "
                + (kind == .rsa
                    ? "That was RSA key transport: anyone with a recording of that connection can decrypt both."
                    : "The exponents of that connection are deleted. But the memory in which the two sides have kept the session "
                        + "would decrypt both.")
        case .ticket:
            "An eavesdropper has recorded everything above. Later the key leaks with which the server seals its tickets. The "
                + "ticket is in the recording, and the master secret is in the ticket. "
                + (kind.isForwardSecret
                    ? "The first key exchange had forward secrecy, but that no longer helps. The protection ends when the ticket key "
                        + "leaks. So servers change their ticket keys often and delete the old ones."
                    : "The ticket key decrypts this connection, and every other connection whose ticket it sealed.")
        }
    }
}
