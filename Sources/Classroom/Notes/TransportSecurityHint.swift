import Trace

/// What is said about answers to the exercises of lesson 9.
enum TransportSecurityHint: Remark {
    case offersOfTheClient, thatIsKeyTransport, forwardSecrecyIsNotEnough, noDHE(passing: UInt64)
    case whatIsMissing, oneMore, smallestKey
    case whoseHosts, addressOfTheDevice, addressesAreNoExemption, localAlone

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
        case .whoseHosts: "Ask of each host whether it is local. Only a local host is free without an entry."
        case .addressOfTheDevice: "An address of the device itself is local too, on iOS 18.4 and later."
        case .addressesAreNoExemption:
            "An address is not free because it is an address. Ask whether it is one of the device itself."
        case .localAlone:
            "On iOS 18.4 and later a name under .local and an address of the device itself are free. Other addresses and public names are not."
        }
    }
}
