import Trace

/// A question about App Transport Security that neither Apple's documents nor its published source answers.
///
/// The rules for a host are computed with each answer. Where the answers lead to different verdicts, the verdict is "not decided", with the
/// question and what would settle it.
package enum ATSQuestion: Hashable, Sendable, CaseIterable, Remark {
    /// Whether an address in a private range is direct (iOS 18.4 and later).
    case privateAddress
    /// Whether an address of the device itself needs an entry (iOS 17 to 18.3).
    case directAddress
    /// Whether NSAllowsLocalNetworking = YES frees an address (iOS 17 to 18.3).
    case localNetworkingAndAddress
    /// Whether NSAllowsLocalNetworking = NO brings local names under App Transport Security (iOS 10 to 18.3).
    case localNetworkingOff
    /// Whether an entry brings a local name under App Transport Security (iOS 10 to 18.3).
    case entryForLocalName
    /// Whether a host with capital letters is looked up in lower case.
    case capitals
    /// Which of two ranges counts that begin alike and are equally long.
    case equalRanges
    /// How a range is read that source and documents read differently.
    case oddRange
    /// What a version of DTLS as the minimum does to a connection over TLS.
    case datagramVersion
    /// Whether a text, or a number other than 0 and 1, counts as a Boolean (until iOS 18.3).
    case looseBoolean

    /// The question, and what would settle it.
    package var english: String {
        switch self {
        case .privateAddress:
            "Apple's source frees an address if its caller says that the address is direct. The caller is not published: it is not known "
                + "whether it counts this address. A request from a device with iOS 18.4 or later would settle it."
        case .directAddress:
            "Apple's page demands an entry for an address from iOS 17 on, and an engineer has reported a device that blocked 127.0.0.1. The "
                + "published source frees it, and does not fit these versions. A request from a device with iOS 17.0 to 18.3 would settle it."
        case .localNetworkingAndAddress:
            "Apple's page of NSAllowsLocalNetworking can be read so that YES allows addresses. The source from iOS 18.4 on does not allow them. "
                + "A request from a device with iOS 17.0 to 18.3 would settle it."
        case .localNetworkingOff:
            "The source from iOS 18.4 on asks for TLS where NSAllowsLocalNetworking is NO. Apple's page says only that NO is the default. A "
                + "request from a device with an older iOS would settle it."
        case .entryForLocalName:
            "The source from iOS 18.4 on lets the entry decide about a local name. Apple's page says only that local names are free. A "
                + "request from a device with an older iOS would settle it."
        case .capitals:
            "The entries are compared letter by letter. Whether the system writes the host in lower case before is not published. Write the "
                + "host and the entry in lower case; then the answer does not depend on it."
        case .equalRanges:
            "Two ranges of the dictionary are the same, and their entries differ. Which of them is found first is chance. Leave one of them."
        case .oddRange:
            "Apple's source reads a range of the dictionary in another way than its documents. A request from a device would settle it; a range "
                + "in the usual form needs none."
        case .looseBoolean:
            "The dictionary has a text, or a number other than 0 and 1, in the place of a Boolean. The source from iOS 18.4 on takes such a text "
                + "for absent and such a number for NO. What this version does is not published. Write true or false."
        case .datagramVersion:
            "The minimum is a version of DTLS. What it does to TLS is not published. Name a version of TLS."
        }
    }
}
