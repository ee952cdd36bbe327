import PKI
import Trace

/// A remark about how a server was seen.
package enum ExaminationRemark: Hashable, Sendable, Remark {
    /// Certificates from a file, and no server.
    case certificatesAlone
    /// Certificates from a file, of a server whose own were not seen.
    case certificatesGiven
    /// The certificates of a path that was found are not in its order: what the check of the order says of the first that is out of it
    /// (RFC 5246 section 7.4.2, RFC 8446 section 4.4.2).
    case disorder(Finding)

    /// What the order in which the certificates came gives reason to say; nil where nothing is amiss, or where no path was found.
    init?(orderIn verdict: Verdict) {
        guard let finding = verdict.findings.first(where: { $0.check == .order && $0.outcome == .noted }) else {
            return nil
        }
        self = .disorder(finding)
    }

    /// Where the certificates come from, and what was assumed.
    package var english: String {
        switch self {
        case .certificatesAlone:
            "The certificates were judged alone, as if server and app agreed on TLS 1.2 with an ECDHE suite. No handshake was examined: it "
                + "is not known whether the server has the key."
        case .disorder(let finding):
            finding.english
                + " In both versions the server's own must be the first. The path was found all the same."
        case .certificatesGiven: "The certificates are those of --chain: none of the server's were seen."
        }
    }
}
