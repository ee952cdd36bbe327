import TLSSim

/// The demands of App Transport Security on one host, under one app's Info.plist.
package struct ATSRules: Hashable, Sendable {
    /// The host.
    package let host: ATSHost
    /// Why ATS does not apply at all to the connection; nil where it does. The system's trust evaluation remains.
    package var exemption: ATSExemption?
    /// The entry of NSExceptionDomains that speaks for the host; nil for no such entry.
    package var entry: String?
    /// The oldest version that may be agreed on.
    package var minimumVersion: ProtocolVersion
    /// Whether only the suites with ECDHE are offered, and the length of the key is checked.
    package var requiresForwardSecrecy: Bool
    /// Whether URLs may begin with http.
    package var allowsPlainHTTP: Bool

    /// The rules of an app that says nothing, or those of an entry for the host.
    package init(
        host: ATSHost, exemption: ATSExemption? = nil, entry: String? = nil, minimumVersion: ProtocolVersion = .tls12,
        requiresForwardSecrecy: Bool = true, allowsPlainHTTP: Bool = false
    ) {
        self.host = host
        self.exemption = exemption
        self.entry = entry
        self.minimumVersion = minimumVersion
        self.requiresForwardSecrecy = requiresForwardSecrecy
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// The offer of a client under these rules. Without ATS it is the offer of Apple's systems.
    package var offer: ATSOffer {
        exemption == nil
            ? ATSOffer(minimumVersion: minimumVersion, requiresForwardSecrecy: requiresForwardSecrecy)
            : ATSOffer(minimumVersion: .tls10, requiresForwardSecrecy: false)
    }
}

/// Why App Transport Security does not apply to a connection.
package enum ATSExemption: Hashable, Sendable {
    /// NSAllowsArbitraryLoads is YES, and no entry of NSExceptionDomains speaks for the host.
    case arbitraryLoads
    /// NSAllowsArbitraryLoadsForMedia is YES, and AVFoundation loads.
    case arbitraryLoadsForMedia
    /// NSAllowsArbitraryLoadsInWebContent is YES, and a web view loads.
    case arbitraryLoadsInWebContent
    /// The host is an address, a name of one label, or under .local.
    case notPublic
}

/// A client's offer: the versions and suites that it accepts.
package struct ATSOffer: Hashable, Sendable {
    /// The oldest version. The newest is always TLS 1.3.
    package let minimumVersion: ProtocolVersion
    /// Whether suites without forward secrecy are left out.
    package let requiresForwardSecrecy: Bool

    /// The versions, newest first.
    package var versions: [ProtocolVersion] { ProtocolVersion.all.filter { $0 >= minimumVersion }.reversed() }

    /// The suites, those of TLS 1.3 first.
    package var suites: [RegisteredSuite] {
        let older = minimumVersion == .tls13 ? [] : ATSSuite.forwardSecret
        let rest = minimumVersion == .tls13 || requiresForwardSecrecy ? [] : ATSSuite.withoutForwardSecrecy
        return ATSSuite.tls13 + older + rest
    }

    /// Whether both are in it, and belong together.
    package func contains(_ version: ProtocolVersion, _ suite: RegisteredSuite) -> Bool {
        versions.contains(version) && suites.contains(suite)
            && (version == .tls13) == (ATSSuite.standing(of: suite) == .tls13)
    }

    /// The offer of an app without exceptions.
    package static let usual = ATSOffer(minimumVersion: .tls12, requiresForwardSecrecy: true)

    /// Every offer that can be made under any dictionary, strictest first.
    package static let all: [ATSOffer] = [true, false].flatMap { secrecy in
        [ProtocolVersion.tls13, .tls12, .tls11, .tls10].map {
            ATSOffer(minimumVersion: $0, requiresForwardSecrecy: secrecy)
        }
    }
}

/// The part of the system that loads: two of the keys hold for one part only.
package enum ATSLoader: String, Hashable, Sendable, CaseIterable {
    /// The URL Loading System: URLSession and what is built on it.
    case urlSession
    /// AVFoundation.
    case media
    /// WKWebView and its kind.
    case webContent
}
