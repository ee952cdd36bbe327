import Trace

/// The notes on smaller things that the hellos settle.
public enum NegotiationNote: StepNote, Hashable {
    case applicationProtocol(String)
    case maximumFragment(MaximumFragment)
    case noRenegotiationInfo
    /// The server's random ends with a downgrade sentinel; `toTLS12` says whether it is the one for TLS 1.2.
    case downgradeSentinel(toTLS12: Bool)
    case downgradeSentinelPassedOver

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .applicationProtocol: ("tls.alpn", .rfc(7301, "3.2"))
        case .maximumFragment: ("tls.max_fragment_length", .rfc(6066, "4"))
        case .noRenegotiationInfo: ("tls.renegotiation_info", .rfc(5746, "4.1"))
        case .downgradeSentinel, .downgradeSentinelPassedOver: ("tls.downgrade_sentinel", .rfc(8446, "4.1.3"))
        }
    }

    /// The sentence: what the hellos have settled, or what one of them lacks.
    public var english: String {
        switch self {
        case .applicationProtocol(let name):
            "The protocol inside is \(name.quotable). The server chose it from the client's list, without an extra round trip."
        case .maximumFragment(let limit):
            "No record of either side carries more than \(limit.octets) octets. The limit holds for the whole session."
        case .noRenegotiationInfo:
            """
            The server does not answer renegotiation_info. So the client cannot tell whether the server allows insecure \
            renegotiation, in which an attacker puts data of his own before the client's. Many servers never renegotiate and are \
            safe; this client goes on.
            """
        case .downgradeSentinel(let toTLS12):
            toTLS12
                ? """
                The last eight octets of the server's random are "DOWNGRD" and 01: the server speaks TLS 1.3 too. A client that \
                offered TLS 1.3 must stop here, because an attacker must have changed its hello. This client offered TLS 1.2.
                """
                : """
                The last eight octets of the server's random are "DOWNGRD" and 00. They stand for TLS 1.1 or below, but this hello \
                agrees on TLS 1.2. So nothing was taken away.
                """
        case .downgradeSentinelPassedOver:
            """
            The last octets of the server's random are "DOWNGRD" and a number: the server speaks a newer version too. This client \
            offered TLS 1.3 and should stop here, but it does not look at these octets. It breaks the rule, and goes on with TLS 1.2.
            """
        }
    }
}
