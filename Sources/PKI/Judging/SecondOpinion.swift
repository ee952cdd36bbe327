import Trace

/// The result of a second, independent verifier on a path that passed every check here.
///
/// The opinion is shown and does not change the verdict. The verifier is asked outside of this module. Here stand the paths that
/// it is asked about, and the place of the opinion among the findings.
public enum SecondOpinion: Hashable, Sendable {
    /// It accepts the path, too.
    case agrees
    /// It refuses the path, with its own reason.
    case refuses(why: String)
    /// It cannot read one of the certificates.
    case unreadable

    /// The opinion as a finding about the chain (RFC 5280 section 6.1). An opinion against the path is noted, not counted.
    fileprivate var finding: Finding {
        let cite = Citation.rfc(5280, "6.1")
        return switch self {
        case .agrees: .passed(.secondOpinion, of: 0, as: .chain, .library(.libraryAgrees), cite: cite)
        case .refuses(let why): .noted(.secondOpinion, of: 0, as: .chain, .library(.libraryRefuses(why)), cite: cite)
        case .unreadable: .noted(.secondOpinion, of: 0, as: .chain, .library(.libraryCannotRead), cite: cite)
        }
    }
}

extension Verdict {
    /// Whether there is a path to ask a second verifier about, as an answer to `question`: one of more than one certificate that
    /// passed every check of the path for TLS. A pin is no such check.
    public func invitesSecondOpinion(on question: Question) -> Bool {
        path.count > 1 && question.purpose == .ssl && !findings.isEmpty
            && findings.allSatisfy { $0.passed || $0.check == .pin }
    }

    /// The same verdict with an opinion among its findings: after the checks of the path, before that of a pin.
    public func adding(_ opinion: SecondOpinion) -> Verdict {
        var findings = findings
        let place = findings.firstIndex { $0.check == .pin } ?? findings.endIndex
        findings.insert(opinion.finding, at: place)
        return Verdict(chain: chain, findings: findings, path: path, places: places)
    }
}
