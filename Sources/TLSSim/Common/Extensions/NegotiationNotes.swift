import Trace

/// What there is to say about the smaller things that the hellos settle.
public enum NegotiationNote: Hashable, Sendable {
    /// What will be spoken inside.
    case applicationProtocol(String)
    /// A limit for records is agreed.
    case maximumFragment(MaximumFragment)
    /// The server does not know of secure renegotiation.
    case noRenegotiationInfo
    /// The server's random bears the sign of a newer version; whether it is the one for TLS 1.2.
    case downgradeSentinel(toTLS12: Bool)

    var step: String {
        switch self {
        case .applicationProtocol: "tls.alpn"
        case .maximumFragment: "tls.max_fragment_length"
        case .noRenegotiationInfo: "tls.renegotiation_info"
        case .downgradeSentinel: "tls.downgrade_sentinel"
        }
    }

    var cite: Citation {
        switch self {
        case .applicationProtocol: .rfc(7301, "3.2")
        case .maximumFragment: .rfc(6066, "4")
        case .noRenegotiationInfo: .rfc(5746, "4.1")
        case .downgradeSentinel: .rfc(8446, "4.1.3")
        }
    }

    var english: String {
        switch self {
        case .applicationProtocol(let name):
            "Inside, \(name) will be spoken: the server's choice from the client's list, made without a round trip of its own."
        case .maximumFragment(let limit):
            "No record of either side will carry more than \(limit.octets) octets, for as long as the session lives."
        case .noRenegotiationInfo:
            """
            The server does not answer renegotiation_info. The client never renegotiates, so nothing can be spliced in front of \
            what it says without its knowing; it goes on.
            """
        case .downgradeSentinel(let toTLS12):
            toTLS12
                ? """
                The last eight octets of the server's random spell "DOWNGRD" and 01: the server speaks TLS 1.3 too. A client that \
                had offered 1.3 would have to stop here, since somebody must have changed its hello; this one offered 1.2.
                """
                : """
                The last eight octets of the server's random spell "DOWNGRD" and 00, which stands for TLS 1.1 or below, in a hello \
                that says 1.2. What was agreed is 1.2, so nothing has been taken away.
                """
        }
    }
}

extension ServerHello {
    /// The sign that a TLS 1.3 server leaves in its random when it answers with an older version (RFC 8446 section 4.1.3):
    /// true for TLS 1.2, false for an older one, nil if there is none.
    ///
    /// Neither side here acts on it. Our server knows no version but 1.2 and so never has anything to confess. Our client
    /// offers 1.2 at most: the sign for 1.2 is what every TLS 1.3 server must answer it with, and an answer below 1.2 is refused
    /// for its version alone.
    var downgradeSentinel: Bool? {
        switch Array(random.suffix(8)) {
        case [0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 1]: true
        case [0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 0]: false
        default: nil
        }
    }
}
