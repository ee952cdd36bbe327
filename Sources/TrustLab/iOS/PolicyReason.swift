import PKI
import Trace

/// Why a policy answers a question as it does.
package enum PolicyReason: Hashable, Sendable, Remark {
    // MARK: SecTrust
    case evaluated(SecTrust.Evaluation)
    /// SecTrust has evaluated the chain with the pins as its only anchors and refuses it; how a pinned certificate differs from the
    /// certificate that the server shows in its place.
    case pinsLeadNowhere(SecTrust.Evaluation, Renewal)
    case policySet(SecPolicy)
    /// The pins are the only anchors; the number of pins.
    case pinsAreAnchors(pins: Int)
    case certificatePinned(String)
    /// No certificate of the chain is pinned; the number of certificates, the number of pins, and the change, if it is known.
    case noCertificatePinned(chain: Int, pins: Int, renewal: Renewal?)
    case keyPinned(String, PublicKeyPin)
    /// No key of the chain is pinned; the number of certificates, the number of pins, and the change, if it is known.
    case noKeyPinned(chain: Int, pins: Int, renewal: Renewal?)
    /// Nothing of the chain is pinned; why, and the address at which a device may fetch a certificate that the chain lacks.
    indirect case unlessFetched(PolicyReason, at: String)

    // MARK: AFSecurityPolicy
    case mustUsePinning(pins: Int)
    /// A condition of ``mustUsePinning(pins:)`` does not hold.
    case pinningNotDemanded(hasDomain: Bool, allowsInvalid: Bool, checksName: Bool, hasPins: Bool)
    case invalidAllowedUnseen
    /// allowInvalidCertificates leaves the evaluation out; the pins decide.
    case evaluationSkipped

    // MARK: TrustKit and NSPinnedDomains
    /// The entry for the domain `by` applies to the host.
    case domainConfigured(host: String, by: String)
    case domainNotConfigured(host: String)
    case domainExcluded(host: String)
    case pinsExpired(at: Int64)
    /// The pins are valid until this second since 1970; nil for pins that never expire.
    case pinsInForce(until: Int64?)
    case pinningEnforced
    case pinningOnlyReported
    /// TrustKit cannot compute the pin of the certificate of that label; its key.
    case keyNotDigested(String, String)
    case nothingPinned
    case entriesCount(host: String, [String])
    /// No key of a list of NSPinnedDomains fits; the number of certificates that were compared, and of pins that can be read.
    case noneOfList(PinnedKind, compared: Int, pins: Int)

    // MARK: Careless policies
    case everythingAccepted
    case recoverableExcused(SecTrust.Evaluation)

    // MARK: Alamofire
    /// No evaluator is configured for the host; whether each host needs one.
    case noEvaluator(host: String, isRequired: Bool)
    case nothingToCompareWith
    case evaluatorDisabled

    package var english: String {
        switch self {
        case .evaluated(let evaluation): evaluation.english
        case .pinsLeadNowhere(let evaluation, let renewal):
            "SecTrust says \(evaluation.result.rawValue). \(renewal.english)"
        case .policySet(.ssl(let hostName?)): "The SSL policy for \(hostName). It checks path, usage and name."
        case .policySet(.ssl(nil)):
            "The SSL policy without a name. It checks path and usage; the certificate of any server passes."
        case .policySet(.basicX509): "The basic X.509 policy. It checks only the path, not the name."
        case .pinsAreAnchors(0): "There are no pins. So no anchor is left, and no chain can be trusted."
        case .pinsAreAnchors(let pins):
            "Only the \(counted(pins, "pin")) \(pins == 1 ? "counts" : "count"). The system's anchors no longer count."
        case .certificatePinned(let label): "The whole certificate of \(label) is pinned, octet for octet."
        case .noCertificatePinned(let chain, let pins, let renewal):
            "No certificate of the chain is pinned: the chain has \(counted(chain, "certificate")), the app \(counted(pins, "pin"))."
                + (renewal.map { " " + $0.english } ?? "")
        case .keyPinned(let label, let pin): "The key of \(label) is pinned: \(pin.base64)."
        case .noKeyPinned(let chain, let pins, let renewal):
            "No key of the chain is pinned: the chain has \(counted(chain, "certificate")), the app \(counted(pins, "pin"))."
                + (renewal.map { " " + $0.english } ?? "")

        case .unlessFetched(let why, let address):
            "\(why.english) But a certificate is missing that a device may fetch at \(address), and that certificate may be pinned."

        case .mustUsePinning(let pins):
            "\"In order to validate a domain name for self signed certificates, you MUST use pinning\". Invalid certificates are allowed "
                + "and the name is checked, but "
                + (pins == 0 ? "there are no pins." : "in the mode none pins do not count.")
        case .pinningNotDemanded(false, _, _, _): "No domain is given, so no name is checked."
        case .pinningNotDemanded(_, false, _, _): "Invalid certificates are not allowed."
        case .pinningNotDemanded(_, _, false, _): "The name is not checked."
        case .pinningNotDemanded(_, _, _, let hasPins):
            hasPins ? "There are pins to compare with." : "There are no pins to compare with."
        case .invalidAllowedUnseen:
            "allowInvalidCertificates: SecTrust is not asked. The app accepts any server that answers."
        case .evaluationSkipped:
            "allowInvalidCertificates: SecTrust is not asked. Only the key comparison below protects this connection."

        case .domainConfigured(let host, let domain) where host == domain: "\(host) has pins of its own."
        case .domainConfigured(let host, let domain):
            "\(host) is a subdomain of \(domain). The pins of \(domain) include its subdomains."
        case .domainNotConfigured(let host): "Nothing is configured for \(host)."
        case .domainExcluded(let host): "\(host) is excluded from the pins of its parent."
        case .pinsExpired(let time): "The pins expired at \(CivilTime.text(time)). Now nothing is pinned."
        case .pinsInForce(nil): "The pins never expire."
        case .pinsInForce(let time?): "The pins are valid until \(CivilTime.text(time))."
        case .pinningEnforced: "Pinning is enforced."
        case .pinningOnlyReported: "Pinning is not enforced. The failure is reported, and the connection goes on."
        case .keyNotDigested(let label, let key):
            "TrustKit cannot compute the pin of \(label), whose key is: \(key). It knows \(SubjectKey.digestedByTrustKit). So it "
                + "blocks the connection, also where pinning is not enforced."
        case .nothingPinned: "There is no pin of this kind, so nothing is compared."
        case .entriesCount(let host, let entries)
        where entries.map { $0.lowercased() } == [PinnedDomain.normalized(host)]:
            "\(host) has pins of its own."
        case .entriesCount(let host, let entries) where entries.count == 1:
            "\(host) is one label below \(entries.map(\.quotable).joined()), whose pins include such names."
        case .entriesCount(let host, let entries):
            "The pins of \(entries.map(\.quotable).joined(separator: " and of ")) count together for \(host)."
        case .noneOfList(let kind, _, 0):
            "\(kind.rawValue) is there and has no pin that can be read, so no key fits. SecTrust says recoverableTrustFailure, with the "
                + "code \(NSPinnedDomains.failureCode)."
        case .noneOfList(let kind, 0, let pins):
            "\(kind.rawValue) has \(counted(pins, "pin")). They are compared with the certificates above the leaf, and the chain has none. "
                + "SecTrust says recoverableTrustFailure, with the code \(NSPinnedDomains.failureCode)."
        case .noneOfList(let kind, let compared, let pins):
            "\(counted(compared, "certificate")) \(compared == 1 ? "was" : "were") compared with \(counted(pins, "pin")) of "
                + "\(kind.rawValue), and no key fits. SecTrust says recoverableTrustFailure, with the code \(NSPinnedDomains.failureCode)."
        case .everythingAccepted: "The delegate checks nothing."
        case .recoverableExcused(let evaluation):
            evaluation.english
                + (evaluation.result == .recoverableTrustFailure
                    ? " The app treats every such failure as an expired certificate and accepts it." : "")

        case .noEvaluator(let host, true): "There is no evaluator for \(host), and each host must have one."
        case .noEvaluator(let host, false): "There is no evaluator for \(host). The system decides."
        case .nothingToCompareWith: "Nothing is pinned. That is an error here."
        case .evaluatorDisabled: "DisabledTrustEvaluator checks nothing."
        }
    }
}

extension SecTrust.Evaluation {
    private static func fetch(at address: String) -> String {
        " A device may fetch the issuer's certificate at \(address), and then SecTrust may accept the chain."
    }

    fileprivate var english: String {
        let name = result.rawValue
        switch result {
        case .unspecified: return "SecTrust says \(name): it accepts the chain."
        case .proceed: return "SecTrust says \(name): the user trusts this chain."
        case .deny: return "SecTrust says \(name): the user has denied \(deniedCertificate?.label ?? "a certificate")."
        case .invalid, .otherError, .recoverableTrustFailure, .fatalTrustFailure:
            let finding = findings.first { !$0.passed }
            return "SecTrust says \(name). " + (finding?.reason ?? "There is no certificate to evaluate.")
                + (doubt?.address.map(Self.fetch) ?? "")
        }
    }
}
