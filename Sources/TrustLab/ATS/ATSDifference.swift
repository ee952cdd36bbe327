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

    package var chinese: String {
        switch self {
        case .depthOfSubdomains:
            "Apple 关于 NSIncludesSubdomains 的页面说的是域名之下一个标签。它的源代码和测试则每一层都算，这里以后者为准。"
        case .keyLength:
            "Apple 关于 NSExceptionRequiresForwardSecrecy 的页面说，NO 还会取消密钥长度的检查。它的源代码保留这项检查，这里以后者为准。"
        case .localNetworkingAndAddress:
            "Apple 关于 NSAllowsLocalNetworking 的页面可以理解为 YES 允许地址。它的源代码和测试对地址要求 TLS，这里以后者为准。"
        }
    }
}
