import Trace

/// What is said about answers to the exercises of lesson 9.
enum TransportSecurityHint: Remark {
    /// Exercise 9.1.
    case offersOfTheClient, thatIsKeyTransport, forwardSecrecyIsNotEnough, noDHE(passing: UInt64)
    /// Exercise 9.2.
    case whatIsMissing, oneMore, smallestKey
    /// Exercise 9.3.
    case whoseRule, addressesAreOutside, systemRefuses

    var english: String {
        switch self {
        case .offersOfTheClient:
            "An exception makes the client offer more suites. Ask whether any exception makes it offer this one."
        case .thatIsKeyTransport: "That many trials pass with RSA key transport. This server has another suite."
        case .forwardSecrecyIsNotEnough:
            "DHE has forward secrecy. Ask whether it is on the list of suites that ATS accepts."
        case .noDHE(let passing):
            "\(passing) of the sixteen pass. No dictionary makes the client offer finite-field DHE."
        case .whatIsMissing: "The default fails for one requirement alone. Ask of each key which requirement it waives."
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
