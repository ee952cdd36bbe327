import Trace

/// The notes on the resumption of a session.
public enum ResumptionNote: StepNote, Hashable {
    case offered(byTicket: Bool)
    case accepted(byTicket: Bool)
    case declined(Obstacle)
    case unknownSessionID(offersTLS13: Bool)
    case serverHello(suite: CipherSuite, byTicket: Bool)
    /// The server sends a ticket of so many octets; 0 if it gives none. The lifetime is in seconds.
    case newTicket(octets: Int, lifetime: UInt32)
    case ticketSealed
    case ticketOpened
    case finished(Role)
    case established(byTicket: Bool)

    /// The reason why a server makes a full handshake although a session was offered.
    public enum Obstacle: Hashable, Sendable {
        case unreadable
        case suite
        case extendedMasterSecret
        case anonymous
        case serverName
        case maximumFragment
        case clientCertificate
    }

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .offered(let byTicket), .accepted(let byTicket):
            ("tls.resumption", byTicket ? .rfc(5077, "3.4") : .rfc(5246, "7.3"))
        case .declined(.extendedMasterSecret): ("tls.resumption", .rfc(7627, "5.3"))
        case .declined(.serverName): ("tls.resumption", .rfc(6066, "3"))
        case .declined(.maximumFragment): ("tls.resumption", .rfc(6066, "4"))
        case .declined(.clientCertificate), .declined(.anonymous): ("tls.resumption", .rfc(5246, "7.4.4"))
        case .declined(.suite): ("tls.resumption", .rfc(5246, "F.1.4"))
        case .declined(.unreadable): ("tls.resumption", .rfc(5077, "3.4"))
        case .unknownSessionID(let offersTLS13): ("tls.resumption", offersTLS13 ? .rfc(8446, "D.4") : .rfc(5246, "7.3"))
        case .serverHello: ("tls.server_hello", .rfc(5246, "7.4.1.3"))
        case .newTicket: ("tls.new_session_ticket", .rfc(5077, "3.3"))
        case .ticketSealed, .ticketOpened: ("tls.calc.session_ticket", .rfc(5077, "4"))
        case .finished: ("tls.finished", .rfc(5246, "7.3"))
        case .established(let byTicket): ("tls.established", byTicket ? .rfc(8446, "E.1") : .rfc(5246, "F.1.4"))
        }
    }

    /// The sentence: whether the session is resumed and what that proves, or why it is not resumed.
    public var english: String {
        switch self {
        case .offered(let byTicket):
            byTicket
                ? """
                The hello carries a ticket from an earlier connection. The ticket is the server's own memory of the session; only \
                the server can read it. The client has just drawn the session ID. If the server repeats this ID, the ticket was \
                good.
                """
                : """
                The hello names a session of an earlier connection. The name is in clear; it is no secret. Without the master secret \
                of that session, Finished cannot be computed.
                """
        case .accepted(let byTicket):
            """
            The server repeats the session ID: it \(byTicket ? "could open the ticket" : "still remembers the session"). Both sides \
            go on with the old master secret. No certificate comes and no keys are exchanged. The server's Finished will prove \
            that it is the same server as before.
            """
        case .unknownSessionID(let offersTLS13):
            """
            The hello has a session ID, and the server remembers no session of this name. \
            \(offersTLS13 ? "The client also offers TLS 1.3. Such a client fills this field with random octets, so that old "
                + "middleboxes let the hello pass; it need not offer a session."
                : "The session is too old, or another server made it.") A full handshake follows.
            """
        case .declined(let obstacle):
            "The server does not resume the session: \(obstacle.english). A full handshake follows."
        case .serverHello(let suite, let byTicket):
            """
            The server repeats the client's session ID. The session \(byTicket ? "in the ticket" : "of that name") goes on with its \
            suite, \(suite.name), and with its master secret. Only the two randoms are new. They are enough to make every key new.
            """
        case .newTicket(let octets, let lifetime):
            octets == 0
                ? "The server promised a ticket and cannot make it. An empty ticket says that there is none."
                : """
                A ticket of \(counted(octets, "octet")), valid for up to \(counted(lifetime, "second")). The server seals what it knows of the session, and \
                the client keeps the ticket. The ticket crosses the wire in clear, before the keys change. Finished covers it all \
                the same.
                """
        case .ticketSealed:
            """
            Suite, master secret and times, encrypted and authenticated. Only the server has the key, and it is the same key for \
            all clients. A thief of that key opens this ticket. So the thief also reads this connection and all that resume it, \
            with forward secrecy or without.
            """
        case .ticketOpened:
            """
            The tag is right: the server sealed this ticket itself, and no octet has changed since. The master secret is back. The \
            server had to keep only one key.
            """
        case .finished(let side):
            side == .server
                ? """
                The server's Finished comes first this time, in the server's first flight: twelve octets from the old master \
                secret over the new hellos. The client can send data right after its own Finished. In a full handshake it waits once more.
                """
                : """
                The client's Finished covers the two hellos and the server's Finished. It shows that the client has the old master \
                secret. It is no replayed recording, because the server's random is new.
                """
        case .established(let byTicket):
            """
            Secured, with new keys from an old master secret. Forward secrecy does not begin again: a thief of \
            the master secret reads this connection too\
            \(byTicket ? ". The ticket in the recording yields the master secret to anyone with the server's ticket key"
                : ", for as long as either side keeps it").
            """
        }
    }
}

extension ResumptionNote.Obstacle {
    fileprivate var english: String {
        switch self {
        case .unreadable: "its ticket does not open here, or is too old"
        case .suite: "its cipher suite is no longer accepted"
        case .extendedMasterSecret: "one of the two handshakes has the extended master secret and the other has not"
        case .anonymous: "its client did not say who it is, and now clients have to"
        case .serverName: "it was made for another host name"
        case .maximumFragment: "it was made with another limit for fragments"
        case .clientCertificate: "its client showed no certificate, and now has to"
        }
    }
}
