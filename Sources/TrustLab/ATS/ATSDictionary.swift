import TLSSim

/// The NSAppTransportSecurity dictionary of an Info.plist.
///
/// The values are read as Apple's published source reads them (SecProtocolConfiguration.m): a number equal to 1 is YES, another number is
/// NO, and a value that is no number is absent. Such a value is reported in ``problems``, because the system only logs it.
package struct ATSDictionary: Hashable, Sendable {
    /// NSAllowsArbitraryLoads. Nil if the key is absent.
    package var allowsArbitraryLoads: Bool?
    /// NSAllowsArbitraryLoadsForMedia. Nil if the key is absent.
    package var allowsArbitraryLoadsForMedia: Bool?
    /// NSAllowsArbitraryLoadsInWebContent. Nil if the key is absent.
    package var allowsArbitraryLoadsInWebContent: Bool?
    /// NSAllowsLocalNetworking. Nil if the key is absent.
    package var allowsLocalNetworking: Bool?
    /// NSExceptionDomains, sorted by name.
    package var domains: [Domain] = []
    /// The entries of NSPinnedDomains with at least one list, sorted by name.
    package var pinnedDomains: [NSPinnedDomains.Domain] = []
    /// The problems of the dictionary, in the order in which the reader finds them.
    package var problems: [Problem] = []
    /// Whether Info.plist has SecTrustPinningRequired as YES: the system then demands pins of its own kind.
    package var requiresSystemPins = false
    /// The dictionary as it is where a text and any number count as Booleans. One at most; none if it is the same dictionary.
    package var readLoosely: [ATSDictionary] = []

    /// One entry of NSExceptionDomains. A property is nil if its key is absent.
    package struct Domain: Hashable, Sendable {
        /// The domain as it is written.
        package var name: String
        /// NSIncludesSubdomains.
        package var includesSubdomains: Bool?
        /// NSExceptionAllowsInsecureHTTPLoads.
        package var allowsInsecureHTTPLoads: Bool?
        /// NSExceptionMinimumTLSVersion. Nil also where the value is no version of TLS: TLS 1.2 stays.
        package var minimumVersion: ProtocolVersion?
        /// Whether NSExceptionMinimumTLSVersion is a version of DTLS, which the system's reader knows.
        package var hasDatagramMinimum = false
        /// NSExceptionRequiresForwardSecrecy.
        package var requiresForwardSecrecy: Bool?

        /// An entry without keys.
        package init(_ name: String) { self.name = name }
    }

    /// An empty dictionary. The defaults of ATS apply.
    package init() {}

    /// The name of a key that makes iOS 10 and later ignore NSAllowsArbitraryLoads. Nil if no such key is present. The presence of the
    /// key is enough; its value does not matter.
    package var overridesArbitraryLoads: String? {
        if allowsArbitraryLoadsForMedia != nil { return "NSAllowsArbitraryLoadsForMedia" }
        if allowsArbitraryLoadsInWebContent != nil { return "NSAllowsArbitraryLoadsInWebContent" }
        return allowsLocalNetworking == nil ? nil : "NSAllowsLocalNetworking"
    }

    /// The pins that the system compares. Nil if the dictionary has none.
    package var pinning: NSPinnedDomains? {
        pinnedDomains.isEmpty ? nil : NSPinnedDomains(pinnedDomains)
    }

}
