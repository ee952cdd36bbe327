import Trace

/// What there is to say about tickets and the connections that begin with one.
public enum TLS13ResumptionNote: StepNote, Hashable {
    case binder(PSKKind)
    /// The hello offers a secret, by a name of `octets` octets. `psk` is the kind of the secret; nil if this side does not know it.
    case clientHello(hostName: String?, shares: [String], octets: Int, psk: PSKKind?, early: Bool)
    case clientHelloForSecretAlone(hostName: String?, shares: [String], octets: Int, psk: PSKKind?)
    case ticketOpened
    case binderVerified
    /// The server does not recognize the early data as a copy. `byTicket` if the offered secret is that of a ticket.
    case earlyDataIsNew(TLS13.ReplayRegister.Method, byTicket: Bool)
    case earlyData(Role, accepted: Bool)
    /// The server sends a ticket of `octets` octets, which is valid for `lifetime` seconds.
    case newTicket(octets: Int, lifetime: UInt32)
    case ticketSealed

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .binder: ("tls.calc.binder", .rfc(8446, "4.2.11.2"))
        case .clientHello: ("tls.client_hello", .rfc(8446, "4.2.11"))
        case .clientHelloForSecretAlone: ("tls.client_hello", .rfc(8446, "4.2.9"))
        case .ticketOpened, .ticketSealed: ("tls.calc.session_ticket", .rfc(8446, "4.6.1"))
        case .binderVerified: ("tls.check.binder", .rfc(8446, "4.2.11.2"))
        case .earlyDataIsNew: ("tls.check.early_data", .rfc(8446, "8"))
        case .earlyData: ("tls.early_data", .rfc(8446, "4.2.10"))
        case .newTicket: ("tls.new_session_ticket", .rfc(8446, "4.6.1"))
        }
    }

    public var english: String {
        switch self {
        case .binder(let psk):
            """
            A MAC over the hello up to this place. Its key comes from \(psk.english). It proves that the client has the secret, \
            and it ties the secret to this hello. It encrypts nothing.
            """
        case .clientHello(let hostName, let shares, let octets, let psk, let early):
            """
            \(Self.offer(octets, psk))\(psk == .resumption ? Self.seal : "") The client \(Self.host(hostName, psk)) and sends \
            \(shares.isEmpty ? "no share." : "a share of \(shares.joined(separator: " and ")) all the same: \(Self.gain(psk)).")\
            \(psk == .resumption ? " A ticket that is used twice links two visits, so clients use each once." : "")\(
                early
                    ? " The extension early_data says that data follows at once, before the server has answered."
                    : "")
            """
        case .clientHelloForSecretAlone(let hostName, let shares, let octets, let psk):
            """
            \(Self.offer(octets, psk)) The client \(Self.host(hostName, psk)). psk_key_exchange_modes names psk_ke alone: \
            \(psk?.english ?? "the pre-shared key") is to make the keys without an exchange. \(Self.spare(shares))
            """
        case .ticketOpened:
            """
            The server opens the ticket with its own key and has the secret back. It had to remember nothing but that key.
            """
        case .binderVerified:
            """
            The binder is right: the client has the ticket's secret. So the server needs no certificate of its own, and the client's \
            identity is that of the first connection.
            """
        case .earlyDataIsNew(let method, let byTicket):
            """
            Nothing of the server is in the keys of early data, so a copy of this flight would open just as well. TLS alone does not \
            tell a copy from the original. \(method.english(byTicket))
            """
        case .earlyData(.server, accepted: true):
            """
            The server takes the early data. It says so in EncryptedExtensions. It takes all of it or nothing: the secret has to be the \
            first one offered, and suite and protocol have to be those that belong to it.
            """
        case .earlyData(.server, accepted: false):
            """
            The server does not take the early data. It skips the records that it cannot open. The handshake goes on, and no alert is \
            sent: early data that is rejected costs only time.
            """
        case .earlyData(.client, accepted: true):
            "EncryptedExtensions has early_data: the server has taken the early data. The client does not have to send it again."
        case .earlyData(.client, accepted: false):
            """
            The server has not taken the early data: it is lost. TLS does not send it again by itself. The application decides whether \
            to send it again after the handshake.
            """
        case .newTicket(let octets, let lifetime):
            """
            A ticket of \(counted(octets, "octet")) for a later connection, good for \(counted(lifetime, "second")). It comes under the keys of the data, \
            after the handshake. In TLS 1.2 a ticket crossed the wire in clear, and the session's own master secret was sealed in it.
            """
        case .ticketSealed:
            """
            The server seals a secret that is derived for this ticket alone. A thief of the ticket key gets this secret. It does \
            not open this connection. Of a later one it opens the early data, and everything where both sides make no fresh exchange \
            (psk_ke). A fresh exchange protects the rest.
            """
        }
    }

    /// The content of pre_shared_key. A server cannot tell a ticket of another server from a name that was agreed outside TLS.
    private static func offer(_ octets: Int, _ psk: PSKKind?) -> String {
        let count = counted(octets, "octet")
        return switch psk {
        case .resumption:
            "The hello offers a ticket of \(count), in clear. For the client the ticket is only the name of a secret."
        case .external:
            "The hello offers a pre-shared key, which was agreed on outside TLS. Its name goes in clear, \(count)."
        case nil:
            """
            The hello offers a pre-shared key. Its name goes in clear, \(count). Such a name is a ticket of an earlier connection, or \
            it was agreed on outside TLS.
            """
        }
    }

    private static let seal =
        " A server can seal the secret itself in the ticket, as this program's server does: only the server's ticket key opens it."

    private static func host(_ name: String?, _ psk: PSKKind?) -> String {
        guard let name else { return "names no host" }
        return psk == .resumption ? "asks for the same host again (\(name))" : "asks for the host \(name)"
    }

    private static func gain(_ psk: PSKKind?) -> String {
        psk == .resumption ? "a fresh exchange gives forward secrecy again" : "an exchange gives forward secrecy"
    }

    /// The purpose of shares in a hello that offers only psk_ke, and the cost that psk_ke saves.
    private static func spare(_ shares: [String]) -> String {
        guard !shares.isEmpty else {
            return
                "The client sends no share. psk_ke saves each side two calculations, and it gives up forward secrecy."
        }
        return """
            The share of \(shares.joined(separator: " and ")) is for a server that does not take the secret. psk_ke saves the server two \
            calculations and the client one, and it gives up forward secrecy.
            """
    }
}

extension TLS13.ReplayRegister.Method {
    fileprivate func english(_ byTicket: Bool) -> String {
        switch self {
        case .none: "This server does not look for copies: it would take each one."
        case .singleUse where byTicket, .window where byTicket:
            """
            This server remembers \(self == .singleUse ? "which tickets have brought early data" : "the binders of the last ten seconds"), \
            and this one is not among them. The age that the client claims for its ticket also fits.
            """
        case .singleUse, .window:
            "This server remembers the binders that have brought early data, and this one is not among them."
        }
    }
}
