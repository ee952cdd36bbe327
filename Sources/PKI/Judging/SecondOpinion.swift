import Trace

/// The result of a second, independent verifier on a path that passed every check here.
///
/// The opinion is shown and does not change the verdict. The target SecondVerifier asks the verifier. This file decides about
/// which paths it is asked, and where the opinion stands among the findings.
public enum SecondOpinion: Hashable, Sendable {
    /// The verifier accepts the path too.
    case agrees
    /// The verifier refuses the path; the reason in its own words.
    case refuses(why: String)
    /// The verifier cannot read one of the certificates.
    case unreadable

    /// The opinion as a finding about the chain (RFC 5280 section 6.1). An opinion against the path is noted and does not refuse
    /// the chain.
    fileprivate var finding: CheckResult {
        let cite = Citation.rfc(5280, "6.1")
        return switch self {
        case .agrees: .passed(.secondOpinion, of: 0, as: .chain, .library(.libraryAgrees), cite: cite)
        case .refuses(let why): .noted(.secondOpinion, of: 0, as: .chain, .library(.libraryRefuses(why)), cite: cite)
        case .unreadable: .noted(.secondOpinion, of: 0, as: .chain, .library(.libraryCannotRead), cite: cite)
        }
    }
}

extension Verdict {
    /// Whether a second verifier can judge the path of this answer to `question`: it has more than one certificate, and it passed
    /// every check of ``ChainQuestion/Purpose/ssl``. A failed pin does not count, because pins are no part of path validation.
    public func invitesSecondOpinion(on question: ChainQuestion) -> Bool {
        path.count > 1 && question.purpose == .ssl && !findings.isEmpty
            && findings.allSatisfy { $0.passed || $0.check == .pin }
    }

    /// The same verdict with an opinion among its findings, behind the checks of the path and before the check of the pins.
    public func adding(_ opinion: SecondOpinion) -> Verdict {
        var findings = findings
        let place = findings.firstIndex { $0.check == .pin } ?? findings.endIndex
        findings.insert(opinion.finding, at: place)
        return with(findings)
    }
}
