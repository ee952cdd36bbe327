import Crypto
import TLSSim
import Trace

/// How a visit goes on with the session of an earlier one (RFC 5246 section 7.3, RFC 5077).
public enum Resumption: String, Hashable, Sendable, CaseIterable {
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
            "No certificate, no key exchange, one round trip instead of two: two new randoms make new keys out of the old "
            + "secret, and Finished proves that both have it."
        return switch self {
        case .id:
            "The two sides met a minute ago. Both have kept the master secret of that connection under a name that "
                + "the server gave it, and the client asks for it by this name. " + promise
        case .ticket:
            "The two sides met a minute ago. The server has forgotten it: it has sealed what it knew under a key of "
                + "its own and left it with the client, who now hands it back. " + promise
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
            "Everything above was recorded by someone on the path. Years later the private key leaks. Nothing above was done with "
                + "it: the master secret comes from the earlier connection, and is as safe as the keys were agreed there. "
                + (kind == .rsa
                    ? "That was RSA key transport: whoever has recorded that connection too opens both."
                    : "The exponents of that connection are gone. What would open both is the memory in which the two sides have "
                        + "kept the session.")
        case .ticket:
            "Everything above was recorded by someone on the path. Later the key leaks that the server seals its tickets with. "
                + "The ticket is in the recording, in clear, and in the ticket is the master secret. "
                + (kind.isForwardSecret
                    ? "That the keys were once agreed with forward secrecy no longer helps: it lasts as long as a ticket key "
                        + "does, which is why servers change theirs often and throw the old ones away."
                    : "It opens this connection, and every other whose ticket was sealed with it.")
        }
    }
}
