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
        }

        package var english: String { kind.english }
    }
}
