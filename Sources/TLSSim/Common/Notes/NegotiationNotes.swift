import Trace

/// What there is to say about the smaller things that the hellos settle.
public enum NegotiationNote: Remark, Hashable {
    /// What will be spoken inside.
    case applicationProtocol(String)
    /// A limit for records is agreed.
    case maximumFragment(MaximumFragment)
    /// The server does not know of secure renegotiation.
    case noRenegotiationInfo
    /// The server's random bears the sign of a newer version; whether it is the one for TLS 1.2.
    case downgradeSentinel(toTLS12: Bool)

    /// The stable id of the step.
    public var step: String {
        switch self {
        case .applicationProtocol: "tls.alpn"
        case .maximumFragment: "tls.max_fragment_length"
        case .noRenegotiationInfo: "tls.renegotiation_info"
        case .downgradeSentinel: "tls.downgrade_sentinel"
        }
    }

    /// The rule that is applied.
    public var cite: Citation {
        switch self {
        case .applicationProtocol: .rfc(7301, "3.2")
        case .maximumFragment: .rfc(6066, "4")
        case .noRenegotiationInfo: .rfc(5746, "4.1")
        case .downgradeSentinel: .rfc(8446, "4.1.3")
        }
    }

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
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
