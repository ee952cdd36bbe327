import Trace

/// What is said about answers to the exercises of lesson 9.
enum TransportSecurityHint: Remark {
    /// For a wrong number of trials.
    case offersOfTheClient
    /// For the number with RSA key transport.
    case thatIsKeyTransport
    /// For the belief that forward secrecy is enough.
    case forwardSecrecyIsNotEnough
    /// Why the number is right.
    case noDHE(passing: UInt64)
    /// For wrong keys.
    case whatIsMissing
    /// For one key where there are more.
    case oneMore
    /// Why these keys are enough.
    case smallestKey
    /// For a wrong judge.
    case whoseRule
    /// For ATS as the judge.
    case addressesAreOutside
    /// Why the system refuses.
    case systemRefuses

    var english: String {
        switch self {
        case .offersOfTheClient:
            "An exception makes the client offer more suites. Ask whether any exception makes it offer this one."
        case .thatIsKeyTransport: "That many trials pass with RSA key transport. This server has another suite."
        case .forwardSecrecyIsNotEnough:
            "DHE has forward secrecy. Ask whether it is on the list of suites that ATS accepts."
        case .noDHE(let passing):
            "\(passing) of the sixteen pass. No dictionary makes the client offer finite-field DHE."
        case .whatIsMissing:
            "The default fails for one requirement alone. Ask of each key which requirement it waives."
        case .oneMore: "This one is enough, but it is not the only one."
        case .smallestKey:
            """
            Both waive forward secrecy. NSExceptionRequiresForwardSecrecy waives it for one host and leaves the rest, so \
            it is the smaller exception.
            """
        case .whoseRule: "Ask for each failed line whether the requirement is one of ATS or one of the system's own."
        case .addressesAreOutside: "An address is outside ATS, so ATS waives its requirements. Look for another judge."
        case .systemRefuses: "The chain is not for this address. The system refuses it, with ATS or without."
        }
    }
}
