import Trace

/// What there is to say about going on with an old session.
public enum ResumptionNote: Remark, Hashable {
    /// The hello offers an earlier session.
    case offered(byTicket: Bool)
    /// The server has taken it up.
    case accepted(byTicket: Bool)
    /// The server does not take it up.
    case declined(Obstacle)
    /// The ServerHello that takes it up.
    case serverHello(suite: CipherSuite, byTicket: Bool)
    /// A ticket is given out; none has no octets. The lifetime is in seconds.
    case newTicket(octets: Int, lifetime: UInt32)
    /// The session is sealed into a ticket.
    case ticketSealed
    /// A ticket is opened.
    case ticketOpened
    /// Finished, in the order of a resumed session.
    case finished(Role)
    /// The resumed session is proved on both sides.
    case established(byTicket: Bool)

    /// Why a server makes a full handshake although a session was offered.
    public enum Obstacle: Hashable, Sendable {
        /// No session of that name is remembered, or the ticket does not open, or it is too old.
        case unknown
        /// The suite is no longer accepted.
        case suite
        /// One of the two handshakes has the extended master secret and the other has not.
        case extendedMasterSecret
        /// It was made with a client without a certificate, which is demanded now.
        case anonymous
        /// It was made for another host.
        case serverName
        /// It was made with another limit for fragments.
        case maximumFragment
        /// The server demands a client certificate, and the one in the session was not judged.
        case clientCertificate
    }

    /// The stable id of the step.
    public var step: String {
        switch self {
        case .offered, .accepted, .declined: "tls.resumption"
        case .serverHello: "tls.server_hello"
        case .newTicket: "tls.new_session_ticket"
        case .ticketSealed, .ticketOpened: "tls.calc.session_ticket"
        case .finished: "tls.finished"
        case .established: "tls.established"
        }
    }

    /// The rule that is applied.
    public var cite: Citation {
        switch self {
        case .offered(let byTicket), .accepted(let byTicket): byTicket ? .rfc(5077, "3.4") : .rfc(5246, "7.3")
        case .declined(.extendedMasterSecret): .rfc(7627, "5.3")
        case .declined(.serverName): .rfc(6066, "3")
        case .declined(.maximumFragment): .rfc(6066, "4")
        case .declined(.clientCertificate): .rfc(5246, "7.4.4")
        case .declined(.suite): .rfc(5246, "F.1.4")
        case .declined(.anonymous): .rfc(5246, "7.4.4")
        case .declined(.unknown): .rfc(5246, "7.3")
        case .serverHello: .rfc(5246, "7.4.1.3")
        case .newTicket: .rfc(5077, "3.3")
        case .ticketSealed, .ticketOpened: .rfc(5077, "4")
        case .finished: .rfc(5246, "7.3")
        case .established(let byTicket): byTicket ? .rfc(8446, "E.1") : .rfc(5246, "F.1.4")
        }
    }

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .offered(let byTicket):
            byTicket
                ? """
                The hello carries a ticket from an earlier connection: the server's own memory of the session, sealed so that only \
                the server can read it. The session ID is one that the client has just drawn; if the server repeats it, the \
                ticket was good.
                """
                : """
                The hello names a session of an earlier connection. The name is in clear and no secret: without the master secret \
                that goes with it nobody gets past Finished.
                """
        case .accepted(let byTicket):
            """
            The server repeats the session ID: it \(byTicket ? "could open the ticket" : "still remembers the session"), and both go \
            on with the old master secret. No certificate will come and no keys will be exchanged; that the server is the same one \
            as before shows when its Finished is right.
            """
        case .declined(let obstacle):
            "The session that is offered is not taken up: \(obstacle.english). A full handshake follows."
        case .serverHello(let suite, let byTicket):
            """
            The server repeats the client's session ID: the session \(byTicket ? "in the ticket" : "of that name") goes on, \
            with its suite, \(suite.name), and its master secret. Only the two randoms are new, and they are enough to make every \
            key a new one.
            """
        case .newTicket(let octets, let lifetime):
            octets == 0
                ? "A ticket was promised and cannot be made: an empty one says that there is none."
                : """
                A ticket of \(octets) octets, for up to \(lifetime) seconds: the server seals what it knows of the session and lets \
                the client keep it. It crosses the wire in clear, before the keys change, yet within what Finished proves.
                """
        case .ticketSealed:
            """
            Suite, master secret and times, encrypted and authenticated under a key that only the server has, and the same for all \
            its clients. Whoever gets hold of that key opens this ticket, and with it this connection and all that resume it, \
            however the keys were agreed.
            """
        case .ticketOpened:
            """
            The tag is right, so the server sealed this itself and nobody has changed it since. The master secret is back, without \
            the server having kept anything but one key.
            """
        case .finished(let side):
            side == .server
                ? """
                The server's proof comes first this time, in its first flight: twelve octets from the old master secret over the \
                new hellos. The client, which answers, can send data right after its own: one round trip has been saved.
                """
                : """
                The client's proof over the two hellos and the server's Finished. It shows that the client has the old master secret \
                and is no replayed recording: the server's random is new.
                """
        case .established(let byTicket):
            """
            Secured after one round trip, with new keys from an old master secret. Forward secrecy does not begin again: whoever \
            gets the master secret reads this connection too\
            \(byTicket ? ", and the ticket in the recording yields it to anyone with the server's ticket key" : ", for as long as "
                + "either side keeps it").
            """
        }
    }
}

extension ResumptionNote.Obstacle {
    fileprivate var english: String {
        switch self {
        case .unknown: "it is unknown here, too old, or not readable, and the server does not say which"
        case .suite: "its cipher suite is no longer accepted"
        case .extendedMasterSecret: "one of the two handshakes has the extended master secret and the other has not"
        case .anonymous: "it was made with a client that did not say who it is, and now clients have to"
        case .serverName: "it was made for another host name"
        case .maximumFragment: "it was made with another limit for fragments"
        case .clientCertificate: "the client showed no certificate when it was made, and has to"
        }
    }
}
