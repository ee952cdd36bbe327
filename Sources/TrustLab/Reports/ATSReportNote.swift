import Trace

/// The sentences of a report of `trust ats`, besides its findings.
enum ATSReportNote: Wording {
    // MARK: The answer
    case loads(url: String)
    /// The connection is refused; the error that the app sees, if it is known.
    case refused(url: String, AppleError?)
    /// There is no connection to judge; the error that the app sees, if it is known.
    case notLoaded(url: String, AppleError?)
    case undecided(url: String)
    case rules(of: ATSPeriod)

    // MARK: NSPinnedDomains
    case pinsWithoutCertificate(entry: String)
    case pinsWithoutTrust(entry: String)
    case pinsOpen(entry: String)
    case pins(entry: String, TrustDecision)

    // MARK: What helps in the app
    case noKeyMendsHandshake
    case noKeyMendsTrust
    case noKey
    case stricterThanATS
    case needsJustification

    // MARK: Diagnostics
    case trials(url: String)
    case model

    var english: String {
        switch self {
        case .loads(let url): "\(url) would be loaded."
        case .refused(let url, let error): "\(url) would be refused\(Self.code(error))."
        case .notLoaded(let url, let error): "\(url) would not be loaded\(Self.code(error))."
        case .undecided(let url): "\(url): not decided, because some facts are not known."
        case .rules(let period): "The rules are those of \(period.name)."
        case .pinsWithoutCertificate(let entry):
            Self.pins(of: entry, "The pins are not compared, because no certificate was seen.")
        case .pinsWithoutTrust(let entry):
            Self.pins(of: entry, "The pins are not compared, because the system does not believe the chain.")
        case .pinsOpen(let entry):
            Self.pins(
                of: entry, "They decide nothing as long as it is not known whether the system believes the chain.")
        case .pins(let entry, let decision):
            Self.pins(of: entry, (decision.accepts ? "They fit. " : "None fits. ") + decision.english)
        case .noKeyMendsHandshake:
            "No key of Info.plist: the handshake fails, with App Transport Security or without."
        case .noKeyMendsTrust:
            "No key of Info.plist: the system's own trust evaluation refuses the chain, with ATS or without. With "
                + "NSExceptionAllowsInsecureHTTPLoads or NSAllowsArbitraryLoads a delegate of the app could accept the chain. Then "
                + "only the app's own code can tell the server from an attacker."
        case .noKey: "No key of Info.plist is known to help."
        case .stricterThanATS:
            "The app's dictionary is stricter than ATS. Without its entry the connection is made."
        case .needsJustification: "App Review asks for a justification of this key."
        case .trials(let url): "Configuring ATS Info.plist keys and displaying the result of HTTPS loads to \(url)."
        case .model: "PASS means: the load would end without an error. This is a model; nothing was run on a Mac."
        }
    }

    private static func code(_ error: AppleError?) -> String {
        error.map { " (NSURLErrorDomain \($0.rawValue))" } ?? ""
    }

    private static func pins(of entry: String, _ outcome: String) -> String {
        "NSPinnedDomains has pins for \(entry.quotable). \(outcome) [Apple, NSPinnedDomains, iOS 14 and later]"
    }
}
