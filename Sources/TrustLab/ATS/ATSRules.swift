import TLSSim

/// The demands of App Transport Security on one host, under one app's Info.plist.
package struct ATSRules: Hashable, Sendable {
    /// The host.
    package let host: ATSHost
    /// Why ATS does not apply to the connection. Nil if ATS applies. The system's trust evaluation takes place in both cases.
    package var exemption: ATSExemption?
    /// The entry of NSExceptionDomains that applies to the host. Nil if there is none.
    package var entry: String?
    /// The oldest version that client and server may negotiate.
    package var minimumVersion = ProtocolVersion.tls12
    /// Whether only the suites with ECDHE are offered, and the length of the key is checked.
    package var requiresForwardSecrecy = true
    /// Whether URLs may begin with http.
    package var allowsPlainHTTP = false

    /// The offer of a client under these rules. If ATS does not apply, it is the widest offer of Apple's systems.
    package var offer: ATSOffer {
        exemption == nil
            ? ATSOffer(minimumVersion: minimumVersion, requiresForwardSecrecy: requiresForwardSecrecy)
            : ATSOffer(minimumVersion: .tls10, requiresForwardSecrecy: false)
    }
}

/// Why App Transport Security does not apply to a connection.
package enum ATSExemption: Hashable, Sendable {
    /// NSAllowsArbitraryLoads is YES, and no entry of NSExceptionDomains applies to the host.
    case arbitraryLoads
    /// NSAllowsArbitraryLoadsForMedia is YES, and AVFoundation makes the connection.
    case arbitraryLoadsForMedia
    /// NSAllowsArbitraryLoadsInWebContent is YES, and a web view makes the connection.
    case arbitraryLoadsInWebContent
    /// The host is an address, a name of one label, or under .local.
    case notPublic
}

/// A client's offer: the versions and cipher suites that it accepts.
package struct ATSOffer: Hashable, Sendable {
    /// The oldest version. The newest is always TLS 1.3.
    package let minimumVersion: ProtocolVersion
    /// Whether the offer leaves out the suites without forward secrecy.
    package let requiresForwardSecrecy: Bool

    /// The versions, newest first.
    package var versions: [ProtocolVersion] { ProtocolVersion.all.filter { $0 >= minimumVersion }.reversed() }

    /// The suites, those of TLS 1.3 first.
    package var suites: [RegisteredSuite] {
        let older = minimumVersion == .tls13 ? [] : ATSSuite.forwardSecret
        let rest = minimumVersion == .tls13 || requiresForwardSecrecy ? [] : ATSSuite.withoutForwardSecrecy
        return ATSSuite.tls13 + older + rest
    }

    /// Whether the offer has both the version and the suite, and the suite can be used with the version.
    package func contains(_ version: ProtocolVersion, _ suite: RegisteredSuite) -> Bool {
        versions.contains(version) && suites.contains(suite)
            && (version == .tls13) == (ATSSuite.standing(of: suite) == .tls13)
    }

    /// The offer of an app without exceptions.
    package static let usual = ATSOffer(minimumVersion: .tls12, requiresForwardSecrecy: true)

    /// Every offer that a dictionary can lead to, the strictest first.
    package static let all: [ATSOffer] = [true, false].flatMap { secrecy in
        [ProtocolVersion.tls13, .tls12, .tls11, .tls10].map {
            ATSOffer(minimumVersion: $0, requiresForwardSecrecy: secrecy)
        }
    }
}

/// The part of the system that makes the connection. Two of the keys apply to one part only.
package enum ATSLoader: String, Hashable, Sendable, CaseIterable {
    /// The URL Loading System: URLSession and what is built on it.
    case urlSession
    /// AVFoundation.
    case media
    /// WKWebView and other web views.
    case webContent
}
