import Trace

extension ATSDictionary {
    /// A part of a dictionary that has no effect, or not the intended effect.
    package struct Problem: Hashable, Sendable, Remark {
        /// The path of the key: "NSAppTransportSecurity/NSExceptionDomains/example.com/NSIncludesSubdomains".
        package let path: String
        /// The kind of the problem.
        package let kind: Kind

        /// The kinds of problems.
        package enum Kind: Hashable, Sendable, Remark {
            case wrongType(expected: String, found: String)
            case textAsBoolean
            case systemPins
            case unknownVersion(String)
            case datagramVersion(String)
            case numberIsNo(String)
            case unknownKey
            case notRead
            /// The name under which Xcode shows a key; the key.
            case displayName(use: String)
            /// A key of the first documentation of iOS 9; the key to use instead.
            case formerKey(use: String)
            case notInside
            case upperCase
            case notOnlyAName
            case address
            case oddRange(ATSAddressRange.Oddity)
            case notARange
            case trailingDot
            case wildcard
            case noName
            case obsoleteTransparency
            case arbitraryLoadsIgnored(because: String)
            case belongsIntoAnEntry
            /// A value that is not a pin; the reason.
            case notAPin(PublicKeyPin.Problem)
            case nothingPinned
            case noKeyFits
            case noArrayOfPins(found: String)
            case pinnedTrailingDot

            package var english: String {
                switch self {
                case .wrongType(let expected, let found):
                    "The value is a \(found) and must be a \(expected). It is ignored."
                case .unknownVersion(let text):
                    "“\(text.quotable)” is not a version. The versions are TLSv1.0, TLSv1.1, TLSv1.2 and TLSv1.3. TLS 1.2 stays the minimum."
                case .datagramVersion(let text):
                    "\(text) is a version of DTLS. Its effect on https is not published. Name a version of TLS."
                case .textAsBoolean:
                    "The value is a String and must be a Boolean. iOS 18.4 and later ignore the key. What older versions make of it is not "
                        + "published."
                case .systemPins:
                    "Apple's published source reads this key: the system then demands pins, and NSPinnedDomains does not count unless both of "
                        + "its lists are there and empty. What the system takes for a pin then is not modelled here, so a chain that it "
                        + "trusts is not decided."
                case .numberIsNo(let number):
                    "The number \(number) counts as NO, and the key counts as present. Only a number equal to 1 is YES. This is so in iOS 18.4 and "
                        + "later. What older versions make of the number is not published."
                case .notRead: "Apple's documents name this key, and its published source does not read it."
                case .displayName(let key):
                    "This is the name under which Xcode shows \(key.quotable). In the file it has no effect. Write the key."
                case .unknownKey: "ATS has no key of this name, so it has no effect."
                case .formerKey(let key):
                    "This name was used in the first versions of iOS 9. It has no effect here. Use \(key.quotable)."
                case .notInside:
                    "The key stands beside NSAppTransportSecurity, so it has no effect. It must stand inside."
                case .upperCase: "A domain must be written in lower case. This entry matches no host in lower case."
                case .notOnlyAName: "A domain has no scheme, port or path. This entry matches no host."
                case .address:
                    "An address or a range as a domain has an effect only on iOS 17 and later."
                case .oddRange(.tooLong):
                    "The address of the range has more characters than Apple's source has room for, so the source skips the range. Write it shorter."
                case .oddRange(.octalPrefix):
                    "The length of the prefix is read as C reads it: 010 is 8, and nothing is 0. Write it without 0 before it."
                case .notARange:
                    "This is no range of addresses: behind the slash there must be a length, such as /24. It matches no host."
                case .trailingDot:
                    "The domain ends in a dot. So the entry matches no host that is written without the dot."
                case .wildcard: "An asterisk has no meaning here. Use NSIncludesSubdomains."
                case .noName: "This is not a domain name. The entry matches no host."
                case .obsoleteTransparency: "The key is obsolete: Certificate Transparency is always required."
                case .arbitraryLoadsIgnored(let key):
                    "iOS 10 and later ignore this key, because \(key) is present. The value of \(key) does not matter."
                case .belongsIntoAnEntry: "The key belongs in an entry of NSExceptionDomains. Here it has no effect."
                case .notAPin(let why): "This is not a pin: \(why)."
                case .nothingPinned:
                    "The entry has neither NSPinnedCAIdentities nor NSPinnedLeafIdentities. It pins nothing."
                case .noKeyFits:
                    "The list has no pin that can be read. The domain counts as pinned because the key is there, so the system refuses "
                        + "every connection to it."
                case .noArrayOfPins(let found):
                    "The value is a \(found) and must be an Array. The domain counts as pinned because the key is there, so the system "
                        + "refuses every connection to it."
                case .pinnedTrailingDot:
                    "The domain ends in a dot. The system removes such a dot from the host and not from this name, so the entry matches "
                        + "no host."
                }
            }

            package var chinese: String {
                switch self {
                case .wrongType(let expected, let found):
                    "这个值是 \(found)，而它必须是 \(expected)。它不起作用。"
                case .unknownVersion(let text):
                    "“\(text.quotable)”不是一个版本。可用的版本是 TLSv1.0、TLSv1.1、TLSv1.2 和 TLSv1.3。最低版本仍是 TLS 1.2。"
                case .datagramVersion(let text):
                    "\(text) 是 DTLS 的一个版本。它对 https 的作用没有公布。请写 TLS 的一个版本。"
                case .textAsBoolean:
                    "这个值是 String，而它必须是 Boolean。iOS 18.4 及以后忽略这个键。更旧的版本怎样处理它，没有公布。"
                case .systemPins:
                    """
                    Apple 公布的源代码读取这个键：这时系统要求锁定值，而 NSPinnedDomains 不算数，除非它的两个列表都在而且是空的。\
                    系统这时把什么当作锁定值，这里没有模拟，所以系统信任的证书链在这里不下结论。
                    """
                case .numberIsNo(let number):
                    """
                    数 \(number) 算作 NO，而这个键算作存在。只有等于 1 的数才是 YES。iOS 18.4 及以后是这样。\
                    更旧的版本怎样处理这个数，没有公布。
                    """
                case .notRead: "Apple 的文档提到这个键，而它公布的源代码不读取它。"
                case .displayName(let key):
                    "这是 Xcode 显示 \(key.quotable) 时用的名称。在文件中它不起作用。请写这个键本身。"
                case .unknownKey: "ATS 没有这个名称的键，所以它不起作用。"
                case .formerKey(let key):
                    "这个名称用于 iOS 9 最初的几个版本。它在这里不起作用。请用 \(key.quotable)。"
                case .notInside:
                    "这个键在 NSAppTransportSecurity 旁边，所以不起作用。它必须在里面。"
                case .upperCase: "域名必须写成小写。这个条目不与任何小写的主机名匹配。"
                case .notOnlyAName: "域名没有协议方案、端口和路径。这个条目不与任何主机匹配。"
                case .address:
                    "地址或地址范围作为域名，只在 iOS 17 及以后起作用。"
                case .oddRange(.tooLong):
                    "这个范围的地址的字符数超出 Apple 的源代码预留的空间，所以源代码跳过这个范围。请写短一些。"
                case .oddRange(.octalPrefix):
                    "前缀的长度按 C 的读法读取：010 是 8，什么也不写是 0。前面不要写 0。"
                case .notARange:
                    "这不是地址范围：斜线后面必须是长度，例如 /24。它不与任何主机匹配。"
                case .trailingDot:
                    "域名以点结尾。所以这个条目不与任何结尾没有点的主机名匹配。"
                case .wildcard: "星号在这里没有意义。请用 NSIncludesSubdomains。"
                case .noName: "这不是域名。这个条目不与任何主机匹配。"
                case .obsoleteTransparency: "这个键已经过时：现在总是要求 Certificate Transparency。"
                case .arbitraryLoadsIgnored(let key):
                    "iOS 10 及以后忽略这个键，因为有 \(key)。\(key) 的值是什么没有关系。"
                case .belongsIntoAnEntry: "这个键应当放在 NSExceptionDomains 的条目中。它在这里不起作用。"
                case .notAPin(let why): "这不是锁定值：\(why.chinese)。"
                case .nothingPinned:
                    "这个条目既没有 NSPinnedCAIdentities，也没有 NSPinnedLeafIdentities。它什么也没有锁定。"
                case .noKeyFits:
                    "列表中没有可以读取的锁定值。因为有这个键，域名算作已锁定，所以系统拒绝到它的每一次连接。"
                case .noArrayOfPins(let found):
                    "这个值是 \(found)，而它必须是 Array。因为有这个键，域名算作已锁定，所以系统拒绝到它的每一次连接。"
                case .pinnedTrailingDot:
                    "域名以点结尾。系统会去掉主机名结尾的点，却不去掉这个名称结尾的点，所以这个条目不与任何主机匹配。"
                }
            }
        }

        package var english: String { kind.english }

        package var chinese: String { kind.chinese }
    }
}
