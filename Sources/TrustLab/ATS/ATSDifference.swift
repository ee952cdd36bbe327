import Trace

/// A point about which Apple's documents and its published source differ. The source decides, and the document is named.
package enum ATSDifference: Hashable, Sendable, CaseIterable, Remark {
    case depthOfSubdomains
    case keyLength
    case localNetworkingAndAddress

    package var english: String {
        switch self {
        case .depthOfSubdomains:
            "Apple's page of NSIncludesSubdomains speaks of one label below the domain. Its source and its tests count every depth, and decide here."
        case .keyLength:
            "Apple's page of NSExceptionRequiresForwardSecrecy says that NO also ends the check of the key's length. Its source keeps the check, "
                + "and decides here."
        case .localNetworkingAndAddress:
            "Apple's page of NSAllowsLocalNetworking can be read so that YES allows addresses. Its source and its tests demand TLS for them, and "
                + "decide here."
        }
    }
}
