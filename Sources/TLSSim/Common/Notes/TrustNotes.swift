import PKI
import Trace

/// The notes on the peer's chain and its judgment.
public enum TrustNote: StepNote, Hashable {
    /// The server staples an OCSP response of `octets` octets.
    case certificateStatus(octets: Int)
    /// The client reads the stapled response; nil if it cannot be parsed.
    case statusStapled(octets: Int, StapledResponse?)
    case finding(CheckResult)
    case trusted(String?, Role, checks: Int)
    /// The chain is refused because of that finding, which decides the alert. `failed` of all checks, `of`, have failed.
    case refused(CheckResult, failed: Int, of: Int, alert: AlertDescription?)
    case careless
    case keyUsage(KeyExchangeKind)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .certificateStatus: ("tls.certificate_status", .rfc(6066, "8"))
        case .statusStapled: ("tls.check.status", .rfc(6066, "8"))
        case .finding(let finding): ("tls.check.chain", finding.cite)
        case .trusted: ("tls.check.verdict", .rfc(5280, "6.1"))
        case .refused: ("tls.check.verdict", .rfc(5246, "7.2.2"))
        case .careless: ("tls.check.careless", .rfc(5246, "F.1.1"))
        case .keyUsage: ("tls.check.key_usage", .rfc(5246, "7.4.2"))
        }
    }

    /// The certificate to which a finding belongs; empty for every other note.
    public var englishTopic: String {
        switch self {
        case .finding(let finding): finding.englishTopic
        case .certificateStatus, .statusStapled, .trusted, .refused, .careless, .keyUsage: ""
        }
    }

    /// The sentence: what was checked, and the result.
    public var english: String {
        switch self {
        case .certificateStatus(let octets):
            """
            An OCSP response of \(counted(octets, "octet")) is stapled to the certificate: the authority says whether the certificate is \
            revoked. The server fetched it beforehand. Otherwise the client would have to ask the authority, and the authority would \
            learn who visits whom.
            """
        case .statusStapled(let octets, let response):
            "The stapled response has \(counted(octets, "octet")). \(Self.contents(of: response)) So far it is only read; the checks of the "
                + "chain decide whether it proves anything."
        case .finding(let finding): finding.reason
        case .trusted(let name, let side, let checks): Self.trust(in: name, of: side, after: checks)
        case .refused(let finding, let failed, let count, let alert):
            """
            Refused: \(failed) of \(counted(count, "check")) failed. The first failed check, \(finding.policy), decides what the other side \
            is told\(alert.map { ": the alert \($0)" } ?? ""). The handshake ends here, before \
            \(finding.side == .server ? "anything is encrypted to this key or agreed with its owner"
                : "the client proves that the key is its own, and before it is served anything").
            """
        case .careless:
            "The chain was accepted without any check. Everything below is encrypted, but the client does not know to whom."
        case .keyUsage(let kind):
            kind == .rsa
                ? "The certificate lets its key encipher keys (keyEncipherment), as RSA key transport needs."
                : "The certificate lets its key sign (digitalSignature), as a signed key exchange needs."
        }
    }

    /// What is known of the peer after its chain has passed every check.
    private static func trust(in name: String?, of side: Role, after checks: Int) -> String {
        let all = "Trusted: the chain passes all \(counted(checks, "check")). "
        if let name { return all + "The key in the leaf belongs to \(name)." }
        return switch side {
        case .client: all + "The server's application decides what the owner of this certificate may do."
        case .server:
            all + "No name was compared. So the certificate may belong to any server."
        }
    }

    /// The content of a stapled response.
    private static func contents(of response: StapledResponse?) -> String {
        guard let response else { return "It cannot be read as an OCSP response." }
        guard response.status == 0 else { return "The responder could not answer (status \(response.status))." }
        let states = response.certificates.map(\.rawValue)
        return states.isEmpty
            ? "It names no certificate." : "It says: \(states.joined(separator: ", "))."
    }
}
