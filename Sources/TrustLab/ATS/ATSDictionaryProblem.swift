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
            /// A value of a wrong type, which is ignored.
            case wrongType(expected: String, found: String)
            /// A text in the place of a Boolean.
            case textAsBoolean
            /// SecTrustPinningRequired, which is not modelled here.
            case systemPins
            /// A text that is not a version of TLS.
            case unknownVersion(String)
            /// A version of DTLS as the minimum.
            case datagramVersion(String)
            /// A number that is neither 0 nor 1 as a Boolean.
            case numberIsNo(String)
            /// A key that ATS does not know.
            case unknownKey
            /// A key of Apple's documents that its published source does not read.
            case notRead
            /// The name under which Xcode shows a key; the key.
            case displayName(use: String)
            /// A key of the first documentation of iOS 9; the key to use instead.
            case formerKey(use: String)
            /// A key of NSAppTransportSecurity at the top level of Info.plist, which has no NSAppTransportSecurity.
            case notInside
            /// A domain with capital letters.
            case upperCase
            /// A domain with a port, a scheme or a path.
            case notOnlyAName
            /// An address, which has an effect only on iOS 17 and later.
            case address
            /// A range that source and documents read differently.
            case oddRange(ATSAddressRange.Oddity)
            /// An address with a slash and no length of a prefix.
            case notARange
            /// A domain with a dot at its end. It matches only hosts that are written with the dot.
            case trailingDot
            /// A domain with an asterisk.
            case wildcard
            /// A text that is not the name of a domain.
            case noName
            /// NSRequiresCertificateTransparency, which is obsolete: Certificate Transparency is always required.
            case obsoleteTransparency
            /// NSAllowsArbitraryLoads, which iOS 10 and later ignore because the named key is present.
            case arbitraryLoadsIgnored(because: String)
            /// A key of an entry, such as NSIncludesSubdomains, among the keys for the whole app.
            case belongsIntoAnEntry
            /// A value that is not a pin; the reason.
            case notAPin(PublicKeyPin.Problem)
            /// An entry of NSPinnedDomains without either list.
            case nothingPinned
            /// A list of pins in which no pin can be read. The domain is pinned, and no key fits.
            case noKeyFits
            /// A list of pins that is not an array. The domain is pinned, and no key fits.
            case noArrayOfPins(found: String)
            /// An entry of NSPinnedDomains with a dot at the end of its name.
            case pinnedTrailingDot

            /// The problem of a key or of its value.
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

        /// The problem in words, without its ``path``.
        package var english: String { kind.english }
    }
}
