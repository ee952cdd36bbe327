import Trace

extension ATSDictionary {
    /// A part of a dictionary that has no effect, or not the intended effect.
    package struct Problem: Hashable, Sendable, Remark {
        /// Where: "NSAppTransportSecurity/NSExceptionDomains/example.com/NSIncludesSubdomains".
        package let path: String
        /// The problem.
        package let kind: Kind

        /// The kinds of problems.
        package enum Kind: Hashable, Sendable, Remark {
            /// A value of a wrong type, which is not looked at.
            case wrongType(expected: String, found: String)
            /// A text that is no version.
            case unknownVersion(String)
            /// A key that means nothing.
            case unknownKey
            /// A key of iOS 9's first documentation; the one to use instead.
            case formerKey(use: String)
            /// There is no NSAppTransportSecurity, and a key of it stands where it should be.
            case notInside
            /// A domain with capitals.
            case upperCase
            /// A domain with a port, a scheme or a path.
            case notOnlyAName
            /// An address, which has an effect since iOS 17 only.
            case address
            /// A domain with a dot at its end: it matches only hosts that are written so.
            case trailingDot
            /// A domain with an asterisk.
            case wildcard
            /// No name of a domain at all.
            case noName
            /// NSRequiresCertificateTransparency: obsolete.
            case obsoleteTransparency
            /// NSAllowsArbitraryLoads, which one of the others switches off on iOS 10 and later.
            case arbitraryLoadsIgnored(because: String)
            /// NSIncludesSubdomains among the keys of a whole app, or another key of an entry there.
            case belongsIntoAnEntry
            /// The value for a pin is no pin; the reason.
            case notAPin(PublicKeyPin.Problem)
            /// An entry of NSPinnedDomains without a pin.
            case nothingPinned

            /// The problem of a key or of its value.
            package var english: String {
                switch self {
                case .wrongType(let expected, let found):
                    "The value is a \(found) and must be a \(expected). It is ignored."
                case .unknownVersion(let text):
                    "“\(text.quotable)” is not a version. The versions are TLSv1.0, TLSv1.1, TLSv1.2 and TLSv1.3. TLS 1.2 stays the minimum."
                case .unknownKey: "ATS has no key of this name, so it has no effect."
                case .formerKey(let key):
                    "This name was used in the first versions of iOS 9. It has no effect here. Use \(key.quotable)."
                case .notInside:
                    "The key stands beside NSAppTransportSecurity, so it has no effect. It must stand inside."
                case .upperCase: "A domain must be written in lower case. This entry matches no host."
                case .notOnlyAName: "A domain has no scheme, port or path. This entry matches no host."
                case .address:
                    "An address as a domain has an effect only on iOS 17 and later. Before, ATS did not apply to addresses."
                case .trailingDot:
                    "The domain ends in a dot. So the entry matches no host that is written without the dot."
                case .wildcard: "An asterisk has no meaning here. Use NSIncludesSubdomains."
                case .noName: "This is not a domain name. The entry matches no host."
                case .obsoleteTransparency: "The key is obsolete: Certificate Transparency is always required."
                case .arbitraryLoadsIgnored(let key):
                    "iOS 10 and later ignore this key, because \(key) is present. The value of \(key) does not matter."
                case .belongsIntoAnEntry: "The key belongs in an entry of NSExceptionDomains. Here it has no effect."
                case .notAPin(let why): "This is not a pin: \(why)."
                case .nothingPinned: "The entry has no pin that can be read. It is ignored."
                }
            }
        }

        /// The problem without its place, which is ``path``.
        package var english: String { kind.english }
    }
}
