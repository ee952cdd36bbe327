import Trace

extension ATSDictionary {
    /// Something in a dictionary that has no effect, or not the one that was meant.
    public struct Problem: Hashable, Sendable, Remark {
        /// Where: "NSAppTransportSecurity/NSExceptionDomains/example.com/NSIncludesSubdomains".
        public let path: String
        /// What.
        public let kind: Kind

        /// The kinds of problems.
        public enum Kind: Hashable, Sendable, Remark {
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
            /// What stands for a pin is none; why.
            case notAPin(PublicKeyPin.Problem)
            /// An entry of NSPinnedDomains without a pin.
            case nothingPinned

            public func sentence(in language: Language) -> String {
                switch language {
                case .english: english
                }
            }

            private var english: String {
                switch self {
                case .wrongType(let expected, let found):
                    "The value is a \(found) and has to be a \(expected); it is taken as if it were not there."
                case .unknownVersion(let text):
                    "“\(text)” names no version; TLSv1.0, TLSv1.1, TLSv1.2 and TLSv1.3 do. TLS 1.2 stays the minimum."
                case .unknownKey: "No key of ATS has this name, so it has no effect."
                case .formerKey(let key): "A name from the first days of iOS 9, of no effect here; it is \(key) now."
                case .notInside:
                    "The key stands beside NSAppTransportSecurity and has to stand inside: it has no effect."
                case .upperCase: "A domain has to be written in lower case: this entry fits no host."
                case .notOnlyAName: "A domain has no scheme, port or path: this entry fits no host."
                case .address:
                    "An address as a domain has an effect on iOS 17 and later only; before, ATS left addresses alone."
                case .trailingDot: "With the dot at its end the entry fits no host that is written without one."
                case .wildcard: "An asterisk means nothing here; NSIncludesSubdomains does what is meant."
                case .noName: "This is no name of a domain: the entry fits no host."
                case .obsoleteTransparency: "The key is obsolete: Certificate Transparency is always asked for."
                case .arbitraryLoadsIgnored(let key):
                    "Ignored on iOS 10 and later, because \(key) is present, whatever its value."
                case .belongsIntoAnEntry: "The key belongs into an entry of NSExceptionDomains; here it has no effect."
                case .notAPin(let why): "This is no pin: \(why)."
                case .nothingPinned: "The entry has no pin that can be read. It is taken as if it were not there."
                }
            }
        }

        public func sentence(in language: Language) -> String { kind.sentence(in: language) }
    }
}
