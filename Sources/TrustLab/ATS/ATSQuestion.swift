import Trace

/// A question about App Transport Security that neither Apple's documents nor its published source answers.
///
/// The rules for a host are computed with each answer. Where the answers lead to different verdicts, the verdict is "not decided", with the
/// question and what would settle it.
package enum ATSQuestion: Hashable, Sendable, CaseIterable, Remark {
    case privateAddress
    case directAddress
    case localNetworkingAndAddress
    case localNetworkingOff
    case entryForLocalName
    case capitals
    case equalRanges
    case oddRange
    case datagramVersion
    case looseBoolean

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
