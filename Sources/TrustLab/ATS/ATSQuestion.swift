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

    package var chinese: String {
        switch self {
        case .privateAddress:
            """
            如果调用者说地址是直连的，Apple 的源代码就放行这个地址。调用者没有公布：不知道它算不算这个地址。\
            用装有 iOS 18.4 或以后版本的设备发一个请求就能确定。
            """
        case .directAddress:
            """
            Apple 的页面要求从 iOS 17 起地址要有条目，有一位工程师报告说，一台设备阻止了 127.0.0.1。公布的源代码放行它，但不适用于这些版本。\
            用装有 iOS 17.0 到 18.3 的设备发一个请求就能确定。
            """
        case .localNetworkingAndAddress:
            """
            Apple 关于 NSAllowsLocalNetworking 的页面可以理解为 YES 允许地址。iOS 18.4 以来的源代码不允许。\
            用装有 iOS 17.0 到 18.3 的设备发一个请求就能确定。
            """
        case .localNetworkingOff:
            """
            在 NSAllowsLocalNetworking 为 NO 的地方，iOS 18.4 以来的源代码要求 TLS。Apple 的页面只说 NO 是默认值。\
            用装有更旧的 iOS 的设备发一个请求就能确定。
            """
        case .entryForLocalName:
            """
            iOS 18.4 以来的源代码让条目决定本地名称。Apple 的页面只说本地名称可以放行。用装有更旧的 iOS 的设备发一个请求就能确定。
            """
        case .capitals:
            """
            条目是逐个字母比较的。系统在此之前是否把主机名转成小写，没有公布。请把主机名和条目都写成小写，这样答案就与此无关。
            """
        case .equalRanges:
            "字典中有两个范围相同，它们的条目却不同。先找到哪一个是偶然的。只保留其中一个。"
        case .oddRange:
            "Apple 的源代码读取字典中一个范围的方式与它的文档不同。从设备上发一个请求就能确定；写成通常形式的范围则不需要。"
        case .looseBoolean:
            """
            字典在布尔值的位置上放了一个文本，或者 0 和 1 以外的数。iOS 18.4 以来的源代码把这样的文本当作没有，把这样的数当作 NO。\
            这个版本怎样做，没有公布。请写 true 或 false。
            """
        case .datagramVersion:
            "最低版本是 DTLS 的一个版本。它对 TLS 有什么作用，没有公布。请写 TLS 的一个版本。"
        }
    }
}
