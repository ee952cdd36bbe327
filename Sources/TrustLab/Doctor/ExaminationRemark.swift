import Trace

/// What is to be said about how a server was seen.
public enum ExaminationRemark: Hashable, Sendable, Remark {
    /// Certificates from a file, and no server.
    case certificatesAlone
    /// Certificates from a file, of a server whose own were not seen.
    case certificatesGiven

    /// Where the certificates come from, and what was assumed.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .certificatesAlone:
            "The certificates were judged alone, as if server and app agreed on TLS 1.2 with an ECDHE suite. No handshake was examined: it "
                + "is not known whether the server has the key."
        case .certificatesGiven: "The certificates are those of --chain: none of the server's were seen."
        }
    }
}
