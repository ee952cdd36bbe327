import Crypto
import TLSSim
import Trace

/// How a visit goes on with the session of an earlier one (RFC 5246 section 7.3, RFC 5077).
package enum Resumption: String, Hashable, Sendable, CaseIterable {
    /// By the name that the server gave the session, which both sides remember.
    case id
    /// By a ticket: the server's memory, sealed, which the client keeps for it.
    case ticket
}

/// What the two sides of an earlier visit have kept.
package struct SessionMemory: Sendable {
    let resumption: Resumption
    /// The time of the visit that is to come, in seconds since 1970.
    var now: Int64
    private let ticketKey: TicketKey
    private var client: ResumableSession?
    private var server = SessionCache()

    /// How long before the visit that is told the earlier one was, in seconds.
    static let age: Int64 = 60

    /// The memory before the first visit.
    init(_ resumption: Resumption, now: Int64, seeds: SeededRandomSource) {
        self.resumption = resumption
        self.now = now
        var random = seeds.fork("ticket key")
        ticketKey = TicketKey(using: &random)
    }

    /// The same after a visit that left these sessions behind.
    func after(_ visit: (client: ResumableSession?, server: ResumableSession?), now: Int64) -> SessionMemory {
        var memory = self
        memory.client = visit.client
        if let session = visit.server { memory.server.insert(session) }
        memory.now = now
        return memory
    }

    /// Tells a client what it remembers.
    func prepare(_ configuration: inout Client.Configuration) {
        configuration.session = client
        configuration.offersTickets = resumption == .ticket
        configuration.now = now
    }

    /// Tells a server what it remembers.
    func prepare(_ configuration: inout Server.Configuration) {
        configuration.sessions = resumption == .id ? server : nil
        configuration.ticketKey = resumption == .ticket ? ticketKey : nil
        configuration.now = now
    }

    /// What a thief of the server's memory finds.
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

    /// What a reader should know before the handshake.
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

    /// What a reader should know before the theft.
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
